// Here: the map of known places, who is here, quests, what is carried. All of it from the scene.
import { ACTIVITIES, capital, many, rounded } from "../../text.js";
import { html } from "../../ui.js";
import { Map } from "../map.js";

const DANGER = { CLEARED: "cleared", safe: "safe", low: "a little dangerous", moderate: "dangerous", high: "very dangerous", extreme: "deadly" };

export function Here({ game, scene, play }) {
  const { place, act, people, quests, carries, things, secrets, choices } = scene;
  const open = quests.filter(({ state }) => state !== "completed");
  const done = quests.filter(({ state }) => state === "completed");
  const lineFor = (deed, id) => (game.mayAct ? choices.find((choice) => choice.deed === deed && choice.id === id)?.line : null);
  return html`
    <h2 class="panel-title serif">${place?.name ?? "Nowhere"}</h2>
    <p class="meta">${[scene.time, act?.name, place && (DANGER[place.state] ?? place.state)].filter(Boolean).join(" · ")}</p>
    ${scene.places.length > 0 && html`<${Map} scene=${scene} play=${game.mayAct ? play : null} />`}
    <${Section} title="Who is here">
      ${people.length === 0 && html`<p class="empty">Nobody else.</p>`}
      <ul class="people">${people.map((person) => html`<li key=${person.id}>
        <${Deed} line=${lineFor("talk", person.id)} play=${play}>${person.name}</${Deed}> <span class="meta">${ACTIVITIES[person.state] ?? person.state}</span>
        <p class="about">${rounded(person.description)}</p>
      </li>`)}</ul>
    </${Section}>
    ${things.length > 0 && html`<${Section} title="Lies here"><p class="serif">${things.map(({ name }) => name).join(", ")}</p></${Section}>`}
    ${open.map((quest) => html`<${Section} title=${quest.name} key=${quest.id}>
      <ul class="parts">${quest.parts.map((part) => html`<li class=${part.state === "done" ? "done" : ""}><span class="sign" aria-hidden="true">${part.state === "done" ? "✓" : "○"}</span> <span class="serif">${rounded(part.name)}</span><span class="unseen">${part.state === "done" ? ", done" : ", open"}</span></li>`)}</ul>
    </${Section}>`)}
    ${quests.length === 0 && html`<${Section} title="Quests"><p class="empty">None yet. People tell of what troubles them.</p></${Section}>`}
    ${done.length > 0 && html`<details class="done-quests"><summary class="meta">${capital(many(done.length, "quest"))} done</summary><p class="serif">${done.map(({ name }) => name).join(", ")}</p></details>`}
    <${Section} title=${`${game.playerName(scene.player_id)} carries`}><p class=${carries.length ? "serif" : "empty"}>${carries.length ? carries.map(({ name }) => name).join(", ") : "Nothing."}</p></${Section}>
    ${secrets.length > 0 && html`<${Section} title="Found out"><ul class="secrets">${secrets.map(({ name, description }) => html`<li><b>${name}</b> <span class="about">${rounded(description)}</span></li>`)}</ul></${Section}>`}
  `;
}

const Section = ({ title, children }) => html`<section class="panel-section"><h3 class="label">${title}</h3>${children}</section>`;

const Deed = ({ line, play, children }) =>
  line ? html`<button type="button" class="serif linked" title=${line} onClick=${() => play(line)}>${children}</button>` : html`<span class="serif">${children}</span>`;
