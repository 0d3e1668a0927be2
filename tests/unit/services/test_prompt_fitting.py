"""Budgets of prompts to the token: what just fits, and what goes when one token is missing."""

from collections.abc import Sequence
from typing import Any

import pytest

from app.errors import InvalidInput
from app.memory.prompt_data import clipped, data_line, estimate
from app.models.messages.message import Role
from app.models.prompt import Agent, Prompt, RecalledMemory
from app.models.state.game_state import GameState, Note
from app.services.ai.context_builders.conversation import MAX_LOOK_BACK, fitted_window, recent_blocks
from app.services.ai.context_builders.draft import PromptViewer
from app.services.ai.context_builders.scene import MAX_NOTES, MAX_PROSE
from app.services.ai.context_service import FRAME, ContextService, narrator_instructions
from tests.unit.events.sheets import changed_sheet, game_in
from tests.unit.services.prompts import narrator_prompt, npc_prompt, recipe, rich_game, section, talk
from tests.wording import raises_in_words
from tests.worlds import at_once, message, new_game, say

NARRATOR, PERSON = PromptViewer(), PromptViewer("mara")


def built(state: GameState, budget: int, text: str = "Look.", **fields: Any) -> Prompt:
    asked = recipe(budget).model_copy(update=fields)
    return at_once(ContextService().build(state, Agent.NARRATOR, text, asked))


def taken(prompt: Prompt) -> int:
    """Tokens of everything that a prompt is made of."""
    fixed = estimate(prompt.instructions) + estimate(FRAME) + prompt.tools_tokens + prompt.reserve
    lines = [estimate(line) + 1 for line in prompt.conversation]
    for part in prompt.sections:
        lines += [estimate(f"## {part.name}\n\n\n"), *(estimate(line) + 1 for line in part.text.split("\n"))]
    return fixed + estimate(prompt.player_line) + sum(lines)


@pytest.mark.parametrize("prompt", [narrator_prompt(rich_game(), tools_tokens=70), npc_prompt(rich_game())])
def test_a_prompt_says_to_the_token_what_it_takes(prompt: Prompt) -> None:
    assert prompt.tokens == taken(prompt)
    assert prompt.dropped == ()


def test_the_smallest_budget_holds_instructions_answer_and_input_and_one_token_less_is_refused_with_that_figure() -> (
    None
):
    state = new_game()
    whole = built(state, 6_000, tools_tokens=70)
    smallest = whole.tokens - sum(part.tokens for part in whole.sections)
    prompt = built(state, smallest, tools_tokens=70)
    assert (prompt.tokens, prompt.sections, prompt.conversation) == (smallest, (), ())
    for missing in (1, 40):
        with raises_in_words(InvalidInput, match=rf"budget of {smallest - missing} tokens .* take {smallest}\."):
            built(state, smallest - missing, tools_tokens=70)


# -- optional sections, conversation and recall ------------------------------------------------------------------


def noted(messages: Sequence[str] = ()) -> GameState:
    """A game with one optional section, of one long line, after these messages."""
    state = new_game()
    say(state, *messages, "Look.")
    state.notes.append(Note(text="The bell rings at noon. " * 20, turn=1, game_time=480))
    return state


def parts(state: GameState) -> tuple[int, int, int]:
    """Tokens of what a prompt needs, of its notes and of its conversation."""
    whole = built(state, 20_000)
    notes = sum(part.tokens for part in whole.sections if not part.required)
    talked = sum(estimate(line) + 1 for line in whole.conversation)
    return whole.tokens - notes - talked, notes, talked


def has_notes(state: GameState, budget: int, recalled: tuple[RecalledMemory, ...] | None = None) -> bool:
    return section(built(state, budget, recalled=recalled), "Notes") != ""


def test_what_fits_to_the_token_is_shown_and_without_one_token_the_optional_part_goes() -> None:
    state = noted(["It rains."])
    needed, notes, talked = parts(state)
    prompt = built(state, needed + notes + talked)
    assert (prompt.tokens, prompt.dropped) == (prompt.budget, ())
    short = built(state, prompt.budget - 1)
    assert short.dropped == ("Notes: 1 of 1 lines",)
    assert len(short.conversation) == 1


def test_a_conversation_however_long_leaves_optional_sections_two_fifths_of_the_room() -> None:
    state = noted(["We talked of the owl and of the rain. " * 10] * 30)
    say(state, "Much later.", "I look around.", turn=20)
    needed, notes, talked = parts(state)
    room = next(room for room in range(10_000) if room - int(room * 0.6) >= notes)
    assert talked > 2 * room
    assert has_notes(state, needed + room)
    assert not has_notes(state, needed + room - 1)


def test_two_fifths_of_the_room_are_kept_for_recall_before_optional_sections_where_it_was_asked() -> None:
    state = noted(["It rains."])
    needed, notes, talked = parts(state)
    room = next(room for room in range(10_000) if room - int(room * 0.4) >= notes + talked)
    assert has_notes(state, needed + room, ())
    assert not has_notes(state, needed + room - 1, ())
    assert has_notes(state, needed + room - 1, None)


def test_of_a_required_section_the_oldest_lines_go_first_as_many_as_must() -> None:
    state = new_game()
    state.notes.extend(Note(text=f"Note {n}.", pinned=True, turn=1, game_time=480) for n in range(9))
    whole = built(state, 20_000)
    (pinned,) = [part for part in whole.sections if part.name == "Pinned Notes"]
    line = estimate(data_line("Note 0.")) + 2
    short = built(state, whole.tokens - 1)
    assert section(short, "Pinned Notes").splitlines() == pinned.text.splitlines()[1:]
    assert short.dropped == ("Pinned Notes: 1 of 9 lines",)
    assert 0 < whole.tokens - short.tokens <= line + 2


