// Preact with htm, from one place. `html` makes text nodes of every value: what players and models wrote is never markup.
import { Component, html, render, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/htm-preact/standalone.module.js";

export { html, render, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState };

/** A view that is drawn again only when one of its properties is another: of a long story only what is new. */
export function memo(view) {
  return class extends Component {
    shouldComponentUpdate(next) {
      const names = new Set([...Object.keys(next), ...Object.keys(this.props)]);
      return [...names].some((name) => next[name] !== this.props[name]);
    }

    render(props) {
      return html`<${view} ...${props} />`;
    }
  };
}

/** Whether a media query holds, and again when that changes. */
export function useMedia(query) {
  const [holds, set] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const changed = () => set(media.matches);
    changed();
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, [query]);
  return holds;
}

/** Below this width, and at 200 % zoom, all stands in one column. */
export const NARROW = "(max-width: 1099px)";

/** A device that is touched and has no pointer beside: it has no keys to speak of either. */
export const TOUCH = "(hover: none) and (pointer: coarse)";

/** Something is on its way. */
export const Loading = () => html`<div class="loading" role="status"><span class="unseen">Loading</span><i /><i /><i /></div>`;
