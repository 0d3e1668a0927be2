// A chosen turn, in all the ways in which it was played, and what can be done from there.
import { get } from "../../api.js";
import { headOf, otherWays } from "../../lanes.js";
import { href } from "../../router.js";
import { clock, day } from "../../text.js";
import { Loading, html, useEffect, useRef, useState } from "../../ui.js";
import { Told } from "../told.js";
import { PlayerLine } from "../play/turn.js";

export function Ways({ lanes, chosen, named, onGoOn, onName, onJump, isBusy, failure }) {
  const lane = lanes.find(({ key }) => key === chosen.lane);
  const ways = [{ lane, node: chosen }, ...otherWays(lanes, lane, chosen.turn)];
  const told = useTurns(ways);
  const [turn] = told;
  const isHead = !lane.hasGone && chosen.turn === headOf(lane);
  if (chosen.turn === 0) {
    return html`<h2 class="panel-title ways-title serif">The opening</h2><p class="under-title meta">Before the first turn.</p>
      <${Deeds} chosen=${chosen} isHead=${isHead} lane=${lane} onGoOn=${onGoOn} onName=${onName} isBusy=${isBusy} failure=${failure} />
      <${Named} named=${named} onJump=${onJump} hasTurns=${lane.rows.length > 1} />`;
  }
  const count = ways.length > 1 ? `, ${["", "", "two", "three", "four"][ways.length] ?? ways.length} ways` : "";
  return html`<h2 class="panel-title ways-title serif">Turn ${chosen.turn}${count}</h2>
    <p class="under-title meta">${turn?.turn ? `${turn.place}, ${day(turn.game_time)}` : " "}</p>
    ${ways.map((way, at) => html`<section class="way" key=${`${way.lane.key}/${way.node.turn}`}>
      ${ways.length > 1 && html`<h3 class="label">${way.lane.title}${way.lane.isOwn ? html` <span class="meta">this game</span>` : ""}</h3>`}
      <${Way} turn=${told[at]} gameId=${way.lane.gameId} />
    </section>`)}
    <${Deeds} chosen=${chosen} isHead=${isHead} lane=${lane} onGoOn=${onGoOn} onName=${onName} isBusy=${isBusy} failure=${failure} />
    <${Named} named=${named} onJump=${onJump} hasTurns=${true} />`;
}

function Way({ turn, gameId }) {
  if (turn === undefined) return html`<${Loading} />`;
  if (turn.failure && !turn.turn) return html`<p class="failure">${turn.failure}</p>`;
  return html`<div class="serif way-text">
    ${turn.player_input ? html`<${PlayerLine} text=${turn.player_input} />` : html`<p class="meta">${turn.player_input === null ? "Nobody typed a line; the game master gave orders." : "Nobody typed a line; the narrator went on."}</p>`}
    <${Told} turn=${turn} gameId=${gameId} />
  </div>
  ${turn.changed.length > 0 && html`<p class="meta way-changes">${turn.changed.map(({ text }) => html`<span class="change">${text.replace(/^-/, "−")}</span> `)}</p>`}`;
}

/** Turns as they were told, by way; undefined: not there yet. */
function useTurns(ways) {
  const [found, set] = useState(new Map());
  const keys = ways.map(({ lane, node }) => `${lane.gameId}/${node.turn}/${lane.hasGone ? node.seq : ""}`);
  useEffect(() => {
    let isOver = false;
    for (const key of keys) {
      if (found.has(key)) continue;
      const [id, turn, seq] = key.split("/");
      if (turn === "0") continue;
      get(`/games/${id}/turns/${turn}${seq ? `?seq=${seq}` : ""}`)
        .catch((error) => ({ failure: error.message }))
        .then((told) => !isOver && set((before) => new Map(before).set(key, told)));
    }
    return () => {
      isOver = true;
    };
  }, [keys.join(" ")]);
  return keys.map((key) => found.get(key));
}

function Deeds({ chosen, isHead, lane, onGoOn, onName, isBusy, failure }) {
  const [isNaming, name] = useState(false);
  const field = useRef(null);
  useEffect(() => name(false), [chosen.lane, chosen.turn]);
  useEffect(() => isNaming && field.current?.focus(), [isNaming]);
  const named = async (event) => {
    event.preventDefault();
    if (await onName(lane, chosen, field.current.value.trim())) name(false);
  };
  return html`<div class="way-deeds">
    <button type="button" class="primary" disabled=${isBusy} onClick=${() => onGoOn(lane, chosen)}>Go on from here</button>
    ${!isNaming && html`<button type="button" class="secondary" onClick=${() => name(true)}>Name this turn</button>`}
    ${!lane.hasGone && !isHead && chosen.turn > 0 && html`<a class="linked" href=${href(lane.gameId, "play", { turn: chosen.turn })}>Read on from it</a>`}
  </div>
  ${isNaming && html`<form class="way-name" onSubmit=${named}>
    <label><span class="label">Its name</span> <input class="field" ref=${field} required maxlength="60" placeholder="before the storm" autocomplete="off" /></label>
    <p class="way-deeds"><button class="primary" disabled=${isBusy}>Keep the name</button> <button type="button" class="quiet" onClick=${() => name(false)}>Leave it</button></p>
  </form>`}
  ${failure && html`<p class="failure" role="alert">${failure}</p>`}
  <p class="meta way-note">${isHead ? "The game stands here: going on plays it." : lane.hasGone ? "This turn was taken back. Going on from it makes a new branch." : "Later turns follow on this one, so going on makes a new branch. Nothing is lost: memories go with the turns they came from."}</p>`;
}

function Named({ named, onJump, hasTurns }) {
  const jump = (event) => {
    event.preventDefault();
    const turn = event.target.elements.turn.valueAsNumber;
    if (turn) onJump({ turn });
  };
  return html`<section class="named-turns"><h3 class="label">Named turns</h3>
    ${named.length ? html`<ul>${named.map((one) => html`<li key=${`${one.seq}/${one.name}`}><button type="button" class="linked serif" onClick=${() => onJump(one)}>${one.name}</button>
      <span class="meta">${one.turn ? `turn ${one.turn}, ${clock(one.game_time)}${one.stands ? "" : ", taken back"}` : "the opening"}</span></li>`)}</ul>`
      : html`<p class="empty">None yet. A name makes a turn easy to find again, and to branch from.</p>`}
    ${hasTurns && html`<form class="jump" onSubmit=${jump}><label class="label" for="jump">Go to turn</label> <input id="jump" class="field" name="turn" type="number" min="1" step="1" required /> <button class="secondary">Show</button></form>`}
  </section>`;
}
