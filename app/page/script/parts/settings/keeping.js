// The game as a whole: its title, a copy to keep, and the trash.
import { ask, get } from "../../api.js";
import { closeGame } from "../../game.js";
import { go } from "../../router.js";
import { createStore, useStore } from "../../store.js";
import { html, useEffect, useState } from "../../ui.js";
import { saveAs } from "./saving.js";
import { Done, Twice, useDoing } from "../doing.js";

export function Title({ game, info }) {
  const doing = useDoing();
  const rename = async (event) => {
    event.preventDefault();
    const title = event.target.title.value.trim();
    if (title && title !== info.title) await doing.run(() => ask("PATCH", `/games/${game.id}`, { title }), "Renamed.");
  };
  return html`<form class="one-line" onSubmit=${rename}>
    <label><span class="label">Title</span> <input class="field" name="title" maxlength="60" required defaultValue=${info.title} key=${info.title} autocomplete="off" /></label>
    <button class="secondary" disabled=${doing.isBusy}>Rename</button>
  </form>
  <p><${Done} doing=${doing} /></p>`;
}

export function Export({ game }) {
  const doing = useDoing();
  const save = () => doing.run(async () => {
    const document_ = await get(`/games/${game.id}/export`);
    saveAs(`${game.id}.json`, new Blob([JSON.stringify(document_, null, 2)], { type: "application/json" }));
  }, "Saved.");
  return html`<p class="buttons"><button type="button" class="secondary" disabled=${doing.isBusy} onClick=${save}>Save a copy</button> <${Done} doing=${doing} /></p>
    <p class="meta">The whole game as a file, without keys and links. <i>Open a file</i> at the start takes it in again.</p>`;
}

const trashed = createStore({ game: null });

/** The admin brings a game back with one click; a game master cannot, and is asked first. */
export function Trash({ game, info, role }) {
  const doing = useDoing();
  const remove = async () => {
    if (!(await doing.run(() => ask("DELETE", `/games/${game.id}`)))) return;
    closeGame();
    trashed.set({ game: role === "admin" ? { id: game.id, title: info.title } : null });
    go(null);
  };
  return html`<p class="buttons">
    ${role === "admin"
      ? html`<button type="button" class="secondary" disabled=${doing.isBusy} onClick=${remove}>Move to the trash</button>`
      : html`<${Twice} label="Move to the trash" question="Only the admin of this server can bring it back." yes="Move it" isBusy=${doing.isBusy} act=${remove} />`}
    <${Done} doing=${doing} /></p>`;
}

/** At the start: the game that was moved to the trash just now, with the way back. */
export function Trashed() {
  const { game } = useStore(trashed);
  const doing = useDoing();
  if (!game) return null;
  const back = async () => {
    if (!(await doing.run(() => ask("POST", `/trash/${game.id}/restore`)))) return;
    trashed.set({ game: null });
    go(game.id);
  };
  return html`<p class="trashed" role="status">“${game.title}” is in the trash. <button type="button" class="linked" disabled=${doing.isBusy} onClick=${back}>Bring it back</button> <${Done} doing=${doing} /></p>`;
}
