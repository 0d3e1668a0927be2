// A person: how it is, its plan against what it did, what it means to, to whom it is bound, what is due.
import { href } from "../../router.js";
import { ACTIVITIES, capital, clock, day, listed, many, provenance, rounded } from "../../text.js";
import { html } from "../../ui.js";
import { Portrait } from "./portrait.js";
import { JOBS, PROMISES, STANDINGS, timeOf } from "./wording.js";

export function Person({ game, person, now }) {
  const { names } = person;
  const place = person.places[person.location_id];
  return html`<section class="who" aria-labelledby="person-name">
    <${Portrait} game=${game} person=${person} />
    <h2 id="person-name" class="view-title" tabindex="-1">${person.name}</h2>
    <p class="about">${[person.occupation && `${capital(person.occupation)}.`, person.is_dead ? "Dead." : place ? `At ${place}, ${ACTIVITIES[person.activity] ?? person.activity}.` : "Nowhere on the map.", person.is_companion && "Goes with the party."].filter(Boolean).join(" ")}</p>
    ${provenance(person) && html`<p class="meta made">${capital(provenance(person))}.</p>`}
    ${person.seen.length > 0 && html`<p class="serif person-states">To be seen: ${person.seen.map(rounded).join(" ")}</p>`}
    ${Object.keys(person.profile ?? {}).length > 0 && html`<details><summary>${person.added_by ? "As it was made" : "As the author wrote it"}</summary>
      ${Object.entries(person.profile).map(([heading, text]) => html`<p key=${heading} class="meta">${heading}: ${rounded(text)}</p>`)}</details>`}
    <p class="serif condition">${capital(person.condition)}; ${person.attitude} towards ${names.party}.</p>
    <dl class="levels">
      <${Level} label="Energy" value=${person.energy} /><${Level} label="Well fed" value=${person.hunger} /><${Level} label="Mood" value=${person.mood} />
    </dl>
    ${person.reason && html`<p class="meta why">Why: ${rounded(person.reason)}</p>`}
    ${person.items.length > 0 && html`<p class="meta">Carries: ${listed(person.items.map((id) => names[id] ?? id))}.</p>`}
    <${Plan} person=${person} now=${now} />
    <h3 class="label">Means to</h3>
    ${person.goals.length === 0 && html`<p class="empty">Nothing in particular.</p>`}
    <ul class="goals">${person.goals.map((goal) => html`<li key=${goal.id}><span class="serif">${rounded(goal.text)}</span> <span class="meta">${progress(goal)}</span>
      ${goal.note && html`<p class="meta">Last: ${rounded(goal.note)}</p>`}</li>`)}</ul>
    ${person.commitments.length > 0 && html`<h3 class="label">Given and asked</h3><${Bonds} person=${person} of=${person.commitments} now=${now} />`}
    <h3 class="label">What is due</h3>
    <p class="serif due">${due(person, now)}</p>
    <p class="meta">${many(person.memories, "memory", "memories")} in all, <a class="linked" href=${href(game.id, "memory", { of: `npc/${person.id}` })}>read them</a>.</p>
  </section>`;
}

const Level = ({ label, value }) => html`<div><dt>${label}</dt><dd><meter class="level" min="0" max="100" value=${value} aria-label=${label} /><span>${Math.round(value)}</span></dd></div>`;

const progress = ({ progress: reached }) => (reached >= 100 ? "reached" : reached ? `${reached} of 100` : "nothing done yet");

function Plan({ person, now }) {
  const { plan, plan_until: until } = person;
  const isOver = until != null && until <= now;
  const title = isOver ? `The plan of day ${Math.floor(until / 1440)}` : "Today";
  const next = plan.findIndex(({ status, time }) => status === "pending" && time > now);
  const hasActive = !isOver && plan.some(({ status }) => status === "active");
  return html`<h3 class="label">${title}</h3>
    ${isOver && html`<p class="meta">It ended at ${day(until)}. There is none for today yet.</p>`}
    ${plan.length === 0 && html`<p class="empty">${person.has_plan_ready ? "A plan is made. It holds when time passes." : "No plan yet. People plan from 06:00 on, when time passes."}</p>`}
    <ol class="day">${plan.map((item, at) => html`
      ${!isOver && !hasActive && at === next && html`<${Now} now=${now} />`}
      <li key=${item.id} class=${`item ${item.status}`}>
        <time>${clock(item.time)}</time>
        <div>
          <p class="serif">${rounded(item.description)}</p>
          <p class="meta">${planned(item, person.names)}</p>
          ${item.status !== "pending" && html`<p class="meta done">${done(item, person.places)}</p>`}
          ${item.status === "active" && !isOver && html`<p class="now">now, ${clock(now)}</p>`}
        </div>
      </li>`)}
      ${!isOver && !hasActive && next < 0 && plan.length > 0 && html`<${Now} now=${now} />`}
    </ol>`;
}

const Now = ({ now }) => html`<li class="item between"><time /><div><p class="now">now, ${clock(now)}</p></div></li>`;

/** Where and with whom an item was meant to be. */
const planned = (item, names) => [names[item.place], item.with_ids.length > 0 && `with ${listed(item.with_ids.map((id) => names[id] ?? id))}`].filter(Boolean).join(", ");

/** What came of an item: "Done. There 12:30 to 13:00." */
function done(item, places) {
  const outcome = { active: "Under way.", completed: "Done.", cancelled: "Given up." }[item.status];
  const there = item.stays.filter((stay) => !item.place || stay.location_id === item.place);
  if (there.length) {
    const from = clock(Math.max(there[0].since, item.time));
    const until = there.at(-1).until;
    const where = item.place ? "There" : `At ${listed([...new Set(there.map(({ location_id: id }) => places[id]))])}`;
    return `${outcome} ${where} ${until == null ? `since ${from}` : `${from} to ${clock(until)}`}.`;
  }
  const elsewhere = [...new Set(item.stays.map(({ location_id: id }) => places[id]))];
  return elsewhere.length ? `${outcome} Was at ${listed(elsewhere)} instead.` : outcome;
}

/** Promises and the like, newest first, each with what has become of it. */
export function Bonds({ person, of, now }) {
  const name = (id) => person.names[id] ?? id;
  const about = (one) => [capital(STANDINGS[one.status] ?? one.status), `${["open", "due"].includes(one.status) ? "since" : "given"} ${timeOf(one.made_at, now)}`, one.at != null && `for ${timeOf(one.at, now)}`, one.place_id && `at ${person.places[one.place_id]}`, one.subject_id && `about ${name(one.subject_id)}`];
  return html`<ul class="commitments">${[...of].reverse().map((one) => html`<li key=${one.id} class=${one.status}>
    <span class="serif">${name(one.by_id)} ${PROMISES[one.kind] ?? one.kind} ${listed(one.to_ids.map(name))}: “${rounded(one.words)}”</span>
    <p class="meta">${about(one).filter(Boolean).join(", ")}</p>
  </li>`)}</ul>`;
}

/** What a person's mind does next, in sentences. */
function due(person, now) {
  const { reflects_from: from, plan_until: until, waiting } = person;
  const thinks = from <= now ? "Reflects as soon as there is something new." : `Reflects again from ${timeOf(from, now)} on.`;
  const plans = until == null || until <= now ? "Plans next when time passes." : `Plans again from ${timeOf(until, now)} on.`;
  const waits = waiting.length > 0 && `Now waiting: ${listed([...new Set(waiting)].map((kind) => JOBS[kind] ?? kind))}.`;
  return [thinks, plans, waits].filter(Boolean).join(" ");
}
