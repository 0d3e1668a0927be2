// The notes that the reader may read: the table's, and what was whispered to its player alone.
import { get } from "../../api.js";
import { useAsked } from "../../asking.js";
import { html } from "../../ui.js";

export function Notes({ game, scene }) {
  const { value } = useAsked(() => get(`/games/${game.id}/notes`), [game.id, scene.turn]);
  const notes = value?.items ?? [];
  if (!notes.length) return null;
  const whose = ({ owner_id: owner, for_master: isMasters }) => (isMasters ? "yours alone" : owner ? `for ${game.playerName(owner)} alone` : "");
  return html`<section class="panel-section"><h3 class="label">Notes</h3>
    <ul class="secrets">${notes.map((note) => html`<li key=${`${note.turn} ${note.text}`}><span class="about">${note.text}</span> <span class="meta">${whose(note)}</span></li>`)}</ul></section>`;
}
