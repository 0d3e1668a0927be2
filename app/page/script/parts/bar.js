// The bar over a game: where one is, the views, what goes on beside the story.
import { href } from "../router.js";
import { useStore } from "../store.js";
import { capital, day, listed, many } from "../text.js";
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
        ${row.panels && state.unread > 0 && html`<button type="button" class="quiet" data-opens="talk" aria-label=${`Table talk: ${state.unread} new`} onClick=${() => game.show("talk")}>Talk <small class="unread">${state.unread}</small></button>`}
      </div>
      <${Popover} label="Menu">
        <p><a class="linked" href=${href(null)}>All games</a> ${info && html`<span class="meta">${info.title}</span>`}</p>
        ${nav}
        ${state.failed.length > 0 && game.isMaster && !state.retries ? html`<p class="failure">${many(state.failed.length, "memory", "memories")} not made</p><${Failed} game=${game} failed=${state.failed} />` : html`<p class="meta"><${Background} game=${game} /></p>`}
        <${Reading} />
      </${Popover}>
    </header>`;
  }
  return html`<header class="bar">
    <div class="bar-title"><h1><a href=${href(null)} title="All games">${info?.scenario_title ?? ""}</a></h1> <i>${subtitle(info)}</i></div>
    ${nav}
    <div class="background"><${Background} game=${game} /></div>
    <${Popover} label="Aa" title="Reading and keys"><${Reading} /><${KeyList} /></${Popover}>
  </header>`;
}

/** Who plays, and the title where it is not made of the two. */
const subtitle = (info) => (info ? (info.title.includes(info.scenario_title) ? info.players.join(", ") : info.title) : "");

/** What goes on beside the story. In words: a dot alone says nothing. */
function Background({ game, isShort = false }) {
  const { state } = game;
  const { waits, failed, retries, connection } = state;
  if (connection === "lost") return html`<span class="failure" role="status">No connection</span>`;
  if (!game.isMaster || (isShort && !waits && !failed.length)) return null; // players are not told
  if (failed.length && !retries) {
    const words = `${many(failed.length, "memory", "memories")} not made`;
    return isShort ? html`<span class="failure" role="status">${words}</span>` : html`<${Popover} label=${words} look="failure"><${Failed} game=${game} failed=${failed} /></${Popover}>`;
  }
  const making = waits + (retries ? failed.length : 0);
  const words = making ? `Remembering ${making}` : "All remembered"; // about as wide, so that nothing moves
  return html`<span class=${making ? "busy" : "idle"}><span class="dot" aria-hidden="true" />${words}</span>`;
}

/** Whose memories could not be made, and why. */
function Failed({ game, failed }) {
  const reasons = [...new Set(failed.map(({ why }) => why))];
  const of = (why) => [...new Set(failed.filter((each) => each.why === why).map(({ of: name }) => name || "the world"))];
  return html`<div class="failed">
    ${reasons.map((why) => html`<p><b>${listed(of(why))}</b>: ${capital(why)}${/[.!?…]$/.test(why) ? "" : "."}</p>`)}
    <p class="meta">The messages are kept, and tried again after the next turn.</p>
    <button type="button" class="secondary" onClick=${() => game.settle()}>Try again</button>
  </div>`;
}
