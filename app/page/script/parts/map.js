// The map of known places as plain SVG, and the same as a list.
import { many } from "../text.js";
import { html, useMemo, useRef, useState } from "../ui.js";

const STEPS = { north: [0, -1], south: [0, 1], east: [1, 0], west: [-1, 0], up: [1, -1], down: [-1, 1], in: [1, 1], out: [-1, -1] };
const [ACROSS, DOWN] = [70, 46]; // px between places
const LETTER = 7.2; // px that a letter of a name takes, about

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
  const spoken = (node) => [node.name, node.id === place?.id ? "you are here" : node.visited ? "" : "only heard of", lineTo(node.id)].filter(Boolean).join(", ");
  return html`<figure class="map">
    ${!asList && html`<svg viewBox=${drawn.box.join(" ")} role="group" ref=${picture} onKeyDown=${pressed} aria-label=${`Map of ${many(places.length, "known place")}; arrows move in it`}>
      ${drawn.ways.map(({ from, to, isOpen, isKnown }) => {
        const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
        return html`<g class=${isKnown ? "" : "dotted"}><line x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} />${!isOpen && html`<line class="bolt" x1=${x - 3} y1=${y - 5} x2=${x + 3} y2=${y + 5} />`}</g>`;
      })}
      ${drawn.nodes.map((node) => html`<g class="place ${node.id === place?.id ? "now" : ""} ${node.visited ? "" : "unseen-place"} ${lineTo(node.id) ? "near" : ""}" role="button" data-place=${node.id}
        tabindex=${node.id === stop ? 0 : -1} aria-label=${spoken(node)} aria-disabled=${lineTo(node.id) ? null : "true"} onFocus=${() => reach(node.id)} onClick=${() => go(node.id)}>
        <circle cx=${node.x} cy=${node.y} r=${node.id === place?.id ? 7 : 5} />
        <text x=${node.x + node.side * 12} y=${node.y + node.shift} text-anchor=${node.side > 0 ? "start" : node.side < 0 ? "end" : "middle"}>${node.name}</text>
      </g>`)}
    </svg>`}
    ${asList && html`<ul class="map-list">${places.map((each) => html`<li key=${each.id}><span class="serif">${each.name}</span>${each.id === place?.id ? " (here)" : each.visited ? "" : " (only heard of)"}
      ${each.ways.length > 0 && html`<ul>${each.ways.map((way) => html`<li class="meta">${[way.direction, `${way.name}, to ${name(way.to)}`].filter(Boolean).join(": ")}${way.is_open ? "" : ", locked"}
        ${each.id === place?.id && lineTo(way.to) && html` <button type="button" class="linked" onClick=${() => go(way.to)}>Go</button>`}</li>`)}</ul>`}
    </li>`)}</ul>`}
    <figcaption class="meta">${many(places.length, "place")} known. <button type="button" class="linked" onClick=${() => setList(!asList)}>${asList ? "See as a map" : "Read as a list"}</button></figcaption>
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
  const isRowTaken = (node, side) => nodes.some((other) => other !== node && other.y === node.y && Math.sign(other.x - node.x) === side && Math.abs(other.x - node.x) <= Math.max(ACROSS, 12 + node.name.length * LETTER));
  const middle = nodes.reduce((sum, { x }) => sum + x, 0) / Math.max(1, nodes.length);
  for (const node of nodes) {
    const first = node.x < middle ? -1 : 1;
    node.side = [first, -first].find((side) => !isRowTaken(node, side)) ?? 0;
    const hasBelow = nodes.some((other) => other.x === node.x && other.y > node.y);
    node.shift = node.side ? 4 : hasBelow ? -12 : 20;
  }
  const find = (id) => nodes.find((node) => node.id === id);
  const seen = new Set();
  const ways = nodes.flatMap((from) => from.ways.flatMap(({ to, is_open: isOpen }) => {
    const key = [from.id, to].sort().join(" ");
    if (seen.has(key) || !find(to)) return [];
    seen.add(key);
    return [{ from, to: find(to), isOpen, isKnown: find(to).visited }];
  }));
  const left = ({ x, name, side }) => x - (side < 0 ? 14 + name.length * LETTER : side ? 10 : (name.length * LETTER) / 2);
  const right = ({ x, name, side }) => x + (side > 0 ? 14 + name.length * LETTER : side ? 10 : (name.length * LETTER) / 2);
  const [x0, x1] = [Math.min(...nodes.map(left)), Math.max(...nodes.map(right))];
  const [y0, y1] = [Math.min(...nodes.map(({ y }) => y)) - 22, Math.max(...nodes.map(({ y }) => y)) + 26];
  const width = Math.max(x1 - x0, 330); // so that a small map is not drawn large
  return { nodes, ways, box: [x0 - (width - (x1 - x0)) / 2, y0, width, y1 - y0] };
}
