// The story column. Of a long game only a window of turns is drawn; it moves with the reader, and older turns are loaded
// when they come near. The view follows the end only for a reader who is there.
import { Problem, Unreachable } from "../../api.js";
import { lengthOf } from "../../telling.js";
import { segment } from "../../turns.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../ui.js";
import { Gauge } from "./gauge.js";
import { Telling, Turn } from "./turn.js";

const FIRST = 30; // turns that are drawn at first
const STEP = 20; // and more when the reader comes near an edge
const MOST = 90;
const NEAR = 700; // px

export function Story({ game, state, turns, chosen, editing, order, children, opening }) {
  const scroller = useRef(null);
  const [edges, setEdges] = useState({ first: null, last: null }); // numbers of turns; null: as it comes, to the end
  const anchor = useRef(null); // what has to stay where it is when turns come in over it
  const follows = useRef(true);
  const stood = useRef(0); // where the story was scrolled to when it was drawn, so that only a reader who goes up stops following
  const size = useRef(""); // of the window on the story, as it was drawn last: what it scrolls by itself as that changes, no reader did
  const beyond = useRef(0); // px by which a reader has read on behind the end that the view follows
  const busy = useRef(false);
  const [hasNew, setNew] = useState(false);

  const index = (number, otherwise) => {
    const found = number === null ? -1 : turns.findIndex(({ turn }) => turn >= number);
    return found < 0 ? otherwise : found;
  };
  const [start, stop] = segment(state, index(edges.first, turns.length - 1)); // what is drawn has no gap
  const from = Math.max(start, index(edges.first, turns.length - FIRST));
  const to = edges.last === null ? stop : Math.min(stop, index(edges.last + 1, turns.length));
  const drawn = turns.slice(from, to);
  const isAtStart = from === 0 && !state.breaks.includes(turns[0]?.turn);

  const all = () => [...scroller.current.querySelectorAll(".turn")];
  const keepPlace = () => {
    const top = scroller.current.getBoundingClientRect().top;
    const kept = all().find((each) => each.dataset.turn && each.getBoundingClientRect().bottom > top + 40);
    anchor.current = kept && { turn: kept.dataset.turn, top: kept.getBoundingClientRect().top };
  };
  const move = (first, last) => {
    keepPlace();
    setEdges({ first: turns[first]?.turn ?? null, last: last >= turns.length ? null : turns[last - 1].turn });
  };

  const loaded = async (work) => {
    busy.current = true;
    try {
      await work;
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
    } finally {
      busy.current = false;
    }
  };
  const grow = async () => {
    const box = scroller.current;
    if (!box || busy.current) return;
    if (box.scrollTop < NEAR && !isAtStart) {
      const isThere = from - STEP >= start || !state.breaks.includes(turns[start].turn);
      if (isThere) return move(Math.max(start, from - STEP), Math.min(to, from - STEP + MOST));
      const { turn } = turns[from];
      await loaded(game.loadBefore(turns[start].turn));
      const at = game.state.turns.findIndex((each) => each.turn === turn);
      if (at < 0) return;
      keepPlace();
      setEdges({ first: game.state.turns[Math.max(segment(game.state, at)[0], at - STEP)].turn, last: edges.last });
    } else if (to < turns.length && box.scrollHeight - box.scrollTop - box.clientHeight < NEAR) {
      if (to < stop) return move(Math.max(from, to + STEP - MOST), Math.min(stop, to + STEP));
      setEdges({ first: drawn[0].turn, last: drawn.at(-1).turn }); // what comes in below pushes none out
      await loaded(game.loadAfter(drawn.at(-1).turn));
    }
  };

  // Browsers report scrolling with the next frame. A view that is drawn before it takes account of it first, so that it pulls
  // nobody back: behind the end it keeps the distance, for the end itself may have moved meanwhile.
  const heed = (box) => {
    const moved = box.scrollTop - stood.current;
    if (moved > 0) beyond.current += moved;
    else if (moved < -2 && box.scrollTop < endOf(box) - 40) follows.current = false;
  };

  const toEnd = () => {
    setNew(false);
    follows.current = true;
    beyond.current = 0;
    setEdges({ first: null, last: null });
  };

  // Keep the place where turns came in over it; else follow, or say that there is something new.
  const seen = useRef({ turn: 0, seq: 0, length: 0 });
  const last = turns.at(-1) ?? { turn: 0, seq: 0 };
  const told = {
    turn: state.telling ? (state.telling.replaces ?? last.turn + 1) : (state.heard?.turn ?? last.turn), seq: last.seq,
    length: lengthOf(state.telling ?? state.heard), began: state.telling?.began,
  };
  useLayoutEffect(() => {
    const box = scroller.current;
    const before = seen.current;
    const hasCome = told.seq > before.seq || (told.seq === before.seq && told.length > before.length);
    seen.current = told;
    heed(box);
    if (told.began && told.began !== before.began) toEnd(); // who plays wants to see it
    if (anchor.current) {
      const kept = box.querySelector(`[data-turn="${anchor.current.turn}"]`);
      if (kept) box.scrollTop += kept.getBoundingClientRect().top - anchor.current.top;
      anchor.current = null;
    } else if (follows.current && edges.last === null) {
      if (told.turn !== before.turn) beyond.current = 0;
      box.scrollTop = endOf(box) + beyond.current;
    } else if (hasCome && newestIn(box)?.getBoundingClientRect().top > box.getBoundingClientRect().bottom - 60) setNew(true);
    stood.current = box.scrollTop;
  });
  useEffect(() => {
    grow();
  });
  // As windows change their width the text is set anew: who is at the end stays there.
  useEffect(() => {
    const watch = new ResizeObserver(() => {
      const box = scroller.current;
      box.closest(".reading").style.setProperty("--gutter", `${box.offsetWidth - box.clientWidth}px`); // the input stands under the column
      heed(box);
      if (follows.current) box.scrollTop = endOf(box) + beyond.current;
      stood.current = box.scrollTop;
      size.current = sizeOf(box);
    });
    watch.observe(scroller.current);
    watch.observe(scroller.current.firstElementChild);
    return () => watch.disconnect();
  }, []);
  const scrolled = () => {
    const box = scroller.current;
    if (size.current !== sizeOf(box)) return; // what watches the size comes next, and puts it where it belongs
    const isAtEnd = box.scrollTop >= endOf(box) - 40;
    beyond.current = Math.max(0, box.scrollTop - endOf(box));
    if (isAtEnd) follows.current = to === turns.length;
    else if (box.scrollTop < stood.current - 2) follows.current = false;
    stood.current = box.scrollTop;
    if (!follows.current && edges.first === null && drawn.length) setEdges({ first: drawn[0].turn, last: null }); // new turns push none out
    if (isAtEnd && hasNew) setNew(false);
    grow();
  };

  // A turn that a thread, the gauge or a key leads to.
  const target = state.target ?? null;
  useEffect(() => {
    if (!target) return undefined;
    let isOver = false;
    loaded(game.reach(target.turn)).then(() => {
      const all = game.state.turns;
      const at = all.findIndex(({ turn }) => turn >= target.turn);
      if (isOver || at < 0) return;
      const [first, end] = segment(game.state, at);
      const last = Math.min(end, at + STEP);
      follows.current = false;
      anchor.current = null;
      if (!drawn.includes(all[at])) setEdges({ first: all[Math.max(first, at - 10)].turn, last: last === all.length ? null : all[last - 1].turn });
      requestAnimationFrame(() => requestAnimationFrame(() => {
        const element = scroller.current?.querySelector(`[data-turn="${target.turn}"]`);
        element?.scrollIntoView({ block: "center" });
      }));
    });
    return () => {
      isOver = true;
    };
  }, [target]);

  const several = state.scene.players.length > 1;
  const nameOf = (id) => (several ? game.playerName(id) : "");
  const newestOwn = turns.findLast(({ player_input: line }) => line !== null)?.turn;
  const replaced = state.telling?.replaces ?? Infinity;
  return html`<div class="story-box">
    <${Gauge} turns=${turns} last=${state.scene.turn} sought=${state.sought} onSeek=${(turn) => game.leadTo(turn)} />
    <section class="scroller" ref=${scroller} onScroll=${scrolled} tabindex="0" aria-label="The story"><div>
      ${isAtStart ? opening : html`<p class="row older"><span class="meta">Earlier turns</span></p>`}
      ${drawn.filter(({ turn }) => turn < replaced).map((turn, at) => html`<${Turn} key=${turn.turn} game=${game} turn=${turn} heading=${headingOf(turns, from + at, state.breaks)}
        player=${nameOf(turn.player_id)} isChosen=${turn.turn === chosen} isPicked=${turn.turn === state.chosen} isSought=${turn.turn === state.sought}
        editing=${turn.turn === editing?.turn ? editing.what : null} answers=${state.answers?.turn === turn.turn ? state.answers : null} tools=${toolsOf(game, turn, turn.turn === newestOwn)} order=${order} />`)}
      ${state.telling && html`<${Telling} telling=${state.telling} player=${nameOf(state.telling.playerId)} />`}
      ${!state.telling && state.heard && html`<${Telling} telling=${state.heard} />`}
      ${state.waiting.map(({ line }) => html`<p class="row waiting"><i>${line}</i></p>`)}
      ${to === turns.length && children}
    </div></section>
    ${(hasNew || to < turns.length) && html`<button type="button" class="secondary new-text" onClick=${toEnd}>${hasNew ? "New text" : "To the newest turn"}</button>`}
    <p class="unseen" aria-live="polite">${spoken(state)}</p>
  </div>`;
}

