// Lines of a prompt: where what they show comes from, and why they are there.
import { href } from "../../router.js";
import { day, rounded } from "../../text.js";
import { html } from "../../ui.js";
import { inWords } from "../score.js";

/** What a line shows, as one reads it: without the marks that fence it for a model. */
export const wordsOf = ({ text, source }) => rounded(source?.words ?? text);

/** Where the words of a line come from: "said at the Ropewalk, Day 1, 08:06", "Jorun Haldane remembers, Day 1, 08:09". */
export function originOf({ why, source }) {
  if (!source) return "";
  if (why === "pinned") return "a pinned note";
  if (why === "note") return "a note";
  const when = source.game_time === null ? "earlier" : day(source.game_time);
  return `${whose(source)}, ${when}${source.confided ? ", in confidence" : ""}`;
}

function whose({ of, of_name: name, place_name: place }) {
  if (of === null) return place ? `said at ${place.replace(/^The /, "the ")}` : "said";
  if (of.startsWith("npc/")) return `${name} remembers`;
  return of === "world" ? "the world" : name.replace(/^The /, "the ");
}

/** Why a line is there, in words; turns of earlier versions have what their record says. */
export function reasonOf({ why, reason, source }) {
  if (why !== "recalled" || !Object.keys(source.parts).length) return reason;
  return inWords(source.parts, source.shared, source.words);
}

/** The ids of what a line shows. Memories lead to Memory; what was said leads to its turn. */
export function Ids({ game, ids, source }) {
  const isSaid = source != null && source.of === null;
  const address = (id) => {
    if (isSaid) return source.turn && href(game.id, "play", { turn: source.turn });
    return game.isMaster && href(game.id, "memory", { id });
  };
  return ids.map((id, at) => html`${at > 0 && ", "}${address(id)
    ? html`<a class="linked" href=${address(id)} title=${isSaid ? `To turn ${source.turn}` : null}><code class="id">${id}</code></a>`
    : html`<code class="id">${id}</code>`}`);
}
