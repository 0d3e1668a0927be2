// The tree of a game's turns as lanes: which rows each has, and where they stand. Pure functions of what /v1 gives.

/** The rows of some stretches of scenes. `opened` has by key what a reader has unfolded: turns of a scene, scenes of a fold.
 * A scene that goes on where the one before it was (`place`) has no heading, but a row for its turns that are not shown. */
export function rowsOf(scenes, gameId, lane, opened, place = "") {
  return scenes.flatMap((scene, at) => {
    const before = at ? scenes[at - 1].place : place;
    const key = `${gameId}/${lane}/${scene.first}-${scene.last}-${scene.scenes}`;
    const inside = opened.get(key);
    if (scene.scenes > 1) {
      const fold = { kind: "fold", key, isOpen: Boolean(inside), scene };
      return inside ? [fold, ...rowsOf(inside, gameId, lane, opened, before)] : [fold];
    }
    const turns = (inside ?? scene.turns).map((node) => ({ kind: "turn", key: `${gameId}/${lane}/${node.turn}`, node }));
    const isWhole = turns.length === scene.last - scene.first + 1;
    if (isWhole && turns.length === 1) return [{ ...turns[0], place: scene.place }];
    const rest = { kind: "rest", key, isOpen: Boolean(inside), scene };
    if (scene.place && scene.place === before) return goingOn(turns, rest);
    return [{ kind: "scene", key, isOpen: Boolean(inside), isWhole: isWhole && !inside, scene }, ...(inside ? withMore(turns, rest) : turns)];
  });
}

/** Turns with a row for those that are missing among them, at the first gap; unfolded, with one to fold them at their end. */
function goingOn(turns, rest) {
  const { first, last } = rest.scene;
  return rest.isOpen ? [...withMore(turns, rest), { ...rest, first, last }] : withGap(turns, rest);
}

/** A long scene is unfolded piece by piece. */
const withMore = (turns, rest) => withGap(turns, { ...rest, key: `${rest.key}+`, isOpen: false, of: rest.key });

function withGap(turns, rest) {
  const { first, last } = rest.scene;
  const shown = new Set(turns.map(({ node }) => node.turn));
  const missing = Array.from({ length: last - first + 1 }, (_, more) => first + more).filter((turn) => !shown.has(turn));
  if (!missing.length) return turns;
  const at = turns.findIndex(({ node }) => node.turn > missing[0]);
  return turns.toSpliced(at < 0 ? turns.length : at, 0, { ...rest, first: missing[0], last: missing.at(-1) });
}

/** Lanes as `{ key, gameId, title, under, isOwn, hasGone, parent, fork, rows }`: the game's own, the game it was branched
 * from, those that branched off it, and, when asked for, turns that were taken back. `parent` is the key of the lane that it
 * leaves behind the turn `fork`. */
export function lanesOf({ id, title, scenes, others, opened, showsGone }) {
  const own = scenes.scenes.filter(({ lane }) => lane === 0);
  const last = own.at(-1)?.last ?? 0;
  const lanes = [{ key: "own", gameId: id, lane: 0, title, under: `this game, ${last ? turnsIn(last) : "no turns yet"}`, isOwn: true, parent: null, fork: 0, rows: rowsOf(own, id, 0, opened) }];
  for (const other of others.toSorted((one, another) => one.turn - another.turn)) {
    const left = own.findLast(({ first }) => first <= other.turn);
    const after = other.scenes.filter(({ lane, first }) => lane === 0 && first > other.turn);
    const count = (after.at(-1)?.last ?? other.turn) - other.turn;
    const name = other.title && other.title !== title ? other.title : other.isOrigin ? "Where it came from" : `Branch of turn ${other.turn}`;
    const of = other.isOrigin ? "goes on without this game" : name === other.title ? `branch of turn ${other.turn}` : "";
    const under = [of, count ? `${turnsIn(count)} of its own` : "no turns of its own yet"].filter(Boolean).join(", ");
    lanes.push({ key: other.gameId, gameId: other.gameId, lane: 0, title: name, under, parent: "own", fork: other.turn, rows: rowsOf(after, other.gameId, 0, opened, left?.place) });
  }
  if (showsGone) lanes.push(...goneLanes(scenes.scenes, id, opened));
  const isForkAtOpening = lanes.some(({ parent, fork }) => parent && fork === 0);
  if (isForkAtOpening || !last) lanes[0].rows.unshift({ kind: "opening", key: `${id}/0/0`, node: { turn: 0, seq: 0, player_input: null, labels: [], stands: true } });
  return lanes;
}

