// Who tells the story: the rules, the server's model, or one of the game's own, tried with a button before it is used.
import { ask, get } from "../../api.js";
import { Loading, html, useEffect, useState } from "../../ui.js";
import { Done, useDoing } from "../doing.js";
import { Trial } from "./trial.js";
import { Tuning, TUNED } from "./tuning.js";

const TELLERS = [["offline", "Offline rules"], ["server", "The server’s model"], ["own", "A model"]];
const MODES = [[null, "As the server"], ["guided", "Guided"], ["tools", "With tools"]];
const MODE_TEXT = {
  guided: "The rules carry out what is typed, the model only tells it. Every model can.",
  tools: "The model acts by itself, with the game’s commands as its tools. For models that call tools well.",
};

/** Settings of a model as a form holds them; `key`: null while the kept one stays. */
const formOf = (kept) => ({ teller: tellerOf(kept), model: kept.model ?? "", address: kept.base_url ?? "", key: kept.has_key ? null : "", mode: kept.mode, ...Object.fromEntries(TUNED.map((name) => [name, kept[name]])) });

/** On a server whose own model are the rules these are one choice. */
const tellerOf = ({ teller, server_model: servers }) => (teller === "server" && servers === "offline" ? "offline" : teller);

export function ModelForm({ game }) {
  const [kept, setKept] = useState(null);
  const [form, setForm] = useState(null);
  const using = useDoing();
  const trying = useDoing();
  const take = (found) => {
    setKept(found);
    setForm(formOf(found));
    return found;
  };
  useEffect(() => {
    using.run(async () => take(await get(`/games/${game.id}/model`)));
  }, [game.id]);
  if (!kept) return using.failure ? html`<p class="failure" role="alert">${using.failure}</p>` : html`<${Loading} />`;
  const change = (part) => {
    setForm({ ...form, ...part });
    using.say("");
    trying.say("");
  };
  const tellers = TELLERS.filter(([name]) => kept.tellers.includes(name) && (name !== "server" || kept.server_model !== "offline"));
  const body = bodyOf(form, kept);
  const tryIt = async () => {
    using.say("");
    const found = await trying.run(() => ask("POST", `/games/${game.id}/model/try`, body));
    if (found) trying.say(...(found.answered ? [`${found.said} It took ${found.seconds} s.`] : ["", found.said]));
  };
  const useIt = async (event) => {
    event.preventDefault();
    trying.say("");
    await using.run(async () => take(await ask("PUT", `/games/${game.id}/model`, body)), "From the next line on.");
    game.refreshInfo();
  };
  return html`<form class="settings-form" onSubmit=${useIt}>
    <div class="field-row">
      <div class="choice-of" role="group" aria-label="Who tells the story">
        ${tellers.map(([name, label]) => html`<button type="button" aria-pressed=${form.teller === name} onClick=${() => change({ teller: name })}>${label}</button>`)}
      </div>
      ${form.teller === "server" && html`<span class="meta">${kept.server_model}, as for all games here.</span>`}
      ${form.teller === "offline" && html`<span class="meta">No model, no key and no network. Nothing is asked, nothing costs.</span>`}
    </div>
    ${form.teller === "own" && html`<${Own} game=${game} form=${form} kept=${kept} change=${change} />`}
    ${form.teller !== "offline" && html`<div class="field-row"><span class="label" id="mode">How it tells</span>
      <div class="choice-of" role="group" aria-labelledby="mode">
        ${MODES.map(([mode, label]) => html`<button type="button" aria-pressed=${form.mode === mode} onClick=${() => change({ mode })}>${label}</button>`)}
      </div>
      ${form.mode && html`<span class="meta">${MODE_TEXT[form.mode]}</span>`}
    </div>`}
    ${form.teller !== "offline" && html`<${Tuning} form=${form} server=${kept.of_server} change=${change} />`}
    <p class="buttons">
      <button class="primary" disabled=${using.isBusy}>Use it</button>
      ${form.teller !== "offline" && html`<button type="button" class="secondary" disabled=${trying.isBusy} onClick=${tryIt}>${trying.isBusy ? "Trying" : "Try it"}</button>`}
      <${Done} doing=${trying.failure || trying.done ? trying : using} />
    </p>
    ${form.teller !== "offline" && html`<${Trial} path=${`/games/${game.id}/model/trial`} body=${body} change=${change} />`}
  </form>`;
}

/** Name, address and key; a game master sees the name alone. */
function Own({ game, form, kept, change }) {
  const [names, setNames] = useState([]);
  const listing = useDoing();
  const { model: _, ...place } = bodyOf(form, kept); // the address and key alone
  const list = () => listing.run(async () => setNames((await ask("POST", `/games/${game.id}/model/names`, place)).names), "The field offers them.");
  if (!kept.may_change_model) return html`<p class="meta">${kept.model}. Which model a game may have is the admin’s to say.</p>`;
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
          <span class="meta" id="about-key">Kept on the server for this game, for nobody to read again, and sent only to this model.</span></div>`}`;
}

/** What the server is asked to change: a game master says no more than who tells, and how. */
function bodyOf({ teller, model, address, key, mode, ...tuned }, { may_change_model: mayChange }) {
  const own = teller === "own" && mayChange;
  return {
    teller,
    mode,
    ...Object.fromEntries(TUNED.map((name) => [name, tuned[name]])),
    ...(own && { model: model.trim(), base_url: address.trim() || null }),
    ...(own && key !== null && { api_key: key.trim() || null }),
  };
}
