// When memories are of: a strip of time, a row for each sort. The list under it says the same in words.
import { clock, day, listed } from "../../text.js";
import { html, useState } from "../../ui.js";
import { GROUPS, groupOf, kindWord } from "./kinds.js";

const ROW = 22; // px
const [LEFT, RIGHT] = [17, 98]; // % of the width between which time runs
const STEPS = [10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 14400]; // minutes between words of time
const WORDS = 5; // of time, at most

/** `hits`: memories that were found; `chosen`: the one that is looked at; `spell`: the time that is shown alone, which a
 * click on the strip chooses: `hrefOf` gives the address. The spells are one stop for Tab, arrows move in them. */
export function Strip({ timeline, hits, chosen, spell, hrefOf, isNarrow }) {
  const { first, last, minutes, spells } = timeline;
  const [reached, reach] = useState(null);
  if (first == null || last === first) return null;
  const rows = GROUPS.filter(({ kinds }) => [...spells, ...hits].some(({ kind }) => kinds.includes(kind)));
  const left = isNarrow ? 24 : LEFT;
  const share = (time) => ((Math.min(Math.max(time, first), last) - first) / (last - first)) * (RIGHT - left);
  const at = (time) => `${left + share(time)}%`;
  const high = (kind) => 12 + ROW * rows.indexOf(groupOf(kind));
  const height = ROW * rows.length + 20;
  const isOn = (memory) => memory && memory.game_time != null && memory.kind !== "gifted" && rows.includes(groupOf(memory.kind));
  const times = [...new Set(spells.map(({ since }) => since))];
  const stop = times.includes(reached) ? reached : (times.find((since) => since === spell) ?? times[0]);
  const pressed = (event) => {
    const next = times[times.indexOf(stop) + ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0)];
    if (next === undefined || next === stop) return;
    event.preventDefault();
    reach(next);
    event.currentTarget.querySelector(`[data-since="${next}"]`).focus();
  };
  const held = (since) => listed(spells.filter((each) => each.since === since).map(({ kind, count }) => `${count} ${kindWord(kind)}`));
  return html`<svg class="time-strip" width="100%" height=${height} role="group" onKeyDown=${pressed} aria-label=${`From ${day(first)} to ${day(last)}; arrows move in it. The list has the same in words`}>
    ${rows.map(({ label, kinds: [kind] }) => html`<g><text x="0" y=${high(kind) + 4}>${label.toLowerCase()}</text><line x1=${`${left}%`} x2="100%" y1=${high(kind)} y2=${high(kind)} /></g>`)}
    ${spells.map(({ since, kind, count }) => html`<circle cx=${at(since + minutes / 2)} cy=${high(kind)} r=${Math.min(2.5 + Math.sqrt(count) * 0.9, 8)} />`)}
    ${hits.filter(isOn).map(({ game_time: time, kind }) => html`<circle class="memory-hit" cx=${at(time)} cy=${high(kind)} r="5.5" />`)}
    ${isOn(chosen) && html`<circle class="ring" cx=${at(chosen.game_time)} cy=${high(chosen.kind)} r="7" />`}
    ${ticks(first, last).map((time) => html`<text class="tick-word" x=${at(time)} y=${height - 3} text-anchor="middle">${time % 1440 === 0 || last - first > 2880 ? `day ${Math.floor(time / 1440) + 1}` : clock(time)}</text>`)}
    ${times.map((since) => html`<a key=${since} class="spell" href=${hrefOf(since === spell ? null : since, since + minutes - 1)} data-since=${since} tabindex=${since === stop ? 0 : -1} aria-current=${since === spell ? "true" : null} aria-label=${`${day(since)}: ${held(since)}`}>
      <rect x=${`${left + share(since) - 0.2}%`} width=${`${Math.max(share(since + minutes) - share(since), 0.8) + 0.4}%`} y="0" height=${height - 18} /></a>`)}
  </svg>`;
}

function ticks(first, last) {
  const step = STEPS.find((each) => (last - first) / each <= WORDS) ?? Math.ceil((last - first) / WORDS / 1440) * 1440;
  const found = [];
  for (let time = Math.ceil(first / step) * step; time <= last; time += step) found.push(time);
  return found;
}
