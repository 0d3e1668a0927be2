// The bar over a game: where one is, the views, what goes on beside the story.
import { href } from "../router.js";
import { useStore } from "../store.js";
import { day, many } from "../text.js";
import { NARROW, html, useMedia } from "../ui.js";
import { GAME_VIEWS } from "../views/index.js";
import { Popover } from "./popover.js";
import { KeyList, Reading } from "./reading.js";

export function Bar({ game, row }) {
  const state = useStore(game.store);
  const isNarrow = useMedia(NARROW);
  const { info, scene } = state;
  const views = GAME_VIEWS.filter((each) => !each.masterOnly || game.isMaster);
  const nav = html`<nav class="views" aria-label="Views">
    ${views.map((each) => html`<a href=${href(game.id, each.name)} aria-current=${each === row ? "page" : null}>${each.label}</a>`)}
  </nav>`;
  if (isNarrow) {
    return html`<header class="bar narrow">
      <div class="bar-title">
        <h1>${scene?.place?.name ?? info?.title ?? ""}</h1>
        <p class="meta">${scene ? day(scene.game_time) : ""} <${Background} game=${game} isShort=${true} /></p>
      </div>
      <div class="bar-tools">
        ${(row.panels ?? []).map(([tab, label]) => html`<button type="button" class="quiet" data-opens=${tab} onClick=${() => game.show(tab)}>${label}</button>`)}
      </div>
      <${Popover} label="Menu">
        <p><a class="linked" href=${href(null)}>All games</a> ${info && html`<span class="meta">${info.title}</span>`}</p>
        ${nav}
        <p class="meta"><${Background} game=${game} /></p>
        <${Reading} />
      </${Popover}>
    </header>`;
  }
  return html`<header class="bar">
    <div class="bar-title"><h1><a href=${href(null)} title="All games">${info?.scenario_title ?? ""}</a></h1> <i>${subtitle(info)}</i></div>
    ${nav}
    <p class="background"><${Background} game=${game} /></p>
    <${Popover} label="Aa" title="Reading and keys"><${Reading} /><${KeyList} /></${Popover}>
  </header>`;
}

/** Who plays, and the title where it is not made of the two. */
const subtitle = (info) => (info ? (info.title.includes(info.scenario_title) ? info.players.join(", ") : info.title) : "");

/** What goes on beside the story. In words: a dot alone says nothing. */
function Background({ game, isShort = false }) {
  const { state } = game;
  if (state.connection === "lost") return html`<span class="failure" role="status">No connection</span>`;
  if (!game.isMaster || (isShort && !state.waits)) return null; // players are not told
  const words = state.waits ? `${many(state.waits, "memory is", "memories are")} being made` : "Nothing waits";
  return html`<span class=${state.waits ? "busy" : "idle"}><span class="dot" aria-hidden="true" />${words}</span>`;
}
