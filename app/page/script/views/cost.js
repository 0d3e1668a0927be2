// Cost: calls, tokens and money by turn and by who asked, the caps; offline, what prompts would have been.
import { UsageChart, spentIn } from "../parts/prompts/chart.js";
import { byTurn, useUsage } from "../parts/prompts/usage.js";
import { go, href } from "../router.js";
import { useStore } from "../store.js";
import { many, number } from "../text.js";
import { Loading, html, useMemo, useState } from "../ui.js";

export function Cost({ game }) {
  const state = useStore(game.store);
  const { sizes, usage, isMeasuring, more, failure } = useUsage(game, state.turns.at(-1));
  const [isTable, setTable] = useState(false);
  const rows = useMemo(() => byTurn(sizes, usage?.items ?? []), [sizes, usage]);
  const hasSpend = usage !== null && usage.total.calls > 0;
  const choose = (turn) => go(game.id, "prompt", { turn });
  return html`<main id="main" class="cost-view" tabindex="-1">
    <h2 class="view-title">What this game has cost</h2>
    ${failure && html`<p class="failure" role="alert">${failure}</p>`}
    ${!usage && !failure && html`<${Loading} />`}
    ${usage && html`
      <p class="under">${summary(usage, state.turns.length)}</p>
      ${(rows.length > 0 || hasSpend) && html`<${Figures} usage=${usage} sizes=${sizes} />`}
      <p class="measuring meta" role="status">${isMeasuring && state.turns.length > 0 ? "Prompts are built again and measured …" : ""}</p>
      ${rows.length > 0 && html`
        ${isTable ? html`<${TurnTable} game=${game} rows=${rows} hasSpend=${hasSpend} />` : html`<${UsageChart} rows=${rows} hasSpend=${hasSpend} onChoose=${choose} />`}
        <p class="chart-buttons"><button type="button" class="linked" onClick=${() => setTable(!isTable)}>${isTable ? "Show as columns" : "Read as a table"}</button>
          ${more && html`<button type="button" class="linked" onClick=${more}>Measure earlier turns</button>`}</p>`}
      <${WorkTable} usage=${usage} />
      <${Caps} usage=${usage} />
    `}
  </main>`;
}

function summary({ total }, turns) {
  if (total.calls) return `${number(total.calls)} ${total.calls === 1 ? "call" : "calls"} of models so far. What was taken back is paid all the same.`;
  if (!turns) return "Nothing yet. Once a line was played, what its prompt takes stands here.";
  return "Nothing: no model was asked. With one, its prompts would have been as below.";
}

function Figures({ usage: { total }, sizes }) {
  const sum = sizes.reduce((all, { tokens }) => all + tokens, 0);
  const span = sizes.length ? `turns ${sizes[0].turn} to ${sizes.at(-1).turn}` : "";
  const largest = sizes.length ? [["the largest prompt", number(Math.max(...sizes.map(({ tokens }) => tokens)))], ["of the budget", number(sizes.at(-1).budget)]] : [];
  const figures = total.calls
    ? [["calls", number(total.calls)], ["tokens in", number(total.input_tokens)], ["tokens out", number(total.output_tokens)], ["cost", money(total.cost)], ...largest]
    : [["calls", "0"], [`tokens in, had there been a model, ${span}`, number(sum)], ...largest];
  return html`<dl class="figures">${figures.map(([name, value]) => html`<div><dt class="meta">${name}</dt><dd class="serif">${value}</dd></div>`)}</dl>`;
}

/** Small sums in full: a call costs parts of a cent. */
export function money(cost) {
  if (cost === null) return "not known";
  if (cost > 0 && cost < 0.0001) return "under $0.0001";
  return `$${cost.toFixed(cost > 0 && cost < 1 ? 4 : 2)}`;
}

