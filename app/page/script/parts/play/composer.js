// Where a player writes. It never moves: what there is to say of it stands over it.
import { href } from "../../router.js";
import { many } from "../../text.js";
import { html, useEffect, useRef, useState } from "../../ui.js";

const SLOW = 8; // seconds after which one is told how long it has been
const TOO_SLOW = 30; // seconds after which a game master is shown where a model can be tried

export function Composer({ game, state, isNarrow, text, setText, actor, onActor, onPlay, onEditLast, field }) {
  const { telling, waiting, scene } = state;
  useEffect(() => grow(field.current), [text, isNarrow]);
  const player = game.playerName(actor);
  const send = () => {
    if (!text.trim()) return;
    onPlay(text);
    setText("");
  };
  const pressed = (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === "ArrowUp" && !text && !telling) {
      event.preventDefault();
      onEditLast();
    }
  };
  const hint = scene.ending ? "The story is over." : telling ? (isNarrow ? "You may write on" : "You may write on; it waits.") : isNarrow ? `What does ${player} do?` : `What does ${player} do or say?`;
  return html`<form class="composer row" onSubmit=${(event) => { event.preventDefault(); send(); }}>
    <${Said} state=${state} game=${game} count=${waiting.length} />
    <div class="composer-box">
      ${onActor && scene.players.length > 1 && html`<select class="composer-who" aria-label="Whose line it is" value=${actor} onChange=${(event) => onActor(event.target.value)}>${scene.players.map(({ id, name }) => html`<option key=${id} value=${id}>${name}</option>`)}</select>`}
      <textarea class="serif" rows="1" maxlength="10000" aria-label=${`What does ${player} do or say?`} placeholder=${hint} enterkeyhint="send" autocomplete="off" ref=${field} value=${text} onInput=${(event) => setText(event.target.value)} onKeyDown=${pressed}></textarea>
      ${telling
        ? html`<button type="button" class="secondary" onClick=${() => game.stop()}>Stop${!isNarrow && html` <small>Esc</small>`}</button>`
        : html`${!isNarrow && scene.may_go_on && !scene.ended && !text.trim() && html`<button type="button" class="quiet" title="Let the narrator go on" onClick=${() => game.goOn()}>Continue</button>`}${!isNarrow && game.mayUndo && html`<button type="button" class="quiet" onClick=${() => game.undo()}>Undo</button>`}
            <button class="primary">Play</button>`}
    </div>
  </form>`;
}

/** One sentence over the input: what went wrong, what was done, what is slow. */
function Said({ state, game, count }) {
  const { telling, failure, notice, connection, undone } = state;
  const seconds = useSeconds(telling?.began);
  const isTooSlow = telling && game.isMaster && seconds >= TOO_SLOW; // a trial in Settings says what would make a model faster
  let words = "";
  if (failure) words = failure;
  else if (telling?.lost || (telling && connection === "lost")) words = "No connection. Your words are kept, and sent again.";
  else if (connection === "lost") words = "No connection. The page looks for it.";
  else if (telling && seconds >= SLOW) words = `${seconds} seconds by now.`;
  else if (notice) words = notice;
  if (count) words = [words, `${many(count, "line waits", "lines wait")}.`].filter(Boolean).join(" ");
  return html`<p class="said ${failure || connection === "lost" ? "failure" : ""}" role=${failure ? "alert" : "status"}>${words && html`<span>${words}${isTooSlow && html` <a class="linked" href=${href(game.id, "settings")}>What would help?</a>`}${notice && undone.length > 0 && !failure && !telling && html` <button type="button" class="quiet linked" onClick=${() => game.redo()}>Bring it back</button>`}${(failure || notice) && !telling && html` <button type="button" class="quiet linked" onClick=${() => game.store.set({ failure: "", notice: "" })}>Close</button>`}</span>`}</p>`;
}

function useSeconds(began) {
  const [, draw] = useState(0);
  useEffect(() => {
    if (!began) return undefined;
    const timer = setInterval(() => draw((times) => times + 1), 1000);
    return () => clearInterval(timer);
  }, [began]);
  return began ? Math.floor((Date.now() - began) / 1000) : 0;
}

/** As high as its text, up to what the style sheet allows. */
function grow(field) {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
