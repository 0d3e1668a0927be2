// The map of known places as plain SVG, and the same as a list.
import { many, provenance } from "../text.js";
import { html, useMemo, useRef, useState } from "../ui.js";

const STEPS = { north: [0, -1], south: [0, 1], east: [1, 0], west: [-1, 0], up: [1, -1], down: [-1, 1], in: [1, 1], out: [-1, -1] };
const [ACROSS, DOWN] = [78, 58]; // px between places
const LETTER = 6.9; // px that a letter of a name takes, about
const LINE = 15; // px of a line of a name
const LONGEST = 12; // letters of a name that stands in one line

export function Map({ scene, play }) {
  const [asList, setList] = useState(false);
  const { places, place, choices } = scene;
  const drawn = useMemo(() => layout(places), [places]);
  const lineTo = (id) => (play && place?.id !== id ? choices.find(({ deed, id: to }) => deed === "go" && to === id)?.line : null);
  const name = (id) => places.find((each) => each.id === id)?.name ?? id;
  const go = (id) => lineTo(id) && play(lineTo(id));
  const [reached, reach] = useState(null); // the place that arrows have come to: the map is one stop for Tab
  const picture = useRef(null);
  const stop = drawn.nodes.some(({ id }) => id === reached) ? reached : (place?.id ?? drawn.nodes[0]?.id);
  const pressed = (event) => {
    const way = ARROWS[event.key];
    const next = way ? nearest(drawn.nodes, stop, way) : null;
    if (event.key === "Enter" || event.key === " ") go(stop);
    else if (next) {
      reach(next.id);
      picture.current.querySelector(`[data-place="${CSS.escape(next.id)}"]`).focus();
    } else if (!way) return;
    event.preventDefault();
  };
  const spoken = (node) => [node.name, node.id === place?.id ? "you are here" : node.visited ? "" : "only heard of", provenance(node), lineTo(node.id)].filter(Boolean).join(", ");
  return html`<figure class="map">
    ${!asList && html`<svg viewBox=${drawn.box.join(" ")} role="group" ref=${picture} onKeyDown=${pressed} aria-label=${`Map of ${many(places.length, "known place")}; arrows move in it`}>
      ${drawn.ways.map(({ from, to, isOpen, isKnown }) => {
        const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
        return html`<g class=${isKnown ? "" : "dotted"}><line x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} />${!isOpen && html`<line class="bolt" x1=${x - 3} y1=${y - 5} x2=${x + 3} y2=${y + 5} />`}</g>`;
      })}
      ${drawn.nodes.map((node) => html`<g class="place ${node.id === place?.id ? "now" : ""} ${node.visited ? "" : "unseen-place"} ${lineTo(node.id) ? "near" : ""} ${node.added_by ? "added" : ""}" role="button" data-place=${node.id}
        tabindex=${node.id === stop ? 0 : -1} aria-label=${spoken(node)} aria-disabled=${lineTo(node.id) ? null : "true"} onFocus=${() => reach(node.id)} onClick=${() => go(node.id)}>
        ${provenance(node) && html`<title>${provenance(node)}</title>`}
        ${node.added_by && html`<circle class="ring" cx=${node.x} cy=${node.y} r="10" />`}
        <circle cx=${node.x} cy=${node.y} r=${node.id === place?.id ? 7 : 5} />
        <text text-anchor=${node.label.anchor}>${node.lines.map((line, at) => html`<tspan x=${node.label.x} y=${node.label.y + at * LINE}>${at < node.lines.length - 1 ? `${line} ` : line}</tspan>`)}</text>
      </g>`)}
    </svg>`}
    ${asList && html`<ul class="map-list">${places.map((each) => html`<li key=${each.id}><span class="serif">${each.name}</span>${each.id === place?.id ? " (here)" : each.visited ? "" : " (only heard of)"}${provenance(each) && html` <span class="meta">${provenance(each)}</span>`}
      ${each.ways.length > 0 && html`<ul>${each.ways.map((way) => html`<li class="meta">${[way.direction, `${way.name}, to ${name(way.to)}`].filter(Boolean).join(": ")}${way.is_open ? "" : ", locked"}${way.added_by ? `, ${provenance(way)}` : ""}
        ${each.id === place?.id && lineTo(way.to) && html` <button type="button" class="linked" onClick=${() => go(way.to)}>Go</button>`}</li>`)}</ul>`}
    </li>`)}</ul>`}
    <figcaption class="meta">${many(places.length, "place")} known${places.some((each) => each.added_by) ? "; a ring: added in this game" : ""}. <button type="button" class="linked" onClick=${() => setList(!asList)}>${asList ? "See as a map" : "Read as a list"}</button></figcaption>
  </figure>`;
}

export const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The node (`{ id, x, y }`) that lies nearest in a direction; null where none does. */
export function nearest(nodes, id, [dx, dy]) {
  const from = nodes.find((node) => node.id === id);
  const away = (node) => [(node.x - from.x) * dx + (node.y - from.y) * dy, Math.abs((node.x - from.x) * dy) + Math.abs((node.y - from.y) * dx)];
  const ahead = nodes.filter((node) => away(node)[0] > 0).map((node) => ({ node, far: away(node)[0] + 2 * away(node)[1] }));
  return ahead.sort((one, other) => one.far - other.far)[0]?.node ?? null;
}

