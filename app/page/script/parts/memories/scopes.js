// Whose memories there are: as a list at the side, in a narrow window as a choice.
import { capital } from "../../text.js";
import { html, useState } from "../../ui.js";

const FEW = 9; // places that are shown at first

const sorts = (scopes) => [
  ["People", scopes.filter(({ of }) => of.startsWith("npc/"))],
  ["Places", scopes.filter(({ of }) => of.startsWith("location/"))],
];
const worldOf = (scopes) => scopes.find(({ of }) => of === "world");

export function Scopes({ scopes, chosen, hrefOf }) {
  const [all, showAll] = useState(false);
  const [people, places] = sorts(scopes);
  const ranked = [...places[1]].sort((one, other) => told(other) - told(one));
  const few = ranked.filter(({ of }, at) => all || at < FEW || of === chosen);
  const row = ({ of, name, count }) => html`<li key=${of}><a href=${hrefOf(of)} aria-current=${(of ?? "") === (chosen ?? "") ? "true" : null}><span>${capital(name)}</span>${count != null && html` <small>${count}</small>`}</a></li>`;
  const world = worldOf(scopes);
  return html`<nav class="memory-scopes" aria-label="Whose memories">
    <ul>${row({ of: null, name: "Everybody" })}${world && row(world)}</ul>
    <h2 class="label">${people[0]}</h2><ul>${people[1].map(row)}</ul>
    <h2 class="label">${places[0]}</h2><ul>${few.map(row)}</ul>
    ${few.length < ranked.length && html`<button type="button" class="quiet" onClick=${() => showAll(true)}>${ranked.length - few.length} more places</button>`}
  </nav>`;
}

/** How much a scope holds beside what the scenario gave it. */
const told = ({ count, kinds }) => count - (kinds.gifted ?? 0);

export function ScopeChoice({ scopes, chosen, choose, label = "Whose memories", withEverybody = true, name }) {
  const world = worldOf(scopes);
  const option = ({ of, name: title, count }) => html`<option key=${of} value=${of} selected=${of === chosen}>${capital(title)}${count ? `, ${count}` : ""}</option>`;
  return html`<label class="scope-choice"><span class="label">${label}</span>
    <select class="field" name=${name} onChange=${choose && ((event) => choose(event.target.value || null))}>
      ${withEverybody && html`<option value="" selected=${!chosen}>Everybody</option>`}
      ${world && option(world)}
      ${sorts(scopes).map(([title, found]) => found.length > 0 && html`<optgroup label=${title}>${found.map(option)}</optgroup>`)}
    </select>
  </label>`;
}
