// Something that a button asks of the server: whether it is under way, and one sentence beside the button when it is done.
import { Problem, Unreachable } from "../api.js";
import { html, useEffect, useRef, useState } from "../ui.js";

/** `run(work, words)` gives what the work gives, null where it failed; `words` say that it is done, or make them of that. */
export function useDoing() {
  const [state, set] = useState({ isBusy: false, failure: "", done: "" });
  const run = async (work, words = "") => {
    set({ isBusy: true, failure: "", done: "" });
    try {
      const found = (await work()) ?? true;
      set({ isBusy: false, failure: "", done: typeof words === "function" ? words(found) : words });
      return found;
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
      set({ isBusy: false, failure: error instanceof Problem ? error.message : "No connection. Try again.", done: "" });
      return null;
    }
  };
  const say = (done, failure = "") => set({ isBusy: false, failure, done });
  return { run, say, ...state };
}

/** What came of it. */
export const Done = ({ doing }) => html`<span class=${doing.failure ? "failure" : "done"} role="status">${doing.failure || doing.done}</span>`;

/** A button that says what will be, and asks once more, for what no undo brings back. */
export function Twice({ label, question, yes, isBusy, act }) {
  const [isAsking, ask] = useState(false);
  const button = useRef(null);
  useEffect(() => {
    if (isAsking) button.current.focus();
  }, [isAsking]);
  if (!isAsking) return html`<button type="button" class="quiet linked" aria-label=${question ? `${label}: ${question}` : null} onClick=${() => ask(true)}>${label}</button>`;
  const sure = () => {
    ask(false);
    act();
  };
  return html`<span class="twice" role="group" aria-label=${label}><span>${question}</span>
    <button type="button" class="secondary" disabled=${isBusy} onClick=${sure} ref=${button}>${yes}</button>
    <button type="button" class="quiet" onClick=${() => ask(false)}>No</button></span>`;
}
