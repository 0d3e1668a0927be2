// People, for the game master: a list of everybody, and what one of them means, did, concluded and knows of others.
import { get } from "../api.js";
import { useAsked } from "../asking.js";
import { Conclusions } from "../parts/people/conclusions.js";
import { Person } from "../parts/people/person.js";
import { Relations } from "../parts/people/relations.js";
import { Stays } from "../parts/people/stays.js";
import { href } from "../router.js";
import { useStore } from "../store.js";
import { ACTIVITIES, capital, provenance } from "../text.js";
import { NARROW, Loading, html, useEffect, useMedia } from "../ui.js";

const MOST = 100; // people that the list shows

export function People({ game, route }) {
  const { scene } = useStore(game.store);
  const isNarrow = useMedia(NARROW);
  const { value: data, failure } = useAsked(() => get(`/games/${game.id}/people?limit=${MOST}`), [game.id, scene]);
  const people = data?.items ?? [];
  const asked = route.query.id;
  const id = asked ?? (isNarrow ? null : (people.find((each) => each.is_present) ?? people[0])?.id);
  return html`<main id="main" tabindex="-1" class="people-view" aria-label="People">
    ${(!isNarrow || !id) && html`<nav class="everybody" aria-label="Everybody">
      <h2 class=${isNarrow ? "view-title" : "label"}>Everybody</h2>
      ${failure && html`<p class="failure" role="alert">${failure}</p>`}
      ${!data && !failure && html`<${Loading} />`}
      ${data && people.length === 0 && html`<p class="empty">Nobody lives in this story.</p>`}
      <ul>${people.map((each) => html`<li key=${each.id}>
        <a href=${href(game.id, "people", { id: each.id })} aria-current=${each.id === id ? "true" : null}>
          <span class="serif">${each.name}</span>
          <span class="meta">${whereabouts(each)}</span>
          ${provenance(each) && html`<span class="meta made">${capital(provenance(each))}</span>`}
        </a>
      </li>`)}</ul>
    </nav>`}
    ${id && html`<${Shown} key=${id} game=${game} id=${id} scene=${scene} isNarrow=${isNarrow} chosen=${route.query.with} />`}
  </main>`;
}

function whereabouts({ location_name: place, is_present: isPresent, is_companion: isCompanion, is_dead: isDead, activity }) {
  const does = ACTIVITIES[activity] ?? activity;
  if (isDead) return "Dead";
  if (isCompanion) return `Goes with the party, ${does}`;
  return isPresent ? `With the party, ${does}` : place ? `${place}, ${does}` : "Nowhere on the map";
}

function Shown({ game, id, scene, isNarrow, chosen }) {
  const path = `/games/${game.id}/people/${encodeURIComponent(id)}`;
  const { value: person, failure } = useAsked(() => get(path), [path, scene]);
  useEffect(() => {
    if (isNarrow && person) document.getElementById("person-name").focus(); // the list that was clicked is gone
  }, [person?.id]);
  return html`<div class="person">
    ${isNarrow && html`<p class="back"><a class="linked" href=${href(game.id, "people")}>Everybody</a></p>`}
    ${failure && html`<p class="failure" role="alert">${failure}</p>`}
    ${!person && !failure && html`<${Loading} />`}
    ${person && html`
      <${Person} game=${game} person=${person} now=${scene.game_time} />
      <${Conclusions} game=${game} person=${person} />
      <div class="beside">
        <${Relations} game=${game} person=${person} path=${path} when=${scene} chosen=${chosen} />
        <${Stays} person=${person} path=${path} when=${scene} now=${scene.game_time} />
      </div>
    `}
  </div>`;
}
