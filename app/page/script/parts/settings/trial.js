// Ten situations put to a model: what it did in each, what it is fit for, and what would make it faster.
import { ask } from "../../api.js";
import { capital, many, number } from "../../text.js";
import { html, useState } from "../../ui.js";
import { Done, useDoing } from "../doing.js";

const FIT = {
  tools: "It can be the game master: “With tools”.",
  guided: "It can tell what the rules do: “Guided”.",
  summaries: "It can condense what has happened, and the rules tell the story.",
  offline: "The rules play better alone.",
};

export function Trial({ game, body, change }) {
  const [report, set] = useState(null);
  const doing = useDoing();
  const start = () => {
    set(null);
    doing.run(async () => set(await ask("POST", `/games/${game.id}/model/trial`, body)), "");
  };
  return html`<div class="trial">
    <p class="buttons"><button type="button" class="secondary" disabled=${doing.isBusy} onClick=${start}>${doing.isBusy ? "Ten situations: a minute or several" : "Put it to trial"}</button> <${Done} doing=${doing} /></p>
    ${report && html`<section class="trial-report" aria-label="The report of the trial">
      <h3 class="serif" role="status">${FIT[report.suits]}</h3>
      <p>${report.why}</p>
      ${report.slowness && html`<p class="failure">${report.slowness}</p>`}
      ${["tools", "guided"].includes(report.suits) && html`<p><button type="button" class="quiet linked" onClick=${() => change({ mode: report.suits })}>Choose that</button></p>`}
      <details><summary class="quiet">${many(report.situations.filter(({ obeyed }) => obeyed).length, "situation")} of ${report.situations.length} as it should be</summary>
        <ul class="trial-list">${report.situations.map(({ title, obeyed, faults, failure, answer }) => html`<li>
          <span class=${obeyed ? "" : "failure"}>${obeyed ? "✓" : "✗"} ${capital(title)}</span>
          ${!obeyed && html`<p class="meta">${failure || faults.join(", ")}</p>${answer && html`<p class="meta">“${answer}”</p>`}`}
        </li>`)}</ul></details>
      <p class="meta">${figures(report)}</p>
    </section>`}
  </div>`;
}

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
