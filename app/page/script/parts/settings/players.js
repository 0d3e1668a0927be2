// Who plays: what each is, adding somebody, and leaving.
import { ask } from "../../api.js";
import { html, useRef } from "../../ui.js";
import { Done, Twice, useDoing } from "../doing.js";
import { Character } from "./sheet.js";

export function Players({ game, scene }) {
  const doing = useDoing();
  const field = useRef(null);
  const add = async (event) => {
    event.preventDefault();
    const name = field.current.value.trim();
    if (!name) return;
    const made = await doing.run(() => ask("POST", `/games/${game.id}/players`, { name }), `${name} plays. Make a link for ${name} below.`);
    if (made) field.current.value = "";
    game.refresh();
  };
  const leave = async ({ id, name }) => {
    await doing.run(() => ask("DELETE", `/games/${game.id}/players/${id}`), `${name} has left.`);
    game.refresh();
  };
  const mayLeave = ({ id }) => scene.players.length > 1 && (game.isMaster || (scene.role === "player" && id === scene.player_id));
  const mayChange = ({ id }) => game.isMaster || (scene.role === "player" && id === scene.player_id);
  return html`
    <ul class="rows">${scene.players.map((player) => html`<li key=${player.id}>
      <span class="serif">${player.name}</span>
      <span class="meta">${player.is_here ? "is here" : ""}</span>
      ${mayLeave(player) && html`<${Twice} label=${game.isMaster ? "Remove" : "Leave"} question=${`${player.name} leaves the party, and links made for ${player.name} end.`} yes=${`${game.isMaster ? "Remove" : "Leave as"} ${player.name}`} isBusy=${doing.isBusy} act=${() => leave(player)} />`}
      <${Character} game=${game} player=${player} mayChange=${mayChange(player)} />
    </li>`)}</ul>
    ${game.isMaster && html`<form class="one-line" onSubmit=${add}>
      <label><span class="label">Somebody joins</span> <input class="field" name="player" maxlength="60" placeholder="Name" autocomplete="off" ref=${field} /></label>
      <button class="secondary" disabled=${doing.isBusy}>Add</button>
    </form>`}
    <p><${Done} doing=${doing} /></p>`;
}
