"""The budget is kept, the needful comes first, and what was dropped is named."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import InvalidInput
from app.models.memory import Scope
from app.models.prompt import Agent, RecalledMemory
from app.models.sheets.quest import QuestStatus
from app.models.state.game_state import Note
from app.services.ai.context_service import ContextService
from tests.examples import examples
from tests.unit.events.sheets import game_in, with_place
from tests.unit.services.prompts import BUDGET, honest, narrator_prompt, npc_prompt, recipe, remember, rich_game, talk
from tests.unit.services.remembering import INN, MARA, WORLD
from tests.wording import raises_in_words
from tests.worlds import at_once, say

nasty = st.text(max_size=400) | st.sampled_from(
    ["🐉" * 4000, "\u2028" * 4000, '"\\' * 2000, "word " * 800, "\x00" * 900]
)

bodies = st.lists(nasty.filter(lambda text: bool(text.strip())).map(lambda text: text[:4000]), min_size=1, max_size=6)


@given(bodies, st.integers(0, 1500), st.integers(0, 80), st.integers(0, 30))
@settings(max_examples=examples(24))
def test_no_text_whatever_makes_a_prompt_larger_than_its_budget(
    texts: list[str], tools: int, messages: int, notes: int
) -> None:
    """Of place, people, quests, notes, memories, messages and the input itself."""
    prose = texts[0]
    sheet = with_place("inn", description=prose, atmosphere=prose)
    state = game_in(sheet.model_copy(update={"premise": prose}), at="inn")
    state.quest("light").status = QuestStatus.ACTIVE
    for n, text in enumerate(texts * 4):
        for scope in (INN, WORLD, MARA):
            remember(state, scope, text, visit=f"v-{n // 3}")
    talk(state, messages, prose)
    state.notes.extend(Note(text=texts[-1][:1000], pinned=n % 2 == 0, turn=1, game_time=0) for n in range(notes))
    say(state, texts[-1])
    for prompt in (
        narrator_prompt(state, texts[-1], tools_tokens=tools),
        npc_prompt(state, "mara", texts[-1], tools_tokens=tools),
    ):
        assert honest(prompt)


@pytest.mark.parametrize("budget", [1500, 2000, 3000, 6000, 20_000])
def test_whatever_the_budget_is_it_is_kept(budget: int) -> None:
    state = rich_game()
    talk(state, 100)
    assert honest(narrator_prompt(state, budget=budget))


def test_a_budget_that_the_instructions_alone_exceed_is_refused_with_what_they_take() -> None:
    with raises_in_words(InvalidInput, match=r"budget of 1000 tokens is too small.* take \d+"):
        narrator_prompt(rich_game(), budget=1000)


def test_at_10000_messages_the_prompt_holds_what_it_must_and_names_what_it_dropped() -> None:
    """Two people present, long visits, long memories, a wordy conversation."""
    state = rich_game()
    state.npc("guard-1").current_location_id = "inn"
    state.notes.extend(Note(text=f"Note {n}: " + "word " * 20, turn=1, game_time=0) for n in range(200))
    present = [Scope.npc("mara"), Scope.npc("guard-1")]
    for scope in (INN, WORLD, *present):
        for n in range(330):
            summary = f"{scope.key} number {n}. " + "They spoke of the owl and of the rain at length. " * 9
            remember(state, scope, summary, visit=f"v-{n // 4}", game_time=1000 + n)
    talk(state, 10_000, "We talked of the owl and the rain, " * 8)
    say(state, "Here is your lantern, Mara.", addressee_ids=("mara",))
    prompt = narrator_prompt(state, "Here is your lantern, Mara.")

    assert honest(prompt)
    assert prompt.budget == BUDGET
    text = prompt.text
    for needed in ("the street door", "[mara]", "[guard-1]", "[light]", "[bring-lantern]", "[lantern]", "Mara wants a"):
        assert needed in text
    for scope in (INN, WORLD, *present):
        for newest_of_visit in (323, 327, 329):
            assert f"{scope.key} number {newest_of_visit}." in text
    assert len(prompt.conversation) >= 1
    assert any(what.startswith("conversation: ") for what in prompt.dropped)
    assert any("pieces" in what for what in prompt.dropped)


def test_room_is_kept_for_recall_only_where_recall_was_asked() -> None:
    state = rich_game()
    talk(state, 60, "A line about the weather and the road, said at some length.")
    for number in range(12):
        remember(
            state, WORLD, f"Memory {number} of a length that takes some tokens of the budget.", visit=f"v-{number}"
        )

    def sections(budget: int, recalled: tuple[RecalledMemory, ...] | None) -> int:
        asked = recipe(budget).model_copy(update={"recalled": recalled})
        return len(at_once(ContextService().build(state, Agent.NARRATOR, "I look around.", asked)).sections)

    kept = [sections(budget, None) - sections(budget, ()) for budget in range(1200, 2000, 50)]
    assert min(kept) == 0
    assert max(kept) > 0
