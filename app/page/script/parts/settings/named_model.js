// Name, address and key of a model, with a list of what is offered at the address.
import { ask } from "../../api.js";
import { html, useState } from "../../ui.js";
import { Done, useDoing } from "../doing.js";

/** `path`: where names are asked for, with `place`; `kept`: what is in use; `about`: what becomes of a key. */
export function NamedModel({ path, place, form, kept, change, about }) {
  const [names, setNames] = useState([]);
  const listing = useDoing();
  const list = () => listing.run(async () => setNames((await ask("POST", `${path}/names`, place)).names), "The field offers them.");
  return html`
    <label class="field-row"><span class="label">Model</span>
      <input class="field" name="model" maxlength="200" required value=${form.model} placeholder="openai-chat:gpt-5-mini" list="model-names" autocomplete="off" spellcheck=${false} onInput=${(event) => change({ model: event.target.value })} /></label>
    <datalist id="model-names">${names.map((name) => html`<option value=${name} />`)}</datalist>
    <label class="field-row"><span class="label">Address, for a server of your own</span>
      <input class="field" name="address" type="url" maxlength="500" value=${form.address} placeholder=${`${location.protocol}//localhost:11434/v1`} autocomplete="off" spellcheck=${false} onInput=${(event) => change({ address: event.target.value })} /></label>
    <p class="buttons"><button type="button" class="quiet linked" disabled=${listing.isBusy || !(form.address || kept.base_url)} onClick=${list}>${listing.isBusy ? "Asking" : "Which models are there?"}</button> <${Done} doing=${listing} /></p>
    ${names.length > 0 && html`<div class="names choice-list">${names.slice(0, 12).map((name) => html`<button type="button" class="chip" onClick=${() => change({ model: name })}>${name}</button>`)}</div>`}
    ${form.key === null
      ? html`<div class="field-row"><span class="label" id="key">Key</span>
          <p class="field kept-key" role="group" aria-labelledby="key"><span>kept, never shown again</span> <button type="button" class="quiet linked" onClick=${() => change({ key: "" })}>Replace</button></p></div>`
      : html`<div class="field-row"><label class="field-row"><span class="label">Key</span>
            <input class="field" name="key" type="password" maxlength="1000" value=${form.key} placeholder="none" autocomplete="off" aria-describedby="about-key" onInput=${(event) => change({ key: event.target.value })} /></label>
          <span class="meta" id="about-key">${about}</span></div>`}`;
}
