// Notes of the table: for all, for one player alone (a whisper), or for the game master alone.
import { ask, get } from "../../api.js";
import { useAsked } from "../../asking.js";
import { day } from "../../text.js";
import { html, useState } from "../../ui.js";
import { Done, useDoing } from "../doing.js";

const ALL = "all";
const MASTER = "master";

export function Notes({ game, scene }) {
  const doing = useDoing();
  const [text, setText] = useState("");
  const [whose, setWhose] = useState(ALL);
  const [isPinned, pin] = useState(false);
  const { value } = useAsked(() => get(`/games/${game.id}/notes`), [game.id, scene.turn, doing.done]);
  const keep = async (event) => {
    event.preventDefault();
    if (!text.trim()) return;
    const owner = whose === ALL || whose === MASTER ? null : whose;
    const command = { kind: "add_note", text: text.trim(), pinned: isPinned, owner_id: owner, for_master: whose === MASTER };
    const made = await doing.run(() => ask("POST", `/games/${game.id}/commands`, { commands: [command] }), owner ? `${game.playerName(owner)} alone reads it.` : "Kept.");
    if (made) setText("");
  };
  const of = ({ owner_id: owner, for_master: isMasters }) => (isMasters ? "yours alone" : owner ? `${game.playerName(owner)} alone` : "the table’s");
  const notes = value?.items ?? [];
  return html`<form class="table-form" onSubmit=${keep}>
      <label><span class="label">Note, or whisper to one player</span>
        <textarea class="field" name="note" rows="2" maxlength="1000" value=${text} onInput=${(event) => setText(event.target.value)}></textarea></label>
      <div class="table-pair">
        <label><span class="label">Who reads it</span><select class="field" name="whose" value=${whose} onChange=${(event) => setWhose(event.target.value)}>
          <option value=${ALL}>Everybody at the table</option>${scene.players.map(({ id, name }) => html`<option key=${id} value=${id}>${name} alone</option>`)}<option value=${MASTER}>You alone</option></select></label>
        <label class="tick"><input type="checkbox" checked=${isPinned} onChange=${(event) => pin(event.target.checked)} /> A model reads it before each line</label>
      </div>
      <p class="buttons"><button class="secondary" disabled=${doing.isBusy}>Keep it</button> <${Done} doing=${doing} /></p>
    </form>
    <ul class="note-list">${notes.map((note) => html`<li key=${`${note.turn} ${note.text}`}><span class="serif">${note.text}</span> <span class="meta">${[of(note), note.pinned && "always shown", day(note.game_time)].filter(Boolean).join(" · ")}</span></li>`)}</ul>`;
}
