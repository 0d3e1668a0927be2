// The fields of a form that shapes describe: simple ones, and rows of them that come and go.
import { capital } from "../../text.js";
import { html } from "../../ui.js";
import { blankOf } from "./shapes.js";

const WORDS = { npc: "person", npcs: "people", location: "place", locations: "places", item: "thing", items: "things" };

/** The words of a name of the API: "move_npc" is "Move person", and "to_id" is "To". */
export const titled = (name) => capital(name.replace(/_ids?$/, "").split("_").map((word) => WORDS[word] ?? word).join(" "));

/** Which lists of names a form has: that of a field by the word before its "id", else that of all names. */
export const LISTS = { npc: "npcs", location: "locations", item: "items", quest: "quests", timer: "timers", action: "actions", player: "players" };

const listOf = (name) => `known-${LISTS[name?.replace(/_ids?$/, "")] ?? "names"}`;

/** All fields of a record; `change` gets all its values. */
export const Fields = ({ fields, values, change, path }) =>
  fields.map((field) => html`<${Field} key=${`${path} ${field.name}`} ...${field} path=${`${path}.${field.name}`} value=${values?.[field.name]} change=${(value) => change({ ...values, [field.name]: value })} />`);

function Field({ name, shape, isNeeded, value, change, path }) {
  const Whole = GROUPS[shape.type];
  if (Whole) return html`<${Group} title=${titled(name)} isNeeded=${isNeeded}><${Whole} shape=${shape} value=${value ?? blankOf(shape)} change=${change} path=${path} title=${titled(name)} /></${Group}>`;
  if (shape.type === "boolean") return html`<label class="tick"><${Simple} shape=${shape} name=${name} value=${value} change=${change} /> ${titled(name)}</label>`;
  return html`<label><span class="label">${titled(name)}${isNeeded ? "" : html` <span class="meta">(optional)</span>`}</span><${Simple} shape=${shape} name=${name} isNeeded=${isNeeded} value=${value} change=${change} /></label>`;
}

const Group = ({ title, isNeeded, children }) => html`<fieldset class="order-part"><legend class="label">${title}${isNeeded ? "" : html` <span class="meta">(optional)</span>`}</legend>${children}</fieldset>`;

/** One input; `label` names it where nothing else does. */
function Simple({ shape, name, label, isNeeded = false, value, change }) {
  const given = { class: "field", name, required: isNeeded, "aria-label": label, onInput: (event) => change(event.target.value), value: value ?? "" };
  const { type, options, most, least, isId, isLine } = shape;
  if (type === "boolean") return html`<input type="checkbox" name=${name} aria-label=${label} checked=${value ?? false} onChange=${(event) => change(event.target.checked)} />`;
  if (type === "choice") return html`<select ...${given}><option value="" />${options.map((each) => html`<option key=${each} value=${each}>${titled(String(each))}</option>`)}</select>`;
  if (type === "number" || type === "integer") return html`<input type="number" min=${least} max=${most} step=${type === "integer" ? 1 : "any"} ...${given} />`;
  if (type === "value") return html`<input placeholder="true, false, a number or a word" autocomplete="off" ...${given} />`;
  if (type === "text" && (isLine || (most && most <= 120))) return html`<input maxlength=${isId ? 120 : most} list=${isId ? listOf(name) : null} autocomplete="off" ...${given} />`;
  return html`<textarea rows="2" maxlength=${most} placeholder=${type === "json" ? "JSON" : ""} ...${given}></textarea>`;
}

/** What one row of a list holds. */
function Row({ shape, value, change, path, label }) {
  const Whole = GROUPS[shape.type];
  return Whole ? html`<${Whole} shape=${shape} value=${value ?? blankOf(shape)} change=${change} path=${path} title=${label} />` : html`<${Simple} shape=${shape} label=${label} value=${value} change=${change} />`;
}

/** Rows with a button that takes each away, and one for another; `row` draws what is in one. */
function Rows({ rows, most, blank, change, title, row }) {
  const set = (at, value) => change(rows.map((each, other) => (other === at ? value : each)));
  return html`
    ${rows.length > 0 && html`<ol class="row-list">${rows.map((value, at) => html`<li key=${at}><div class="row-fields">${row(value, (changed) => set(at, changed), at)}</div>
      <button type="button" class="quiet linked" aria-label=${`Remove ${at + 1} of ${title}`} onClick=${() => change(rows.filter((_, other) => other !== at))}>Remove</button></li>`)}</ol>`}
    ${rows.length < most && html`<p><button type="button" class="quiet linked" aria-label=${`Add to ${title}`} onClick=${() => change([...rows, blank()])}>Add ${rows.length ? "another" : "one"}</button></p>`}`;
}

function ListRows({ shape, value, change, path, title }) {
  const item = shape.item();
  return html`<${Rows} rows=${value} most=${shape.mostRows} blank=${() => blankOf(item)} change=${change} title=${title}
    row=${(held, set, at) => html`<${Row} shape=${item} value=${held} change=${set} path=${`${path}.${at}`} label=${`${title}, ${at + 1}`} />`} />`;
}

function MapRows({ shape, value, change, path, title }) {
  const item = shape.item();
  return html`<${Rows} rows=${value} most=${100} blank=${() => ["", ""]} change=${change} title=${title}
    row=${([name, held], set, at) => html`<div class="table-pair"><input class="field" aria-label=${`${title}, ${at + 1}: name`} value=${name} autocomplete="off" onInput=${(event) => set([event.target.value, held])} />
      <${Row} shape=${item} value=${held} change=${(changed) => set([name, changed])} path=${`${path}.${at}`} label=${`${title}, ${at + 1}: value`} /></div>`} />`;
}

const Record = ({ shape, value, change, path }) => html`<${Fields} fields=${shape.fields()} values=${value} change=${change} path=${path} />`;

function Variant({ shape, value, change, path, title }) {
  return html`<label><span class="unseen">${title}: kind</span><select class="field" value=${value.kind ?? ""} onChange=${(event) => change(event.target.value ? { kind: event.target.value } : {})}>
      <option value="">Nothing</option>${shape.kinds.map((kind) => html`<option key=${kind} value=${kind}>${titled(kind)}</option>`)}</select></label>
    ${value.kind && html`<${Fields} fields=${shape.fieldsOf(value.kind)} values=${value} change=${change} path=${`${path}.${value.kind}`} />`}`;
}

const GROUPS = { list: ListRows, map: MapRows, record: Record, variant: Variant };
