// Ten situations put to a model: which one it is at, what it did in each, what it is fit for, what would make it faster.
import { eventsOfAnswer } from "../../api.js";
import { capital, many, number } from "../../text.js";
import { html, useEffect, useRef, useState } from "../../ui.js";
import { Done, useDoing } from "../doing.js";

const FIT = {
  tools: "It can be the game master: “With tools”.",
  guided: "It can tell what the rules do: “Guided”.",
  summaries: "It can condense what has happened, and the rules tell the story.",
  offline: "The rules play better alone.",
};

/** `path`: where a trial is asked for, with `body`; `change` takes the mode that it finds. */
export function Trial({ path, body, change }) {
  const [{ now, tried, report, isStopped }, set] = useState(NOTHING);
  const doing = useDoing();
  const running = useRef(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = () => {
    const stopping = (running.current = new AbortController());
    set(NOTHING);
    doing.run(async () => {
      try {
        for await (const { name, data } of eventsOfAnswer(path, body, stopping.signal)) set((before) => heard(before, name, data));
      } catch (error) {
        if (error.name !== "AbortError") throw error;
        set((before) => ({ ...before, now: null, isStopped: true }));
      }
    });
  };
  return html`<div class="trial">
    <p class="buttons"><button type="button" class="secondary" disabled=${doing.isBusy} onClick=${start}>Put it to trial</button>
      ${doing.isBusy ? html`<button type="button" class="secondary" onClick=${() => running.current.abort()}>Stop</button>` : html`<${Done} doing=${doing} />`}
      ${!doing.isBusy && !report && !tried.length && html`<span class="meta">Ten situations: a minute or several.</span>`}</p>
    ${doing.isBusy && html`<p class="trial-now"><progress max=${now?.of ?? 10} value=${tried.length} aria-label="Situations that were tried"></progress>
      <span class="meta" role="status">${now ? `${now.number} of ${now.of}: it ${now.title}` : "The model is asked whether it answers."}</span></p>`}
    ${isStopped && html`<p class="meta" role="status">Stopped after ${many(tried.length, "situation")}; nothing was changed.</p>`}
    ${!report && tried.length > 0 && html`<${Situations} tried=${tried} />`}
    ${report && html`<section class="trial-report" aria-label="The report of the trial">
      <h3 class="serif" role="status">${FIT[report.suits]}</h3>
      <p>${report.why}</p>
      ${report.slowness && html`<p class="failure">${report.slowness}</p>`}
      ${["tools", "guided"].includes(report.suits) && html`<p><button type="button" class="quiet linked" onClick=${() => change({ mode: report.suits })}>Choose that</button></p>`}
      <details><summary class="quiet">${many(report.situations.filter(({ obeyed }) => obeyed).length, "situation")} of ${report.situations.length} as it should be</summary>
        <${Situations} tried=${report.situations} /></details>
      <p class="meta">${figures(report)}</p>
    </section>`}
  </div>`;
}

/** `now`: the situation that is put to it; `tried`: how it did in those before; `report`: at the end. */
const NOTHING = { now: null, tried: [], report: null, isStopped: false };

function heard(before, name, data) {
  if (name === "begun") return { ...before, now: data };
  if (name === "tried") return { ...before, tried: [...before.tried, data] };
  return name === "report" ? { ...before, now: null, report: data } : before;
}

const Situations = ({ tried }) => html`<ul class="trial-list">${tried.map(({ title, obeyed, faults, failure, answer }) => html`<li key=${title}>
  <span class=${obeyed ? "" : "failure"}>${obeyed ? "✓" : "✗"} ${capital(title)}</span>
  ${!obeyed && html`<p class="meta">${failure || faults.join(", ")}</p>${answer && html`<p class="meta">“${answer}”</p>`}`}
</li>`)}</ul>`;

function figures({ first_token: first, tokens_a_second: speed, calls, tokens, cost }) {
  const told = [
    first == null ? null : `${first.toFixed(1)} s until an answer begins`,
    speed == null ? null : `${speed.toFixed(0)} tokens a second`,
    many(calls, "call"),
    `${number(tokens)} tokens`,
    cost == null ? "no price is known" : `$${cost.toFixed(4)}`,
  ];
  return `${capital(told.filter(Boolean).join("; "))}.`;
}