function TurnTable({ game, rows, hasSpend }) {
  return html`<div class="table-box" tabindex="0" role="region" aria-label="Tokens by turn"><table class="figures-table">
    <thead><tr><th scope="col">Turn</th><th scope="col">memory</th><th scope="col">said</th><th scope="col">how things stand</th><th scope="col">fixed</th><th scope="col">prompt</th>
      ${hasSpend && html`<th scope="col">calls</th><th scope="col">tokens in</th><th scope="col">tokens out</th><th scope="col">spent</th><th scope="col">cost</th>`}</tr></thead>
    <tbody>${rows.toReversed().map((row) => html`<tr key=${row.turn}>
      <th scope="row">${row.shares ? html`<a class="linked" href=${href(game.id, "prompt", { turn: row.turn })}>${row.turn}</a>` : row.turn}</th>
      ${["memory", "said", "state", "fixed"].map((share) => html`<td>${row.shares ? number(row.shares[share]) : "–"}</td>`)}<td>${row.shares ? number(row.tokens) : "–"}</td>
      ${hasSpend && (row.spend ? html`<td>${number(row.spend.calls)}</td><td>${number(row.spend.input_tokens)}</td><td>${number(row.spend.output_tokens)}</td><td>${number(spentIn(row))}</td><td>${money(row.spend.cost)}</td>` : html`<td>0</td><td>0</td><td>0</td><td>0</td><td>none</td>`)}
    </tr>`)}</tbody>
  </table></div>`;
}

const WORK = {
  turn: "Narrator", capture: "Memories", plan: "Minds: plans", converse: "Minds: talk", reflect: "Minds: reflections", decide: "Minds: decisions",
  score: "Minds: how much a memory matters", condense: "Minds: memories made shorter", prune: "Minds: memories put away", other: "What came to nothing",
};
const NOTHING = { calls: 0, input_tokens: 0, output_tokens: 0, cost: 0 };

function WorkTable({ usage: { by_work: work, total } }) {
  const asked = Object.keys(WORK).filter((kind) => kind in work);
  const shown = asked.length ? asked.map((kind) => [WORK[kind], work[kind]]) : [["Narrator", NOTHING], ["Memories", NOTHING], ["Minds: plans, talk, reflections", NOTHING]];
  const row = ([name, spend]) => html`<tr><th scope="row">${name}</th><td>${number(spend.calls)}</td><td>${number(spend.input_tokens)}</td><td>${number(spend.output_tokens)}</td><td>${spend.calls ? money(spend.cost) : "none"}</td></tr>`;
  return html`<div class="table-box" tabindex="0" role="region" aria-label="Who asked"><table class="figures-table">
    <thead><tr><th scope="col">Who asked</th><th scope="col">calls</th><th scope="col">tokens in</th><th scope="col">tokens out</th><th scope="col">cost</th></tr></thead>
    <tbody>${shown.map(row)}</tbody>
    ${shown.length > 1 && asked.length > 0 && html`<tfoot>${row(["Together", total])}</tfoot>`}
  </table></div>`;
}

const CAPS = {
  max_calls_per_turn: "calls of models in one turn", max_tokens_per_turn: "tokens in one turn", max_tokens_per_game: "tokens in this game",
  mind_calls_per_tick: "calls of all minds in ten game minutes", mind_calls_per_day: "calls of all minds in a game day", mind_calls_per_person: "calls of one mind in a game day",
};

function Caps({ usage: { caps, total } }) {
  const used = (name) => (name === "max_tokens_per_game" && caps[name] !== null ? `, ${number(total.input_tokens + total.output_tokens)} used` : "");
  return html`<section class="caps"><h3 class="label">Limits</h3>
    <ul>${Object.keys(CAPS).filter((name) => name in caps).map((name) => html`<li><b>${caps[name] === null ? "no limit" : number(caps[name])}</b> ${caps[name] === null ? "on " : ""}${CAPS[name]}${used(name)}</li>`)}</ul>
    <p class="meta">They are set on the server.</p>
  </section>`;
}
