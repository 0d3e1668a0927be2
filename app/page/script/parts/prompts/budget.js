// A prompt as a bar over its whole budget: blocks in reading order, what is free, what is kept for the answer.
import { html, useMemo } from "../../ui.js";
import { number } from "../../text.js";
import { grow } from "../score.js";

const NAMES = {
  "Recent Conversation": "Conversation", "World Memory": "World memory", "Recent Location Memory": "Place memory", "NPC Memory": "People’s memory",
  "Pinned Notes": "Pinned notes", "Discovered Secrets": "Secrets found", "Open Quests": "Quests", Inventory: "Carried",
  "Lasting Effects Here": "Lasting here", "Place and Exits": "Place and ways", "People Present": "People present", Story: "Story so far",
  Yourself: "The person itself", "Your Memories": "What it remembers", Player: "The player’s line",
};

/** What a block is called on the page. */
export const blockName = (name) => NAMES[name] ?? name;

export const SHARES = [["memory", "memory"], ["said", "what was said"], ["state", "how things stand"], ["fixed", "fixed"]];

/** The segments of a prompt: its blocks, tools and headings, in tokens that add up to what is taken. */
export function segmentsOf({ blocks, tools_tokens: tools, tokens, reserve }) {
  const shown = blocks.filter((block) => block.tokens > 0).map((block) => ({ ...block, title: blockName(block.name) }));
  const headings = tokens - reserve - tools - shown.reduce((sum, block) => sum + block.tokens, 0);
  const more = [["tools", "Tools", tools], ["headings", "Headings", headings]];
  return [...shown, ...more.filter(([, , each]) => each > 0).map(([name, title, each]) => ({ name, title, tokens: each, share: "fixed", lines: [], text: "" }))];
}

/** The list of blocks beside it says the same, and chooses by keys; here a pointer may. */
export function BudgetBar({ prompt, segments, chosen, onChoose }) {
  const { budget, reserve, tokens } = prompt;
  const free = budget - tokens;
  const marks = useMemo(() => steps(budget), [budget]);
  return html`<div class="budget" aria-hidden="true">
    <div class="budget-bar">
      ${segments.map((each) => html`<span class="segment share-${each.share} ${each.name === chosen ? "chosen" : ""}" key=${each.name} title=${`${each.title}: ${number(each.tokens)}`} ref=${grow(each.tokens)} onClick=${() => onChoose(each.name)}><b>${number(each.tokens)}</b><small>${each.title}</small></span>`)}
      ${free > 0 && html`<span class="segment free" ref=${grow(free)}><b>${number(free)}</b><small>free</small></span>`}
      <span class="segment reserve" ref=${grow(reserve)}><b>${number(reserve)}</b><small>kept for the answer</small></span>
    </div>
    <div class="budget-scale meta">
      ${marks.map((at) => html`<span ref=${(element) => element?.style.setProperty("left", `${(100 * at) / budget}%`)}>${number(at)}</span>`)}
      <span class="last">${number(budget)} tokens, estimated</span>
    </div>
  </div>`;
}

/** Round numbers of tokens, without one too near the end. */
function steps(budget) {
  const step = [500, 1000, 2000, 5000, 10_000, 20_000, 50_000].find((each) => budget / each <= 7) ?? 100_000;
  return Array.from({ length: Math.ceil(budget / step) }, (_, at) => at * step).filter((at) => at < budget * 0.84);
}