# -- the conversation ---------------------------------------------------------------------------------------------


def test_where_not_one_block_fits_the_newest_messages_that_do_are_shown() -> None:
    state = new_game()
    talk(state, 16, "A few words")
    blocks = recent_blocks(state, NARRATOR)
    costs = [shown.tokens for shown in blocks[0]]
    for count in range(1, 15):
        enough = sum(costs[-count:])
        assert sorted(fitted_window(blocks, enough).positions) == list(range(15 - count, 15))
        window = fitted_window(blocks, enough - 1)
        assert sorted(window.positions) == list(range(16 - count, 15))
        assert (window.dropped, window.tokens) == (16 - count, sum(costs[16 - count :]))


def test_nothing_is_shown_of_a_conversation_that_only_begins() -> None:
    state = new_game()
    assert recent_blocks(state, NARRATOR) == [[]]
    say(state, "Look.")
    assert recent_blocks(state, NARRATOR) == [[]]
    assert fitted_window([[]], 0).dropped == 0


@pytest.mark.parametrize(("heard_at", "is_found"), [(200, True), (199, False)])
def test_what_a_person_heard_is_searched_for_in_a_limited_number_of_messages(heard_at: int, is_found: bool) -> None:
    state = new_game()
    state.conversation_history.extend(
        message(n, "…", witness_ids=("mara",) if n == heard_at else ()) for n in range(200 + MAX_LOOK_BACK + 1)
    )
    found = [shown.position for block in recent_blocks(state, PERSON) for shown in block]
    assert found == ([heard_at] if is_found else [])


def test_a_person_is_shown_what_it_heard_of_people_and_narrator_and_never_the_engines_line() -> None:
    state = new_game()
    for heard in (("mara",), ()):
        say(state, "Hello.", witness_ids=heard)
        say(state, "She nods.", role=Role.NARRATOR, witness_ids=heard)
        say(state, "+ lantern", role=Role.SYSTEM, witness_ids=heard)
    say(state, "Look.")
    lines = {viewer: [s.line for s in recent_blocks(state, viewer)[0]] for viewer in (NARRATOR, PERSON)}
    assert lines[NARRATOR] == ['"Élan": "Hello."', 'Narrator: "She nods."', 'Engine: "+ lantern"'] * 2
    assert lines[PERSON] == ['"Élan": "Hello."', 'Narrator: "She nods."']


# -- long texts ---------------------------------------------------------------------------------------------------


def test_the_input_is_cut_by_quarters_only_where_it_exceeds_half_of_the_room() -> None:
    state, text = new_game(), "The owl is loud tonight. " * 40
    tokens = estimate(data_line(text))
    fixed = built(state, 20_000, "x").tokens - estimate('The player says or does: "x"')
    fixed -= sum(part.tokens for part in built(state, 20_000, "x").sections)
    whole, cut = (built(state, fixed + room, text) for room in (2 * tokens, 2 * tokens - 1))
    assert whole.player_line == f"The player says or does: {data_line(text)}"
    assert not any("player text" in what for what in whole.dropped)
    assert cut.player_line == f"The player says or does: {data_line(clipped(text, len(text) * 3 // 4))}"
    assert cut.dropped[0] == f"player text: the middle of {len(text)} characters"


@pytest.mark.parametrize(("length", "is_cut"), [(200, False), (201, True)])
def test_an_input_of_200_characters_is_never_cut(length: int, is_cut: bool) -> None:
    state, text = new_game(), "x" * length
    whole = built(state, 20_000, text)
    prompt = built(state, whole.tokens - sum(part.tokens for part in whole.sections), text)
    assert any("player text" in what for what in prompt.dropped) is is_cut


@pytest.mark.parametrize(("length", "is_cut"), [(2 * MAX_PROSE, False), (2 * MAX_PROSE + 1, True)])
def test_a_premise_is_shown_whole_up_to_twice_the_length_of_other_prose(length: int, is_cut: bool) -> None:
    premise = ("owl " * length)[:length]
    shown = narrator_instructions(game_in(changed_sheet(premise=premise)))
    assert (data_line(premise) not in shown) is is_cut


def test_the_newest_notes_are_shown_in_their_order() -> None:
    state = new_game()
    state.notes.extend(Note(text=f"Note {n}.", turn=1, game_time=480) for n in range(MAX_NOTES + 2))
    say(state, "Look.")
    assert section(narrator_prompt(state), "Notes").splitlines() == [f'- "Note {n}."' for n in range(2, MAX_NOTES + 2)]


# -- layouts ------------------------------------------------------------------------------------------------------

_FIRST = ["Pinned Notes", "Notes", "Discovered Secrets", "World Memory", "Recent Location Memory", "NPC Memory"]
_LAST = ["Open Quests", "Inventory", "Lasting Effects Here", "Place and Exits", "People Present", "Story"]


@pytest.mark.parametrize(
    ("npc_id", "lasting", "names"),
    [
        (None, 1, _FIRST + _LAST),
        ("mara", 2, ["Yourself", "Place and Exits", "Your Memories", "People Present"]),
    ],
)
def test_a_layout_has_its_order_and_what_comes_before_the_conversation(
    npc_id: str | None, lasting: int, names: list[str]
) -> None:
    agent = Agent.NPC if npc_id else Agent.NARRATOR
    prompt = at_once(ContextService().build(rich_game(), agent, "Look.", recipe(20_000), npc_id))
    assert [part.name for part in prompt.sections] == names
    assert prompt.lasting == lasting
    assert prompt.sections[0].tokens == estimate(f"## {names[0]}\n\n\n") + sum(
        estimate(line) + 1 for line in prompt.sections[0].text.splitlines()
    )
