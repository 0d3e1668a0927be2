// How the page is read: light or dark, the size of the story, keys. Kept by the browser.
import { KEYS } from "../keys.js";
import { taste, useStore } from "../store.js";
import { TOUCH, html, useMedia } from "../ui.js";

const THEMES = [[null, "As the system"], ["light", "Light"], ["dark", "Dark"]];
const SIZES = [17, 19, 21, 24];

export function Reading() {
  const { theme, size, keys, keep } = useStore(taste);
  const isTouched = useMedia(TOUCH);
  const of = (name, value, rows) => html`<div class="choice-of" role="group" aria-label=${name}>
    ${rows.map(([key, label]) => html`<button type="button" aria-pressed=${value === key} onClick=${() => taste.set({ [name]: key })}>${label}</button>`)}
  </div>`;
  return html`
    <p class="label">Reading</p>
    ${of("theme", theme, THEMES)}
    <p class="label">Size of the story</p>
    ${of("size", size ?? 19, SIZES.map((each) => [each, each]))}
    ${!isTouched && html`<label class="tick"><input type="checkbox" checked=${keys} onChange=${(event) => taste.set({ keys: event.target.checked })} /> Single keys are orders</label>`}
    <label class="tick"><input type="checkbox" checked=${keep} onChange=${(event) => taste.set({ keep: event.target.checked })} /> Keep stories here, to read offline</label>
  `;
}

/** The keys that are orders; nothing where there are none. */
export const KeyList = () => useMedia(TOUCH) ? null : html`<p class="label">Keys</p>
  <dl class="keys">${KEYS.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>`;
