// The talk at the table: what players and game master write to each other aside from the story.
import { when } from "../text.js";
import { html, useEffect, useRef, useState } from "../ui.js";
import { Done, useDoing } from "./doing.js";

export function Talk({ game, state }) {
  const [text, setText] = useState("");
  const doing = useDoing();
  const list = useRef(null);
  const { remarks, scene } = state;
  useEffect(() => {
    game.readTalk();
    const box = list.current.closest(".panel-body") ?? list.current;
    box.scrollTop = box.scrollHeight;
  }, [remarks.at(-1)?.number]);
  const isOwn = ({ player_id: writer }) => (game.isMaster ? writer === null : writer === scene.player_id);
  const say = async (event) => {
    event?.preventDefault();
    if (text.trim() && (await doing.run(() => game.say(text.trim())))) setText("");
  };
  const pressed = (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    say();
  };
  return html`<div class="talk">
    ${remarks.length === 0 && html`<p class="empty">Nothing yet. What is written here is not part of the story: nobody in it hears it, and no model reads it.</p>`}
    <ol class="remarks" ref=${list} aria-label="What was said at the table">${remarks.map((remark) => html`<li key=${remark.number} class=${isOwn(remark) ? "own" : ""}>
      <p class="meta"><b>${game.writerName(remark.player_id)}</b> ${when(remark.at)}
        ${(game.isMaster || isOwn(remark)) && html` <button type="button" class="quiet linked" aria-label=${`Remove: ${remark.text}`} onClick=${() => doing.run(() => game.unsay(remark.number))}>Remove</button>`}</p>
      <p class="remark">${remark.text}</p></li>`)}</ol>
    <p class="unseen" role="status">${remarks.length > 0 && !isOwn(remarks.at(-1)) ? `${game.writerName(remarks.at(-1).player_id)}: ${remarks.at(-1).text}` : ""}</p>
    <form onSubmit=${say}>
      <label><span class="label">To everybody at the table</span>
        <textarea class="field" name="remark" rows="2" maxlength="1000" value=${text} onInput=${(event) => setText(event.target.value)} onKeyDown=${pressed}></textarea></label>
      <p class="buttons"><button class="secondary" disabled=${doing.isBusy}>Say it</button> <${Done} doing=${doing} /></p>
    </form>
  </div>`;
}
