// Who plays: adding somebody, and leaving.
import { ask } from "../../api.js";
import { html, useRef } from "../../ui.js";
import { Done, Twice, useDoing } from "../doing.js";

const HEADINGS = { called: "goes by", description: "looks", home: "from", occupation: "trade", goals: "wants", skills: "can" };

/** What a player's sheet says: a list of fields with their values, in the order in which the server has them. */
function Sheet({ sheet }) {
  const told = Object.entries(sheet).filter(([field]) => field !== "name" && field !== "known_to");
  if (!told.length) return null;
  return html`<dl class="character">${told.map(([field, value]) => html`<div key=${field}><dt class="meta">${HEADINGS[field] ?? field}</dt><dd>${shown(value)}</dd></div>`)}</dl>`;
}

const shown = (value) => (Array.isArray(value) ? value.join(", ") : typeof value === "object" ? Object.entries(value).map(([name, number]) => `${name} ${number}`).join(", ") : value);

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
  return html`
    <ul class="rows">${scene.players.map((player) => html`<li key=${player.id}>
      <span class="serif">${player.name}</span>
      <span class="meta">${player.is_here ? "is here" : ""}</span>
      ${mayLeave(player) && html`<${Twice} label=${game.isMaster ? "Remove" : "Leave"} question=${`${player.name} leaves the party, and links made for ${player.name} end.`} yes=${`${game.isMaster ? "Remove" : "Leave as"} ${player.name}`} isBusy=${doing.isBusy} act=${() => leave(player)} />`}
      <${Sheet} sheet=${player.sheet} />
    </li>`)}</ul>
    ${game.isMaster && html`<form class="one-line" onSubmit=${add}>
      <label><span class="label">Somebody joins</span> <input class="field" name="player" maxlength="60" placeholder="Name" autocomplete="off" ref=${field} /></label>
      <button class="secondary" disabled=${doing.isBusy}>Add</button>
    </form>`}
    <p><${Done} doing=${doing} /></p>`;
}
