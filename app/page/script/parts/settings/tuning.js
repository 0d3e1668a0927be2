// How a model writes: freedom, length, how much of it is judged. What is left empty is as the server has it.
import { number } from "../../text.js";
import { html } from "../../ui.js";

/** The fields of a game's model that this changes. */
export const TUNED = ["temperature", "top_p", "answer_tokens", "prompt_budget", "strictness"];

const NUMBERS = [
  { name: "temperature", label: "Temperature", min: 0, max: 2, step: 0.05, what: "How freely it chooses its words: 0 always the likeliest, 1 as they come." },
  { name: "top_p", label: "Top-p", min: 0.05, max: 1, step: 0.05, what: "Of which share of the likeliest words." },
  { name: "answer_tokens", label: "Longest answer, in tokens", min: 100, max: 10_000, step: 50, what: "Thinking included. A longer one is cut, and the rules tell the rest." },
  { name: "prompt_budget", label: "Longest prompt, in tokens", min: 3_000, max: 200_000, step: 500, usual: "6,000; with tools 24,000", what: "How much of the story and of memory it is shown. A shorter one is read faster." },
];
const JUDGED = [[null, "As the server"], ["strict", "Strict"], ["balanced", "Balanced"], ["off", "Not at all"]];
const JUDGED_TEXT = {
  strict: "State, secrets and unknown people, and each number and name.",
  balanced: "State, secrets and unknown people.",
  off: "Whatever it writes is shown, also what contradicts the game.",
};

/** `server`: what the server has where nothing is said; null where this is the server. */
export function Tuning({ form, server, change }) {
  const read = (event) => (event.target.value === "" ? null : Number(event.target.value));
  return html`<details class="tuning"><summary class="quiet">How it writes</summary>
    ${NUMBERS.map(({ name, label, what, usual = "as the model does", ...bounds }) => html`<div class="field-row" key=${name}>
      <label class="field-row"><span class="label">${label}</span>
        <input class="field" type="number" name=${name} ...${bounds} value=${form[name] ?? ""} placeholder=${server?.[name] == null ? usual : number(server[name])} aria-describedby=${`about-${name}`} onInput=${(event) => change({ [name]: read(event) })} /></label>
      <span class="meta" id=${`about-${name}`}>${what}</span></div>`)}
    <div class="field-row"><span class="label" id="judged">What of it is judged</span>
      <div class="choice-of" role="group" aria-labelledby="judged">
        ${JUDGED.slice(server ? 0 : 1).map(([value, label]) => html`<button type="button" aria-pressed=${form.strictness === value} onClick=${() => change({ strictness: value })}>${label}</button>`)}
      </div>
      <span class="meta">${JUDGED_TEXT[form.strictness ?? server?.strictness ?? "balanced"]}</span></div>
  </details>`;
}
