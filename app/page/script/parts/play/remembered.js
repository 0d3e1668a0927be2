// Remembered: what the words of a turn repeat, and what its prompt held of memories, with the reasons.
import { get } from "../../api.js";
import { href } from "../../router.js";
import { clock, day, rounded } from "../../text.js";
import { Loading, html, useEffect, useState } from "../../ui.js";
import { Ids, originOf, reasonOf, wordsOf } from "../prompts/lines.js";

export function Remembered({ game, state, turn, close }) {
  const chosenSources = state.sources.join(",");
  const sources = turn ? (state.sources.length ? state.sources : repeatedIn(turn)) : [];
  const [prompt, setPrompt] = useState(null);
  const [quoted, setQuoted] = useState([]);
  useEffect(() => {
    setPrompt(null);
    if (!turn || !game.isMaster) return undefined;
    let isOver = false;
    game.prompt(turn).then((found) => !isOver && setPrompt(read(found)), (error) => !isOver && setPrompt({ failure: error.message }));
    return () => {
      isOver = true;
    };
  }, [turn]);
  useEffect(() => {
    setQuoted([]);
    let isOver = false;
    Promise.all(sources.map((id) => source(game, id))).then((found) => !isOver && setQuoted(found.filter(Boolean)));
    return () => {
      isOver = true;
    };
  }, [turn, chosenSources]);

  if (!turn) return html`<h2 class="panel-title serif">Nothing yet</h2><p class="empty">What was remembered for a line stands here, once one was played.</p>`;
  const sums = [quoted.length > 0 && `${quoted.length} quoted`, prompt?.recalled?.length && `${prompt.recalled.length} recalled`, prompt?.always?.length && `${prompt.always.length} always there`];
  const lead = (to) => {
    close?.();
    game.leadTo(to);
  };
  return html`
    <h2 class="panel-title serif">${turn.player_input ? `For “${rounded(turn.player_input)}”` : `For turn ${turn.turn}`}</h2>
    <p class="meta">${sums.some(Boolean) && `${sums.filter(Boolean).join(", ")}. `}${game.isMaster && html`<a class="linked" href=${href(game.id, "prompt", { turn: turn.turn })}>Whole prompt</a>`}</p>
    ${quoted.map((each) => html`<article class="source" key=${each.id}>
      <p class="meta source-head"><span>${each.where}</span> <code>${each.id}</code></p>
      <p class="serif">${each.text}</p>
      ${each.turn && html`<p class="source-buttons"><button type="button" class="secondary" onClick=${() => lead(each.turn)}>Go to turn ${each.turn}</button>
        ${game.isMaster && html`<a class="secondary" href=${href(game.id, "memory", { id: each.id })}>Who knows this</a>`}</p>`}
    </article>`)}
    ${game.isMaster && !prompt && html`<${Loading} />`}
    ${prompt?.failure && html`<p class="failure">${prompt.failure}</p>`}
    ${prompt?.recalled && html`<${Lines} game=${game} title="Recalled, oldest first" lines=${prompt.recalled} lead=${lead} /><${Lines} game=${game} title="Always there" lines=${prompt.always} lead=${lead} />`}
    ${prompt?.recalled && !prompt.wasRead && html`<p class="meta">The rules told this turn and read no prompt; this is what a model would have been shown.</p>`}
    ${!sources.length && (!game.isMaster || (prompt?.recalled && !prompt.recalled.length && !prompt.always.length)) && html`<p class="empty">Nothing was repeated or recalled for this line.</p>`}
  `;
}

const MOST = 1.6; // a usual score of the best
const Lines = ({ game, title, lines, lead }) => lines.length > 0 && html`<section class="recalled"><h3 class="label">${title}</h3>
  ${lines.map((line) => html`<article key=${line.text}>
    <p class="meta source-head"><span>${originOf(line)}</span> ${line.source.of === null && line.source.turn
      ? html`<button type="button" class="linked" title=${`To turn ${line.source.turn}`} onClick=${() => lead(line.source.turn)}><code>${line.source.ids.join(", ")}</code></button>`
      : html`<span><${Ids} game=${game} ids=${line.source.ids} /></span>`}</p>
    <p class="serif">${wordsOf(line)}</p>
    ${line.source.score !== null && html`<meter class="score" min="0" max=${Math.max(MOST, ...lines.map(({ source: each }) => each.score))} value=${line.source.score} aria-hidden="true" />`}
    <p class="meta reason"><span>${reasonOf(line)}</span>${line.source.score !== null && html`<span>${line.source.score.toFixed(2)}</span>`}</p>
  </article>`)}</section>`;

/** Ids of all that the words of a turn repeat. */
const repeatedIn = (turn) => [...new Set(turn.parts.flatMap(({ marks }) => marks.filter(({ kind, source }) => kind === "repeated" && source).map(({ source }) => source)))];

/** How much was remembered for a turn: what its words repeat, and what it was told from. */
export const countOf = (turn) => new Set([...repeatedIn(turn), ...turn.recalled]).size;

/** A message or memory as something to show; null for what the reader may not see. */
async function source(game, id) {
  const message = await game.message(id).catch(() => undefined);
  if (message) {
    return { id, turn: message.turn.turn, where: `said in turn ${message.turn.turn}, ${clock(message.turn.game_time)}`, text: `${message.speaker ? `${message.speaker}: ` : ""}${rounded(message.text)}` };
  }
  if (!game.isMaster || /^m-\d+$/.test(id)) return null;
  const { memory } = await get(`/games/${game.id}/memories/${id}`).catch(() => ({}));
  return memory ? { id, turn: memory.turn, where: `kept as ${memory.kind}, ${day(memory.game_time)}`, text: rounded(memory.text) } : null;
}

/** The lines of a prompt that hold memories and notes: those that were recalled, and those that always stand there. */
function read(prompt) {
  const lines = prompt.blocks.flatMap((block) => block.lines).filter(({ why }) => why !== "state" && why !== "said");
  return {
    recalled: lines.filter(({ why }) => why === "recalled"),
    always: lines.filter(({ why }) => why !== "recalled"),
    wasRead: prompt.was_read,
  };
}
