// The gauge at the left edge: a tick a turn, longer where the place changes. It is a picture of the story's length and a
// way through it for pointers; the keys [ and ] and scrolling do the same, so that screen readers pass it by.
import { clock } from "../../text.js";
import { html, useMemo } from "../../ui.js";

const MOST_TICKS = 240;

export function Gauge({ turns, last, sought, onSeek }) {
  const moves = useMemo(() => new Set(turns.filter((turn, at) => at && turn.location_id !== turns[at - 1].location_id).map(({ turn }) => turn)), [turns]);
  if (last < 2) return null;
  const step = Math.ceil(last / MOST_TICKS);
  const at = (turn) => `${(2 + (96 * (turn - 1)) / (last - 1)).toFixed(2)}%`;
  const ticks = Array.from({ length: Math.ceil(last / step) }, (_, tick) => 1 + tick * step);
  const isLong = (turn) => Array.from({ length: step }, (_, more) => turn + more).some((each) => moves.has(each));
  const clicked = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = ((event.clientY - box.top) / box.height - 0.02) / 0.96;
    onSeek(Math.max(1, Math.min(last, Math.round(1 + part * (last - 1)))));
  };
  const found = turns.find(({ turn }) => turn === sought);
  return html`<div class="gauge" aria-hidden="true">
    <svg onClick=${clicked} focusable="false">
      ${ticks.map((turn) => html`<line x1="0" x2=${isLong(turn) ? 15 : 7} y1=${at(turn)} y2=${at(turn)} />`)}
      <line class="now" x1="0" x2="25" y1=${at(last)} y2=${at(last)} />
      ${sought && html`<line class="now" x1="0" x2="25" y1=${at(sought)} y2=${at(sought)} />
        <text x="30" y=${at(sought)} dy="4">turn ${sought}${found ? `, ${clock(found.game_time)}` : ""}</text>`}
    </svg>
  </div>`;
}
