// Prompt: what a model was shown for a turn, block by block, why each line was in it, and what was left out.
import { get } from "../api.js";
import { BudgetBar, SHARES, segmentsOf } from "../parts/prompts/budget.js";
import { LeftOut } from "../parts/prompts/left_out.js";
import { PromptBlock, aboutBlock } from "../parts/prompts/block.js";
import { go } from "../router.js";
import { useStore } from "../store.js";
import { number, rounded } from "../text.js";
import { segment } from "../turns.js";
import { Loading, NARROW, html, useEffect, useMedia, useState } from "../ui.js";

export function Prompt({ game, route }) {
  const state = useStore(game.store);
  const isNarrow = useMedia(NARROW);
  const newest = game.lastLine()?.turn ?? null;
  const turn = route.query.turn === undefined ? newest : Number.parseInt(route.query.turn, 10) || 0;
  const { prompt, line, failure, hasNone } = usePromptOf(game, turn, state.turns.find((each) => each.turn === turn)?.seq);
  const [wanted, choose] = useState(null); // the block that is looked at, also while one steps from turn to turn
  if (turn === null) {
    return html`<${Page}><h2 class="view-title">No prompt yet</h2><p class="empty">What a model is shown for a line stands here, once one was played.</p></${Page}>`;
  }
  const { before, after } = stepsFrom(turn, state);
  return html`<${Page}>
    <div class="prompt-head">
      <div><h2 class="view-title">${prompt ? `${titleOf(prompt)} “${rounded(line)}”` : turn > 0 ? `Turn ${turn}` : "No prompt"}</h2><p class="under">${prompt && aboutPrompt(prompt)}</p></div>
      <${Steps} game=${game} before=${before} after=${after} prompt=${prompt} />
    </div>
    ${failure && html`<p class=${hasNone ? "empty" : "failure"} role="alert">${failure}</p>`}
    ${!failure && !prompt && html`<${Loading} />`}
    ${prompt && html`<${Shown} game=${game} prompt=${prompt} isNarrow=${isNarrow} wanted=${wanted} choose=${choose} />`}
  </${Page}>`;
}

const Page = ({ children }) => html`<main id="main" class="prompt-view" tabindex="-1">${children}</main>`;

/** The turns with text next to a turn; where others are missing beside it, the next numbers. */
function stepsFrom(turn, there) {
  const { turns } = there;
  const at = turns.findIndex((each) => each.turn === turn);
  const [from, to] = at < 0 ? [0, 0] : segment(there, at);
  const typed = turns.slice(from, to).filter(({ player_input: line }) => line !== null).map((each) => each.turn);
  const isFirst = at >= 0 && !there.breaks.includes(turns[from].turn);
  const isLast = at >= 0 ? to === turns.length : turn >= (turns.at(-1)?.turn ?? 0);
  return {
    before: typed.findLast((each) => each < turn) ?? (isFirst || turn <= 1 ? undefined : turn - 1),
    after: typed.find((each) => each > turn) ?? (isLast ? undefined : turn + 1),
  };
}

/** The prompt of a turn, its line, and why there is none. */
function usePromptOf(game, turn, seq) {
  const [found, set] = useState({});
  useEffect(() => {
    if (turn === null) return undefined;
    let isOver = false;
    const tell = (value) => !isOver && set({ turn, ...value });
    tell({});
    const load = async () => {
      if (turn < 1) return tell({ failure: "There is no such turn in this game." });
      const meant = game.state.turns.find((each) => each.turn === turn) ?? (await get(`/games/${game.id}/turns/${turn}`));
      return tell({ prompt: await game.prompt(meant), line: meant.player_input });
    };
    load().catch((error) => tell({ failure: error.message, hasNone: error.status === 409 }));
    return () => {
      isOver = true;
    };
  }, [game, turn, seq]);
  return found.turn === turn ? found : {};
}

const titleOf = ({ was_read: wasRead, npc_id: npcId }) => `What ${npcId ? "a person" : wasRead ? "the narrator" : "a narrator"} ${wasRead ? "was" : "is"} shown for`;

function aboutPrompt({ turn, was_read: wasRead, model, npc_id: npcId, npc_name: name }) {
  const whose = npcId ? ` It is the prompt of ${name || "a person"}.` : "";
  if (wasRead) return `Turn ${turn}, read by ${model}.${whose} Rebuilt from the journal.`;
  return `Turn ${turn}. The rules told it and read no prompt; this is what a model would have been shown, rebuilt from the journal.`;
}

function Steps({ game, before, after, prompt }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => setCopied(false), [prompt]);
  const copy = () => navigator.clipboard.writeText(prompt.blocks.map(({ name, text }) => `## ${name}\n${text}`).join("\n\n")).then(() => setCopied(true), () => {});
  const lead = (turn) => go(game.id, "prompt", { turn });
  return html`<div class="prompt-steps">
    ${before !== undefined && html`<button type="button" class="secondary" key="before" onClick=${() => lead(before)}>Turn ${before}</button>`}
    ${after !== undefined && html`<button type="button" class="secondary" key="after" onClick=${() => lead(after)}>Turn ${after}</button>`}
    ${prompt && navigator.clipboard && html`<button type="button" class="secondary" onClick=${copy}>${isCopied ? "Copied" : "Copy"}</button>`}
  </div>`;
}

function Shown({ game, prompt, isNarrow, wanted, choose }) {
  const segments = segmentsOf(prompt);
  const has = (name) => segments.some((each) => each.name === name);
  // At first what was recalled, else what is always there of memories: how a story is told is the same in each prompt.
  const memories = segments.find(({ name }) => name === "Recalled") ?? segments.findLast(({ share }) => share === "memory");
  const chosen = wanted !== null && has(wanted) ? wanted : wanted === null && memories ? memories.name : isNarrow ? "" : segments[0].name;
  const detail = (each) => html`<${PromptBlock} game=${game} block=${each} key=${each.name} />`;
  return html`
    <${BudgetBar} prompt=${prompt} segments=${segments} chosen=${chosen} onChoose=${choose} />
    <div class="prompt-columns">
      <div class="prompt-blocks">
        <p class="meta block-heads"><span>In the order a model reads them</span><span>tokens</span></p>
        <ol>
          ${segments.map((each) => html`<li key=${each.name}>
            <button type="button" class=${each.name === chosen ? "chosen" : ""} aria-expanded=${isNarrow ? each.name === chosen : null} aria-pressed=${isNarrow ? null : each.name === chosen} onClick=${() => choose(isNarrow && each.name === chosen ? "" : each.name)}>
              <i class="swatch share-${each.share}" aria-hidden="true" /><span>${each.title}</span><span class="tokens">${number(each.tokens)}</span>
            </button>
            ${isNarrow && each.name === chosen && detail(each)}
          </li>`)}
        </ol>
        <p class="meta totals">${number(prompt.tokens - prompt.reserve)} of ${number(prompt.budget)} taken, ${number(prompt.reserve)} kept for the answer, ${number(prompt.budget - prompt.tokens)} free.</p>
        <ul class="legend meta">${SHARES.map(([share, label]) => html`<li><i class="swatch share-${share}" aria-hidden="true" />${label}</li>`)}</ul>
      </div>
      ${!isNarrow && html`<section class="prompt-detail" aria-label="The chosen block">${segments.filter(({ name }) => name === chosen).map((each) => html`
        <div class="detail-head"><h3 class="serif">${each.title}</h3><p class="meta">${aboutBlock(each)}</p></div>${detail(each)}`)}</section>`}
      <${LeftOut} game=${game} prompt=${prompt} />
    </div>
  `;
}
