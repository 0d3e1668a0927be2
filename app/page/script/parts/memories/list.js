// Memories in a list: by time, sightings folded; or what a search found, with what its score is made of.
import { capital, clock, day, rounded } from "../../text.js";
import { html, memo, useEffect, useRef, useState } from "../../ui.js";
import { Score } from "../score.js";
import { Shape, foldWords, foldedRows, groupOf, isMessage, kindWord, states } from "./kinds.js";

/** `nameOf` gives an owner its name; `places`: of places by id; `owned`: whether to say whose each is. */
export function TimeList({ memories, filter, chosen, hrefOf, nameOf, places, owned }) {
  const [open, setOpen] = useState(new Set());
  const rows = foldedRows(memories, filter);
  const unfold = (id) => setOpen(new Set([...open].includes(id) ? [...open].filter((each) => each !== id) : [...open, id]));
  let before = null;
  return html`<ol class="memory-items" onKeyDown=${arrows}>${rows.flatMap((row) => {
    const memory = row.memory ?? row.folded[0];
    const date = memory.game_time == null ? null : Math.floor(memory.game_time / 1440);
    const heading = date !== null && date !== before && html`<li class="memory-day label" key=${`day-${date}-${memory.id}`}>Day ${date + 1}</li>`;
    before = date ?? before;
    const item = (each) => html`<${Item} key=${each.id} memory=${each} isChosen=${each.id === chosen} link=${hrefOf(each.id)} owner=${owned ? nameOf(each.of) : ""} />`;
    if (row.memory) return [heading, item(memory)];
    const isOpen = open.has(memory.id) || row.folded.some(({ id }) => id === chosen);
    return [
      heading,
      html`<li key=${`fold-${memory.id}`}><button type="button" class="memory-item folded" aria-expanded=${isOpen} onClick=${() => unfold(memory.id)}>
        <time>${clock(memory.game_time)}</time><${Shape} group="folded" /><span class="memory-words">${foldWords(row, places)}</span>${!owned && html`<code>${spanOf(row.folded)}</code>`}
      </button></li>`,
      ...(isOpen ? row.folded.map(item) : []),
    ];
  })}</ol>`;
}

const Item = memo(function Item({ memory, isChosen, link, owner }) {
  const group = groupOf(memory.kind).name;
  const marks = states(memory);
  const row = useRef(null);
  useEffect(() => {
    if (isChosen) row.current.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return html`<li><a ref=${row} class=${`memory-item ${group} ${memory.state}`} href=${link} data-memory=${memory.id} aria-current=${isChosen ? "true" : null}>
    <time>${clock(memory.game_time)}</time><${Shape} group=${group} />
    <span class="memory-words"><span class="unseen">${kindWord(memory.kind)}: </span>${owner && html`<span class="memory-owner">${capital(owner)} </span>`}<span class="memory-clamp">${rounded(memory.text)}</span>${marks.length > 0 && html` <b class="memory-state">${marks.join(", ")}</b>`}</span>
    <code title=${memory.id}>${short(memory.id)}</code>
  </a></li>`;
});

/** The number of an id, where whose it is stands elsewhere. */
const short = (id) => (isMessage(id) ? id : id.split("-").at(-1));

function spanOf(memories) {
  const ids = memories.map(({ id }) => short(id)).sort((one, other) => Number(one) - Number(other));
  return `${ids[0]}–${ids.at(-1)}`;
}

export function HitList({ hits, chosen, hrefOf, nameOf, places, owned }) {
  const most = Math.max(...hits.map(({ score }) => score), 0.01);
  return html`<ol class="memory-items memory-hits" onKeyDown=${arrows}>${hits.map((hit) => {
    const { memory } = hit;
    const where = places.get(memory.location_id);
    const isSaid = isMessage(memory.id);
    const isElsewhere = owned && memory.of !== `location/${memory.location_id}` && !(isSaid && memory.of === "world");
    const said = isSaid ? `said${where ? ` at ${where}` : ""}` : [kindWord(memory.kind), where && `at ${where}`].filter(Boolean).join(" ");
    return html`<li key=${memory.id}><a class="memory-item memory-hit" href=${hrefOf(memory.id)} data-memory=${memory.id} aria-current=${memory.id === chosen ? "true" : null}>
      <span class="meta memory-hit-head"><span>${[day(memory.game_time), said, isElsewhere && `${isSaid ? "heard" : "kept"} by ${nameOf(memory.of)}`, ...states(memory)].filter(Boolean).join(", ")}</span><code>${memory.id}</code></span>
      <span class="memory-clamp serif">${rounded(memory.text)}</span>
      <${Score} hit=${hit} most=${most} />
    </a></li>`;
  })}</ol>`;
}

/** Arrows go from one memory to the next. */
function arrows(event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  const items = [...event.currentTarget.querySelectorAll(".memory-item")];
  const next = items[items.indexOf(event.target.closest(".memory-item")) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** A button for what follows, which presses itself when it comes into sight. */
export function More({ load, isAsking }) {
  const button = useRef(null);
  useEffect(() => {
    const watch = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && load());
    watch.observe(button.current);
    return () => watch.disconnect();
  }, [load]);
  return html`<button type="button" class="quiet linked memory-more" ref=${button} onClick=${load} disabled=${isAsking}>${isAsking ? "Loading" : "Show more"}</button>`;
}
