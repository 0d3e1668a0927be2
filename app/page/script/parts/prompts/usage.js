// What a game's prompts took and its models cost, asked for a part at a time: prompts are built again to be measured.
import { get } from "../../api.js";
import { useEffect, useState } from "../../ui.js";

const PAGE = 10; // prompts of one request
const FIRST = 40; // prompts that are measured without being asked for

const measured = new WeakMap(); // by game: { sizes, cursor }, so that coming back asks only for what is new

/** `sizes`: of prompts, oldest first; `usage`: what was spent, whole; `isMeasuring`; `more`: measures earlier prompts, null
 * where there are none; `failure`. `last`: the newest turn, after whose change all of it is looked at again. */
export function useUsage(game, last) {
  const [state, set] = useState({ sizes: measured.get(game)?.sizes ?? [], usage: null, isMeasuring: true, cursor: null, failure: "" });
  const [wanted, want] = useState(FIRST);
  useEffect(() => {
    let isOver = false;
    const tell = (change) => !isOver && set((before) => ({ ...before, ...change }));
    const load = async () => {
      tell({ isMeasuring: true, failure: "" });
      tell({ usage: await spent(game) });
      await measure(game, wanted, (found) => tell(found), () => isOver);
    };
    load().catch((error) => tell({ failure: error.message })).finally(() => tell({ isMeasuring: false }));
    return () => {
      isOver = true;
    };
  }, [game, last?.seq, wanted]);
  return { ...state, more: state.cursor && !state.isMeasuring ? () => want(state.sizes.length + FIRST) : null };
}

async function spent(game) {
  const usage = await get(`/games/${game.id}/usage?limit=100`);
  for (let cursor = usage.next_cursor; cursor; ) {
    const page = await get(`/games/${game.id}/usage?limit=100&cursor=${encodeURIComponent(cursor)}`);
    usage.items.push(...page.items);
    cursor = page.next_cursor;
  }
  return usage;
}

/** Measure prompts from the newest on, up to those that are known; then further back until there are as many as wanted. */
async function measure(game, wanted, tell, isOver) {
  const known = measured.get(game) ?? { sizes: [], cursor: null };
  const page = async (cursor) => get(`/games/${game.id}/prompts?limit=${PAGE}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
  let found = await page(null);
  let sizes = found.items.toReversed();
  let cursor = found.next_cursor;
  for (;;) {
    const meets = known.sizes.findIndex(({ seq }) => seq === sizes[0]?.seq);
    if (meets >= 0) {
      sizes = [...known.sizes.slice(0, meets), ...sizes];
      cursor = known.cursor;
    }
    measured.set(game, { sizes, cursor });
    tell({ sizes, cursor });
    if (!cursor || sizes.length >= wanted || isOver()) return;
    found = await page(cursor);
    sizes = [...found.items.toReversed(), ...sizes];
    cursor = found.next_cursor;
  }
}

/** By turn what its prompt took and what was spent in and after it, oldest first; a turn has one of them or both. */
export function byTurn(sizes, spends) {
  const first = sizes[0]?.turn ?? 0;
  const rows = new Map(sizes.map((size) => [size.turn, { turn: size.turn, ...size, spend: null }]));
  for (const spend of spends.filter(({ turn }) => !sizes.length || turn >= first)) {
    rows.set(spend.turn, { turn: spend.turn, shares: null, tokens: 0, ...rows.get(spend.turn), spend });
  }
  return [...rows.values()].sort((one, other) => one.turn - other.turn);
}
