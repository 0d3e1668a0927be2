// What a score is made of: its components in the groups that have a colour, as a bar and in words.
import { capital, listed } from "../text.js";
import { html } from "../ui.js";

const GROUPS = {
  words: "words", meaning: "meaning", answer: "meaning", form: "meaning", relevance: "meaning",
  around: "neighbour", scene: "neighbour", who: "who", recency: "recency", time: "recency",
  importance: "importance", reinforced: "importance", length: "length",
};
const NAMES = {
  words: "words", meaning: "close in meaning", neighbour: "lines beside it fit", who: "same person", recency: "recent",
  importance: "important", length: "length",
};
const LEAST = 0.03; // of a part that is named; smaller ones are one grey rest

/** The groups of a score, as `{ kind, value }`, and last the rest of those too small to be named. They sum up to the score. */
export function grouped(parts) {
  const sums = {};
  for (const [name, value] of Object.entries(parts)) sums[GROUPS[name] ?? name] = (sums[GROUPS[name] ?? name] ?? 0) + value;
  const all = Object.entries(sums).map(([kind, value]) => ({ kind, value }));
  const rest = all.filter(({ value }) => Math.abs(value) <= LEAST).reduce((sum, { value }) => sum + value, 0);
  const named = all.filter(({ value }) => Math.abs(value) > LEAST);
  const order = Object.keys(NAMES);
  named.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  return Math.abs(rest) >= 0.005 ? [...named, { kind: "rest", value: rest }] : named;
}

/** A bar of the parts, as long as the score is of `most`. What it shows stands beside it in words. */
export const ScoreBar = ({ parts, most }) => {
  const shown = grouped(parts).filter(({ value }) => value > 0);
  const sum = shown.reduce((all, { value }) => all + value, 0);
  return html`<span class="score-bar" aria-hidden="true">
    ${shown.map(({ kind, value }) => html`<i class=${`part-${kind}`} ref=${grow(value)} />`)}
    <i class="part-none" ref=${grow(Math.max(0, most - sum))} />
  </span>`;
};

/** A score with its bar, and under it what each part of it is. */
export const Score = ({ hit, most }) => html`<span class="score-of">
  <${ScoreBar} parts=${hit.parts} most=${most} />
  <span class="score-parts">${grouped(hit.parts).map(({ kind, value }) => html`<span><i class=${`score-swatch part-${kind}`} aria-hidden="true" />${kind} ${signed(value)} </span>`)}<b><span class="unseen">together </span>${hit.score.toFixed(2)}</b></span>
</span>`;

const signed = (value) => value.toFixed(2).replace("-", "−");

/** Sets how much of its row an element takes. */
export const grow = (value) => (element) => element?.style.setProperty("flex-grow", value);

/** The parts with their values: "Words 0.43, close in meaning 0.21 and rest 0.02". */
export const inFigures = (parts) => capital(listed(grouped(parts).map(({ kind, value }) => `${NAMES[kind] ?? kind} ${value.toFixed(2)}`)));

/** The parts that raised a score, in words, the largest first; the words that are shared as they stand in the text. */
export function inWords(parts, shared, text) {
  const raised = grouped(parts).filter(({ kind, value }) => value > 0 && kind !== "rest" && kind !== "length");
  raised.sort((one, other) => other.value - one.value);
  const words = shared.length > 0 && `${shared.length > 1 ? "words" : "word"} ${shared.map((term) => `“${asWritten(term, text)}”`).join(", ")}`;
  const others = raised.filter(({ kind }) => !(kind === "words" && words)).map(({ kind }) => NAMES[kind] ?? kind);
  return [words, ...others].filter(Boolean).join("; ");
}

/** A term as the text writes it: the server gives words in their basic form. */
const asWritten = (term, text) => text.match(/[\p{L}\p{N}]+/gu)?.find((word) => word.toLowerCase().startsWith(term)) ?? term;
