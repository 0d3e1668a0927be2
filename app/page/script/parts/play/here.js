// Here: the map of known places, who is here, quests, what is carried. All of it from the scene.
import { ACTIVITIES, capital, many, provenance, rounded } from "../../text.js";
import { html } from "../../ui.js";
import { usePictured } from "../../pictures.js";
import { Map } from "../map.js";
import { Picture } from "../picture.js";
import { Notes } from "./notes.js";

const DANGER = { CLEARED: "cleared", safe: "safe", low: "a little dangerous", moderate: "dangerous", high: "very dangerous", extreme: "deadly" };

export function Here({ game, scene, play }) {
  const { place, act, people, quests, carries, things, secrets, choices } = scene;
  const open = quests.filter(({ state }) => state !== "completed");
  const done = quests.filter(({ state }) => state === "completed");
  const lineFor = (deed, id) => (game.mayAct ? choices.find((choice) => choice.deed === deed && choice.id === id)?.line : null);
  const states = [...scene.seen, ...scene.players.flatMap((player) => player.seen.map((words) => (scene.players.length > 1 ? `${player.name}: ${words}` : words)))];
  const pictured = usePictured(game, scene);
  const within = (all, id) => all.find((each) => each.id === id)?.name;
  const listing = (all) => all.map((thing, at) => html`${at > 0 && ", "}${thingWords(thing, within(all, thing.inside))}${provenance(thing) && html` <span class="meta">(${provenance(thing)})</span>`}`);
  return html`
    ${place && pictured.includes(place.id) && html`<${Picture} key=${place.id} gameId=${game.id} of=${place.id} name=${place.name} kind="view" />`}
    <h2 class="panel-title serif">${place?.name ?? "Nowhere"}</h2>
    <p class="meta">${[scene.time, act?.name, place && (DANGER[place.state] ?? place.state), place && provenance(place)].filter(Boolean).join(" · ")}</p>
    ${place?.seen.length > 0 && html`<p class="about place-seen">${place.seen.map(rounded).join(" ")}</p>`}
    ${states.length > 0 && html`<ul class="states" aria-label="How you are">${states.map((words) => html`<li key=${words}>${words}</li>`)}</ul>`}
    ${scene.places.length > 0 && html`<${Map} scene=${scene} play=${game.mayAct ? play : null} />`}
    <${Section} title="Who is here">
      ${people.length === 0 && html`<p class="empty">Nobody else.</p>`}
      <ul class="people">${people.map((person) => html`<li key=${person.id}>
        ${pictured.includes(person.id) && html`<${Picture} gameId=${game.id} of=${person.id} name=${person.name} kind="portrait" />`}
        <${Deed} line=${lineFor("talk", person.id)} play=${play}>${person.name}</${Deed}> <span class="meta">${[person.companion && "comes with you", ACTIVITIES[person.state] ?? person.state, provenance(person)].filter(Boolean).join(", ")}</span>
        <p class="about">${[person.description, ...person.seen].map(rounded).join(" ")}</p>
      </li>`)}</ul>
    </${Section}>
    ${things.length > 0 && html`<${Section} title="Lies here"><p class="serif">${listing(things)}</p></${Section}>`}
    ${open.map((quest) => html`<${Section} title=${quest.name} key=${quest.id}>
      <ul class="parts">${quest.parts.map((part) => html`<li class=${part.state === "done" ? "done" : ""}><span class="sign" aria-hidden="true">${part.state === "done" ? "✓" : "○"}</span> <span class="serif">${rounded(part.name)}</span><span class="unseen">${part.state === "done" ? ", done" : ", open"}</span></li>`)}</ul>
    </${Section}>`)}
    ${quests.length === 0 && html`<${Section} title="Quests"><p class="empty">None yet. People tell of what troubles them.</p></${Section}>`}
    ${done.length > 0 && html`<details class="done-quests"><summary class="meta">${capital(many(done.length, "quest"))} done</summary><p class="serif">${done.map(({ name }) => name).join(", ")}</p></details>`}
    <${Section} title=${`${game.playerName(scene.player_id)} carries`}><p class=${carries.length ? "serif" : "empty"}>${carries.length ? listing(carries) : "Nothing."}</p></${Section}>
    ${game.mayAct && html`<${Notes} game=${game} scene=${scene} />`}
    ${secrets.length > 0 && html`<${Section} title="Found out"><ul class="secrets">${secrets.map(({ name, description }) => html`<li><b>${name}</b> <span class="about">${rounded(description)}</span></li>`)}</ul></${Section}>`}
  `;
}

/** A thing with its number, what it is in, and what is seen of it. */
const thingWords = ({ name, count, seen }, within) => [rounded(count == null ? name : `${count} ${name}`), within && `in ${rounded(within)}`, seen.length && `(${seen.map(rounded).join(" ").replace(/\.$/, "")})`].filter(Boolean).join(" ");

const Section = ({ title, children }) => html`<section class="panel-section"><h3 class="label">${title}</h3>${children}</section>`;

const Deed = ({ line, play, children }) =>
  line ? html`<button type="button" class="serif linked" title=${line} onClick=${() => play(line)}>${children}</button>` : html`<span class="serif">${children}</span>`;
