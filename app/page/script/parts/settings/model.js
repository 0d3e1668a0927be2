// Who tells the story: the rules, the server's model, or one of the game's own, tried with a button before it is used.
import { ask, get } from "../../api.js";
import { Loading, html, useEffect, useState } from "../../ui.js";
import { Done, useDoing } from "../doing.js";
import { NamedModel } from "./named_model.js";
import { Trial } from "./trial.js";
import { Tuning, TUNED } from "./tuning.js";

const TELLERS = [["offline", "Offline rules"], ["server", "The server’s model"], ["own", "A model"]];
const MODES = [[null, "As the server"], ["guided", "Guided"], ["tools", "With tools"]];
const ABOUT_KEY = "Kept on the server for this game, for nobody to read again, and sent only to this model.";
export const MODE_TEXT = {
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
  const { model: _, ...place } = body; // the address and key alone
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
    ${form.teller === "own" && (kept.may_change_model ? html`<${NamedModel} path=${`/games/${game.id}/model`} place=${place} form=${form} kept=${kept} change=${change} about=${ABOUT_KEY} />`
      : html`<p class="meta">${kept.model}. Which model a game may have is the admin’s to say.</p>`)}
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
