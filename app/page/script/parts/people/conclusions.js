// What a person has concluded: each conclusion unfolds to what it rests on, down to what was said.
import { href } from "../../router.js";
import { clock, day, many, rounded, times } from "../../text.js";
import { html } from "../../ui.js";
import { cameAbout } from "./wording.js";

export function Conclusions({ game, person }) {
  const { reflections, reflections_standing: standing, reflections_today: today, reflections_a_day: most } = person;
  const more = standing - reflections.length;
  return html`<section class="conclusions" aria-labelledby="concluded">
    <header><h2 id="concluded" class="view-title">What ${person.name} has concluded</h2>
      <p class="meta">${standing} so far, ${today} of ${most} today</p></header>
    ${reflections.length === 0 && html`<p class="empty">Nothing yet. Twice a day at most, people think over what they have lived through.</p>`}
    ${reflections.map((each, at) => html`<article key=${each.memory.id} class="conclusion">
      <div class="conclusion-head"><p class="serif">${rounded(each.memory.text)}</p><${Id} game=${game} memory=${each.memory} /></div>
      <p class="meta">${[day(each.memory.game_time), each.memory.importance != null && `importance ${Math.round(each.memory.importance)}`].filter(Boolean).join(", ")}</p>
      ${each.evidence.length > 0 && html`<details open=${at === 0}>
        <summary>Rests on ${many(each.evidence.length, "memory", "memories", { inWords: true })}</summary>
        <${Evidence} game=${game} person=${person} of=${each} />
      </details>`}
    </article>`)}
    ${more > 0 && html`<p class="meta">${many(more, "older conclusion")} stand${more === 1 ? "s" : ""} beside these.</p>`}
  </section>`;
}

function Evidence({ game, person, of }) {
  return html`<ul class="evidence">
    ${of.messages_left_out > 0 && html`<li class="meta">${many(of.messages_left_out, "earlier message")} left out</li>`}
    ${runs(of.evidence).map((run) => html`<li key=${run[0].memory.id}><${Step} game=${game} person=${person} run=${run} /></li>`)}
  </ul>`;
}

/** A memory or message that something rests on; several that say the same are told once. */
function Step({ game, person, run }) {
  const [{ memory, evidence, heard }] = run;
  const isMessage = memory.id.startsWith("m-");
  const often = run.length > 1 ? `, ${times(run.length)} until ${clock(run.at(-1).memory.game_time)}` : "";
  return html`<p class="meta step-head"><span>${cameAbout(memory, { person, isMessage, wasHeard: heard })}${often}</span> <${Id} game=${game} memory=${memory} /></p>
    <p class=${`serif ${isMessage ? "said-words" : ""}`}>${rounded(memory.text)}</p>
    ${evidence.length > 0 && html`<details><summary>${evidence.every((each) => each.memory.id.startsWith("m-")) ? "What was said" : "Where this is from"}</summary>
      <${Evidence} game=${game} person=${person} of=${run[0]} />
    </details>`}`;
}

/** Evidence in groups: what says the same words and rests on nothing is one, at the place of the first. */
function runs(evidence) {
  const found = new Map();
  for (const each of evidence) {
    const key = each.evidence.length ? each.memory.id : `${each.memory.location_id} ${each.memory.text}`;
    found.set(key, [...(found.get(key) ?? []), each]);
  }
  return [...found.values()];
}

/** The id of a memory, small; it leads into the view Memory. */
export const Id = ({ game, memory }) => html`<a class="memory-id" href=${href(game.id, "memory", { id: memory.id })}><code>${memory.id}</code></a>`;
