// Who knows of something, since when and through whom; who does not. A graph, and the same as a list.
import { get } from "../../api.js";
import { useAsked } from "../../asking.js";
import { clock, day, listed, rounded, shortened } from "../../text.js";
import { Loading, NARROW, html, useEffect, useMedia, useRef, useState } from "../../ui.js";

const LONGEST = 500; // characters of a claim
const [COLUMN, ROW, TOP] = [210, 76, 34]; // px

/** `claims`: what can be asked about; `nameOf` gives people and players their names. */
export function Knowing({ game, claims, nameOf, hrefOf, version }) {
  const [claim, setClaim] = useState(claims[0] ?? "");
  const asked = claim.trim().slice(0, LONGEST);
  const field = useRef(null);
  useEffect(() => setClaim(claims[0] ?? ""), [claims[0]]);
  useEffect(() => {
    field.current.value = claim;
  }, [claim]);
  const { value, failure, isAsking } = useAsked(
    async () => asked && (await get(`/games/${game.id}/knowledge?claim=${encodeURIComponent(asked)}`)).items,
    [asked, version],
  );
  const submit = (event) => {
    event.preventDefault();
    setClaim(event.target.elements.claim.value);
  };
  return html`<section class="knowing" aria-labelledby="knowing">
    <h3 class="label" id="knowing">Who knows of it</h3>
    <form onSubmit=${submit}>
      <label class="unseen" for="claim">What somebody may know</label>
      <input class="field serif" id="claim" name="claim" maxlength=${LONGEST} ref=${field} defaultValue=${claim} placeholder="The ferry leaves at six" autocomplete="off" />
      <button class="secondary">Ask</button>
    </form>
    ${claims.length > 1 && html`<p class="claim-chips">${claims.map((each) => html`<button type="button" class="claim-chip" key=${each} aria-pressed=${each === claim} onClick=${() => setClaim(each)}>${rounded(shortened(each, 48))}</button>`)}</p>`}
    <div aria-live="polite">
      ${!asked && html`<p class="empty">Say in a few words what somebody may know.</p>`}
      ${asked && isAsking && !value && html`<${Loading} />`}
      ${failure && html`<p class="failure">${failure}</p>`}
      ${value && html`<${Answer} found=${value} nameOf=${nameOf} hrefOf=${hrefOf} />`}
    </div>
  </section>`;
}

function Answer({ found, nameOf, hrefOf }) {
  const isNarrow = useMedia(NARROW);
  const [asList, setList] = useState(false);
  const knowing = found.filter(({ standing }) => standing !== "cannot know");
  const others = found.filter(({ standing }) => standing === "cannot know").map(({ npc_id: id }) => nameOf(id));
  if (!knowing.length) return html`<p class="empty">By what they have seen and heard, nobody knows this. Fewer words may find more.</p>`;
  const isTold = knowing.some(({ npc_id: id, through_id: through }) => through && through !== id); // else there is nothing to draw
  const listOnly = isNarrow || asList || !isTold;
  return html`
    ${listOnly ? html`<${KnowingList} knowing=${knowing} nameOf=${nameOf} hrefOf=${hrefOf} />` : html`<${Graph} knowing=${knowing} nameOf=${nameOf} hrefOf=${hrefOf} />`}
    <p class="about">${others.length > 0 && `${listed(others)} ${others.length === 1 ? "has" : "have"} not heard of it. `}${!isNarrow && isTold && html`<button type="button" class="linked" onClick=${() => setList(!asList)}>${asList ? "Show as a graph" : "Read as a list"}</button>`}</p>`;
}

/** How somebody came by it. */
function wayOf({ npc_id: id, through_id: through, standing }, nameOf) {
  const way = through === null ? "saw it, or knew it from the start" : through === id ? "said it first" : `heard it from ${nameOf(through)}`;
  return standing === "knows" ? way : `${way}: an old version`;
}

const KnowingList = ({ knowing, nameOf, hrefOf }) => html`<ul class="knowing-list">${knowing.map((each) => html`<li key=${each.npc_id}>
  <p><b>${nameOf(each.npc_id)}</b> ${wayOf(each, nameOf)}${each.since != null && `, ${day(each.since)}`} ${each.memory_id && html`<a class="linked" href=${hrefOf(each.memory_id)}><code>${each.memory_id}</code></a>`}</p>
  <p class="serif">${rounded(each.text)}</p>
</li>`)}</ul>`;

/** Those who told it left of those who heard it from them. */
function layout(knowing) {
  const byId = new Map(knowing.map((each) => [each.npc_id, each]));
  const tellers = knowing.map(({ through_id: id }) => id).filter((id) => id && !byId.has(id));
  const nodes = [...new Set([...tellers, ...byId.keys()])].map((id) => ({ id, known: byId.get(id) ?? null }));
  const depthOf = (id, seen = new Set()) => {
    const through = byId.get(id)?.through_id;
    return !through || through === id || seen.has(id) ? 0 : 1 + depthOf(through, seen.add(id));
  };
  const filled = [];
  for (const node of nodes) {
    node.depth = depthOf(node.id);
    node.row = filled[node.depth] ?? 0;
    filled[node.depth] = node.row + 1;
    Object.assign(node, { x: 48 + node.depth * COLUMN, y: TOP + node.row * ROW });
  }
  const at = (id) => nodes.find((node) => node.id === id);
  const ways = nodes.filter(({ id, known }) => known?.through_id && known.through_id !== id).map((to) => ({ from: at(to.known.through_id), to }));
  return { nodes, ways, width: 110 + Math.max(...nodes.map(({ x }) => x)), height: TOP + ROW * Math.max(...filled) - 20 };
}

function Graph({ knowing, nameOf, hrefOf }) {
  const { nodes, ways, width, height } = layout(knowing);
  return html`<div class="knowing-graph" tabindex="0" role="group" aria-label="Who knows it through whom; Read as a list says the same"><svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}>
    ${ways.map(({ from, to }) => html`<g class=${to.known.standing === "knows" ? "" : "old"}>
      <path d=${curve(from, to)} />
      <path class="head" d=${`M${to.x - 14} ${to.y - 4}l6 4-6 4`} />
      ${to.row === from.row && html`<text class="way" x=${(from.x + to.x) / 2} y=${to.y - 8} text-anchor="middle">${day(to.known.since)}</text>`}
    </g>`)}
    ${nodes.map(({ id, known, x, y }) => html`<g>
      <circle class=${known && known.through_id !== id ? "hears" : "tells"} cx=${x} cy=${y} r="7" />
      <text class="name" x=${x} y=${y - 14} text-anchor="middle">${shortened(nameOf(id).split(" ")[0], 14)}</text>
      <text class="way" x=${x} y=${y + 22} text-anchor="middle">${noteOf(known, id)}</text>
      ${known && html`<a href=${hrefOf(known.memory_id)}><text class="way" x=${x} y=${y + 38} text-anchor="middle">${known.memory_id}</text></a>`}
    </g>`)}
  </svg></div>`;
}

/** What stands under somebody of the graph. */
function noteOf(known, id) {
  if (!known) return "told it";
  if (known.standing !== "knows") return "an old version";
  return known.through_id === null ? `saw it, ${clock(known.since)}` : known.through_id === id ? "said it first" : "heard it";
}

const curve = (from, to) => (from.y === to.y ? `M${from.x + 8} ${from.y}H${to.x - 9}` : `M${from.x + 4} ${from.y + 8}C${from.x + 40} ${to.y} ${from.x + 90} ${to.y} ${to.x - 9} ${to.y}`);
