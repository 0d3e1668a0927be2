// What a turn tells, as paragraphs of text nodes.
import { href } from "../router.js";
import { pieces, rounded, speech } from "../text.js";
import { html } from "../ui.js";

/** A part: narration, what somebody says with the name run in, or why something does not work. Repeated words are a
 * thread to where they were said first. */
export function PartLine({ part, withListings = false, gameId, onThread }) {
  const words = pieces(part, { withListings }).map(({ text, sources }) =>
    sources.length && onThread
      ? html`<a class="thread" href=${href(gameId)} title="Said before: show where" onClick=${(event) => onThread(event, sources)}>${text}</a>`
      : text,
  );
  if (!words.length) return null;
  return part.kind === "speech"
    ? html`<p class="speech"><b class="speaker">${part.speaker_name}</b> “${words}”</p>`
    : html`<p class=${part.kind}>${words}</p>`;
}

/** All that a turn tells. What it only lists stands in the chips; where it tells nothing else, it is told all the same. */
export function Told({ turn, ...given }) {
  const withListings = !turn.parts.some((part) => pieces(part).length);
  return turn.parts.map((part) => html`<${PartLine} part=${part} withListings=${withListings} ...${given} />`);
}

/** Text that is still coming: its last phrase is paler. `names` are those of people, set as speakers. */
export function Streaming({ text, tail, names }) {
  const paragraphs = rounded(text).split(/\n\n+/).filter((paragraph) => paragraph.trim());
  const pale = [...rounded(tail).replace(/^\s+/, "")].length;
  return paragraphs.map((paragraph, at) => {
    const isLast = at === paragraphs.length - 1;
    const speaker = names.find((each) => paragraph.startsWith(`${each}: “`));
    const letters = [...(speaker ? `${speaker}: ${speech(paragraph.slice(speaker.length + 2))}` : paragraph)];
    const cut = isLast ? Math.max(0, letters.length - pale) : letters.length;
    const firm = letters.slice(0, cut).join("");
    const rest = letters.slice(cut).join("");
    const name = speaker && firm.startsWith(`${speaker}: “`) ? speaker : "";
    return html`<p>${name ? html`<b class="speaker">${name}</b> ${firm.slice(name.length + 2)}` : firm}<span class="tail">${rest}</span>${isLast && html`<i class="caret" aria-hidden="true" />`}</p>`;
  });
}
