// Where a person went in a day: steps from place to place, and the same as a table.
import { get } from "../../api.js";
import { clock, many, shortened } from "../../text.js";
import { Loading, html, useEffect, useState } from "../../ui.js";

const DAY = 1440;
const [WIDTH, LABELS, ROW, TOP] = [344, 112, 26, 14]; // px
const LONGEST = 16; // letters of a place's name that the picture shows

export function Stays({ person, path, when, now }) {
  const { stays, load, failure } = useStays(`${path}/stays`, when);
  const today = Math.floor(now / DAY);
  const [chosen, choose] = useState(null);
  const [asTable, setTable] = useState(false);
  const at = chosen ?? today;
  const first = stays?.length ? Math.floor(stays.at(-1).since / DAY) : today;
  useEffect(() => {
    if (at <= first) load?.(); // the day may have begun before what was read so far
  }, [at, first, load]);
  const found = stays ? within(stays, at * DAY, Math.min((at + 1) * DAY, now)) : [];
  return html`<section class="ways" aria-labelledby="went">
    <div class="ways-head"><h3 id="went" class="label">Where ${person.name} went</h3>
      <p><button type="button" class="quiet" disabled=${at <= first && !load} onClick=${() => choose(at - 1)} aria-label="The day before">‹</button>
        <span aria-live="polite">Day ${at + 1}</span>
        <button type="button" class="quiet" disabled=${at >= today} onClick=${() => choose(at + 1)} aria-label="The day after">›</button></p></div>
    ${failure && html`<p class="failure">${failure}</p>`}
    ${!stays && !failure && html`<${Loading} />`}
    ${stays && found.length === 0 && html`<p class="empty">Nothing was noticed of that day yet.</p>`}
    ${found.length > 0 && (asTable ? html`<${Table} found=${found} names=${person.names} now=${now} />` : html`<${Steps} person=${person} found=${found} now=${now} day=${at} />`)}
    ${found.length > 0 && html`<button type="button" class="linked meta" onClick=${() => setTable(!asTable)}>${asTable ? "See as a picture" : "Read as a table"}</button>`}
  </section>`;
}

/** The stays that were read so far, newest first, and `load` for those before, null where there are none. */
function useStays(path, when) {
  const [held, hold] = useState({ stays: null, cursor: null, failure: null });
  useEffect(() => {
    let isOver = false;
    get(`${path}?limit=100`).then(
      ({ items, next_cursor: cursor }) => !isOver && hold({ stays: items, cursor, failure: null }),
      (error) => !isOver && hold((before) => ({ ...before, failure: error.message || "No connection." })),
    );
    return () => {
      isOver = true;
    };
  }, [path, when]);
  const load = held.cursor && (() => {
    hold((before) => ({ ...before, cursor: null }));
    get(`${path}?limit=100&cursor=${encodeURIComponent(held.cursor)}`).then(
      ({ items, next_cursor: cursor }) => hold((before) => ({ ...before, stays: [...before.stays, ...items], cursor })),
      (error) => hold((before) => ({ ...before, failure: error.message || "No connection." })),
    );
  });
  return { ...held, load };
}

/** Oldest first what of the stays lies in a span, each with its `end` there. */
function within(stays, from, to) {
  const found = stays.filter((stay) => stay.since < to && (stay.until == null || stay.until > from));
  return found.reverse().map((stay) => ({ ...stay, since: Math.max(stay.since, from), end: Math.min(stay.until ?? to, to) }));
}

/** The time at which something ends: midnight is the end of the day. */
const endClock = (minutes) => (minutes % DAY ? clock(minutes) : "24:00");

function Steps({ person, found, now, day }) {
  const places = [...new Set(found.map(({ location_id: id }) => id))];
  const [start, end] = [found[0].since, Math.max(found.at(-1).end, found[0].since + 10)];
  const x = (time) => LABELS + ((time - start) / (end - start)) * (WIDTH - LABELS - 6);
  const y = (id) => TOP + places.indexOf(id) * ROW;
  const bottom = TOP + places.length * ROW;
  const isToday = Math.floor(now / DAY) === day;
  const name = (id) => person.names[id] ?? id;
  return html`<svg class="steps" viewBox=${`0 0 ${WIDTH} ${bottom + 18}`} role="img" aria-label=${`${person.name} was at ${many(places.length, "place")} from ${clock(start)} to ${endClock(end)}; the table says when`}>
    ${places.map((id) => html`<line class="floor" x1=${LABELS} x2=${WIDTH} y1=${y(id)} y2=${y(id)} /><text x="0" y=${y(id) + 4.5}>${shortened(name(id), LONGEST)}<title>${name(id)}</title></text>`)}
    ${found.slice(1).map((stay, at) => html`<line class="step" x1=${x(stay.since)} x2=${x(stay.since)} y1=${y(found[at].location_id)} y2=${y(stay.location_id)} />`)}
    ${found.map((stay) => html`<line class="stay" x1=${x(stay.since)} x2=${x(stay.end)} y1=${y(stay.location_id)} y2=${y(stay.location_id)} />`)}
    ${isToday && html`<circle class="here" cx=${x(end)} cy=${y(found.at(-1).location_id)} r="5" />`}
    <text class="time" x=${LABELS} y=${bottom + 8}>${clock(start)}</text>
    <text class="time" x=${(LABELS + WIDTH) / 2} y=${bottom + 8} text-anchor="middle">${clock(Math.round((start + end) / 2))}</text>
    <text class=${isToday ? "time now" : "time"} x=${WIDTH} y=${bottom + 8} text-anchor="end">${isToday ? "now, " : ""}${endClock(end)}</text>
  </svg>`;
}

const Table = ({ found, names, now }) => html`<table class="stays">
  <thead><tr><th scope="col">From</th><th scope="col">To</th><th scope="col">Place</th></tr></thead>
  <tbody>${found.map((stay) => html`<tr><td>${clock(stay.since)}</td><td>${stay.until == null && stay.end === now ? "now" : endClock(stay.end)}</td><td class="serif">${names[stay.location_id] ?? stay.location_id}</td></tr>`)}</tbody>
</table>`;
