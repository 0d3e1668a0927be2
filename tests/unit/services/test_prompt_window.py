"""The window of recent conversation: stable, in whole blocks, within the budget."""

import itertools
import re

import pytest

from app.models.memory import Scope
from app.models.prompt import Agent, RecalledMemory
from app.services.ai.context_builders.conversation import fitted_window, recent_blocks
from app.services.ai.context_builders.draft import PromptViewer
from app.services.ai.context_service import ContextService
from tests.unit.services.prompts import honest, narrator_prompt, npc_prompt, recipe, remember, rich_game, talk
from tests.worlds import at_once, new_game, say


def test_the_window_is_40_to_59_messages_and_its_beginning_stays_while_it_does_not_move() -> None:
    state = new_game()
    windows: list[tuple[str, ...]] = []
    for _ in range(130):
        talk(state, 1, "word")
        windows.append(narrator_prompt(state, budget=20_000).conversation)
    assert [len(window) for window in windows[:60]] == list(range(60))
    assert {len(window) for window in windows[60:]} == set(range(40, 60))
    moved = 0
    for before, after in itertools.pairwise(windows):
        if after[: len(before)] != before:
            moved += 1
            assert after[:-1] == before[20:]
    assert moved == len(range(60, 130, 20))


def test_a_persons_window_is_as_stable() -> None:
    """Also late in a game of which it heard every other message."""
    state = new_game()
    state.scenario.current_location_id = "inn"
    windows: list[tuple[str, ...]] = []
    for n in range(700):
        talk(state, 1, "word")
        if n % 2:
            last = state.conversation_history[-1]
            state.conversation_history[-1] = last.model_copy(update={"witness_ids": ()})
        if n >= 500:
            windows.append(npc_prompt(state, budget=20_000).conversation)
    moves = [before[:10] != after[:10] for before, after in itertools.pairwise(windows)]
    assert {len(window) for window in windows} <= set(range(40, 60))
    assert sum(moves) <= 700 // 20
    assert moves.count(False) > 3 * moves.count(True)


def test_when_the_budget_demands_it_whole_blocks_of_the_window_are_dropped_and_named() -> None:
    state = rich_game()
    talk(state, 55, "word " * 60)
    prompt = narrator_prompt(state, budget=5000)
    assert honest(prompt)
    kept = [int(re.findall(r"\((\d+)\)", line)[0]) for line in prompt.conversation]
    assert kept[0] % 20 == 0
    assert kept == list(range(kept[0], len(state.conversation_history) - 1))
    assert [what for what in prompt.dropped if what.startswith("conversation: ")]


def test_the_middle_of_a_very_long_message_is_left_out() -> None:
    state = new_game()
    say(state, "begin " + "x" * 9000 + " end", "next")
    (line,) = narrator_prompt(state).conversation
    assert "begin" in line
    assert "end" in line
    assert len(line) < 1300


@pytest.mark.parametrize("count", range(40, 62))
def test_the_last_six_turns_are_shown_beside_whatever_is_recalled(count: int) -> None:
    """Also where a block has just begun, of which alone only a few messages would be left."""
    state = new_game()
    talk(state, count, "word " * 60)
    hits = tuple(RecalledMemory(scope=Scope.world(), memory_id=f"m-{n}", why="", score=1.0) for n in range(4))
    asked = recipe(4_200).model_copy(update={"recalled": hits})
    prompt = at_once(ContextService().build(state, Agent.NARRATOR, "I look around.", asked))
    assert honest(prompt)
    last = state.conversation_history[-2].turn
    wanted = [message for message in state.conversation_history[:-1] if message.turn > last - 6]
    assert len(prompt.conversation) >= len(wanted)


def test_where_the_last_turns_are_all_that_fits_the_window_begins_at_the_same_message_for_some_turns() -> None:
    state, begins = new_game(), []
    for _ in range(30):
        talk(state, 3, "word " * 60)
        begins.append(narrator_prompt(state, budget=3_600).conversation[:1])
    moves = sum(before != after for before, after in itertools.pairwise(begins[8:]))
    assert moves <= len(begins) // 3 + 1


def test_the_middle_of_a_very_long_input_is_left_out_and_that_is_named() -> None:
    state = rich_game()
    text = "begin " + "é" * 9900 + " end"
    say(state, text)
    prompt = narrator_prompt(state, text)
    assert '"begin ' in prompt.player_line
    assert ' end"' in prompt.player_line
    assert any("player text" in what for what in prompt.dropped)
    assert honest(prompt)


def test_what_fits_to_the_token_is_shown_whole() -> None:
    state = new_game()
    talk(state, 45, "word " * 10)
    blocks = recent_blocks(state, PromptViewer())
    whole = fitted_window(blocks, 10_000)
    assert fitted_window(blocks, whole.tokens) == whole
    assert fitted_window(blocks, whole.tokens - 1).dropped == 20


def test_what_a_person_is_comes_before_the_conversation_so_that_its_next_prompt_begins_alike() -> None:
    state = new_game()
    state.scenario.current_location_id = "inn"
    talk(state, 12)
    remember(state, Scope.npc("mara"), "Élan came in.")
    before = npc_prompt(state)
    remember(state, Scope.npc("mara"), "Élan sat down.")
    talk(state, 2)
    after = npc_prompt(state)
    assert [section.name for section in after.sections[: after.lasting]] == ["Yourself", "Place and Exits"]
    shared = before.text[: before.text.index("\n\n## Your Memories")]
    assert after.text.startswith(shared)
    assert len(shared) > 0.75 * len(after.text)


def test_pinned_notes_come_before_the_narrators_conversation() -> None:
    text = narrator_prompt(rich_game()).text
    assert text.index("## Pinned Notes") < text.index("## Recent Conversation") < text.index("## Open Quests")


def test_of_what_is_typed_only_what_exceeds_half_of_the_room_is_left_out() -> None:
    state = new_game()

    def is_cut(words: int) -> bool:
        text = "word " * words
        return any("player text" in what for what in narrator_prompt(state, text, budget=4000).dropped)

    room = narrator_prompt(state, "", budget=4000)
    left = room.budget - room.tokens
    most = max(words for words in range(0, 2000, 20) if not is_cut(words))
    shown = narrator_prompt(state, "word " * most, budget=4000).tokens - room.tokens
    assert 0.4 * left < shown < 0.6 * left
