// A memory's text beside what it comes from: shared words are underlined on both sides.
import { many, pieces, rounded } from "../../text.js";
import { html, useState } from "../../ui.js";
import { kindWord, timeOf } from "./kinds.js";

const FEW = 4; // messages that are shown where none repeats anything

/** A text with the words underlined that it shares. */
export function Marked({ text, marks, hrefOf }) {
  return pieces({ text, marks }).map(({ text: words, sources: [source] }) =>
    source ? (hrefOf ? html`<a class="thread" href=${hrefOf(source)}>${words}</a>` : html`<span class="thread">${words}</span>`) : words,
  );
}

export function Sources({ detail, hrefOf }) {
  const { memory, messages, evidence, messages_left_out: leftOut } = detail;
  const [all, showAll] = useState(false);
  const marking = messages.filter(({ marks }) => marks.length);
  const shown = all ? messages : marking.length ? marking : messages.slice(0, FEW);
  if (!messages.length && !evidence.length) return null;
  return html`<section class="memory-sources" aria-label="What it comes from">
    ${messages.length > 0 && html`
      <h3 class="label">What was said, ${many(messages.length + leftOut, "message")}</h3>
      <ol>${shown.map((message) => html`<li key=${message.id} class=${message.marks.length ? "behind shares" : "behind"}>
        <a class="meta" href=${hrefOf(message.id)}><code>${message.id}</code></a>
        <p class="serif">${message.speaker_name && html`<b class="speaker">${message.speaker_name}</b> `}<${Marked} text=${message.text} marks=${message.marks} /></p>
      </li>`)}</ol>
      ${shown.length < messages.length && html`<button type="button" class="quiet linked" onClick=${() => showAll(true)}>All ${messages.length}, from ${messages[0].id} to ${messages.at(-1).id}</button>`}
      ${all && leftOut > 0 && html`<p class="meta">${many(leftOut, "older message is", "older messages are")} not shown.</p>`}`}
    ${evidence.length > 0 && html`<h3 class="label">What it was drawn from</h3><${Evidence} of=${memory.of} evidence=${evidence} hrefOf=${hrefOf} />`}
  </section>`;
}

/** Down to what was seen and said. */
const Evidence = ({ evidence, hrefOf }) => html`<ul class="drawn-from">${evidence.map((each) => html`<li key=${each.memory.id}>
  <a href=${hrefOf(each.memory.id)}><span class="serif">${rounded(each.memory.text)}</span> <span class="meta">${kindWord(each.memory.kind)}, ${timeOf(each.memory)}</span></a>
  ${each.evidence.length > 0 && html`<${Evidence} evidence=${each.evidence} hrefOf=${hrefOf} />`}
</li>`)}</ul>`;