const sizeOf = (box) => `${box.clientWidth} ${box.clientHeight}`;

const newestIn = (box) => [...box.querySelectorAll(".turn:not(.opening)")].at(-1);

/** Where a reader stands who follows the story: the newest turn whole, or its beginning at the top. It reads what is drawn
 * alone, so that whoever holds it knows the story as it is now. */
function endOf(box) {
  const newest = newestIn(box);
  const top = newest ? newest.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop - 12 : 0;
  return Math.max(0, Math.min(box.scrollHeight - box.clientHeight, top));
}

/** The place, where a turn ends in another than the turn before. */
function headingOf(turns, at, breaks) {
  const turn = turns[at];
  if (breaks.includes(turn.turn)) return turn.place;
  const before = turns[at - 1];
  const moved = before ? turn.location_id && turn.location_id !== before.location_id : turn.events.some(({ kind }) => kind === "location_changed");
  return moved ? turn.place : "";
}

const TOOLS = {
  none: { why: "Why" },
  newest: { edit: "Edit", again: "Again", branch: "Branch", why: "Why" },
  older: { edit: "Edit", branch: "Branch", why: "Why" },
  player: { edit: "Edit", again: "Again", why: "Why" },
};
const TOLD_TOOLS = {
  newest: { edit: "Edit", again: "Again", wish: "Again, but …", words: "Its words", branch: "Branch", why: "Why" },
  older: { edit: "Edit", words: "Its words", branch: "Branch", why: "Why" },
  player: { edit: "Edit", again: "Again", wish: "Again, but …", why: "Why" },
}; // of a turn that a model told

/** The same object each time, so that nothing is drawn anew. */
function toolsOf(game, turn, isNewest) {
  if (!game.mayAct) return TOOLS.none;
  const tools = turn.parts.some(({ by_model: byModel }) => byModel) ? TOLD_TOOLS : TOOLS;
  if (!game.isMaster) return isNewest && game.mayUndo && game.owns(turn) ? tools.player : TOOLS.none;
  return isNewest ? tools.newest : tools.older;
}

/** What screen readers hear: whole paragraphs of the newest turn, once it is told. */
function spoken({ telling, turns }) {
  const turn = turns.at(-1);
  if (telling || !turn || Date.now() - Date.parse(turn.at) > 60_000) return "";
  return turn.parts.map(({ kind, speaker_name: name, text }) => (kind === "speech" ? `${name}: ${text}` : text)).join("\n");
}
