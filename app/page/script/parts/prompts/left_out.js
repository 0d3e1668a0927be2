// What of a prompt was left out: with its words and the reason, and what stands in it already.
import { capital, many, number, rounded } from "../../text.js";
import { html, useState } from "../../ui.js";
import { blockName } from "./budget.js";
import { Ids, wordsOf } from "./lines.js";

const FEW = 3;

export function LeftOut({ game, prompt }) {
  const { left_out: leftOut, shown_elsewhere: elsewhere } = prompt;
  return html`<aside class="left-out" aria-label="Left out">
    ${leftOut.length > 0 ? html`<section class="gone-list"><h3 class="label">Left out</h3>${leftOut.map((each, at) => html`<${Gone} game=${game} gone=${each} key=${at} />`)}</section>`
      : html`<section><h3 class="label">Left out</h3><p class="meta">Nothing: all that was to be shown is there.</p></section>`}
    ${elsewhere.length > 0 && html`<section><h3 class="label">Left out as said already</h3>
      <p class="meta">${capital(many(elsewhere.length, "hit stands", "hits stand", { inWords: true }))} elsewhere in this prompt and ${elsewhere.length === 1 ? "is" : "are"} not shown twice: <${Ids} game=${game} ids=${elsewhere} /></p></section>`}
  </aside>`;
}

/** Why something was left out; tokens are those of its limit. */
const REASONS = {
  room: () => "The whole prompt was taken.",
  share: (tokens) => `No more than ${tokens} tokens are kept for it, so that it leaves room for the rest.`,
  blocks: (tokens) => `The conversation goes by whole blocks, so that one prompt begins as the last: the next would take ${tokens} tokens.`,
  most: () => "As many are shown as ever are.",
};

function Gone({ game, gone: { section, what, lines, why, limit } }) {
  const [all, showAll] = useState(false);
  const shown = all || lines.length <= FEW + 1 ? lines : lines.slice(0, FEW);
  return html`<div class="gone">
    <p>${aboutGone(section, what, lines)} <span class="meta">${REASONS[why](number(limit ?? 0))}</span></p>
    <ul>${shown.map((line, at) => html`<li key=${at}><p class="serif">${wordsOf(line)}</p>${line.source?.ids.length > 0 && html`<p class="meta"><${Ids} game=${game} ids=${line.source.ids} source=${line.source} /></p>`}</li>`)}</ul>
    ${shown.length < lines.length && html`<button type="button" class="linked" onClick=${() => showAll(true)}>All ${lines.length}</button>`}
  </div>`;
}

/** "40 messages of the conversation, turns 73 to 84." */
function aboutGone(section, what, lines) {
  if (section === "player text") return `Of the player’s line, ${what}; here is all of it.`;
  if (section !== "conversation") return `${blockName(section)}: ${rounded(what.replace(/ \(.*\)$/, ""))}.`;
  const turns = lines.map(({ source }) => source.turn);
  const span = turns[0] === turns.at(-1) ? `turn ${turns[0]}` : `turns ${turns[0]} to ${turns.at(-1)}`;
  return `${many(lines.length, "message")} of the conversation, ${span}.`;
}