/** Places where their directions put them, from the first one on; who has none stands where there is room. */
function layout(places) {
  const byId = new globalThis.Map(places.map((place) => [place.id, place]));
  const at = new globalThis.Map();
  const taken = new Set();
  const put = (id, x, y) => {
    at.set(id, [x, y]);
    taken.add(`${x} ${y}`);
  };
  const near = ([x, y], [dx, dy]) => {
    const wanted = [[dx, dy], [2 * dx, 2 * dy], ...[[dy, dx], [-dy, -dx]].map(([ax, ay]) => [dx + ax, dy + ay]), [1, 1], [-1, 1], [1, -1], [-1, -1], [1, 0], [-1, 0], [0, 1], [0, -1]];
    for (let far = 1; ; far++) {
      const free = wanted.map(([ax, ay]) => [x + ax * far, y + ay * far]).find((place) => !taken.has(place.join(" ")));
      if (free) return free;
    }
  };
  for (const start of places.filter(({ visited }) => visited)) {
    if (at.has(start.id)) continue;
    if (at.size) put(start.id, ...near([0, 0], [1, 1]));
    else put(start.id, 0, 0);
    for (const queue = [start]; queue.length; ) {
      const place = queue.shift();
      for (const { to, direction } of place.ways) {
        if (at.has(to) || !byId.has(to)) continue;
        put(to, ...near(at.get(place.id), STEPS[direction] ?? [1, 1]));
        queue.push(byId.get(to));
      }
    }
  }
  const nodes = [...at].map(([id, [x, y]]) => ({ ...byId.get(id), x: x * ACROSS, y: y * DOWN }));
  const find = (id) => nodes.find((node) => node.id === id);
  const seen = new Set();
  const ways = nodes.flatMap((from) => from.ways.flatMap(({ to, is_open: isOpen }) => {
    const key = [from.id, to].sort().join(" ");
    if (seen.has(key) || !find(to)) return [];
    seen.add(key);
    return [{ from, to: find(to), isOpen, isKnown: find(to).visited }];
  }));
  label(nodes, ways);
  const boxes = nodes.flatMap(({ x, y, label: { box } }) => [box, [x - 10, y - 10, x + 10, y + 10]]);
  const [x0, y0, x1, y1] = [0, 1, 2, 3].map((side) => Math[side < 2 ? "min" : "max"](...boxes.map((box) => box[side])) + (side < 2 ? -6 : 6));
  const width = Math.max(x1 - x0, 330); // so that a small map is not drawn large
  return { nodes, ways, box: [x0 - (width - (x1 - x0)) / 2, y0, width, y1 - y0] };
}

/** A name in one line or two, as even as its words let it be. */
function linesOf(name) {
  const words = name.split(" ");
  if (name.length <= LONGEST || words.length === 1) return [name];
  const ways = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")]);
  return ways.sort((one, other) => Math.max(...one.map(({ length }) => length)) - Math.max(...other.map(({ length }) => length)))[0];
}

/** Where a name can stand beside its place: `x` and `y` of its first line, and the `box` that it fills. */
function spots({ x, y, lines }) {
  const width = Math.max(...lines.map(({ length }) => length)) * LETTER;
  const height = lines.length * LINE + 5; // with what reaches over and under the letters
  const at = (anchor, left, top) => ({ anchor, x: { start: left, end: left + width, middle: left + width / 2 }[anchor], y: top + 14, box: [left - 1, top, left + width + 1, top + height] });
  const sides = [["start", x + 12], ["end", x - 12 - width]];
  const [above, below] = [y - 9 - height, y + 9];
  return [
    ...sides.map(([anchor, left]) => at(anchor, left, y - height / 2)),
    at("middle", x - width / 2, below), at("middle", x - width / 2, above),
    ...[below - 6, above + 6].flatMap((top) => sides.map(([anchor, left]) => at(anchor, left, top))),
    ...[below, above].flatMap((top) => [at("start", x - 4, top), at("end", x + 4 - width, top)]),
    ...[10, 20].flatMap((far) => [below - 6 + far, above + 6 - far].flatMap((top) => [at("start", x + 12, top), at("end", x - 12 - width, top), at("middle", x - width / 2, top)])),
  ];
}

/** Names stand where they meet no way, no other name and no other place; where all spots meet something, what is least. */
function label(nodes, ways) {
  const middle = nodes.reduce((sum, { x }) => sum + x, 0) / Math.max(1, nodes.length);
  for (const node of nodes) {
    node.lines = linesOf(node.name);
    node.spots = spots(node);
  }
  const cost = (node, spot) => {
    const met = ways.filter(({ from, to }) => isCrossed(spot.box, from, to)).length;
    const places = nodes.filter((other) => other !== node && overlap(spot.box, [other.x - 8, other.y - 8, other.x + 8, other.y + 8])).length;
    const names = nodes.filter((other) => other !== node && other.label && overlap(spot.box, other.label.box)).length;
    const isOutward = spot.anchor === "middle" || (spot.anchor === "start") === node.x >= middle;
    return 10 * (met + places + 2 * names) + node.spots.indexOf(spot) / 10 + (isOutward ? 0 : 0.3);
  };
  for (let round = 0; round < 4; round++) { // each name sees where the others stand by then
    for (const node of nodes) node.label = node.spots.reduce((best, spot) => (cost(node, spot) < cost(node, best) ? spot : best));
  }
}

const overlap = ([x0, y0, x1, y1], [left, top, right, bottom]) => x0 < right && left < x1 && y0 < bottom && top < y1;

/** Whether a line runs through a box. */
function isCrossed([left, top, right, bottom], from, to) {
  let [first, last] = [0, 1];
  for (const [start, by, least, most] of [[from.x, to.x - from.x, left, right], [from.y, to.y - from.y, top, bottom]]) {
    if (by === 0 && (start < least || start > most)) return false;
    if (by === 0) continue;
    const ends = [(least - start) / by, (most - start) / by];
    first = Math.max(first, Math.min(...ends));
    last = Math.min(last, Math.max(...ends));
  }
  return first < last;
}
