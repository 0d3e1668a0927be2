// The newest turns as they were told, with the way back and forth.
import { ask } from "../../api.js";
import { html } from "../../ui.js";
import { Done, useDoing } from "../doing.js";
import { Told } from "../told.js";

const MOST = 3;

export function Newest({ game, state }) {
  const doing = useDoing();
  const turns = state.turns.slice(-MOST);
  const undo = () => doing.run(() => ask("POST", `/games/${game.id}/undo`, { turns: 1 }), "Taken back.");
  const redo = () => doing.run(() => ask("POST", `/games/${game.id}/redo`), "Brought back.");
  return html`
    ${turns.length === 0 && html`<p class="empty">Nothing yet.</p>`}
    <ol class="newest">${turns.map((turn) => html`<li key=${turn.seq}>
      <p class="meta">Turn ${turn.turn}${turn.player_input ? html`: <i>${turn.player_input}</i>` : ""}</p>
      <div class="newest-told"><${Told} turn=${turn} gameId=${game.id} /></div>
      ${turn.changes.length > 0 && html`<p class="meta">${turn.changes}</p>`}
    </li>`)}</ol>
    <p class="buttons">${turns.length > 0 && html`<button type="button" class="secondary" disabled=${doing.isBusy} onClick=${undo}>Undo the last turn</button>`}
      <button type="button" class="secondary" disabled=${doing.isBusy} onClick=${redo}>Redo</button> <${Done} doing=${doing} /></p>`;
}
