// What a view asks of the server, and again when something changes.
import { get } from "../api.js";
import { useEffect, useState } from "../ui.js";

/**
 * The answer to a GET: `{ data, failure }`, both null until it came. What was there stays until the new answer is there,
 * but not when another path is asked. `when` is asked again for; without a path nothing is.
 */
export function useAsked(path, when = null) {
  const [held, hold] = useState({ path: null, data: null, failure: null });
  useEffect(() => {
    if (!path) return undefined;
    let isOver = false;
    get(path).then(
      (data) => !isOver && hold({ path, data, failure: null }),
      (error) => !isOver && hold((before) => ({ path, data: before.path === path ? before.data : null, failure: error.message || "No connection." })),
    );
    return () => {
      isOver = true;
    };
  }, [path, when]);
  return held.path === path ? held : { data: null, failure: null };
}
