// One memory, or one message: what it says and comes from, who knows of it, when it came to mind; and what can be done.
import { get } from "../../api.js";
import { useAsked } from "../../asking.js";
import { KINDS } from "../../memory-kinds.js";
import { href } from "../../router.js";
import { capital, day, listed, pieces, rounded } from "../../text.js";
import { Loading, html, useEffect, useRef, useState } from "../../ui.js";
import { EditForm, useChange } from "./editing.js";
import { isMessage, kindWord, states } from "./kinds.js";
import { Knowing } from "./knowing.js";
import { Recalls } from "./recalls.js";
import { Marked, Sources } from "./sources.js";

const MOST_CLAIMS = 5;

/** `known`: names of people, players and places; `changed` hears of what was made of the memory; `takesFocus`: whether its
 * title takes the focus, as where what had it is gone. */
export function Detail({ game, id, version, known, hrefOf, changed, show, back, takesFocus }) {
  const path = isMessage(id) ? `messages/${id}` : `memories/${encodeURIComponent(id)}`;
  const { value, failure } = useAsked(() => get(`/games/${game.id}/${path}`), [id, version]);
  const heading = useRef(null);
  useEffect(() => {
    if (value && takesFocus) heading.current?.focus();
  }, [id, value !== null]);
  useEffect(() => {
    if (value) show(value.memory ?? { ...value, kind: "conversation" });
  }, [value]);
  const given = { game, id, version, known, hrefOf, changed, heading };
  return html`<article class="memory-detail" aria-label=${`Memory ${id}`}>
    ${back && html`<p><a class="linked memory-back" href=${back.href}>${back.label}</a></p>`}
    ${!value && !failure && html`<${Loading} />`}
    ${failure && html`<p class="failure" role="alert">${failure}</p>`}
    ${value && (value.memory ? html`<${MemoryDetail} key=${id} detail=${value} ...${given} />` : html`<${MessageDetail} key=${id} message=${value} ...${given} />`)}
  </article>`;
}

function MemoryDetail({ game, id, detail, version, known, hrefOf, changed, heading }) {
  const { memory, history } = detail;
  const [mode, setMode] = useState(null); // "edit" or "history"
  const { send, failure } = useChange((made, change) => {
    if (mode === "edit") setMode(null);
    changed(made, change?.text ? "Edited" : change ? (change.pinned ? "Pinned" : "Unpinned") : made.state === "stands" ? "Brought back" : "Put away");
  });
  const owner = known.ownerOf(memory.of);
  const path = `/games/${game.id}/memories/${encodeURIComponent(id)}`;
  const edit = useRef(null);
  const leave = () => {
    setMode(null);
    setTimeout(() => edit.current?.focus());
  };
  const tool = (label, press, more = {}) => html`<button type="button" class="secondary" onClick=${press} ...${more}>${label}</button>`;
  return html`
    <header class="memory-head"><h2 class="view-title" tabindex="-1" ref=${heading}>${mode === "edit" ? "Edit a memory" : titleOf(memory, owner)}</h2><code>${memory.id}</code></header>
    <p class="about">${aboutOf(detail, known)}</p>
    ${states(memory).length > 0 && html`<p class="memory-states">${capital(listed(states(memory)))}.${memory.superseded_by && html` <a class="linked" href=${hrefOf(memory.superseded_by)}>What stands in its place</a>`}</p>`}
    ${mode !== "edit" && game.mayAct && html`<p class="memory-buttons">
      ${memory.state !== "superseded" && tool(memory.pinned ? "Unpin" : "Pin", () => send("PATCH", path, { pinned: !memory.pinned }))}
      ${memory.state === "stands" && html`<button type="button" class="secondary" ref=${edit} onClick=${() => setMode("edit")}>Edit</button>`}
      ${memory.state !== "superseded" && (memory.state === "stands" ? tool("Put away", () => send("POST", `${path}/archive`)) : tool("Bring back", () => send("POST", `${path}/restore`)))}
      ${tool("History", () => setMode(mode === "history" ? null : "history"), { "aria-expanded": mode === "history" })}
    </p>`}
    ${failure && html`<p class="failure" role="alert">${failure}</p>`}
    ${mode === "history" && html`<${History} history=${history} id=${id} hrefOf=${hrefOf} />`}
    ${mode === "edit" ? html`<${EditForm} memory=${memory} change=${(words) => send("PATCH", path, words)} leave=${leave} />` : ""}
    <div class=${mode === "edit" ? "memory-sides one" : "memory-sides"}>
      ${mode !== "edit" && html`<section><h3 class="label">What ${owner} ${memory.of === "world" ? "keeps" : "remembers"}</h3>
        <p class="serif memory-text"><${Marked} text=${memory.text} marks=${detail.marks} hrefOf=${hrefOf} /></p>
        ${memory.keywords.length > 0 && html`<p class="meta">Kept as keywords: ${memory.keywords.join(", ")}</p>`}
      </section>`}
      <${Sources} detail=${detail} hrefOf=${hrefOf} />
    </div>
    ${mode !== "edit" && html`
      <${Knowing} game=${game} claims=${claimsOf(detail)} nameOf=${known.nameOf} hrefOf=${hrefOf} version=${version} />
      <${Recalls} game=${game} id=${id} memory=${memory} version=${version} />`}
  `;
}

