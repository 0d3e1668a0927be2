// One turn: in the column the line that was typed and what was told, in the margin when it was and what the engine changed.
import { clock } from "../../text.js";
import { html, memo, useEffect, useRef, useState } from "../../ui.js";
import { countOf } from "./remembered.js";
import { Streaming, Told } from "../told.js";

const MOST_CHANGES = 4;

/** `heading`: the place, where the turn comes to another;
 * `tools`: what can be done with it, as { name: label }. */
export const Turn = memo(function Turn({ game, turn, heading, player, isChosen, isPicked, isSought, isEditing, tools, order }) {
  const changes = turn.changed.map(({ text }) => text.replace(/^-/, "−"));
  const onThread = (event, sources) => {
    event.preventDefault();
    order("thread", turn, sources);
  };
  const isOwn = turn.player_input !== null;
  return html`<article class="turn row ${isChosen ? "chosen" : ""} ${isPicked ? "picked" : ""} ${isSought ? "sought" : ""}" data-turn=${turn.turn} aria-label=${`Turn ${turn.turn}`} onClick=${(event) => isOwn && !event.target.closest("a, button, textarea") && order("choose", turn)}>
    ${heading && html`<h2 class="scene serif">${heading}</h2>`}
    <div class="told story">
      ${isEditing ? html`<${EditLine} turn=${turn} mayBranch=${game.isMaster} order=${order} />` : isOwn && html`<${PlayerLine} text=${turn.player_input} player=${player} />`}
      <${Told} turn=${turn} gameId=${game.id} onThread=${onThread} />
      ${turn.interrupted && html`<p class="stopped">stopped here</p>`}
    </div>
    <${Notes} turn=${turn} changes=${changes} order=${order} />
    ${isOwn && !isEditing && html`<div class="deeds">
      ${Object.entries(tools).map(([name, label]) => html`<button type="button" class="quiet" tabindex=${isChosen ? 0 : -1} onClick=${() => order(name, turn)}>${label}</button>`)}
    </div>`}
  </article>`;
});

export const PlayerLine = ({ text, player }) => html`<p class="line"><span class="unseen">${player ? `${player}: ` : "You: "}</span>${player && html`<span class="line-name" aria-hidden="true">${player}</span>`}<i>${text}</i></p>`;

function Notes({ turn, changes, order }) {
  const count = countOf(turn);
  const [all, showAll] = useState(false);
  const shown = all || changes.length <= MOST_CHANGES + 1 ? changes : changes.slice(0, MOST_CHANGES);
  if (turn.game_time == null && !changes.length && !count) return null;
  return html`<div class="notes">
    <time>${clock(turn.game_time)}</time>
    ${shown.map((change) => html`<span class="change ${change.startsWith("⚄") ? "roll" : ""}">${change}</span>`)}
    ${shown.length < changes.length && html`<button type="button" class="change linked" onClick=${() => showAll(true)}>${changes.length - shown.length} more</button>`}
    ${count > 0 && html`<button type="button" class="remembered linked" onClick=${() => order("why", turn)}>${count} remembered</button>`}
    ${turn.degraded && html`<span class="failure" title=${turn.failure}>told by the rules</span>`}
  </div>`;
}

/** Other words for a line, in its place. */
function EditLine({ turn, mayBranch, order }) {
  const field = useRef(null);
  useEffect(() => {
    field.current.focus();
    field.current.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  const play = (asBranch) => order("rewrite", turn, { text: field.current.value, asBranch });
  const pressed = (event) => {
    if (event.key === "Escape") order("leave", turn);
    else if (event.key === "Enter" && !event.shiftKey) play(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<form class="edit-line" onSubmit=${(event) => event.preventDefault()}>
    <textarea class="field serif" rows="2" maxlength="10000" aria-label=${`Other words for turn ${turn.turn}`} ref=${field} defaultValue=${turn.player_input} onKeyDown=${pressed}></textarea>
    <p class="edit-buttons">
      <button type="button" class="primary" onClick=${() => play(false)}>Play it here</button>
      ${mayBranch && html`<button type="button" class="secondary" onClick=${() => play(true)}>As a branch</button>`}
      <button type="button" class="quiet" onClick=${() => order("leave", turn)}>Leave it</button>
    </p>
    <p class="meta">Here, all that came after this turn goes${mayBranch ? "; a branch leaves this game as it is" : ""}.</p>
  </form>`;
}

/** A turn that is being told: its line stands there, the text comes. */
export function Telling({ telling, player }) {
  return html`<article class="turn row telling" aria-label="The turn that is being told" aria-busy="true">
    <div class="told story">
      ${telling.line && html`<${PlayerLine} text=${telling.line} player=${player} />`}
      <${Streaming} parts=${telling.parts} tail=${telling.tail} />
    </div>
    <div class="notes"><span>${telling.lost ? "waiting" : telling.parts.length ? "telling" : "sent"}</span></div>
  </article>`;
}
