// What the game master tells, and what somebody who is here says, as one turn.
import { ask } from "../../api.js";
import { html, useState } from "../../ui.js";
import { Done, useDoing } from "../doing.js";

export function Narrate({ game, scene }) {
  const [text, setText] = useState("");
  const [who, setWho] = useState("");
  const [words, setWords] = useState("");
  const doing = useDoing();
  const speaker = scene.people.some(({ id }) => id === who) ? who : "";
  const tell = async (event) => {
    event.preventDefault();
    const says = speaker && words.trim() ? [{ who: speaker, text: words.trim() }] : [];
    if (!text.trim() && !says.length) return;
    const turn = await doing.run(() => ask("POST", `/games/${game.id}/narrate`, { text: text.trim(), says }), "Told.");
    if (!turn) return;
    setText("");
    setWords("");
  };
  return html`<form class="table-form" onSubmit=${tell}>
    ${scene.people.length > 0 && html`<div class="one-line"><label><span class="label">Who speaks</span>
        <select class="field" name="who" value=${speaker} onChange=${(event) => setWho(event.target.value)}><option value="">Nobody</option>
          ${scene.people.map(({ id, name }) => html`<option key=${id} value=${id}>${name}</option>`)}</select></label></div>`}
    ${speaker && html`<label><span class="label">Says</span>
      <textarea class="field serif" name="words" rows="2" maxlength="2000" value=${words} placeholder="The bare words, without quotation marks" onInput=${(event) => setWords(event.target.value)}></textarea></label>`}
    <label><span class="label">What happens</span>
      <textarea class="field serif" name="telling" rows="3" maxlength="10000" value=${text} placeholder="Rain sets in, and the lamps go out." onInput=${(event) => setText(event.target.value)}></textarea></label>
    <p class="buttons"><button class="primary" disabled=${doing.isBusy}>Tell it</button> <${Done} doing=${doing} /></p>
  </form>`;
}
