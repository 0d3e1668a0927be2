// How a model tells the story: its manner, length, person and tense, and the author's note.
import { ask, get } from "../../api.js";
import { Loading, html, useEffect, useState } from "../../ui.js";
import { Done, useDoing } from "../doing.js";

/** What is chosen with a button: its field, its heading, and each value with its label. */
const CHOICES = [
  { name: "length", heading: "Length", values: [["short", "Short"], ["medium", "Medium"], ["long", "Long"]] },
  { name: "person", heading: "Person", values: [["second", "You"], ["third", "Their names"], ["first", "I"]] },
  { name: "tense", heading: "Tense", values: [["present", "Present"], ["past", "Past"]] },
];

/** What is written: its field, its heading, how long it may be, and what it is for. */
const TEXTS = [
  { name: "style", heading: "Style", most: 500, rows: 2, example: "Dry, as old sailors tell.", what: "What is told, and how people speak, sounds like this." },
  { name: "author_note", heading: "Author’s note", most: 1000, rows: 3, example: "Fog is coming in.", what: "The last thing that the model reads before each line, until you change it. Players and people of the story never read it." },
];

const FIELDS = [...CHOICES, ...TEXTS].map(({ name }) => name);

export function NarrationForm({ game }) {
  const [kept, setKept] = useState(null);
  const [form, setForm] = useState(null);
  const doing = useDoing();
  const take = (found) => {
    setKept(found);
    setForm(found.now);
    return found;
  };
  useEffect(() => {
    doing.run(async () => take(await get(`/games/${game.id}/narration`)));
  }, [game.id]);
  if (!kept) return doing.failure ? html`<p class="failure" role="alert">${doing.failure}</p>` : html`<${Loading} />`;
  const change = (part) => {
    setForm({ ...form, ...part });
    doing.say("");
  };
  const save = async (event) => {
    event.preventDefault();
    // What is as the story has it is left to the story, also where its author changes it later.
    const own = Object.fromEntries(FIELDS.filter((name) => form[name] !== kept.scenario[name]).map((name) => [name, form[name]]));
    await doing.run(async () => take(await ask("PUT", `/games/${game.id}/narration`, own)), "From the next line on.");
  };
  const isOwn = FIELDS.some((name) => form[name] !== kept.scenario[name]);
  return html`<form class="settings-form" onSubmit=${save}>
    <p class="meta">For models: the offline rules, and what the author wrote, stay as they are.</p>
    ${CHOICES.map(({ name, heading, values }) => html`<div class="field-row" key=${name}><span class="label" id=${`told-${name}`}>${heading}</span>
      <div class="choice-of" role="group" aria-labelledby=${`told-${name}`}>
        ${values.map(([value, label]) => html`<button type="button" aria-pressed=${form[name] === value} onClick=${() => change({ [name]: value })}>${label}</button>`)}
      </div></div>`)}
    ${TEXTS.map(({ name, heading, most, rows, example, what }) => html`<div class="field-row" key=${name}>
      <label class="field-row"><span class="label">${heading}</span>
        <textarea class="field" name=${name} rows=${rows} maxlength=${most} placeholder=${example} value=${form[name]} aria-describedby=${`about-${name}`} onInput=${(event) => change({ [name]: event.target.value })}></textarea></label>
      <span class="meta" id=${`about-${name}`}>${what}</span></div>`)}
    <p class="buttons">
      <button class="primary" disabled=${doing.isBusy}>Tell it so</button>
      ${isOwn && html`<button type="button" class="quiet linked" onClick=${() => change(kept.scenario)}>As the story has it</button>`}
      <${Done} doing=${doing} />
    </p>
  </form>`;
}
