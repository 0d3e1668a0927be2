// The server's model, for the admin: what narrates games without a model of their own, and how. Used at once, and kept for
// the next start.
import { ask, get } from "../../api.js";
import { listed } from "../../text.js";
import { Loading, html, useEffect, useState } from "../../ui.js";
import { Done, useDoing } from "../doing.js";
import { MODE_TEXT } from "./model.js";
import { NamedModel } from "./named_model.js";
import { Trial } from "./trial.js";
import { TUNED, Tuning } from "./tuning.js";

const PATH = "/server/model";
const OFFLINE = "offline";
const MODES = [["guided", "Guided"], ["tools", "With tools"]];
const ABOUT_KEY = "Kept in the server’s file of settings, for nobody to read again here, and sent only to this model.";
const NAMES = { model: "the model", base_url: "its address", api_key: "its key", mode: "how it tells", temperature: "the temperature", top_p: "top-p", answer_tokens: "the longest answer", prompt_budget: "the longest prompt", strictness: "what is judged" };

const formOf = (kept) => ({ teller: kept.model === OFFLINE ? OFFLINE : "own", model: kept.model === OFFLINE ? "" : kept.model, address: kept.base_url ?? "", key: kept.has_key ? null : "", mode: kept.mode, ...Object.fromEntries(TUNED.map((name) => [name, kept[name]])) });

/** What of a form is another than what is in use: the rest stays, also where it cannot be changed here. */
function changesOf({ teller, model, address, key, mode, ...tuned }, kept) {
  if (teller === OFFLINE) return kept.model === OFFLINE ? {} : { model: OFFLINE };
  const wanted = { model: model.trim(), base_url: address.trim() || null, mode, ...Object.fromEntries(TUNED.map((name) => [name, tuned[name]])) };
  const changed = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => value !== kept[name]));
  return { ...changed, ...(key !== null && (key.trim() || kept.has_key) && { api_key: key.trim() || null }) };
}

export function ServerModel({ onLeave }) {
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
    using.run(async () => take(await get(PATH)));
  }, []);
  const head = html`<div class="begin-buttons"><h2 class="serif" id="server-model">The server’s model</h2> <button type="button" class="quiet" onClick=${onLeave}>Close</button></div>`;
  if (!kept) return html`<section class="server-model" aria-labelledby="server-model">${head}${using.failure ? html`<p class="failure" role="alert">${using.failure}</p>` : html`<${Loading} />`}</section>`;
  const change = (part) => {
    setForm({ ...form, ...part });
    using.say("");
    trying.say("");
  };
  const body = changesOf(form, kept);
  const { model: _, ...place } = body; // the address and key alone
  const tryIt = async () => {
    using.say("");
    const found = await trying.run(() => ask("POST", `${PATH}/try`, body));
    if (found) trying.say(...(found.answered ? [`${found.said} It took ${found.seconds} s.`] : ["", found.said]));
  };
  const useIt = async (event) => {
    event.preventDefault();
    trying.say("");
    await using.run(async () => take(await ask("PUT", PATH, body)), (found) => `From the next line of each game on${found.is_kept ? "" : ", until the server stops"}.`);
  };
  const isModel = form.teller === "own";
  return html`<section class="server-model" aria-labelledby="server-model">${head}
    <p class="under">It tells the story of games that have no model of their own.</p>
    ${kept.fixed.length > 0 && html`<p class="meta">Said by the environment or the command line of the server, and to be changed there: ${listed(kept.fixed.map((name) => NAMES[name]))}.</p>`}
    <form class="settings-form" onSubmit=${useIt}>
      <div class="field-row"><div class="choice-of" role="group" aria-label="Who tells the story">
        <button type="button" aria-pressed=${!isModel} onClick=${() => change({ teller: OFFLINE })}>Offline rules</button>
        <button type="button" aria-pressed=${isModel} onClick=${() => change({ teller: "own" })}>A model</button>
      </div>${!isModel && html`<span class="meta">No model, no key and no network. Nothing is asked, nothing costs.</span>`}</div>
      ${isModel && html`<${NamedModel} path=${PATH} place=${place} form=${form} kept=${kept} change=${change} about=${ABOUT_KEY} />
        <div class="field-row"><span class="label" id="mode">How it tells</span>
          <div class="choice-of" role="group" aria-labelledby="mode">
            ${MODES.map(([mode, label]) => html`<button type="button" aria-pressed=${form.mode === mode} onClick=${() => change({ mode })}>${label}</button>`)}
          </div><span class="meta">${MODE_TEXT[form.mode]}</span></div>
        <${Tuning} form=${form} server=${null} change=${change} />`}
      <p class="buttons"><button class="primary" disabled=${using.isBusy}>Use it</button>
        ${isModel && html`<button type="button" class="secondary" disabled=${trying.isBusy} onClick=${tryIt}>${trying.isBusy ? "Trying" : "Try it"}</button>`}
        <${Done} doing=${trying.failure || trying.done ? trying : using} /></p>
      ${isModel && html`<${Trial} path=${`${PATH}/trial`} body=${body} change=${change} />`}
    </form></section>`;
}
