// What a player's character is: shown, and changed by its player or the game master.
import { ask } from "../../api.js";
import { html, useEffect, useRef, useState } from "../../ui.js";
import { Done, useDoing } from "../doing.js";

/** The fields of a sheet in the order in which they are shown: heading, what it is for, and how it is written down. */
const FIELDS = [
  { name: "called", heading: "goes by", most: 60 },
  { name: "pronouns", heading: "pronouns", most: 60, example: "she/her" },
  { name: "description", heading: "looks", isLong: true, example: "Tall, with a burnt hand." },
  { name: "occupation", heading: "trade", most: 200 },
  { name: "home", heading: "from", most: 200 },
  { name: "background", heading: "background", isLong: true },
  { name: "goals", heading: "wants", isList: true },
  { name: "likes", heading: "likes", isList: true },
  { name: "skills", heading: "can", isList: true, isCounted: true, example: "climbing 3" },
  { name: "notes", heading: "notes", isList: true },
];

/** A character's values, and for who may change them a button that opens the form. */
export function Character({ game, player, mayChange }) {
  const [isOpen, open] = useState(false);
  const button = useRef(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) return html`<${SheetForm} game=${game} player=${player} close=${() => open(false)} />`;
  const told = FIELDS.filter(({ name }) => player.sheet[name] !== undefined);
  return html`
    ${told.length > 0 && html`<dl class="character">${told.map(({ name, heading }) => html`<div key=${name}><dt class="meta">${heading}</dt><dd>${shown(player.sheet[name])}</dd></div>`)}</dl>`}
    ${mayChange && html`<button type="button" class="quiet linked change-sheet" aria-label=${`Change what ${player.name} is`} onClick=${() => open(true)} ref=${button}>Change</button>`}`;
}

const shown = (value) => (Array.isArray(value) ? value.join(", ") : typeof value === "object" ? counted(value).join(", ") : value);
const titled = (heading) => heading[0].toUpperCase() + heading.slice(1);
const counted = (skills) => Object.entries(skills).map(([name, number]) => `${name} ${number}`);

/** A form over all fields: lists with one value on each line, a skill with its number behind it. */
function SheetForm({ game, player, close }) {
  const doing = useDoing();
  const first = useRef(null);
  const [form, setForm] = useState(() => written(player.sheet));
  useEffect(() => first.current.focus(), []);
  const save = async (event) => {
    event.preventDefault();
    const wrong = form.skills.split("\n").map((line) => line.trim()).find((line) => line && !SKILL.test(line));
    if (wrong) {
      doing.say("", `“${wrong}” has no number: write a skill as “climbing 3”.`);
      return;
    }
    const saved = await doing.run(() => ask("PUT", `/games/${game.id}/players/${player.id}/sheet`, read(form)));
    if (!saved) return;
    game.refresh();
    close();
  };
  const pressed = (event) => {
    if (event.key === "Escape") close();
  };
  return html`<form class="sheet-form" aria-label=${`What ${player.name} is`} onSubmit=${save} onKeyDown=${pressed}>
    ${FIELDS.map((field, at) => html`<label key=${field.name}><span class="label">${titled(field.heading)}</span>
      <${Written} field=${field} value=${form[field.name]} change=${(value) => setForm({ ...form, [field.name]: value })} box=${at ? null : first} /></label>`)}
    <p class="meta">Wants, likes, skills and notes: one on each line. People forget what they were told of a value that you change.</p>
    <div class="buttons"><button class="primary" disabled=${doing.isBusy}>Save</button>
      <button type="button" class="quiet" onClick=${close}>Leave it</button><${Done} doing=${doing} /></div>
  </form>`;
}

function Written({ field, value, change, box }) {
  const given = { class: "field", name: field.name, value, placeholder: field.example ?? "", autocomplete: "off", ref: box, onInput: (event) => change(event.target.value) };
  const rows = field.isList ? Math.max(2, value.split("\n").length) : 3;
  return field.isList || field.isLong ? html`<textarea ...${given} rows=${rows}></textarea>` : html`<input ...${given} maxlength=${field.most} />`;
}

/** A skill as it is typed: its name, and its number behind it. */
const SKILL = /^(.*\S)\s+(-?\d{1,2})$/u;

/** The values of a sheet as texts of a form. */
const written = (sheet) => Object.fromEntries(FIELDS.map(({ name, isList, isCounted }) => [name, isCounted ? counted(sheet[name] ?? {}).join("\n") : isList ? (sheet[name] ?? []).join("\n") : (sheet[name] ?? "")]));

/** The texts of a form as the values of a sheet. */
const read = (form) =>
  Object.fromEntries(
    FIELDS.map(({ name, isList, isCounted }) => {
      const lines = form[name].split("\n").map((line) => line.trim()).filter(Boolean);
      if (isCounted) return [name, Object.fromEntries(lines.map((line) => SKILL.exec(line)).map(([, skill, number]) => [skill, Number(number)]))];
      return [name, isList ? lines : form[name].trim()];
    }),
  );
