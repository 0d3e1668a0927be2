// Whom a person knows, as a graph and as a list, and what went between it and the one who is chosen.
import { get } from "../../api.js";
import { useAsked } from "../../asking.js";
import { capital, clock, day, many, rounded, shortened, times } from "../../text.js";
import { Loading, html, useEffect, useMemo, useRef, useState } from "../../ui.js";
import { ARROWS, nearest } from "../map.js";
import { Id } from "./conclusions.js";
import { Bonds } from "./person.js";
import { LIKINGS, timeOf } from "./wording.js";

const WIDTH = 344; // px of the picture
const [REACH, ROW, NOTED] = [42, 24, 40]; // px: to the farthest dot; between two names, and where a note stands under one
const LONGEST = 15; // letters of a name that the picture shows

export function Relations({ game, person, path, when, chosen: asked }) {
  const { value: data, failure } = useAsked(() => get(`${path}/acquaintances?limit=100`), [path, when]);
  const [picked, pick] = useState(asked ?? null);
  const [asList, setList] = useState(false);
  if (!data) return html`<section class="relations"><h2 class="view-title">Whom ${person.name} knows</h2>${failure ? html`<p class="failure" role="alert">${failure}</p>` : html`<${Loading} />`}</section>`;
  const known = data.items;
  const met = known.filter(({ tie }) => tie !== "heard_of");
  const chosen = known.find(({ id }) => id === picked) ?? met.find(({ tie }) => tie === "dealt") ?? met[0] ?? null;
  const unmet = known.filter(({ tie }) => tie === "heard_of");
  return html`<section class="relations" aria-labelledby="knows">
    <h2 id="knows" class="view-title">Whom ${person.name} knows</h2>
    ${known.length === 0 && html`<p class="empty">Nobody yet. Whom it meets or hears of stands here.</p>`}
    ${met.length > 0 && !asList && html`<${Graph} person=${person} others=${met} chosen=${chosen} pick=${pick} />`}
    ${asList && html`<ul class="relation-list">${known.map((each) => html`<li key=${each.id}>
      <button type="button" class="linked serif" aria-pressed=${each === chosen} onClick=${() => pick(each.id)}>${each.name}</button> <span class="meta">${tieOf(each)}</span></li>`)}</ul>`}
    ${!asList && unmet.length > 0 && html`<p class="meta">Knows of, but has not seen: ${unmet.map(({ name }) => name).join(", ")}.</p>`}
    ${known.length > 0 && html`<p class="meta">${!asList && met.length > 0 && "Solid: they have dealt with each other. Dotted: only seen. "}
      <button type="button" class="linked" onClick=${() => setList(!asList)}>${asList ? "See as a picture" : "Read as a list"}</button></p>`}
    <p class="unseen" role="status">${picked && chosen ? `${chosen.name} is chosen` : ""}</p>
    ${chosen && html`<${Between} key=${chosen.id} game=${game} person=${person} other=${chosen} path=${path} when=${when} />`}
  </section>`;
}

/** How somebody is known, in words. */
function tieOf({ tie, dealings, sightings, attitude, liking }) {
  const how = { dealt: `dealt with ${times(dealings)}`, seen: `only seen, ${times(sightings)}`, heard_of: "only heard of" }[tie];
  return [how, attitude, liking !== "none" && FEELS[liking]].filter(Boolean).join(", ");
}

const FEELS = { close: "close", likes: "liked", dislikes: "disliked", hates: "hated" };

/** The note under a name: how one stands to whom one has dealt with. */
const noteOf = (other) => (other.tie === "dealt" ? (other.liking !== "none" && FEELS[other.liking]) || other.attitude || times(other.dealings) : "");

/** What is seen of somebody first, as axe asks, then the rest. */
function spoken(other) {
  const shown = shortened(other.name, LONGEST);
  return [[shown, noteOf(other)].filter(Boolean).join(" "), shown !== other.name && other.name, tieOf(other)].filter(Boolean).join(", ");
}

function Graph({ person, others, chosen, pick }) {
  const drawn = useMemo(() => layout(others), [others]);
  const [reached, reach] = useState(null); // where arrows have come to: the graph is one stop for Tab
  const picture = useRef(null);
  const stop = drawn.nodes.some(({ id }) => id === reached) ? reached : chosen?.id;
  const pressed = (event) => {
    const way = ARROWS[event.key];
    const next = way ? nearest(drawn.rows, stop, way) : null;
    if (event.key === "Enter" || event.key === " ") pick(stop);
    else if (next) {
      reach(next.id);
      picture.current.querySelector(`[data-other="${CSS.escape(next.id)}"]`).focus();
    } else if (!way) return;
    event.preventDefault();
  };
  return html`<svg class="graph" viewBox=${`0 0 ${WIDTH} ${drawn.height}`} role="group" ref=${picture} onKeyDown=${pressed}
      aria-label=${`Whom ${person.name} knows: ${many(others.length, "person", "people")}; arrows move, Enter chooses`}>
    ${drawn.nodes.map(({ id, x, y, other }) => html`<line key=${id} class=${[other.tie, other === chosen ? "chosen" : ""].join(" ")} x1=${drawn.middle.x} y1=${drawn.middle.y} x2=${x} y2=${y} />`)}
    <circle class="self" cx=${drawn.middle.x} cy=${drawn.middle.y} r="7" />
    ${drawn.nodes.map(({ id, x, y, side, other }) => html`<g key=${id} class=${["other", other.tie, other === chosen ? "chosen" : ""].join(" ")} role="button" data-other=${id}
        tabindex=${id === stop ? 0 : -1} aria-pressed=${other === chosen ? "true" : "false"} aria-label=${spoken(other)} onFocus=${() => reach(id)} onClick=${() => pick(id)}>
      <rect x=${side > 0 ? x - 8 : 0} y=${y - 12} width=${side > 0 ? WIDTH - x + 8 : x + 8} height="24" />
      <circle cx=${x} cy=${y} r="5.5" />
      <text x=${x + side * 12} y=${y + 4.5} text-anchor=${side > 0 ? "start" : "end"}>${shortened(other.name, LONGEST)}</text>
      ${noteOf(other) && html`${" "}<text class="note" x=${x + side * 12} y=${y + 19} text-anchor=${side > 0 ? "start" : "end"}>${noteOf(other)}</text>`}
    </g>`)}
  </svg>`;
}

