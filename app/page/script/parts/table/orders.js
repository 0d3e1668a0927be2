// Any order of the game, by a form that its JSON Schema makes: canon, states, timers, people, things, memories.
import { ask, get } from "../../api.js";
import { useAsked } from "../../asking.js";
import { capital } from "../../text.js";
import { Loading, html, useState } from "../../ui.js";
import { Done, useDoing } from "../doing.js";

const FIRST = "establish_fact"; // what is offered first: the most common thing to make true

export function Orders({ game }) {
  const { value: commands, failure } = useAsked(() => get("/commands"), [game.id]);
  const { value: scenario } = useAsked(() => get(`/games/${game.id}/scenario`), [game.id, game.state.scene.turn]);
  const [kind, setKind] = useState(FIRST);
  const [values, setValues] = useState({});
  const doing = useDoing();
  if (!commands) return failure ? html`<p class="failure" role="alert">${failure}</p>` : html`<${Loading} />`;
  const all = [...commands.items].sort((one, other) => one.kind.localeCompare(other.kind));
  const command = all.find((each) => each.kind === kind) ?? all[0];
  const fields = fieldsOf(command.json_schema);
  const give = async (event) => {
    event.preventDefault();
    let order;
    try {
      order = { kind: command.kind, ...given(fields, values) };
    } catch (error) {
      doing.say("", error.message);
      return;
    }
    await doing.run(() => ask("POST", `/games/${game.id}/commands`, { commands: [order] }), ({ changes }) => (changes?.length ? `Done: ${changes}` : "Done."));
  };
  const choose = (event) => {
    setKind(event.target.value);
    setValues({});
    doing.say("");
  };
  return html`<form class="table-form" onSubmit=${give}>
    <label><span class="label">Order</span><select class="field" name="kind" value=${command.kind} onChange=${choose}>${all.map((each) => html`<option key=${each.kind} value=${each.kind}>${titled(each.kind)}</option>`)}</select></label>
    <p class="meta">${command.description.split(/(?<=[.:])\s/)[0]}</p>
    <datalist id="known-ids">${idsOf(scenario?.played).map(([id, name]) => html`<option key=${id} value=${id} label=${name} />`)}</datalist>
    ${fields.map((field) => html`<${Field} key=${`${command.kind} ${field.name}`} field=${field} value=${values[field.name]} change=${(value) => setValues({ ...values, [field.name]: value })} />`)}
    <p class="buttons"><button class="primary" disabled=${doing.isBusy}>Give it</button> <${Done} doing=${doing} /></p>
  </form>`;
}

function Field({ field, value, change }) {
  const { name, type, options, isNeeded, most, isId } = field;
  const label = html`<span class="label">${titled(name)}${isNeeded ? "" : html` <span class="meta">if you like</span>`}</span>`;
  if (type === "boolean") {
    return html`<label class="tick"><input type="checkbox" name=${name} checked=${value ?? false} onChange=${(event) => change(event.target.checked)} /> ${titled(name)}</label>`;
  }
  const changed = (event) => change(event.target.value);
  if (options) {
    return html`<label>${label}<select class="field" name=${name} value=${value ?? ""} required=${isNeeded} onChange=${changed}><option value="" />${options.map((each) => html`<option key=${each} value=${each}>${titled(String(each))}</option>`)}</select></label>`;
  }
  if (type === "number" || type === "integer") return html`<label>${label}<input class="field" type="number" step=${type === "integer" ? 1 : "any"} name=${name} value=${value ?? ""} required=${isNeeded} onInput=${changed} /></label>`;
  if (type === "string" && (isId || (most && most <= 120))) return html`<label>${label}<input class="field" name=${name} value=${value ?? ""} maxlength=${most} required=${isNeeded} list=${isId ? "known-ids" : null} autocomplete="off" onInput=${changed} /></label>`;
  return html`<label>${label}<textarea class="field" name=${name} rows="2" value=${value ?? ""} required=${isNeeded} placeholder=${type === "string" ? "" : "JSON"} onInput=${changed}></textarea></label>`;
}

const titled = (name) => capital(name.replaceAll("_", " "));

/** The fields that the JSON Schema of a command names, those that are needed first. */
export function fieldsOf(schema) {
  const needed = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => name !== "kind").map(([name, property]) => {
    const found = resolved(property, schema);
    return { name, type: found.type ?? "json", options: found.enum, isNeeded: needed.has(name), most: found.maxLength, isId: Boolean(found.pattern) && found.type === "string" };
  });
  return [...fields.filter(({ isNeeded }) => isNeeded), ...fields.filter(({ isNeeded }) => !isNeeded)];
}

/** What a property may be apart from null; another schema in the place of what refers to it. */
function resolved(property, schema) {
  const [only, ...others] = (property.anyOf ?? [property]).filter(({ type }) => type !== "null");
  if (others.length || !only) return { type: "json" };
  const name = only.$ref?.split("/").at(-1);
  return name ? (schema.$defs?.[name] ?? { type: "json" }) : only;
}

/** The values that were given, each of its type. Throws where JSON was meant and is none. */
export function given(fields, values) {
  return Object.fromEntries(fields.filter(({ name }) => values[name] !== undefined && values[name] !== "").map(({ name, type }) => {
    const value = values[name];
    if (type === "number" || type === "integer") return [name, Number(value)];
    if (type === "string" || type === "boolean") return [name, value];
    try {
      return [name, JSON.parse(value)];
    } catch {
      throw new Error(`${titled(name)} has to be JSON, as ["one", "two"] or {"kind": "…"}.`);
    }
  }));
}

/** All that has an id and a name in a scenario. */
function idsOf(sheet) {
  const parts = ["npcs", "locations", "items", "quests", "acts", "figures", "timers", "actions"].flatMap((name) => sheet?.[name] ?? []);
  return parts.filter(({ id }) => id).map(({ id, name }) => [id, name ?? id]);
}
