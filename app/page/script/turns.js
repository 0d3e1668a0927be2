// Turns of a game as far as they were asked for: oldest first, perhaps with gaps. `breaks` are the numbers of the turns
// before which others are missing. Pure functions of { turns, breaks }.

/** With a page of turns among them, oldest first. `hasOlder`: there are others before the page; `before`: it was asked for
 * as the page before this turn. */
export function joined({ turns, breaks }, page, hasOlder, before = null) {
  const newest = turns.at(-1)?.turn ?? Infinity; // what came after was taken back while the page was on its way
  const known = new Set(turns.map(({ turn }) => turn));
  const given = page.filter(({ turn }) => turn <= newest);
  if (!given.length) return { turns, breaks: breaks.filter((turn) => turn !== before) };
  const [first, last] = [given[0].turn, given.at(-1).turn];
  const open = breaks.filter((turn) => turn !== before && !(turn > first && turn <= last + 1) && (turn !== first || hasOlder));
  const isLoose = hasOlder && !known.has(first) && !known.has(first - 1);
  const all = [...turns, ...given.filter(({ turn }) => !known.has(turn))].sort((one, other) => one.turn - other.turn);
  return { turns: all, breaks: isLoose ? [...open, first] : open };
}

/** With a turn in the place of all from its number on. */
export function replaced({ turns, breaks }, turn) {
  const before = turns.filter((each) => each.turn < turn.turn);
  const isLoose = turn.turn > 1 && before.at(-1)?.turn !== turn.turn - 1;
  return { turns: [...before, turn], breaks: [...breaks.filter((each) => each < turn.turn), ...(isLoose ? [turn.turn] : [])] };
}

/** From where to where (an index, and the one behind) turns stand without a gap around an index. */
export function segment({ turns, breaks }, at) {
  let [start, end] = [at, at + 1];
  while (start > 0 && !breaks.includes(turns[start].turn)) start -= 1;
  while (end < turns.length && !breaks.includes(turns[end].turn)) end += 1;
  return [Math.max(0, start), Math.min(end, turns.length)];
}
