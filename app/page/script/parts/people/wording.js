// Words for what /v1 says of people in single terms.
import { KINDS } from "../../memory-kinds.js";
import { capital, clock, day } from "../../text.js";

/** How one person feels about another, between their names. */
export const LIKINGS = { close: "is close to", likes: "likes", none: "has no strong feelings about", dislikes: "dislikes", hates: "hates" };

export const PROMISES = { promise: "promised", request: "asked", invitation: "invited", appointment: "has an appointment with" };

export const STANDINGS = { open: "open", due: "due now", kept: "kept", withdrawn: "withdrawn" };

export const JOBS = {
  score: "weighing what was remembered", plan: "a plan", reflect: "a reflection", decide: "a decision", converse: "a conversation",
  condense: "condensing memories", prune: "putting old memories away",
};

/** "Noticed at the Bakehouse, Day 1, 12:33": how, where and when a memory or message came about. */
export function cameAbout(memory, { person, isMessage = false, wasHeard = null }) {
  const place = person.places[memory.location_id];
  const owner = memory.of.split("/")[1];
  const isOwn = memory.kind === "conversation" && memory.origin_id === owner;
  const how = isMessage || isOwn ? "said" : memory.kind === "conversation" && memory.origin === "social" ? "told" : KINDS[memory.kind].came;
  const whose = isMessage || owner === person.id ? "" : `${person.names[owner] ?? "somebody else"} has it, `;
  const isAbsent = isMessage && wasHeard === false && memory.origin_id !== person.id;
  return capital([`${whose}${how}${place ? ` at ${place}` : ""}`, memory.kind !== "gifted" && day(memory.game_time), isAbsent && `where ${person.name} was not`].filter(Boolean).join(", "));
}

/** "12:20" of today, "Day 1, 12:20" of another day. */
export const timeOf = (minutes, now) => (Math.floor(minutes / 1440) === Math.floor(now / 1440) ? clock(minutes) : day(minutes));
