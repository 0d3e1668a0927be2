// Kinds of memories as the page sorts them: a word, a shape, and what belongs together.
import { KINDS } from "../../memory-kinds.js";
import { clock, day, many } from "../../text.js";
import { html } from "../../ui.js";

const LABELS = { told: "Told", saw: "Saw", concluded: "Concluded", plans: "Plans", facts: "Facts", given: "Given" };
/** `kinds` are those of /v1; `asked` is what a list of the group is asked for with. */
export const GROUPS = Object.entries(LABELS).map(([name, label]) => ({ name, label, kinds: Object.keys(KINDS).filter((kind) => KINDS[kind].group === name) }));
const MARKED = [
  { name: "pinned", label: "Pinned", asked: { pinned: "true" }, holds: (memory) => memory.pinned },
  { name: "hand", label: "By hand", asked: { hand_made: "true" }, holds: (memory) => memory.hand_made },
  { name: "away", label: "Put away", asked: { archived: "only" }, holds: (memory) => memory.state !== "stands" },
];
export const FILTERS = [
  ...GROUPS.map((group) => ({ ...group, asked: { kind: group.kinds }, holds: (memory) => group.kinds.includes(memory.kind) })),
  ...MARKED,
];

export const groupOf = (kind) => GROUPS.find(({ name }) => name === KINDS[kind].group);

/** How many memories of some scopes each filter leaves. */
export function countsOf(scopes) {
  const sum = (number) => scopes.reduce((total, scope) => total + number(scope), 0);
  return {
    ...Object.fromEntries(GROUPS.map(({ name, kinds }) => [name, sum((scope) => kinds.reduce((total, kind) => total + (scope.kinds[kind] ?? 0), 0))])),
    all: sum(({ count }) => count),
    pinned: sum(({ pinned }) => pinned),
    hand: sum((scope) => scope.hand_made),
    away: sum(({ archived }) => archived),
  };
}

export const kindWord = (kind) => KINDS[kind].label;

/** What a memory is beside its kind, in words. */
export function states(memory) {
  return [
    memory.state === "archived" && "put away", memory.state === "superseded" && "superseded", memory.pinned && "pinned", memory.hand_made && "by hand",
  ].filter(Boolean);
}

const SIGHTINGS = new Set(["beings_seen", "npc_moved", "location_changed", "place_reached"]);
const FEWEST = 3; // in a row, to be folded

/** Why a memory may be folded with those beside it: a mere sighting, or what the scenario gave; null for all else. */
function foldedAs(memory, shown) {
  if (states(memory).length) return null;
  if (memory.kind === "gifted") return shown === "given" ? null : "given";
  return SIGHTINGS.has(memory.happened) && shown !== "saw" ? "saw" : null;
}

/** Memories as rows, `{ memory }` or `{ folded, as }`: sightings in a row would drown the rest. */
export function foldedRows(memories, shown) {
  const rows = [];
  for (const memory of memories) {
    const as = foldedAs(memory, shown);
    if (as && rows.at(-1)?.as === as) rows.at(-1).folded.push(memory);
    else rows.push(as ? { as, folded: [memory] } : { memory });
  }
  return rows.flatMap((row) => (row.folded && row.folded.length < FEWEST ? row.folded.map((memory) => ({ memory })) : [row]));
}

/** What a folded row says. */
export function foldWords({ as, folded }, places) {
  if (as === "given") return `${many(folded.length, "memory", "memories")} given with the story`;
  const names = [...new Set(folded.map(({ location_id: id }) => places.get(id)).filter(Boolean))];
  const where = names.length > 2 ? ` at ${names.length} places` : names.length ? ` at ${names.join(" and ")}` : "";
  const times = folded.map((memory) => memory.game_time);
  const until = Math.max(...times) === Math.min(...times) ? "" : `, until ${clock(Math.max(...times))}`;
  return `${many(folded.length, "sighting")}${where}${until}`;
}

const SHAPES = {
  told: html`<path d="M1.5 2h9v6h-5l-2.5 2.5V8h-1.5z" />`,
  saw: html`<circle class="open" cx="6" cy="6" r="3.6" />`,
  concluded: html`<path d="M6 1l5 5-5 5-5-5z" />`,
  plans: html`<path class="open" d="M2.5 2l7 4-7 4z" />`,
  facts: html`<circle cx="6" cy="6" r="3.2" />`,
  given: html`<rect class="open" x="2" y="2" width="8" height="8" />`,
  folded: html`<path class="open" d="M2.5 2v8M6 2v8M9.5 2v8" />`,
};

export const Shape = ({ group }) => html`<svg class="memory-shape" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">${SHAPES[group]}</svg>`;

/** Whether an id is that of a message, word for word. */
export const isMessage = (id) => /^m-\d+$/.test(id);

/** "Day 1, 08:06" of a memory; nothing where it has no time. */
export const timeOf = (memory) => day(memory.game_time);
