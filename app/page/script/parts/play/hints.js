// What now? For who is stuck: what is wanted, then where that leads, then the line that does it, one at a time.
import { get } from "../../api.js";
import { rounded } from "../../text.js";
import { html, useLayoutEffect, useRef, useState } from "../../ui.js";

export function Hints({ game, play }) {
  const [{ hints, at, grade, failure }, set] = useState({ hints: null, at: 0, grade: 0, failure: "" });
  const box = useRef(null);
  useLayoutEffect(() => {
    if (hints) box.current.querySelector("button")?.focus({ preventScroll: true }); // what was clicked is gone
  }, [hints, at, grade]);
  const ask = async () => {
    try {
      const { items } = await get(`/games/${game.id}/hints`);
      set({ hints: items, at: 0, grade: 1, failure: "" });
    } catch (error) {
      set({ hints: null, at: 0, grade: 0, failure: error.message });
    }
  };
  const further = () => set({ hints, at, grade: grade + 1, failure: "" });
  const other = () => set({ hints, at: (at + 1) % hints.length, grade: 1, failure: "" });
  const hint = hints?.[at];
  return html`<div class="row hints">
    ${hints && html`<p class="notes chip-label" aria-hidden="true">Hint</p>`}
    <div aria-live="polite" ref=${box}>
      ${!hints && html`<p><button type="button" class="quiet" onClick=${ask}>What now?</button>${failure && html` <span class="failure">${failure}</span>`}</p>`}
      ${hints && !hint && html`<p class="empty">The story waits for nothing in particular. Look around, or talk to somebody.</p>`}
      ${hint && html`
        <p class="serif">${rounded(hint.goal)}</p>
        ${grade > 1 && html`<p class="serif">${rounded(hint.lead)}</p>`}
        ${grade > 2 && html`<p class="hint-line"><button type="button" class="chip" onClick=${() => play(hint.choice.line)}><span class="serif">${hint.choice.line}</span></button></p>`}
        <p class="hint-tools">
          ${grade === 1 && html`<button type="button" class="quiet linked" onClick=${further}>Where does that lead?</button>`}
          ${grade === 2 && html`<button type="button" class="quiet linked" onClick=${further}>What would do it?</button>`}
          ${hints.length > 1 && html`<button type="button" class="quiet linked" onClick=${other}>Another matter</button>`}
        </p>`}
    </div>
  </div>`;
}
