// Canon, for the game master: what was added to the world of this game and changed in it, newest first, and who said so.
import { get } from "../api.js";
import { useAsked } from "../asking.js";
import { href } from "../router.js";
import { useStore } from "../store.js";
import { capital, maker, rounded } from "../text.js";
import { Loading, html, useState } from "../ui.js";

const STEP = 100; // entries that are shown at first, and how many more at a time

const SHOWN = [["Everything", ""], ["Facts that hold", "&kind=fact&holds=true"], ["People", "&kind=person"], ["Places", "&kind=place"], ["Things", "&kind=item"]];
const NEW = { person: "New person", item: "New thing", place: "New place", action: "New action", timer: "New timer" };
const KINDS = {
  person: "Person changed", item: "Thing changed", place: "Place changed", action: "Action changed", timer: "Timer changed", state: "State declared",
  fact: "Fact", description: "New description", name: "New name", forgotten_note: "Note forgotten", scenario: "Edited scenario",
};

export function Canon({ game }) {
  const { scene } = useStore(game.store);
  const [chosen, choose] = useState("");
  const [most, setMost] = useState(STEP);
  const { value: found, failure } = useAsked(() => load(game, chosen, most), [game.id + chosen, most, scene]);
  const show = (query) => {
    choose(query);
    setMost(STEP);
  };
  return html`<main id="main" tabindex="-1" class="canon-view" aria-label="Canon">
    <h2 class="view-title">What was made true in this game</h2>
    <div class="canon-tools" role="group" aria-label="Show">
      ${SHOWN.map(([label, query]) => html`<button type="button" class="linked" aria-pressed=${query === chosen ? "true" : "false"} onClick=${() => show(query)}>${label}</button>`)}
    </div>
    ${failure && html`<p class="failure" role="alert">${failure}</p>`}
    ${!found && !failure && html`<${Loading} />`}
    ${found && found.entries.length === 0 && html`<p class="empty">${chosen ? "Nothing of this kind." : "Nothing yet. What the game master adds to the world or changes in it stands here."}</p>`}
    ${found && html`<ol class="canon-entries">${found.entries.map((each) => html`<${Entry} key=${each.number} game=${game} entry=${each} isLast=${each.turn === scene.turn} />`)}</ol>`}
    ${found?.hasMore && html`<p><button type="button" class="linked" onClick=${() => setMost(most + STEP)}>Show earlier ones</button></p>`}
  </main>`;
}

/** The newest entries, `most` of them, in pages that the server allows. */
async function load(game, query, most) {
  const entries = [];
  let cursor = null;
  do {
    const page = await get(`/games/${game.id}/canon?limit=${STEP}${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    entries.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor && entries.length < most);
  return { entries, hasMore: cursor !== null };
}

function Entry({ game, entry, isLast }) {
  const { kind, of, turn, attribute, value, is_new: isNew, holds } = entry;
  const isClaim = kind === "fact" && entry.by === "player";
  const what = isClaim ? "Claim" : ((isNew && NEW[kind]) || KINDS[kind]);
  const says = ["description", "forgotten_note"].includes(kind) ? value : null;
  const who = `${isClaim ? "claimed" : kind === "fact" ? "said" : isNew ? "added" : "changed"} by ${maker(entry, (id) => game.playerName(id))}, turn ${turn}`;
  return html`<li class=${holds === false ? "former" : ""}>
    <h3 class="serif">${kind === "person" ? html`<a class="linked" href=${href(game.id, "people", { id: of })}>${rounded(entry.name)}</a>` : title(entry, attribute, value)}</h3>
    ${says && html`<p class="says serif">${rounded(says)}</p>`}
    <p class="meta">${[what, who, holds === false && "does not hold any more"].filter(Boolean).join(" · ")}
      ${" · "}<a class="linked" href=${href(game.id, "branches", { turn })}>See turn ${turn} in Branches</a>
      ${isLast && game.mayUndo && html`${" · "}<button type="button" class="linked" onClick=${() => game.undo()}>Undo turn ${turn}</button>`}</p>
  </li>`;
}

function title({ kind, name }, attribute, value) {
  if (kind === "fact") return rounded(`${capital(name)}, ${attribute}: ${value}`);
  if (kind === "state") return rounded(`${capital(name)}: ${attribute}`);
  return rounded(capital(name || "A note"));
}
