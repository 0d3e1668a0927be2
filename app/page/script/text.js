// Words as the page shows them. The server counts Unicode code points; so does everything here that cuts a text.

/** A part of a turn as pieces `{ text, sources }`, without what it lists. Repeated words have the ids of what they repeat:
 * one, save in turns of before each run had its one source. The last letters, as many as are `pale`, are pieces of their own. */
export function pieces(part, { withListings = false, pale = 0 } = {}) {
  const text = rounded(part.text);
  const letters = [...(part.kind === "speech" ? quotedWithin(text) : text)];
  const marks = part.marks.filter(({ kind, source }) => (kind === "repeated" && source) || (kind === "listing" && !withListings));
  const firm = Math.max(0, letters.length - pale);
  const edges = [...new Set([0, firm, letters.length, ...marks.flatMap(({ start, end }) => [start, Math.min(end, letters.length)])])];
  edges.sort((one, other) => one - other);
  const found = edges.slice(1).flatMap((end, at) => {
    const over = marks.filter((mark) => mark.start <= edges[at] && end <= mark.end);
    if (over.some(({ kind }) => kind === "listing")) return [];
    return [{ text: letters.slice(edges[at], end).join(""), sources: over.map(({ source }) => source), ...(pale > 0 && edges[at] >= firm && { isPale: true }) }];
  });
  return found.some(({ text }) => text.trim()) ? found : [];
}

/** Straight quotes set round, one for one, so that places in the text stay what they are. */
export function rounded(text) {
  return text
    .replace(/(^|[\s([{—–-])"/g, "$1“")
    .replaceAll('"', "”")
    .replace(/(^|[\s([{—–“-])'/g, "$1‘")
    .replaceAll("'", "’");
}

/** What stands between quotation marks: those in it are single ones. One for one, as above. */
export const quotedWithin = (text) => text.replaceAll("“", "‘").replaceAll("”", "’");

/** 09:41 of minutes since day 1, 00:00. */
export const clock = (minutes) =>
  minutes == null ? "" : [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

export const day = (minutes) => (minutes == null ? "" : `Day ${Math.floor(minutes / 1440) + 1}, ${clock(minutes)}`);

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** "three places", "1 memory" … ; `inWords` writes numbers up to twelve out. */
export function many(count, one, several = `${one}s`, { inWords = false } = {}) {
  return `${inWords ? (NUMBERS[count] ?? count) : count} ${count === 1 ? one : several}`;
}

/** 4,905 */
export const number = (value) => value.toLocaleString("en");

/** "once", "twice", "three times", "43 times" */
export const times = (count) => ["never", "once", "twice"][count] ?? many(count, "time", "times", { inWords: true });

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "a, b and c" */
export const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

export const shortened = (text, most) => ([...text].length > most ? `${[...text].slice(0, most - 1).join("").trimEnd()}…` : text);

/** When something was played, as one says it: "today, 12:04". */
export function when(iso, now = new Date()) {
  if (!iso) return "";
  const at = new Date(iso);
  const time = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days === 0) return `today, ${time}`;
  if (days === 1) return `yesterday, ${time}`;
  return at.toLocaleDateString("en", { day: "numeric", month: "long", ...(days > 300 && { year: "numeric" }) });
}

/** What a person is doing, in words. */
export const ACTIVITIES = { idle: "at leisure", walking: "on the way", conversing: "talking", activity: "busy", sleeping: "asleep" };

const MAKERS = { author: "the author", game_master: "the game master", player: "a player" };

/** Who says so: "the game master"; of a player its name, where it is known. */
export const maker = ({ by, player_id: player }, nameOf) => (by === "player" && player && nameOf ? nameOf(player) : (MAKERS[by] ?? by));

/** Who has added a part of the world while it was played, and who has last changed it; nothing for what the scenario has. */
export const provenance = ({ added_by: added, changed_by: changed }) =>
  [["added", added], ["changed", changed]].filter(([, mark]) => mark).map(([what, mark]) => `${what} by ${maker(mark)}, turn ${mark.turn}`).join("; ");
