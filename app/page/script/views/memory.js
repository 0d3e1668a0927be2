// Memory: whose, a search, time, a list; beside it one memory. The address carries all that is shown, so that a link leads
// there: ?of=npc/tove&q=…&show=told&id=tove-012.
import { get } from "../api.js";
import { useAsked } from "../asking.js";
import { Detail } from "../parts/memories/detail.js";
import { AddForm } from "../parts/memories/editing.js";
import { FILTERS, Shape, countsOf } from "../parts/memories/kinds.js";
import { HitList, More, TimeList } from "../parts/memories/list.js";
import { ScopeChoice, Scopes } from "../parts/memories/scopes.js";
import { Strip } from "../parts/memories/strip.js";
import { useKeys } from "../keys.js";
import { go, href } from "../router.js";
import { useStore } from "../store.js";
import { clock, day, many } from "../text.js";
import { Loading, NARROW, html, useCallback, useEffect, useMedia, useRef, useState } from "../ui.js";

const PAGE = 100; // memories at a time
const FOUND = 20; // that a search gives

export function Memory({ game, route: { query } }) {
  const state = useStore(game.store);
  const isNarrow = useMedia(NARROW);
  const [edits, setEdits] = useState(0);
  const version = useVersion(state) + edits;
  const scopes = useAsked(() => everyPage(`/games/${game.id}/scopes`), [game.id, version]);
  const [looked, look] = useState(null); // the memory that is looked at
  const [done, setDone] = useState(null); // what was changed last: { words, id, before }
  const field = useRef(null);
  const { id = null, add = null } = query;
  const isApart = isNarrow && (id ?? add) !== null;
  const given = { id: null, add: null, ...query };
  const hrefWith = (change) => href(game.id, "memory", clean({ ...given, ...change }));
  const goWith = (change) => go(game.id, "memory", clean({ ...given, ...change }));
  const hrefOf = (memoryId) => hrefWith({ id: memoryId, add: null });
  useReturn(id, isApart);
  useKeys({
    "/": () => field.current?.focus(),
    Escape: () => isApart && goWith({ id: null, add: null }) === undefined,
  });
  const changed = (made, words) => {
    setEdits((times) => times + 1);
    setDone({ words, id: made.id, before: id });
    if (made.id !== id) goWith({ id: made.id, add: null });
  };
  const undo = async () => {
    await game.undo();
    game.store.set({ notice: "" });
    setDone(null);
    if (done.before !== id) goWith({ id: done.before });
    document.getElementById("main")?.focus();
  };
  if (!scopes.value) return html`<main id="main" class="alone" tabindex="-1">${scopes.failure ? html`<p class="failure">${scopes.failure}</p>` : html`<${Loading} />`}</main>`;
  const scope = scopes.value.find(({ of }) => query.of && (of === query.of || of.split("/").at(-1) === query.of)) ?? null;
  const known = namesOf(scopes.value, state);
  const back = isNarrow ? { href: hrefWith({ id: null, add: null }), label: query.q ? "Back to what was found" : "Back to the list" } : null;
  const found = { game, query, scope, scopes: scopes.value, version, known, hrefWith, hrefOf, goWith, field, looked: id ? looked : null, waits: state.waits, isNarrow };
  return html`<div class="memory">
    ${!isNarrow && html`<${Scopes} scopes=${scopes.value} chosen=${scope?.of} hrefOf=${(of) => hrefWith({ ...ANY, of })} />`}
    <main id="main" tabindex="-1" class="memory-both" aria-label="Memory">
      <div class="memory-main" hidden=${isApart}><${Found} ...${found} /></div>
      ${(!isNarrow || isApart) && html`<section class="memory-beside" aria-label="One memory">
        ${id && done?.id === id && html`<p class="memory-done" role="status">${done.words}. <button type="button" class="linked" onClick=${undo}>Undo</button></p>`}
        ${add ? html`<${AddForm} game=${game} scopes=${scopes.value} of=${scope?.of} done=${(made) => changed(made, "Added")} leave=${() => goWith({ add: null })} />`
          : id ? html`<${Detail} game=${game} id=${id} version=${version} known=${known} hrefOf=${hrefOf} changed=${changed} show=${look} back=${back} takesFocus=${isNarrow || (done?.id === id && done.before !== id)} />`
          : html`<p class="empty">Choose a memory: what it says, what was said and seen, who else knows of it, and when it came to mind stand here.</p>`}
      </section>`}
    </main>
  </div>`;
}

const CALM = 300; // ms without news, after which all is read again

/** A number that is another when the game has gone on, or memories were made. Of much news at once it tells once. */
function useVersion({ scene, waits }) {
  const [version, set] = useState(0);
  const known = useRef(scene);
  useEffect(() => {
    if (known.current === scene) return undefined;
    const timer = setTimeout(() => {
      known.current = scene;
      set((before) => before + 1);
    }, CALM);
    return () => clearTimeout(timer);
  }, [scene, waits]);
  return version;
}

