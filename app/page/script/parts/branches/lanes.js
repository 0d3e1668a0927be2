// The lanes of a game's turns. Rows are a list; in a wide window a grid places them, and lines are drawn between their dots.
import { forkRow, inOrder, places } from "../../lanes.js";
import { clock, many, rounded } from "../../text.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../ui.js";

const BEND = 14; // px

export function Lanes({ lanes, chosen, isList, onTurn, onFold }) {
  const box = useRef(null);
  const lines = useRef(null);
  const [stop, setStop] = useState(null); // the key of the row that has the focus
  const order = inOrder(lanes);
  const at = places(lanes);
  const rows = order.filter(({ row }) => row);
  const marked = rowOf(rows, chosen);
  const standing = rows.find(({ row }) => row.key === stop) ?? marked ?? rows.findLast(({ lane }) => lane.isOwn);

  useLayoutEffect(() => {
    const draw = () => !isList && drawn(box.current, lines.current, lanes);
    for (const element of box.current.querySelectorAll("[data-lane]")) {
      const { column, top } = at.get(element.dataset.lane);
      element.style.setProperty("--column", column);
      element.style.setProperty("--row", top + 1 + Number(element.dataset.at));
    }
    draw();
    const watch = new ResizeObserver(draw);
    watch.observe(box.current);
    return () => watch.disconnect();
  });
  useEffect(() => {
    if (chosen) box.current.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [chosen?.gameId, chosen?.turn, chosen?.seq, isList]);

  const focus = (found) => {
    if (!found) return;
    setStop(found.row.key);
    [...box.current.querySelectorAll('[role="treeitem"]')].find(({ dataset }) => dataset.key === found.row.key)?.focus();
  };
  const pressed = (event) => {
    const here = rows.find(({ row }) => row.key === document.activeElement?.dataset.key);
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    const own = rows.filter(({ lane }) => lane === here.lane);
    const by = own.indexOf(here);
    const { lane, row } = here;
    const moves = {
      ArrowDown: () => focus(own[by + 1]),
      ArrowUp: () => focus(own[by - 1]),
      Home: () => focus(own[0]),
      End: () => focus(own.at(-1)),
      ArrowRight: () => (mayUnfold(row) && !row.isOpen ? onFold(lane, row) : focus(branchAt(lanes, rows, here))),
      ArrowLeft: () => (mayUnfold(row) && row.isOpen ? onFold(lane, row) : focus(leftOf(lanes, rows, here))),
      Enter: () => act(lane, row),
      " ": () => act(lane, row),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]();
  };
  const act = (lane, row) => {
    setStop(row.key);
    if (row.node) onTurn(lane, row.node);
    else if (mayUnfold(row)) onFold(lane, row);
  };
  return html`<div class="lanes ${isList ? "as-list" : "as-grid"}" ref=${box}>
    <svg class="lane-lines" aria-hidden="true" focusable="false" ref=${lines}><path class="own" /><path class="other" /><path class="folded" /></svg>
    <div role="tree" aria-label="The turns, and their branches" class="lane-rows" onKeyDown=${pressed}>
      ${order.map(({ lane, level, row, at: index }) => (row
        ? html`<${Row} key=${row.key} lane=${lane} level=${level} row=${row} index=${index} isLast=${index === lane.rows.length - 1} isChosen=${row === marked?.row} isStop=${row === standing?.row} onAct=${() => act(lane, row)} />`
        : html`<${Head} key=${lane.key} lane=${lane} level=${level} />`))}
    </div>
  </div>`;
}

const Head = ({ lane, level }) => html`<div class=${`lane-head level-${Math.min(level, 4)}`} data-lane=${lane.key} data-at="-1"><p class="serif lane-title">${lane.title}</p><p class="meta">${lane.under}</p></div>`;

function Row({ lane, level, row, index, isLast, isChosen, isStop, onAct }) {
  const { under, labels } = told(lane, row, isLast);
  return html`<div role="treeitem" class=${`lane-row is-${row.kind === "rest" ? "fold" : row.kind} level-${Math.min(level, 4)} ${lane.isOwn ? "is-own" : ""} ${isChosen ? "chosen" : ""} ${lane.isOwn && isLast ? "now" : ""}`}
    data-lane=${lane.key} data-at=${index} data-key=${row.key} aria-level=${level} aria-selected=${isChosen ? "true" : "false"}
    aria-expanded=${mayUnfold(row) ? String(row.isOpen) : null} tabindex=${isStop ? 0 : -1} onClick=${onAct}>
    <span class="dot-place" aria-hidden="true"><i /></span>
    <span class="lane-text"><span class="lane-name">${nameOf(row)}</span>${labels.map((label) => html` <b class="lane-label">${label}</b>`)}
      ${under && html`<span class="meta lane-under">${under}</span>`}</span>
  </div>`;
}

/** The row of the chosen turn, else the folded one that holds it. */
function rowOf(rows, chosen) {
  const own = rows.filter(({ lane }) => lane.key === chosen?.lane);
  const holds = ({ kind, scene, first = scene?.first, last = scene?.last }) => kind !== "turn" && first <= chosen.turn && chosen.turn <= last;
  return own.find(({ row }) => row.node?.turn === chosen.turn) ?? own.findLast(({ row }) => holds(row));
}

/** Whether there is something in a row that is not shown. */
const mayUnfold = (row) => row.kind === "fold" || row.kind === "rest" || (row.kind === "scene" && !row.isWhole);

function nameOf(row) {
  if (row.kind === "opening") return "The opening";
  if (row.kind === "turn") return row.node.player_input === null ? "(without a line)" : rounded(row.node.player_input) || "(the narrator went on)";
  if (row.kind === "rest") return range(row);
  return row.kind === "scene" ? row.scene.place : range(row.scene);
}

function told(lane, row, isLast) {
  const { scene, node, place } = row;
  if (row.kind === "fold") return { under: many(scene.scenes, "scene", "scenes", { inWords: true }), labels: [] };
  if (row.kind === "rest") return { under: "", labels: [] };
  if (row.kind === "scene") return { under: `${range(scene)}, from ${clock(scene.game_time)}`, labels: [] };
  const end = isLast ? (lane.isOwn ? "now" : lane.hasGone ? "" : "ends here") : "";
  const where = place ? `${place}, turn ${node.turn}, ${clock(node.game_time)}` : "";
  return { under: [where, end].filter(Boolean).join(" · "), labels: node.labels };
}

export const range = ({ first, last }) => (first === last ? `turn ${first}` : `turns ${first} ${last === first + 1 ? "and" : "to"} ${last}`);

/** The first row of the branch that leaves the lane at a row, else of the next that leaves it. */
function branchAt(lanes, rows, { lane, at }) {
  const leaving = lanes.filter(({ parent, rows: own }) => parent === lane.key && own.length);
  const next = leaving.map((each) => [forkRow(lane.rows, each.fork), each]).filter(([fork]) => fork >= at).sort(([one], [other]) => one - other)[0];
  return next && rows.find((each) => each.lane === next[1]);
}

/** The row that a row's lane leaves. */
function leftOf(lanes, rows, { lane }) {
  const parent = lanes.find(({ key }) => key === lane.parent);
  return parent && rows.find((each) => each.lane === parent && each.at === forkRow(parent.rows, lane.fork));
}

/** Lines between the dots of each lane, and from the lane that it leaves. */
function drawn(box, svg, lanes) {
  const frame = box.getBoundingClientRect();
  const [own, other, folded] = svg.children;
  const [left, top] = [frame.left - box.scrollLeft, frame.top - box.scrollTop];
  const dots = new Map([...box.querySelectorAll(".lane-row")].map((row) => {
    const [dot, around] = [row.querySelector("i").getBoundingClientRect(), row.getBoundingClientRect()];
    return [row.dataset.key, { x: dot.left + dot.width / 2 - left, y: dot.top + dot.height / 2 - top, end: around.bottom - top, start: around.top - top }];
  }));
  const paths = { own: [], other: [], folded: [] };
  for (const lane of lanes) {
    const to = lane.isOwn ? paths.own : paths.other;
    const parent = lanes.find(({ key }) => key === lane.parent);
    const first = dots.get(lane.rows[0]?.key);
    const fork = parent && dots.get(parent.rows[forkRow(parent.rows, lane.fork)]?.key);
    const head = [...box.querySelectorAll(".lane-head")].find(({ dataset }) => dataset.lane === lane.key);
    if (first && fork) to.push(`M${fork.x} ${fork.y}V${Math.max(fork.end, head.getBoundingClientRect().bottom - top) - BEND}q0 ${BEND} ${BEND} ${BEND}H${first.x - BEND}q${BEND} 0 ${BEND} ${BEND}V${first.y}`);
    lane.rows.slice(1).forEach((row, at) => {
      const [above, below] = [dots.get(lane.rows[at].key), dots.get(row.key)];
      const isFolded = (each) => ["fold", "rest"].includes(each.kind) && !each.isOpen;
      const [from, until] = [isFolded(lane.rows[at]) ? above.end : above.y, isFolded(row) ? below.start : below.y];
      if (from < until) to.push(`M${above.x} ${from}V${until}`);
      if (isFolded(row)) paths.folded.push(`M${below.x} ${below.start}V${below.end}`);
    });
  }
  own.setAttribute("d", paths.own.join(""));
  other.setAttribute("d", paths.other.join(""));
  folded.setAttribute("d", paths.folded.join(""));
  const rows = box.querySelector(".lane-rows");
  svg.setAttribute("width", rows.scrollWidth);
  svg.setAttribute("height", rows.scrollHeight);
}
