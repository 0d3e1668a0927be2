// Links to share: each opens this game in one role, and is shown once. What the server keeps of it is a hash.
import { ask, get } from "../../api.js";
import { href } from "../../router.js";
import { when } from "../../text.js";
import { html, useEffect, useRef, useState } from "../../ui.js";
import { Done, useDoing } from "../doing.js";

const ROLES = [["viewer", "Looks on"], ["master", "Game master"]];

const WHAT = {
  player: (name) => `Whoever opens it plays as ${name}.`,
  viewer: () => "Whoever opens it sees what the players see, and cannot act.",
  master: () => "Whoever opens it sees all secrets, memories and prompts of this game, and may change everything in it.",
};

/** The address that opens a game with a token. */
const linkOf = (gameId, token) => `${location.origin}${location.pathname}${href(gameId, "play", { token })}`;

export function Links({ game, scene }) {
  const [tokens, setTokens] = useState([]);
  const [link, setLink] = useState(null);
  const making = useDoing();
  const revoking = useDoing();
  const button = useRef(null);
  const load = async () => {
    const { items } = await get(`/games/${game.id}/tokens`);
    setTokens(items.filter(({ revoked }) => !revoked));
    return true;
  };
  useEffect(() => {
    revoking.run(load);
  }, [scene.players.length]);
  const whose = (token) => (token.role === "player" ? game.playerName(token.player_id) : token.role === "character" ? `${token.npc_id}, over MCP` : ROLES.find(([role]) => role === token.role)[1]);
  const make = async (event) => {
    event.preventDefault();
    const { who, label } = event.target;
    const [role, playerId] = who.value.split(" ");
    setLink(null);
    const made = await making.run(() => ask("POST", `/games/${game.id}/tokens`, { role, label: label.value.trim(), ...(playerId && { player_id: playerId }) }));
    if (!made) return;
    label.value = "";
    setLink({ address: linkOf(game.id, made.token), whose: whose(made), what: WHAT[made.role]?.(whose(made)) });
    revoking.run(load);
  };
  const revoke = async (token) => {
    await revoking.run(() => ask("DELETE", `/games/${game.id}/tokens/${token.id}`).then(load), `The link for ${token.label || whose(token)} opens nothing any more.`);
    button.current.focus();
  };
  return html`
    <form class="link-form" onSubmit=${make}>
      <label><span class="label">For whom</span>
        <select class="field" name="who">
          ${scene.players.map(({ id, name }) => html`<option value=${`player ${id}`}>${name}, to play</option>`)}
          ${ROLES.map(([role, label]) => html`<option value=${role}>${label}</option>`)}
        </select></label>
      <label><span class="label">What you call it</span> <input class="field" name="label" maxlength="120" placeholder="Odo’s phone" autocomplete="off" /></label>
      <button class="secondary" ref=${button} disabled=${making.isBusy}>Make a link</button>
    </form>
    <p><${Done} doing=${making} /></p>
    ${link && html`<${NewLink} key=${link.address} ...${link} />`}
    ${tokens.length > 0 && html`<ul class="rows">${tokens.map((token) => html`<li key=${token.id}>
      <span><span class="serif">${token.label || whose(token)}</span> ${token.label && html`<span class="meta">${whose(token)}</span>`}</span>
      <span class="meta">made ${when(token.created_at)}</span>
      <button type="button" class="quiet linked" aria-label=${`Revoke the link for ${token.label || whose(token)}`} onClick=${() => revoke(token)}>Revoke</button>
    </li>`)}</ul>`}
    <p><${Done} doing=${revoking} /></p>`;
}

function NewLink({ address, whose, what }) {
  const field = useRef(null);
  const copying = useDoing();
  useEffect(() => field.current.select(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      copying.say("Copied.");
    } catch {
      field.current.select(); // no clipboard where the address is neither https nor this machine
      copying.say("", "Select it and copy it by hand.");
    }
  };
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return html`<div class="new-link">
    <label><span class="label">The link for ${whose}, shown this once</span> <input class="field" name="link" readonly value=${address} ref=${field} onFocus=${(event) => event.target.select()} /></label>
    <p class="buttons"><button type="button" class="secondary" onClick=${copy}>Copy</button> <${Done} doing=${copying} /></p>
    <p class="meta">${what}${isLocal && " It opens on this computer alone: to others this server has to answer under an address that they reach (serve --host)."}</p>
  </div>`;
}
