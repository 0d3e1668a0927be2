// One block of a prompt: its lines, each with where it comes from and why it is there.
import { many, number, rounded } from "../../text.js";
import { html, useState } from "../../ui.js";
import { Ids, originOf, reasonOf, wordsOf } from "./lines.js";
import { ScoreBar, inFigures } from "../score.js";

/** "12 lines, 613 tokens, if there is room" */
export function aboutBlock({ lines, tokens, required }) {
  const room = required === undefined ? "" : required ? ", always there" : ", if there is room";
  return `${lines.length > 0 ? `${many(lines.length, "line")}, ` : ""}${many(number(tokens), "token")}${room}`;
}

const ABOUT = {
  tools: "What a model is told of the tools it may use, and room for what they answer.",
  headings: "What stands between the blocks.",
};

export function PromptBlock({ game, block }) {
  if (block.name in ABOUT) return html`<p class="block-text">${ABOUT[block.name]}</p>`;
  if (block.name === "Instructions") return html`<${Instructions} text=${block.text} />`;
  if (!block.lines.length) return html`<p class="block-text read">${block.text}</p>`;
  const most = Math.max(...block.lines.map(({ source }) => source?.score ?? 0));
  return html`<ul class="lines">${block.lines.map((line, at) => html`<${Line} game=${game} line=${line} most=${most} key=${at} />`)}</ul>`;
}

/** They say how the story is told and what nobody has found yet: shut until one asks. */
function Instructions({ text }) {
  const [isOpen, open] = useState(false);
  if (!isOpen) {
    return html`<div class="block-text"><p>They say how the story is told, and hold the story’s secrets.</p><p><button type="button" class="secondary" onClick=${() => open(true)}>Show them</button></p></div>`;
  }
  return html`<p class="block-text read">${text}</p>`;
}

/** `most`: the best score beside it, so that the bars can be compared. */
function Line({ game, line, most }) {
  const { source } = line;
  if (!source) return html`<li class="line-plain read">${line.text}</li>`;
  const reason = reasonOf(line);
  return html`<li class="line">
    <div class="line-told">
      <p class="meta">${originOf(line)}</p>
      <p class="serif">${wordsOf(line)}</p>
      ${source.later.map((words) => html`<p class="meta">Said since instead: “${rounded(words)}”</p>`)}
    </div>
    <div class="line-why meta">
      ${Object.keys(source.parts).length > 0 && html`<${ScoreBar} parts=${source.parts} most=${most} />`}
      <p title=${Object.keys(source.parts).length > 0 ? inFigures(source.parts) : null}>${source.score !== null && Object.keys(source.parts).length > 0 && html`<b>${source.score.toFixed(2)}</b> `}${reason}</p>
      <p class="line-ids"><${Ids} game=${game} ids=${source.ids} source=${source} /></p>
    </div>
  </li>`;
}
