// Begin a game: who one is, who else plays, seed and model.
import { Problem, ask, newKey } from "../../api.js";
import { go } from "../../router.js";
import { useStore } from "../../store.js";
import { html, useEffect, useRef, useState } from "../../ui.js";
import { forget, personas, remember } from "./personas.js";

/** What a player's sheet says at the beginning: the field, its label, an example. */
const FIELDS = [
  { name: "pronouns", label: "Pronouns", most: 60, example: "she/her, he/him, they/them …" },
  { name: "description", label: "About you", most: 400, example: "What people see of you, in a line" },
];
const MORE = [
  { name: "occupation", label: "Trade", most: 200 },
  { name: "home", label: "From", most: 200 },
  { name: "background", label: "Background", most: 2000, isLong: true },
];

const EMPTY = Object.fromEntries([...FIELDS, ...MORE].map(({ name }) => [name, ""]));

/** Begin a game and go there. The key stays the same until the server has answered, so that one game is begun. */
export function useBegin() {
  const [state, set] = useState({ isBusy: false, failure: "" });
  const key = useRef(newKey());
  const begin = async (body) => {
    set({ isBusy: true, failure: "" });
    try {
      const game = await ask("POST", "/games", body, { key: key.current });
      go(game.id);
    } catch (error) {
      if (error instanceof Problem) key.current = newKey();
      set({ isBusy: false, failure: error instanceof Problem ? error.message : "No connection. Try again." });
    }
  };
  return { begin, ...state };
}

export function BeginForm({ scenario, onLeave }) {
  const { begin, isBusy, failure } = useBegin();
  const { all } = useStore(personas);
  const [players, setPlayers] = useState("");
  const [sheet, setSheet] = useState(EMPTY);
  const [keeps, setKeeps] = useState(false);
  const name = useRef(null);
  useEffect(() => {
    name.current.focus();
    name.current.form.scrollIntoView({ block: "nearest" });
  }, []);
  const take = ({ name: called, ...rest }) => {
    setPlayers(called);
    setSheet({ ...EMPTY, ...rest });
    name.current.focus();
  };
  const submit = (event) => {
    event.preventDefault();
    const { seed, model } = event.target;
    const names = players.split(",").map((each) => each.trim()).filter(Boolean);
    const told = Object.fromEntries(Object.entries(sheet).map(([field, value]) => [field, value.trim()]).filter(([, value]) => value));
    if (keeps && names.length) remember({ name: names[0], ...told });
    if (Object.keys(told).length) names[0] = { name: names[0] ?? "Traveller", ...told };
    begin({
      scenario: scenario.id,
      ...(names.length && { players: names }),
      ...(seed.value && { seed: Number(seed.value) }),
      ...(model.value.trim() && { model: model.value.trim() }),
    });
  };
  const field = ({ name: key, label, most, example = "", isLong }) => {
    const given = { class: "field", name: key, maxlength: most, placeholder: example, autocomplete: "off", value: sheet[key], onInput: (event) => setSheet({ ...sheet, [key]: event.target.value }) };
    return html`<label key=${key}><span class="label">${label}</span> ${isLong ? html`<textarea ...${given} rows="3"></textarea>` : html`<input ...${given} />`}</label>`;
  };
  return html`<form class="begin" onSubmit=${submit} aria-label=${`Begin ${scenario.title}`}>
    ${all.length > 0 && html`<p class="label">Who you were before</p><div class="personas" role="group" aria-label="Who you were before">
      ${all.map((each) => html`<span class="persona" key=${each.name}><button type="button" class="secondary" onClick=${() => take(each)}>${each.name}</button>
        <button type="button" class="quiet" aria-label=${`Forget ${each.name}`} onClick=${() => forget(each.name)}>×</button></span>`)}</div>`}
    <label><span class="label">Your name</span> <input class="field" name="players" ref=${name} maxlength="400" placeholder="Traveller" autocomplete="off" value=${players} onInput=${(event) => setPlayers(event.target.value)} />
      <span class="meta">For several players, write names with commas between them. What follows is about the first.</span></label>
    ${FIELDS.map(field)}
    <details><summary class="quiet">More about you</summary>${MORE.map(field)}
      <p class="meta">People know none of it until you tell them.</p></details>
    <label class="tick"><input type="checkbox" checked=${keeps} onChange=${(event) => setKeeps(event.target.checked)} /> Keep this for the next game, in this browser</label>
    <details><summary class="quiet">Seed and model</summary>
      <label><span class="label">Seed</span> <input class="field" name="seed" type="number" min="0" max="2147483647" step="1" placeholder="any" />
        <span class="meta">The same number and the same lines give the same game.</span></label>
      <label><span class="label">Model</span> <input class="field" name="model" maxlength="200" placeholder="as the server is set up" autocomplete="off" spellcheck=${false} />
        <span class="meta">“offline”, or the name of a model, such as openai:gpt-5-mini.</span></label>
    </details>
    <p class="begin-buttons"><button class="primary" disabled=${isBusy}>${isBusy ? "Beginning" : "Begin"}</button>
      ${onLeave && html`<button type="button" class="quiet" onClick=${onLeave}>Leave it</button>`}</p>
    ${failure && html`<p class="failure" role="alert">${failure}</p>`}
  </form>`;
}
