// What the score of a memory that was found is made of: a bar with its parts, and the same in words.
import { html } from "../../ui.js";

/** Parts of a score as they are shown, of those that the server has. */
const SHOWN = [
  ["words", ["words"]],
  ["meaning", ["meaning", "answer", "shape", "asks", "relevance"]],
  ["neighbour", ["near_words", "near_meaning", "scene"]],
  ["who", ["who"]],
  ["length", ["length"]],
  ["recency", ["recency", "when"]],
  ["importance", ["importance"]],
];
const LEAST = 0.03; // at and below it a part is one of the rest

/** The parts as `[name, value]`, small ones as one "rest". They sum up to the score. */
export function partsOf(parts) {
  const known = new Set(SHOWN.flatMap(([, names]) => names));
  const sum = (names) => names.reduce((total, name) => total + (parts[name] ?? 0), 0);
  const all = [...SHOWN.map(([name, names]) => [name, sum(names)]), ["other", sum(Object.keys(parts).filter((name) => !known.has(name)))]];
  const large = all.filter(([, value]) => Math.abs(value) > LEAST);
  const rest = all.filter(([, value]) => Math.abs(value) <= LEAST).reduce((total, [, value]) => total + value, 0);
  return Math.abs(rest) >= 0.005 ? [...large, ["rest", rest]] : large;
}

/** `most`: the greatest score beside which it is shown. */
export function Score({ hit, most }) {
  const parts = partsOf(hit.parts);
  let reached = 0;
  const bars = parts.filter(([, value]) => value > 0).map(([name, value]) => {
    const from = reached;
    reached += (value / most) * 100;
    return { name, from, width: (value / most) * 100 };
  });
  return html`<span class="score-of">
    <svg class="score-bar" width="100%" height="8" aria-hidden="true">${bars.map(({ name, from, width }) => html`<rect class=${`score-part-${name}`} x=${`${from}%`} width=${`${width}%`} height="8" />`)}</svg>
    <span class="score-parts">${parts.map(([name, value]) => html`<span><i class=${`score-swatch score-part-${name}`} aria-hidden="true" />${name} ${signed(value)} </span>`)}<b><span class="unseen">together </span>${hit.score.toFixed(2)}</b></span>
  </span>`;
}

const signed = (value) => value.toFixed(2).replace("-", "−");