/** Turns that do not stand any more, lane by lane. Each leaves the lane that has the turn before it. */
function goneLanes(scenes, id, opened) {
  const byLane = Map.groupBy(scenes.filter(({ lane }) => lane > 0), ({ lane }) => lane);
  const laneOf = new Map(scenes.flatMap(({ lane, turns }) => turns.map(({ seq }) => [seq, lane])));
  return [...byLane].map(([lane, stretches]) => {
    const [first, last] = [stretches[0].first, stretches.at(-1).last];
    const parent = laneOf.get(stretches[0].parent) ?? 0;
    return { key: `gone-${lane}`, gameId: id, lane, title: "Taken back", under: turnsIn(last - first + 1), hasGone: true, parent: parent ? `gone-${parent}` : "own", fork: first - 1, rows: rowsOf(stretches, id, lane, opened) };
  });
}

const turnsIn = (count) => `${count} ${count === 1 ? "turn" : "turns"}`;

/** The number of the turn that a row ends with. */
export const endOf = (row) => (row.kind === "rest" ? row.last : row.scene ? row.scene.last : row.node.turn);

/** The index of the row that a branch leaves: the last one that has no later turn. */
export const forkRow = (rows, fork) => Math.max(0, rows.findLastIndex((row) => endOf(row) <= fork && !(row.isOpen && ["scene", "rest"].includes(row.kind))));

/** The turn at which a lane's game stands. */
export const headOf = (lane) => Math.max(lane.fork, ...lane.rows.slice(-1).map(endOf));

/** Where rows stand: by lane `{ column, top, fork }` in a grid, from 1. A lane's head stands beside the row that it leaves. A
 * column is used again below what stands in it. */
export function places(lanes) {
  const found = new Map();
  const ends = []; // by column, the last row that is taken
  for (const lane of lanes) {
    const from = found.get(lane.parent);
    const parent = lanes.find(({ key }) => key === lane.parent);
    const fork = parent ? from.top + 1 + forkRow(parent.rows, lane.fork) : 0;
    const top = parent ? fork : 1;
    let column = parent ? from.column + 1 : 1;
    while ((ends[column] ?? 0) >= top) column += 1;
    ends[column] = top + lane.rows.length + 1; // and a row of air
    found.set(lane.key, { column, top, fork });
  }
  return found;
}

/** Lanes and their rows in reading order: a branch stands behind the row that it leaves. */
export function inOrder(lanes, lane = lanes[0], level = 1) {
  const branches = lanes.filter(({ parent }) => parent === lane.key).map((branch) => [forkRow(lane.rows, branch.fork), branch]);
  const of = (at) => branches.filter(([fork]) => fork === at).flatMap(([, branch]) => inOrder(lanes, branch, level + 1));
  const rows = lane.rows.flatMap((row, at) => [{ lane, level, row, at }, ...of(at)]);
  return [{ lane, level, row: null, at: -1 }, ...rows];
}

/** Other turns that were played in the place of one: `{ lane, node }` of lanes that leave, or are left, just before it. */
export function otherWays(lanes, lane, turn) {
  const beside = lanes.filter((each) => each !== lane && ((each.parent === lane.key && each.fork === turn - 1) || (lane.parent === each.key && lane.fork === turn - 1) || (each.parent && each.parent === lane.parent && each.fork === lane.fork && lane.fork === turn - 1)));
  return beside.flatMap((each) => {
    const row = each.rows.find(({ node }) => node?.turn === turn);
    return row ? [{ lane: each, node: row.node }] : [];
  });
}
