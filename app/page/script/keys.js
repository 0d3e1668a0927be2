// Single keys as orders: outside fields only, and only for readers who want them.
import { taste } from "./store.js";
import { useEffect } from "./ui.js";

export const KEYS = [
  ["Enter", "play the line; with Shift it breaks"],
  ["↑", "in an empty input: edit the last line"],
  ["Esc", "stop what is being told, else shut the panel"],
  ["h", "who and what is here"],
  ["r", "what was remembered"],
  ["[ ]", "the turn before, the turn after"],
  ["u", "take back the last turn"],
  ["/", "in Memory: the search"],
  ["?", "this list"],
];

const isField = (element) => element.closest?.("input, textarea, select, [contenteditable]") != null;

/** Orders by key for as long as the view stands. `Escape` holds in fields too, and for everybody. */
export function useKeys(orders) {
  useEffect(() => {
    const pressed = (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const order = orders[event.key];
      if (!order) return;
      if (event.key !== "Escape" && (isField(event.target) || !taste.get().keys)) return;
      if (order(event) !== false) event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}