function MessageDetail({ game, id, message, version, known, hrefOf, heading }) {
  const where = known.places.get(message.location_id);
  return html`
    <header class="memory-head"><h2 class="view-title" tabindex="-1" ref=${heading}>${message.speaker_name || "The story"}, in turn ${message.turn}</h2><code>${message.id}</code></header>
    <p class="about">${[`Said ${day(message.game_time)}`, where && `at ${where}`].filter(Boolean).join(", ")}. Kept word for word.</p>
    <p class="memory-buttons"><a class="secondary" href=${href(game.id, "play", { turn: message.turn })}>Go to turn ${message.turn}</a></p>
    <p class="serif memory-text">${rounded(message.text)}</p>
    ${message.kept_in.length > 0 && html`<section class="kept-in"><h3 class="label">What was kept of it</h3>
      <ul class="drawn-from">${message.kept_in.map((memory) => html`<li key=${memory.id}><a href=${hrefOf(memory.id)}><span class="meta">${capital(known.ownerOf(memory.of))}, ${memory.id}</span><span class="serif memory-clamp">${rounded(memory.text)}</span></a></li>`)}</ul>
    </section>`}
    <${Knowing} game=${game} claims=${message.claims.slice(0, MOST_CLAIMS)} nameOf=${known.nameOf} hrefOf=${hrefOf} version=${version} />
    <${Recalls} game=${game} id=${id} version=${version} />
  `;
}

/** Every version, the oldest first. */
const History = ({ history, id, hrefOf }) => html`<section class="versions" aria-label="History">
  ${history.length === 1 && html`<p class="empty">It has never been changed.</p>`}
  ${history.length > 1 && html`<ol>${history.map((each) => html`<li key=${each.id} class=${each.state}>
    <p class="meta">${each.id === id ? html`<b>This one</b>` : html`<a class="linked" href=${hrefOf(each.id)}>${each.id}</a>`}, ${[each.turn != null && `turn ${each.turn}`, ...states(each)].filter(Boolean).join(", ") || kindWord(each.kind)}</p>
    <p class="serif">${rounded(each.text)}</p>
  </li>`)}</ol>`}
</section>`;

function titleOf({ kind, of, origin }, owner) {
  if (of === "world") return kind === "summary" ? "What happened, as the world keeps it" : "A fact of the world";
  if (of.startsWith("location/")) return `${{ summary: "A scene", gifted: "Given" }[kind] ?? "A fact"}, as kept at ${owner}`;
  return kind === "summary" && origin === "dialogue" ? `A talk, as ${owner} remembers it` : KINDS[kind].title.replace("{owner}", () => owner);
}

/** "Kept of turns 2 to 8, Day 1, 15:37, at the Ferry Landing. Importance 6." */
function aboutOf({ memory, messages }, known) {
  const turns = messages.map(({ turn }) => turn).concat(memory.turn ?? []);
  const [from, to] = [Math.min(...turns), Math.max(...turns)];
  const span = from === to ? `turn ${from}` : `turns ${from} to ${to}`;
  const what = memory.kind === "summary" ? `kept of ${turns.length ? span : "a scene"}` : `${kindWord(memory.kind)}${turns.length && memory.kind !== "gifted" ? ` in ${span}` : ""}`;
  const where = known.places.get(memory.location_id);
  const about = memory.subjects.filter((subject) => known.isNamed(subject) && subject !== memory.of.split("/").at(-1)).map(known.nameOf);
  return [
    `${[capital(what), day(memory.game_time), where && `at ${where}`].filter(Boolean).join(", ")}.`,
    about.length > 0 && memory.kind !== "gifted" && `About ${listed(about)}.`,
    memory.importance != null && `Importance ${memory.importance}.`,
  ].filter(Boolean).join(" ");
}

/** What others may know of it: what the server says, else the words that were said, else what it was drawn from. */
function claimsOf({ memory, marks, claims, evidence }) {
  const quoted = pieces({ text: memory.text, marks }).filter(({ sources }) => sources.length).map(({ text }) => text);
  const found = [claims, quoted, witnessed(evidence)].find((texts) => texts.length) ?? [];
  return found.slice(0, MOST_CLAIMS);
}

/** What thoughts rest on in the end. */
const witnessed = (evidence) => evidence.flatMap((each) => (THOUGHTS.has(each.memory.kind) ? witnessed(each.evidence) : [each.memory.text]));
const THOUGHTS = new Set(["reflection", "plan"]);
