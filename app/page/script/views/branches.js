// Branches: the tree of a game's turns, the games beside it, named turns; going on from any of them.
import { Problem, Unreachable, ask, askSurely, get } from "../api.js";
import { headOf, lanesOf } from "../lanes.js";
import { Lanes } from "../parts/branches/lanes.js";
import { Ways } from "../parts/branches/ways.js";
import { go } from "../router.js";
import { keepToken, useStore } from "../store.js";
import { NARROW, Loading, html, useEffect, useMedia, useRef, useState } from "../ui.js";

const FEW = 6; // games beside this one that are shown at first
const MOST_TURNS = 60; // of a scene that are unfolded at once

export function Branches({ game, route }) {
  const state = useStore(game.store);
  const isNarrow = useMedia(NARROW);
  const [tree, setTree] = useState(null);
  const [shown, show] = useState({ isList: false, gone: false, all: false });
  const [chosen, choose] = useState({ lane: "own", turn: Number(route.query.turn) || state.scene.turn });
  const [isOpen, open] = useState(false); // the sheet of a narrow window
  const [names, setNames] = useState(0); // how many were given here
  const { info, scene } = state;
  const newest = state.turns.at(-1)?.seq ?? 0;

  useEffect(() => {
    let isOver = false;
    load(game, shown.all).then((found) => !isOver && setTree(found), (error) => !isOver && setTree({ failure: error.message }));
    return () => {
      isOver = true;
    };
  }, [game, newest, scene.turn, shown.all, names]);
  useEffect(() => {
    if (Number(route.query.turn)) choose({ lane: "own", turn: Number(route.query.turn) });
  }, [route.query.turn]);

  const deeds = useDeeds(() => setNames(names + 1));

  if (!tree) return html`<main id="main" tabindex="-1" class="branches"><div class="tree"><${Loading} /></div></main>`;
  if (tree.failure) return html`<main id="main" tabindex="-1" class="alone"><h1 class="view-title">Branches</h1><p class="failure" role="alert">${tree.failure}</p></main>`;
  const lanes = lanesOf({ id: game.id, title: info.title, scenes: tree.own, others: tree.others, opened: tree.opened, showsGone: shown.gone });
  const gone = new Set(tree.own.scenes.map(({ lane }) => lane)).size - 1;
  const lane = lanes.find(({ key }) => key === chosen.lane) ?? lanes[0];
  const at = { ...nodeOf(lane, Math.min(chosen.turn, headOf(lane))), lane: lane.key };

  const onTurn = (to, node) => {
    choose({ lane: to.key, turn: node.turn });
    open(true);
  };
  const onFold = async (to, row) => {
    const opened = new Map(tree.opened);
    if (row.of) opened.set(row.of, [...opened.get(row.of), ...(await inside(to, row, row.first))].filter(isFirstOfIts).sort(byTurn));
    else if (!opened.delete(row.key)) opened.set(row.key, await inside(to, row));
    setTree({ ...tree, opened });
  };
  const onJump = ({ turn, stands = true, seq }) => {
    if (!stands) show({ ...shown, gone: true });
    const goneLane = stands ? null : tree.own.scenes.find(({ lane: each, turns }) => each > 0 && turns.some((node) => node.seq === seq));
    choose({ lane: goneLane ? `gone-${goneLane.lane}` : "own", turn });
  };
  const left = tree.count - tree.others.length;
  return html`<main id="main" tabindex="-1" class="branches" aria-label="Branches">
    <div class="tree">
      <div class="tree-tools">
        <h1 class="unseen">Branches</h1>
        ${!isNarrow && html`<button type="button" class="quiet linked" onClick=${() => show({ ...shown, isList: !shown.isList })}>${shown.isList ? "As lanes" : "As a list"}</button>`}
        ${gone > 0 && html`<button type="button" class="quiet linked" onClick=${() => show({ ...shown, gone: !shown.gone })}>${shown.gone ? "Without what was taken back" : "Show what was taken back"}</button>`}
        ${left > 0 && html`<button type="button" class="quiet linked" onClick=${() => show({ ...shown, all: true })}>${left} more branches</button>`}
        ${lanes.length === 1 && html`<p class="meta">No branches yet. Choose a turn to go on from it another way.</p>`}
      </div>
      <${Lanes} lanes=${lanes} chosen=${at} isList=${isNarrow || shown.isList} onTurn=${onTurn} onFold=${onFold} />
    </div>
    <${Side} isSheet=${isNarrow} isOpen=${isOpen} onClose=${() => open(false)}>
      <${Ways} lanes=${lanes} chosen=${at} named=${tree.own.named} onJump=${onJump} ...${deeds} />
    </${Side}>
  </main>`;
}

