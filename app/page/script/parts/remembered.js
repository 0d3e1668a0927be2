// Remembered: what the words of a turn repeat, and what its prompt held of memories, with the reasons.
import { get } from "../api.js";
import { href } from "../router.js";
import { clock, day, many, rounded } from "../text.js";
import { Loading, html, useEffect, useState } from "../ui.js";
import { hasView } from "../views/index.js";

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
  const count = prompt?.recalled ? prompt.recalled.length + repeatedIn(turn).length : repeatedIn(turn).length;
  useEffect(() => {
    if (turn && (prompt || !game.isMaster) && game.state.counts[turn.turn] !== count) {
      game.store.set(({ counts }) => ({ counts: { ...counts, [turn.turn]: count } }));
    }
  }, [turn, prompt, count]);

  if (!turn) return html`<h2 class="panel-title serif">Nothing yet</h2><p class="empty">What was remembered for a line stands here, once one was played.</p>`;
  const sums = [quoted.length > 0 && `${quoted.length} quoted`, prompt?.recalled?.length && `${prompt.recalled.length} recalled`, prompt?.always?.length && `${prompt.always.length} always there`];
  const lead = (to) => {
    close?.();
    game.leadTo(to);
  };
  return html`
    <h2 class="panel-title serif">For “${rounded(turn.player_input)}”</h2>
    <p class="meta">${sums.some(Boolean) && `${sums.filter(Boolean).join(", ")}. `}${hasView("prompt") && game.isMaster && html`<a class="linked" href=${href(game.id, "prompt", { turn: turn.turn })}>Whole prompt</a>`}</p>
    ${quoted.map((each) => html`<article class="source" key=${each.id}>
      <p class="meta source-head"><span>${each.where}</span> <code>${each.id}</code></p>
      <p class="serif">${each.text}</p>
      ${each.turn && html`<p class="source-buttons"><button type="button" class="secondary" onClick=${() => lead(each.turn)}>Go to turn ${each.turn}</button>
        ${hasView("memory") && game.isMaster && html`<a class="secondary" href=${href(game.id, "memory", { id: each.id })}>Who knows this</a>`}</p>`}
    </article>`)}
    ${game.isMaster && !prompt && html`<${Loading} />`}
    ${prompt?.failure && html`<p class="failure">${prompt.failure}</p>`}
    ${prompt?.recalled && html`<${Lines} title="Recalled, oldest first" lines=${prompt.recalled} /><${Lines} title="Always there" lines=${prompt.always} />`}
    ${prompt?.recalled && !prompt.wasRead && html`<p class="meta">The rules told this turn and read no prompt; this is what a model would have been shown.</p>`}
    ${!sources.length && (!game.isMaster || (prompt?.recalled && !prompt.recalled.length && !prompt.always.length)) && html`<p class="empty">Nothing was repeated or recalled for this line.</p>`}
  `;
}

const Lines = ({ title, lines }) => lines.length > 0 && html`<section class="recalled"><h3 class="label">${title}</h3>
  ${lines.map((line) => html`<article key=${line.id}>
    <p class="meta source-head"><span>${line.where}</span> <code>${line.id}</code></p>
    <p class="serif">${line.text}</p>
    ${line.score && html`<meter class="score" min="0" max="1.6" value=${line.score} aria-hidden="true" />`}
    <p class="meta reason"><span>${line.why}</span>${line.score && html`<span>${line.score}</span>`}</p>
  </article>`)}</section>`;

/** Ids of all that the words of a turn repeat. */
const repeatedIn = (turn) => [...new Set(turn.parts.flatMap(({ marks }) => marks.filter(({ kind, source }) => kind === "repeated" && source).map(({ source }) => source)))];

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

/** The lines of a prompt's blocks that hold memories, each with its reason. A block gives its lines and reasons in the same
 * order; where their numbers differ, the reasons stand without text. */
function read(prompt) {
  const lines = (block) => {
    const texts = block.text.split("\n");
    return block.reasons.map((reason, at) => lineOf(texts.length === block.reasons.length ? texts[at] : "", reason));
  };
  const held = prompt.blocks.filter(({ reasons }) => reasons.length);
  return {
    recalled: held.filter(({ required }) => !required).flatMap(lines),
    always: held.filter(({ required }) => required).flatMap(lines),
    wasRead: prompt.was_read,
  };
}

function lineOf(text, reason) {
  const [, id, why] = /^(.*?): (.*)$/s.exec(reason) ?? [null, "", reason];
  const [, where, words] = /^- (.*?): (".*)$/s.exec(text) ?? [null, "", text];
  const [, score, parts] = /^\S+ (\d+\.\d+) = (.*)$/.exec(why) ?? [null, null, why];
  return { id, where: unquoted(where).replace(/ \[[^\]]*\]/g, ""), text: rounded(unquoted(words)), score, why: score ? inWords(parts) : parts };
}

/** The parts of a score that count, the largest first: "near words, scene; “thaw”". */
function inWords(parts) {
  const [, sum, shared] = /^(.*?)(?: \((.*)\))?$/.exec(parts);
  const found = [...sum.matchAll(/([a-z ]+) (\d+\.\d+)/g)].map(([, name, value]) => ({ name: name.trim(), value: Number(value) }));
  const counting = found.filter(({ value }) => value > 0.03).sort((one, other) => other.value - one.value);
  return [counting.map(({ name }) => name).join(", "), shared && `“${shared}”`].filter(Boolean).join("; ");
}

/** Texts of others stand in a prompt as JSON strings: here as they are. */
const unquoted = (text) => text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => {
  try {
    return JSON.parse(quoted);
  } catch {
    return quoted;
  }
});