/** Names stand in two columns, one a row, so that none lies over another; the dots on an arc around the middle. */
function layout(others) {
  const sides = [0, 1].map((side) => inTheMiddle(others.filter((_, at) => at % 2 === side)));
  const heightOf = (column) => column.reduce((sum, other) => sum + (noteOf(other) ? NOTED : ROW), 0);
  const height = Math.max(...sides.map(heightOf), 120) + 24;
  const middle = { x: WIDTH / 2, y: height / 2 };
  const nodes = sides.flatMap((column, at) => {
    const side = at === 0 ? 1 : -1;
    const room = (height - 24 - heightOf(column)) / Math.max(1, column.length);
    let top = 12 + room / 2;
    return column.map((other) => {
      const y = top + ROW / 2;
      top += (noteOf(other) ? NOTED : ROW) + room;
      const off = (y - middle.y) / (height / 2);
      return { id: other.id, other, side, y, x: middle.x + side * Math.max(16, REACH * Math.sqrt(Math.max(0, 1 - off * off))) };
    });
  });
  const rows = nodes.map(({ id, side, y }) => ({ id, x: side * WIDTH, y })); // arrows go by columns, not by dots
  return { nodes, rows, height, middle };
}

/** A column with those that were dealt with in its middle, so that their lines are short. */
function inTheMiddle(column) {
  const [dealt, seen] = [true, false].map((isDealt) => column.filter(({ tie }) => (tie === "dealt") === isDealt));
  const half = Math.floor(seen.length / 2);
  return [...seen.slice(0, half), ...dealt, ...seen.slice(half)];
}

function Between({ game, person, other, path, when }) {
  const ofOther = `${path}/acquaintances/${encodeURIComponent(other.id)}`;
  const first = useAsked(async () => (other.tie === "heard_of" ? null : get(`${ofOther}?limit=10`)), [ofOther, when]);
  const [older, setOlder] = useState({ items: [], cursor: undefined });
  useEffect(() => setOlder({ items: [], cursor: undefined }), [first.value]);
  const cursor = older.cursor === undefined ? first.value?.next_cursor : older.cursor;
  const more = async () => {
    const page = await get(`${ofOther}?limit=20&cursor=${encodeURIComponent(cursor)}`).catch(() => null);
    if (page) setOlder(({ items }) => ({ items: [...items, ...page.items], cursor: page.next_cursor }));
  };
  const bonds = person.commitments.filter((one) => (one.by_id === other.id && one.to_ids.includes(person.id)) || (one.by_id === person.id && one.to_ids.includes(other.id)));
  const rows = [...(first.value?.items ?? []), ...older.items];
  const now = game.state.scene.game_time;
  return html`<div class="between-two">
    <h3 class="label">Between ${person.name} and ${other.name}</h3>
    <p>${feelings(person, other)}</p>
    <p class="meta">${met(other, now)}</p>
    ${first.failure && html`<p class="failure">${first.failure}</p>`}
    <${Bonds} person=${person} of=${bonds} now=${now} />
    <ul>${rows.map((memory) => html`<li key=${memory.id}>
      <p class="meta step-head"><span>${memory.kind === "reflection" ? "Concluded, " : ""}${timeOf(memory.game_time, now)}</span> <${Id} game=${game} memory=${memory} /></p>
      <p class="serif">${rounded(memory.text)}</p></li>`)}</ul>
    ${cursor && html`<button type="button" class="linked" onClick=${more}>Older</button>`}
  </div>`;
}

/** How one feels about the other, in a sentence. */
function feelings(person, { name, attitude, liking, relationship }) {
  const value = relationship ? ` (${relationship > 0 ? "+" : "−"}${Math.abs(Math.round(relationship * 10) / 10)} of 10)` : "";
  const likes = `${person.name} ${LIKINGS[liking]} ${name}${value}.`;
  return attitude ? [`${person.name} is ${attitude} towards ${name}.`, relationship ? likes : ""].filter(Boolean).join(" ") : likes;
}

function met({ tie, sightings, dealings, since, last }, now) {
  if (tie === "heard_of") return "They have not met.";
  const counted = [dealings > 0 && `dealt with each other ${times(dealings)}`, sightings > 0 && `${tie === "seen" ? "only " : ""}seen ${times(sightings)}`];
  const isToday = since != null && timeOf(since, now) === clock(since);
  const time = isToday ? clock : day;
  const span = since == null ? "" : since === last ? `, ${isToday ? "at " : ""}${time(since)}` : `, from ${time(since)} to ${time(last)}`;
  return `${capital(counted.filter(Boolean).join(", "))}${span}.`;
}
