// What a turn tells, as paragraphs of text nodes.
import { href } from "../router.js";
import { paragraphsOf } from "../telling.js";
import { pieces } from "../text.js";
import { html } from "../ui.js";

/** A part: narration, what somebody says with the name run in, or why something does not work. Repeated words are a
 * thread to where they were said first. Of one that is still coming the last letters are `pale`, with a `caret` behind. */
export function PartLine({ part, withListings = false, gameId, onThread, pale = 0, caret = null }) {
  const words = pieces(part, { withListings, pale }).map(({ text, sources, isPale }) => {
    if (isPale) return html`<span class="tail">${text}</span>`;
    return sources.length && onThread
      ? html`<a class="thread" href=${href(gameId)} title="Said before: show where" onClick=${(event) => onThread(event, sources)}>${text}</a>`
      : text;
  });
  if (!words.length) return null;
  return part.kind === "speech"
    ? html`<p class="speech"><b class="speaker">${part.speaker_name}</b> “${words}${caret}”</p>`
    : html`<p class=${part.kind}>${words}${caret}</p>`;
}

/** All that a turn tells. What it only lists stands in the chips; where it tells nothing else, it is told all the same. */
export function Told({ turn, ...given }) {
  const withListings = !turn.parts.some((part) => pieces(part).length);
  return turn.parts.map((part) => html`<${PartLine} part=${part} withListings=${withListings} ...${given} />`);
}

/** What has been told of a turn so far, set as it will be when it is whole. What is only listed waits for the end: only
 * then one knows whether anything else was told. */
export function Streaming({ parts, tail }) {
  const paragraphs = parts.flatMap(paragraphsOf);
  return paragraphs.map((part, at) => {
    const isLast = at === paragraphs.length - 1;
    return html`<${PartLine} part=${part} pale=${isLast ? tail : 0} caret=${isLast && html`<i class="caret" aria-hidden="true" />`} />`;
  });
}
