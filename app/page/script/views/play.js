// Play: the story with its margin, what is possible, the input, and the panel beside it.
import { Chips } from "../parts/play/chips.js";
import { Composer } from "../parts/play/composer.js";
import { Hints } from "../parts/play/hints.js";
import { Panel } from "../parts/play/panel.js";
import { Story } from "../parts/play/story.js";
import { KeyList } from "../parts/reading.js";
import { useKeys } from "../keys.js";
import { go, href } from "../router.js";
import { keepToken, useStore } from "../store.js";
import { clock, rounded } from "../text.js";
import { NARROW, html, useCallback, useEffect, useRef, useState, useMedia } from "../ui.js";

export function Play({ game, route }) {
  const state = useStore(game.store);
  const isNarrow = useMedia(NARROW);
  const [text, setText] = useState("");
  const [editing, setEditing] = useState(null);
  const [showsKeys, showKeys] = useState(false);
  const [actor, setActor] = useState(null); // whose lines a game master types, where several sit at one screen
  const field = useRef(null);
  const { turns, telling, scene, panel } = state;
  const own = turns.filter(({ player_input: line }) => line !== null);
  const chosen = own.some(({ turn }) => turn === state.chosen) ? state.chosen : (own.at(-1)?.turn ?? null);

  // A line that was not played, or was taken back, goes back into the input, before what stands there.
  useEffect(() => {
    if (!state.returned) return;
    const { text: line, instead, isUndone } = state.returned;
    setText((present) => [line, present === instead ? "" : present].filter(Boolean).join("\n"));
    game.store.set({ returned: null });
    field.current?.focus();
    if (isUndone) requestAnimationFrame(() => field.current?.setSelectionRange(0, line.length)); // other words replace it
  }, [state.returned]);

  // A turn that is brought back takes its line with it.
  useEffect(() => {
    if (!state.emptied) return;
    setText((present) => (present.startsWith(state.emptied) ? present.slice(state.emptied.length).trimStart() : present));
    game.store.set({ emptied: null });
    field.current?.focus();
  }, [state.emptied]);

  // The address may name a turn.
  useEffect(() => {
    const turn = Number(route.query.turn);
    if (turn) {
      game.choose(turn);
      game.leadTo(turn);
    }
  }, [route.query.turn]);

  const play = useCallback((line) => {
    game.choose(null);
    game.play(line, actor);
  }, [game, actor]);
  const write = useCallback((line) => {
    setText(line);
    field.current?.focus();
  }, []);

  /** What the parts of a turn ask for. */
  const order = useCallback(async (what, turn, given) => {
    if (what === "choose") game.choose(turn.turn);
    else if (what === "why") {
      game.choose(turn.turn);
      game.show("remembered");
    } else if (what === "thread") {
      game.choose(turn.turn, given);
      game.show("remembered");
    } else if (what === "edit") setEditing({ turn: turn.turn, what: "line" });
    else if (what === "wish" || what === "words") setEditing({ turn: turn.turn, what });
    else if (what === "leave") {
      setEditing(null);
      field.current?.focus();
    } else if (what === "again") {
      setEditing(null);
      game.again(given?.hint);
    }
    else if (what === "branch") goTo(await game.branch(turn.turn));
    else if (what === "rewrite" && given.text.trim()) {
      setEditing(null);
      const played = await game.edit(turn.turn, given.text.trim(), given.asBranch);
      if (given.asBranch) goTo(played && { id: played.game_id, token: played.token });
    }
  }, [game]);

  const step = (by) => {
    const at = own.findIndex(({ turn }) => turn === chosen) + by;
    const isOverGap = state.breaks.includes(own[by < 0 ? at + 1 : at]?.turn); // the turn beside it is yet to be loaded
    const next = isOverGap ? chosen + by : own[at]?.turn;
    if (!next) return false;
    game.choose(next);
    game.leadTo(next);
    return true;
  };
  useKeys({
    Escape: () => {
      if (telling) game.stop();
      else if (showsKeys) showKeys(false);
      else if (panel.isOpen && isNarrow) game.store.set({ panel: { ...panel, isOpen: false } });
      else return false;
      return true;
    },
    h: () => game.show("here"),
    r: () => game.show("remembered"),
    "[": () => step(-1),
    "]": () => step(1),
    u: () => game.mayUndo && game.undo(),
    "?": () => showKeys(!showsKeys),
  });

  const opening = html`<${Opening} scene=${scene} />`;
  return html`<div class="play">
    <main id="main" tabindex="-1" class="reading" aria-label="Play">
      <${Story} game=${game} state=${state} turns=${turns} chosen=${chosen} editing=${editing} order=${order} opening=${opening}>
        ${scene.ending && html`<${Ending} ending=${scene.ending} />`}
        ${scene.ended && html`<p class="row ended meta"><span>${scene.ending ? "The story is over." : "The story has ended. You can still play on."}${" "}
          ${game.mayUndo && !telling && html`<button type="button" class="linked" onClick=${() => game.undo()}>Undo the last turn</button>${" or "}`}
          <a class="linked" href=${href(null)}>${game.mayUndo && !telling ? "begin" : "Begin"} a new game</a>.</span></p>`}
        ${game.mayAct && !telling && !state.heard && !scene.ending && html`<${Chips} scene=${scene} isNarrow=${isNarrow} play=${play} write=${write} />`}
        ${game.mayAct && !telling && !state.heard && !scene.ended && html`<${Hints} key=${`${scene.turn} ${scene.game_time}`} game=${game} play=${play} />`}
        ${isNarrow && game.mayAct && !telling && html`<p class="row undo-row">
          ${scene.may_go_on && !scene.ended && html`<button type="button" class="quiet linked" onClick=${() => game.goOn()}>Continue</button>`}
          ${game.mayUndo && html`<button type="button" class="quiet linked" onClick=${() => game.undo()}>Undo the last turn</button>`}
        </p>`}
      </${Story}>
      ${game.mayAct && html`<${Composer} game=${game} state=${state} isNarrow=${isNarrow} text=${text} setText=${setText} field=${field} actor=${actor ?? scene.player_id} onActor=${game.isMaster ? setActor : null} onPlay=${play} onEditLast=${() => setEditing(own.at(-1) && game.owns(own.at(-1)) ? { turn: own.at(-1).turn, what: "line" } : null)} />`}
    </main>
    <${Panel} game=${game} state=${state} turn=${own.find(({ turn }) => turn === chosen) ?? null} isNarrow=${isNarrow} play=${play} />
    ${showsKeys && html`<div class="key-list popover" role="dialog" aria-label="Keys"><${KeyList} /><button type="button" class="secondary" onClick=${() => showKeys(false)}>Close</button></div>`}
  </div>`;
}

/** Go to a game that was made; null: it was not. */
function goTo(made) {
  if (!made) return;
  if (made.token) keepToken(made.id, made.token);
  go(made.id);
}

/** How the story has ended; nothing more can be done in it. */
const Ending = ({ ending }) => html`<section class="row ending" aria-label="The end">
  <div class="ending-card ${ending.won ? "won" : "lost"}">
    <p class="label">${ending.won ? "The end: won" : "The end: lost"}</p>
    <h2 class="serif">${ending.name}</h2>
    <p class="serif">${rounded(ending.text)}</p>
  </div>
</section>`;

/** What is read before the first turn. */
const Opening = ({ scene: { opening, first } }) => html`<article class="turn row opening" aria-label="The opening">
  <h2 class="scene serif">${first.place.name}</h2>
  <div class="told story">${[opening, first.act.description, first.place.description].filter(Boolean).flatMap((text) => text.split(/\n\n+/)).map((text) => html`<p>${rounded(text)}</p>`)}</div>
  <div class="notes"><time>${clock(first.game_time)}</time></div>
</article>`;
