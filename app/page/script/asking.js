// Answers of the server that a view shows: asked when it is drawn, and again when what was asked changes.
import { Problem } from "./api.js";
import { useEffect, useState } from "./ui.js";

/** `{ value, failure, isAsking }` of what `asked` promises; asked again when one of `keys` is another. The value before
 * stays until the next is there, but for a change of the first key: then there is none. */
export function useAsked(asked, keys) {
  const [state, set] = useState({ value: null, failure: "", first: keys[0], isAsking: true });
  useEffect(() => {
    let isOver = false;
    set((before) => ({ ...before, failure: "", isAsking: true }));
    Promise.resolve(asked()).then(
      (value) => !isOver && set({ value, failure: "", first: keys[0], isAsking: false }),
      (error) => !isOver && set({ value: null, failure: inWords(error), first: keys[0], isAsking: false }),
    );
    return () => {
      isOver = true;
    };
  }, keys);
  return state.first === keys[0] ? state : { value: null, failure: "", isAsking: true };
}

/** One sentence for something that did not work. */
export const inWords = (error) => (error instanceof Problem ? error.message : "No connection. Try again.");