const ANY = { show: null, since: null, until: null }; // no filter

/** In a narrow window one memory is a page of its own: it begins at its top, and the list gets the focus back. */
function useReturn(id, isApart) {
  const last = useRef(null);
  useEffect(() => {
    if (isApart) {
      last.current ??= id;
      scrollTo(0, 0);
    } else if (last.current) {
      (document.querySelector(`[data-memory="${CSS.escape(last.current)}"]`) ?? document.getElementById("main"))?.focus();
      last.current = null;
    }
  }, [id, isApart]);
}

/** The search, the filters, the strip and the list. */
function Found({ game, query, scope, scopes, version, known, hrefWith, hrefOf, goWith, field, looked, waits, isNarrow }) {
  const path = `/games/${game.id}/memories`;
  const { q = "", show = null, since = null, until = null } = query;
  const of = scope?.of;
  const title = scope ? known.ownerOf(of) : "everybody";
  const filter = FILTERS.find(({ name }) => name === show);
  const timeline = useAsked(() => get(`${path}/timeline?${asQuery({ of })}`), [of, version]);
  const { found, lacking } = useSearch(path, of, q, version);
  const list = useList(path, { of, order: "time", since, until, ...filter?.asked }, version, !q);
  useEffect(() => {
    field.current.value = q;
  }, [q]);
  const inTime = ({ game_time: time }) => since === null || (Number(since) <= time && time <= Number(until));
  const hits = ((q && found.value) || []).filter(({ memory }) => inTime(memory));
  const shown = filter ? hits.filter(({ memory }) => filter.holds(memory)) : hits;
  const counts = q ? hitCounts(hits) : countsOf(scope ? [scope] : scopes);
  const search = (event) => {
    event.preventDefault();
    goWith({ ...ANY, q: field.current.value.trim(), id: null, add: null });
  };
  const whose = { nameOf: known.ownerOf, places: known.places, chosen: isNarrow ? null : query.id, hrefOf, owned: !scope };
  const chip = (name, label, isShaped) => html`<a class="memory-filter" href=${hrefWith({ show: name, id: null })} aria-current=${name === show ? "true" : null}>${isShaped && html`<${Shape} group=${name} />`}${label} <small>${counts[name ?? "all"]}</small></a>`;
  const failure = timeline.failure || (q ? found.failure : list.failure);
  return html`
    <div class="memory-find">
      ${isNarrow && html`<${ScopeChoice} scopes=${scopes} chosen=${of} choose=${(each) => goWith({ ...ANY, of: each, id: null })} />`}
      <form role="search" onSubmit=${search}>
        <label class="unseen" for="memory-search">Search what ${title} remembers</label>
        <input type="search" class="field serif" id="memory-search" ref=${field} defaultValue=${q} maxlength="1000" enterkeyhint="search" autocomplete="off" placeholder=${scope ? `What does ${title} remember?` : "Search all memories"} />
        <button class="secondary">Search</button>
      </form>
      ${q && html`<p class="meta" role="status">${found.value ? `The ${hits.length} memories of ${title} that fit “${q}” best. ` : "Searching. "}<a class="linked" href=${hrefWith({ ...ANY, q: null, id: null })}>Show all</a></p>`}
      ${q && lacking > 0 && html`<p class="meta memory-lacking">Found by their words. By meaning too, when ${many(lacking, "more text has", "more texts have")} been read.</p>`}
      <nav class="memory-filters" aria-label="Which memories">
        ${chip(null, "All")}
        ${FILTERS.map(({ name, label, kinds }) => (counts[name] > 0 || name === show || (name === "pinned" && !q)) && chip(name, label, kinds))}
        ${game.mayAct && html`<a class="quiet linked" href=${hrefWith({ id: null, add: 1 })}>Add by hand</a>`}
      </nav>
      ${timeline.value && html`<${Strip} timeline=${timeline.value} hits=${shown.map(({ memory }) => memory)} chosen=${looked && (!scope || [of, undefined].includes(looked.of)) ? looked : null} spell=${since === null ? null : Number(since)} hrefOf=${(from, to) => hrefWith({ since: from, until: from === null ? null : to })} isNarrow=${isNarrow} />`}
      ${since !== null && html`<p class="meta">Only ${day(Number(since))} to ${clock(Number(until))}. <a class="linked" href=${hrefWith({ since: null, until: null })}>At any time</a></p>`}
    </div>
    <section class="memory-list" aria-label=${`Memories of ${title}`}>
      ${failure && html`<p class="failure" role="alert">${failure}</p>`}
      ${(q ? !found.value : !list.memories) && !failure && html`<${Loading} />`}
      ${q && found.value && (shown.length > 0 ? html`<${HitList} hits=${shown} ...${whose} />` : html`<p class="empty">Nothing of it is remembered${filter || since !== null ? " here" : ""}.</p>`)}
      ${!q && list.memories && (list.memories.length > 0 ? html`<${TimeList} memories=${list.memories} filter=${show} ...${whose} />` : html`<p class="empty">${EMPTY[show] ?? (since === null ? "Nothing yet. Memories are made when a scene ends." : "Nothing at this time.")}</p>`)}
      ${!q && list.hasMore && html`<${More} key=${list.memories.length} load=${list.more} isAsking=${list.isAsking} />`}
      ${!q && waits > 0 && html`<p class="empty">${many(waits, "memory is", "memories are")} being made, and will stand here.</p>`}
    </section>`;
}

