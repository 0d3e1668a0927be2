// A cover of water lines, drawn from a scenario's id: the same id always has the same water. It says nothing, so that
// screen readers pass it by.
import { html, useMemo } from "../ui.js";

const WIDTH = 520;
const HEIGHT = 150;

export function Cover({ id }) {
  const lines = useMemo(() => waterLines(id), [id]);
  return html`<svg class="cover" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    ${lines.map(({ path, strength }) => html`<path d=${path} stroke-opacity=${strength} />`)}
  </svg>`;
}

function waterLines(id) {
  const random = chance(id);
  const count = 13 + Math.floor(random() * 5);
  const swell = { at: WIDTH * (0.2 + 0.6 * random()), width: 26 + 50 * random(), height: (random() < 0.3 ? -1 : 1) * (18 + 26 * random()) };
  const slope = (random() - 0.5) * 16;
  const calm = Math.floor(count * (0.3 + 0.4 * random()));
  return Array.from({ length: count }, (_, row) => {
    const depth = row / (count - 1);
    const base = 46 + depth * (HEIGHT - 58);
    const [long, short] = [random() * 6, random() * 6];
    const points = Array.from({ length: 53 }, (_, step) => {
      const x = (step * WIDTH) / 52;
      const bump = swell.height * Math.exp(-(((x - swell.at) / swell.width) ** 2)) * (1 - depth) ** 1.4;
      const waves = 2.2 * Math.sin(x / 95 + long) + 1.1 * Math.sin(x / 41 + short);
      return `${x.toFixed(1)} ${(base - bump + waves * (0.35 + depth) + slope * depth * (x / WIDTH - 0.5)).toFixed(1)}`;
    });
    return { path: `M${points.join("L")}`, strength: 0.35 + 0.6 * Math.min(1, Math.abs(row - calm) / (count / 2)) };
  });
}

/** Numbers from 0 to 1 that follow from a text (mulberry32 on its hash). */
function chance(text) {
  let state = 0x9e3779b9;
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
