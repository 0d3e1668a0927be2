"""What is no summary is not stored, but the extractive one; what a good one left out is kept by rule."""

import pytest

from app.models.state.game_state import GameState
from app.services.game.memory_service import MemoryService
from app.testing import USUAL_SUMMARY, FakeSummarizer
from tests.unit.services.remembering import (
    EXTRACT,
    GUARD,
    MARKET,
    memory_over,
    play_turn,
    remembered_anywhere,
    summaries,
)
from tests.worlds import NOW, new_game, say


@pytest.fixture
def state() -> GameState:
    """Something was said to the guard in the market."""
    state = new_game()
    play_turn(state, "Hello, guard.", "The guard nods.", addressee_ids=("guard-1",))
    return state


BAD_SUMMARIES = [
    "",
    "   \n\t ",
    "…",
    "Certainly!",
    "Certainly! Here is a summary of the session: they met the guard.",
    "Sure, here's the summary.",
    "Here is what happened: the player greeted the guard.",
    "I'm sorry, but I cannot help with that.",
    "As an AI language model, I cannot summarize this conversation.",
    "No messages were provided.",
    "<think>The user wants a summary.</think> They talked.",
    "They talked. </think>",
    "<summary>They talked for a while.</summary>",
    "**They talked** about the weather.",
    "- They talked.\n- The guard nodded.",
    "# Summary\nThey talked for a while.",
    '{"summary": "They talked for a while."}',
    "```\nThey talked for a while.\n```",
    "Guard: Hello.\nÉlan: Hello to you.",
    "What do you do next?",
    "You greet the guard and he nods at you.",
    "I talked to the guard and he nodded.",
    "Suddenly, a dragon burst through the gate and everyone screamed.",
    "They will meet again at dawn and the story continues.",
    "They talked about the weather and then the",
    "They gave the guard 300 coins.",
    "Mara Ironhand promised them a key.",
    "They took the brass key from the guard.",
    "They talked. They talked. They talked. They talked.",
    "talk talk talk talk talk talk talk talk talk talk talk talk",
    "Они поговорили со стражником и разошлись по домам.",
    "They talked for a while. " * 60,
    "word " * 5000,
    "\ud800\ud800 They talked for a while.",
    "They talked \x1b[31mfor a while.",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.",
]


@pytest.mark.parametrize("bad", BAD_SUMMARIES, ids=range(len(BAD_SUMMARIES)))
async def test_instead_of_a_bad_summary_the_extractive_one_is_stored_at_once(
    state: GameState, bad: str, log_lines: list[str]
) -> None:
    summarizer = FakeSummarizer(by_scope={MARKET.key: [bad], GUARD.key: [bad]})
    await memory_over(summarizer).on_location_exit(state)
    assert summaries(state, MARKET) == summaries(state, GUARD) == [EXTRACT]
    assert all("extractive" in state.memories(scope)[0].tags for scope in (MARKET, GUARD))
    assert (state.cursor(MARKET), state.cursor(GUARD), state.pending) == (1, 1, {})
    assert len(summarizer.history) == 2
    assert len(log_lines) == 2
    assert all("bad summary" in line for line in log_lines)


async def test_where_the_rules_find_no_good_summary_either_nothing_is_stored(state: GameState) -> None:
    summarizer = FakeSummarizer(by_scope={MARKET.key: ["Certainly!"], GUARD.key: ["Certainly!"]})
    memory = MemoryService(summarizer, FakeSummarizer(*["Sure!"] * 9), lambda: NOW)
    await memory.on_location_exit(state)
    assert remembered_anywhere(state) == 0
    assert (state.cursor(MARKET), state.cursor(GUARD)) == (-1, -1)


def test_the_table_of_bad_summaries_is_long_enough() -> None:
    assert len(set(BAD_SUMMARIES)) >= 20


@pytest.mark.parametrize(
    "good",
    [
        USUAL_SUMMARY,
        EXTRACT,
        "Élan greeted the guard, who nodded.",
        "  They spoke at the market.\n",
        'The guard said "hello" and nodded. Nothing else happened at the Market.',
    ],
)
async def test_a_good_summary_is_stored_trimmed(state: GameState, good: str) -> None:
    await memory_over(FakeSummarizer(by_scope={MARKET.key: [good]})).on_location_exit(state)
    assert summaries(state, MARKET) == [good.strip()]


async def test_what_a_good_summary_left_out_is_kept_in_its_keywords(state: GameState) -> None:
    say(state, "Mara gave me 40 coins for the lantern.", npc_ids=("mara",))
    await memory_over(FakeSummarizer()).on_location_exit(state)
    assert {"Mara Ironhand", "40", "lantern"} <= set(state.memories(MARKET)[0].keywords)