const AGAIN = 1500; // ms after which a search that went by words alone is asked again

/** What a search found, and how many texts are still to be read before it finds by meaning: until then it is asked again. */
function useSearch(path, of, q, version) {
  const [round, setRound] = useState(0);
  const asked = useAsked(() => (q ? get(`${path}/search?${asQuery({ of, q, limit: FOUND })}`) : null), [`${of} ${q}`, version, round]);
  const lacking = asked.value?.lacking ?? 0;
  useEffect(() => {
    if (!lacking || asked.isAsking) return undefined;
    const timer = setTimeout(() => setRound((before) => before + 1), AGAIN);
    return () => clearTimeout(timer);
  }, [lacking, asked.isAsking]);
  return { found: { ...asked, value: asked.value?.items ?? null }, lacking };
}

const hitCounts = (hits) => ({ all: hits.length, ...Object.fromEntries(FILTERS.map(({ name, holds }) => [name, hits.filter(({ memory }) => holds(memory)).length])) });

const EMPTY = { pinned: "Nothing is pinned. What is pinned is kept for good.", hand: "Nothing was written by hand.", away: "Nothing was put away." };

/** A list that grows by pages, and is read again as far as it was when the game goes on. */
function useList(path, wanted, version, isShown) {
  const key = asQuery(wanted).toString();
  const [state, set] = useState({ key: null, memories: null, cursor: null, failure: "", isAsking: false });
  const now = useRef(state);
  now.current = state;
  const read = useCallback(async (before, cursor, atLeast) => {
    set((present) => ({ ...present, isAsking: true, failure: "" }));
    try {
      let [memories, next] = [before, cursor];
      do {
        const page = await get(`${path}?${key}&limit=${PAGE}${next ? `&cursor=${encodeURIComponent(next)}` : ""}`);
        [memories, next] = [[...memories, ...page.items], page.next_cursor];
      } while (next && memories.length < atLeast);
      return { key, memories, cursor: next, failure: "", isAsking: false };
    } catch (error) {
      return { ...now.current, key, failure: error.message, isAsking: false };
    }
  }, [path, key]);
  useEffect(() => {
    if (!isShown) return undefined;
    let isOver = false;
    const had = now.current.key === key ? (now.current.memories?.length ?? 0) : 0;
    read([], null, had).then((found) => !isOver && set(found));
    return () => {
      isOver = true;
    };
  }, [key, version, isShown]);
  const more = useCallback(() => {
    const { memories, cursor, isAsking, key: present } = now.current;
    if (cursor && !isAsking && present === key) read(memories, cursor, 0).then((found) => now.current.key === key && set(found));
  }, [read]);
  const isPresent = state.key === key;
  return { memories: isPresent ? state.memories : null, failure: state.failure, hasMore: isPresent && state.cursor !== null, isAsking: state.isAsking, more };
}

async function everyPage(path) {
  const items = [];
  for (let cursor = null; ; ) {
    const page = await get(`${path}?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    items.push(...page.items);
    cursor = page.next_cursor;
    if (!cursor) return items;
  }
}

/** Names of owners by scope, of people and players by id, of places by id. */
function namesOf(scopes, { scene }) {
  const inside = (name) => name.replace(/^The /, "the "); // a sentence
  const byId = new Map(scopes.map(({ of, name }) => [of.split("/").at(-1), inside(name)]));
  const players = new Map((scene?.players ?? []).map(({ id, name }) => [id, name]));
  return {
    places: new Map(scopes.filter(({ of }) => of.startsWith("location/")).map(({ of, name }) => [of.split("/").at(-1), inside(name)])),
    isNamed: (id) => players.has(id) || byId.has(id),
    nameOf: (id) => players.get(id) ?? byId.get(id) ?? id,
    ownerOf: (of) => byId.get(of.split("/").at(-1)) ?? of,
  };
}

/** What is not empty, as an address has it. */
const clean = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value != null && value !== ""));

function asQuery(values) {
  const pairs = Object.entries(clean(values)).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  return new URLSearchParams(pairs);
}
