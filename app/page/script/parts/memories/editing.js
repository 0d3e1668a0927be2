// Other words for a memory, and a memory by hand.
import { ask, newKey } from "../../api.js";
import { inWords } from "../../asking.js";
import { BY_HAND, KINDS } from "../../memory-kinds.js";
import { rounded } from "../../text.js";
import { html, useEffect, useRef, useState } from "../../ui.js";
import { ScopeChoice } from "./scopes.js";

const LONGEST = 1000; // characters of a text

/** Sends changes one after the other, each once: one pressed twice while it is sent goes out once, and its key stays the
 * same until the server has answered. `done` hears what was made of each. */
export function useChange(done) {
  const [state, set] = useState({ isBusy: false, failure: "" });
  const heard = useRef(done);
  heard.current = done;
  const keys = useRef(new Map());
  const sending = useRef(new Set());
  const last = useRef(Promise.resolve());
  const sendOne = async (change, [method, path, body]) => {
    set({ isBusy: true, failure: "" });
    try {
      const made = await ask(method, path, body, { key: keys.current.get(change) });
      keys.current.delete(change);
      heard.current(made, body);
    } catch (error) {
      if (error.status) keys.current.delete(change);
      set({ isBusy: true, failure: inWords(error) });
    }
    sending.current.delete(change);
    set(({ failure }) => ({ isBusy: sending.current.size > 0, failure }));
  };
  const send = (...parts) => {
    const change = JSON.stringify(parts);
    if (sending.current.has(change)) return;
    sending.current.add(change);
    if (!keys.current.has(change)) keys.current.set(change, newKey());
    last.current = last.current.then(() => sendOne(change, parts));
  };
  return { ...state, send };
}

export function EditForm({ memory, change, leave }) {
  const field = useRef(null);
  useEffect(() => field.current.focus(), []);
  const submit = (event) => {
    event.preventDefault();
    if (field.current.value.trim() && field.current.value.trim() !== memory.text) change({ text: field.current.value.trim() });
    else leave();
  };
  const pressed = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    leave();
  };
  return html`<form class="memory-form" onSubmit=${submit} onKeyDown=${pressed}>
    <p class="label">It says</p>
    <p class="serif memory-text">${rounded(memory.text)}</p>
    <label class="label" for="other-words">It shall say</label>
    <textarea class="field serif" id="other-words" rows="5" maxlength=${LONGEST} required ref=${field} defaultValue=${memory.text}></textarea>
    <p class="meta">The old one stays and can be read under History. Undo takes the edit back.</p>
    <p class="memory-buttons"><button class="primary">Save</button><button type="button" class="secondary" onClick=${leave}>Leave it as it was</button></p>
  </form>`;
}

export function AddForm({ game, scopes, of, done, leave }) {
  const { send, isBusy, failure } = useChange(done);
  const field = useRef(null);
  useEffect(() => field.current.focus(), []);
  const submit = (event) => {
    event.preventDefault();
    const { owner, words, kind, importance, pinned } = event.target.elements;
    send("POST", `/games/${game.id}/memories`, {
      of: owner.value, text: words.value.trim(), kind: kind.value, pinned: pinned.checked,
      ...(importance.value && { importance: Number(importance.value) }),
    });
  };
  return html`<form class="memory-form" onSubmit=${submit}>
    <h2 class="view-title">Add a memory</h2>
    <${ScopeChoice} scopes=${scopes} chosen=${of ?? "world"} label="Who remembers it" withEverybody=${false} name="owner" />
    <label class="label" for="words">What is remembered</label>
    <textarea class="field serif" id="words" name="words" rows="4" maxlength=${LONGEST} required ref=${field}></textarea>
    <div class="memory-fields">
      <label><span class="label">It is</span> <select class="field" name="kind">${BY_HAND.map((value) => html`<option value=${value}>${KINDS[value].byHand}</option>`)}</select></label>
      <label><span class="label">Importance, 1 to 10</span> <input class="field" name="importance" type="number" min="1" max="10" step="0.5" placeholder="as the game rates it" /></label>
    </div>
    <label class="tick"><input type="checkbox" name="pinned" /> Pin it: it is kept for good</label>
    <p class="meta">It is a turn of its own: Undo takes it back.</p>
    ${failure && html`<p class="failure" role="alert">${failure}</p>`}
    <p class="memory-buttons"><button class="primary">${isBusy ? "Adding it" : "Add it"}</button><button type="button" class="secondary" onClick=${leave}>Leave it</button></p>
  </form>`;
}