/** What can be done with a turn of a lane: `onGoOn`, `onName`; `isBusy`, `failure`. */
function useDeeds(onNamed) {
  const [work, set] = useState({ isBusy: false, failure: "" });
  const tried = async (doing) => {
    set({ isBusy: true, failure: "" });
    try {
      const done = await doing();
      set({ isBusy: false, failure: "" });
      return done;
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
      set({ isBusy: false, failure: error instanceof Problem ? error.message : "No connection." });
      return null;
    }
  };
  const which = (lane, { seq, turn }) => (lane.hasGone ? { seq } : { turn });
  const onGoOn = async (lane, node) => {
    if (!lane.hasGone && node.turn === headOf(lane)) return go(lane.gameId);
    const made = await tried(() => askSurely("POST", `/games/${lane.gameId}/branches`, which(lane, node)));
    if (made?.token) keepToken(made.id, made.token);
    return made && go(made.id);
  };
  const onName = async (lane, node, name) => {
    const isDone = await tried(() => ask("POST", `/games/${lane.gameId}/labels`, { name, ...which(lane, node) }).then(() => true));
    if (isDone) onNamed();
    return isDone;
  };
  return { onGoOn, onName, ...work };
}

/** The panel at the right; in a narrow window a sheet, which takes the focus and gives it back. */
function Side({ isSheet, isOpen, onClose, children }) {
  const box = useRef(null);
  const isShown = isSheet && isOpen;
  useEffect(() => {
    if (!isShown) return undefined;
    const before = document.activeElement;
    box.current?.focus();
    return () => before?.isConnected && before.focus();
  }, [isShown]);
  if (isSheet && !isOpen) return null;
  const pressed = (event) => {
    if (event.key !== "Escape" || !isShown) return;
    event.preventDefault();
    onClose();
  };
  return html`${isShown && html`<div class="shade" onClick=${onClose} aria-hidden="true" />`}
    <aside class="panel ways ${isShown ? "sheet" : ""}" role=${isShown ? "dialog" : null} aria-modal=${isShown ? "true" : null} aria-label="The chosen turn" tabindex="-1" ref=${box} onKeyDown=${pressed}>
      ${isShown && html`<div class="panel-head"><span /><button type="button" class="quiet" onClick=${onClose}>Close</button></div>`}
      <div class="panel-body" tabindex="0" role="group" aria-label="The chosen turn">${children}</div>
    </aside>`;
}

/** The tree, and the games beside it as far as they can be read: `{ own, others, count, opened }`. */
async function load(game, all) {
  const own = await get(`/games/${game.id}/scenes`);
  const from = own.branched_from?.how === "branched" ? [{ gameId: own.branched_from.game_id, turn: own.branched_from.turn, isOrigin: true }] : [];
  const beside = [...from, ...own.branches.map(({ game_id: gameId, title, turn }) => ({ gameId, title, turn }))];
  const shown = all ? beside : beside.slice(0, FEW);
  const others = await Promise.all(shown.map(async (other) => {
    try {
      const [{ scenes }, { title }] = await Promise.all([get(`/games/${other.gameId}/scenes`), other.title ? other : get(`/games/${other.gameId}`)]);
      return { ...other, title, scenes };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return null; // it was deleted, or cannot be read
    }
  }));
  return { own, others: others.filter(Boolean), count: beside.length - others.filter((other) => !other).length, opened: new Map() };
}

/** What is in a folded row: scenes of a fold, turns of a scene. */
async function inside(lane, { kind, scene }, first = scene.first) {
  if (kind === "fold") return (await get(`/games/${lane.gameId}/scenes?first=${scene.first}&last=${scene.last}`)).scenes;
  const last = Math.min(scene.last, lane.hasGone ? scene.last : first + MOST_TURNS - 1);
  const { nodes } = await get(`/games/${lane.gameId}/tree?first=${first}&last=${last}`);
  const turns = lane.hasGone ? after(nodes, scene.parent) : nodes.filter(({ stands }) => stands);
  return [...turns, ...scene.turns].filter(isFirstOfIts).sort(byTurn);
}

const byTurn = (one, other) => one.turn - other.turn;
const isFirstOfIts = ({ seq }, at, all) => all.findIndex((each) => each.seq === seq) === at;

/** Turns that do not stand, each after the one before it. */
function after(nodes, parent) {
  const next = nodes.find((node) => node.parent === parent && !node.stands);
  return next ? [next, ...after(nodes, next.seq)] : [];
}

/** What a lane knows of a turn. */
function nodeOf(lane, turn) {
  return lane.rows.find(({ node }) => node?.turn === turn)?.node ?? { turn, seq: null };
}
