// Stories that are kept on this device, to read where no server answers.
import { keptStories } from "../stories.js";
import { when } from "../text.js";
import { html, useState } from "../ui.js";
import { Told } from "./told.js";

/** The stories to choose from; `only`: the id of the one that is wanted. */
export function Kept({ only = null }) {
  const stories = keptStories().filter(({ id }) => only === null || id === only);
  const [open, setOpen] = useState(only);
  if (!stories.length) return html`<p class="under">Playing needs the server. Stories can be kept on this device to read without it: “Aa”, then “Keep stories here, to read offline”.</p>`;
  return html`<section class="kept" aria-label="Kept on this device">
    <p class="under">Playing needs the server. These can be read meanwhile, as they were when you last saw them.</p>
    ${stories.map((story) => html`<article key=${story.id}>
      <h2 class="serif"><button type="button" class="quiet linked" aria-expanded=${open === story.id} onClick=${() => setOpen(open === story.id ? null : story.id)}>${story.title}</button></h2>
      <p class="meta">${[story.place, `seen ${when(story.at)}`].filter(Boolean).join(", ")}</p>
      ${open === story.id && html`<div class="kept-turns story">${story.turns.map((turn) => html`<div key=${turn.turn}>
        ${turn.player_input && html`<p class="kept-line">${turn.player_input}</p>`}<${Told} turn=${turn} /></div>`)}</div>`}
    </article>`)}
  </section>`;
}
