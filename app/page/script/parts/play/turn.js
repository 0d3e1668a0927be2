// One turn: in the column the line that was typed and what was told, in the margin when it was and what the engine changed.
import { clock } from "../../text.js";
import { html, memo, useEffect, useRef, useState } from "../../ui.js";
import { countOf } from "./remembered.js";
import { Streaming, Told } from "../told.js";

const MOST_CHANGES = 4;

/** `heading`: the place, where the turn comes to another;
 * `tools`: what can be done with it, as { name: label }. */
export const Turn = memo(function Turn({ game, turn, heading, player, isChosen, isPicked, isSought, editing, answers, tools, order }) {
  const changes = turn.changed.map(({ text }) => text.replace(/^-/, "−"));
  const onThread = (event, sources) => {
    event.preventDefault();
    order("thread", turn, sources);
  };
  const isOwn = turn.player_input !== null;
  if (!isOwn && !heading && !turn.parts.length && !changes.length && !countOf(turn)) return null; // a note, say: nothing is told of it
  const isTold = editing !== "words";
  return html`<article class="turn row ${isChosen ? "chosen" : ""} ${isPicked ? "picked" : ""} ${isSought ? "sought" : ""}" data-turn=${turn.turn} aria-label=${`Turn ${turn.turn}`} onClick=${(event) => isOwn && !event.target.closest("a, button, textarea") && order("choose", turn)}>
    ${heading && html`<h2 class="scene serif">${heading}</h2>`}
    <div class="told story">
      ${editing === "line" ? html`<${EditLine} turn=${turn} mayBranch=${game.isMaster} order=${order} />` : turn.player_input && html`<${PlayerLine} text=${turn.player_input} player=${player} />`}
      ${editing === "wish" && html`<${WishForm} turn=${turn} order=${order} />`}
      ${isTold ? html`<${Told} turn=${turn} gameId=${game.id} onThread=${onThread} />` : html`<${WordsForm} game=${game} turn=${turn} order=${order} />`}
      ${answers && isTold && html`<${Answers} game=${game} answers=${answers} />`}
      ${turn.interrupted && html`<p class="stopped">stopped here</p>`}
    </div>
    <${Notes} turn=${turn} changes=${changes} order=${order} />
    ${isOwn && !editing && html`<div class="deeds">
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

/** The same line once more, with a wish for the answer. */
function WishForm({ turn, order }) {
  const field = useRef(null);
  useEffect(() => field.current.focus(), []);
  const send = (event) => {
    event.preventDefault();
    order("again", turn, { hint: field.current.value.trim() });
  };
  return html`<form class="edit-line" onSubmit=${send} onKeyDown=${(event) => leavesBy(event, () => order("leave", turn))}>
    <label class="label" for="wish">How shall it be told?</label>
    <input class="field" id="wish" maxlength="500" required placeholder="shorter; more of what Tove feels" autocomplete="off" ref=${field} />
    <p class="edit-buttons"><button class="primary">Again</button><button type="button" class="quiet" onClick=${() => order("leave", turn)}>Leave it</button></p>
    <p class="meta">The answer that is there stays, and can be chosen again.</p>
  </form>`;
}

/** Other words for what the model wrote, message by message. */
function WordsForm({ game, turn, order }) {
  const messages = wordsOf(turn);
  const [chosen, choose] = useState(messages[0].id);
  const [isBusy, setBusy] = useState(false);
  const field = useRef(null);
  useEffect(() => field.current.focus(), [chosen]);
  const { text, name } = messages.find(({ id }) => id === chosen);
  const send = async (event) => {
    event.preventDefault();
    const words = field.current.value.trim();
    if (!words || words === text) return order("leave", turn);
    setBusy(true);
    if (await game.changeWords(chosen, words)) order("leave", turn);
    setBusy(false);
  };
  return html`<form class="edit-line words-form" onSubmit=${send} onKeyDown=${(event) => leavesBy(event, () => order("leave", turn))}>
    ${messages.length > 1 && html`<p class="edit-buttons" role="group" aria-label="Whose words">${messages.map((each) => html`<button type="button" class="secondary" aria-pressed=${each.id === chosen} onClick=${() => choose(each.id)}>${each.name}</button>`)}</p>`}
    <label class="label" for="told-words">${name === NARRATION ? "What is told" : `What ${name} says`}</label>
    <textarea class="field serif" id="told-words" key=${chosen} rows="5" maxlength="10000" required ref=${field} defaultValue=${text}></textarea>
    <p class="edit-buttons"><button class="primary" disabled=${isBusy}>Save</button><button type="button" class="quiet" onClick=${() => order("leave", turn)}>Leave it</button></p>
    <p class="meta">What happened stays as it is. All that came after this turn goes, and what is remembered of it is made again.</p>
  </form>`;
}

const NARRATION = "Narration";

/** The messages of a turn that a model wrote: `{ id, name, text }`. */
function wordsOf(turn) {
  const found = new Map();
  for (const { message_id: id, speaker_name: name, text, by_model: byModel } of turn.parts) {
    if (byModel) found.set(id, { id, name: name || NARRATION, text: found.has(id) ? `${found.get(id).text}\n\n${text}` : text });
  }
  return [...found.values()];
}

function leavesBy(event, leave) {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  leave();
}

/** Which of several answers this is, and the others. */
function Answers({ game, answers: { seqs, at } }) {
  const step = (by, label, sign) => html`<button type="button" class="quiet" aria-label=${label} disabled=${seqs[at + by] === undefined} onClick=${() => game.chooseAnswer(by)}>${sign}</button>`;
  return html`<p class="answers" role="group" aria-label="Answers">
    ${step(-1, "The answer before", "‹")}<span>Answer ${at + 1} of ${seqs.length}</span>${step(1, "The next answer", "›")}
  </p>`;
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
