// When a memory or message came to mind: the turns, each leading to its prompt.
import { get } from "../../api.js";
import { useAsked } from "../../asking.js";
import { href } from "../../router.js";
import { day } from "../../text.js";
import { Loading, html } from "../../ui.js";

const MOST = 20;

export function Recalls({ game, id, memory, version }) {
  const { value, failure } = useAsked(() => get(`/games/${game.id}/memories/${id}/recalls?limit=${MOST}`), [id, version]);
  const turns = (how) => (value?.items ?? []).filter((each) => each.how === how).reverse();
  const links = (found) => found.map(({ turn, why }, at) => html`${at > 0 && (at === found.length - 1 ? " and " : ", ")}<a class="linked" href=${href(game.id, "prompt", { turn })} title=${why}>${turn}</a>`);
  const sentence = (found, words) => found.length > 0 && html`<p class="serif">${words} ${found.length === 1 ? "turn" : "turns"} ${links(found)}.</p>`;
  return html`<section class="memory-recalls" aria-labelledby="recalls">
    <h3 class="label" id="recalls">When it came to mind</h3>
    ${!value && !failure && html`<${Loading} />`}
    ${failure && html`<p class="failure">${failure}</p>`}
    ${sentence(turns("offered"), "Recalled for the prompt of")}
    ${sentence(turns("answered"), "Somebody answered out of it in")}
    ${value && !value.items.length && html`<p class="empty">Not yet. Each prompt also shows the last memories of whoever is there, unasked.</p>`}
    ${value?.next_cursor && html`<p class="meta">And in earlier turns.</p>`}
    ${memory?.recalls > 0 && html`<p class="meta">Used ${memory.recalls === 1 ? "once, on" : `${memory.recalls} times, last on`} ${day(memory.last_recalled)}.</p>`}
  </section>`;
}
