"""How a game is told, in the prompts of narrators and of people."""

import json

import pytest

from app.models.prompt import Agent, Prompt
from app.models.records.record import PromptRecipe
from app.models.sheets.narration import MAX_AUTHOR_NOTE, MAX_STYLE, NarrationStyle
from app.models.state.game_state import GameState
from app.services.ai.context_service import NEWEST_LAYOUT, ContextService
from tests.unit.services.prompts import honest, narrator_prompt, npc_prompt, rich_game, section, talk
from tests.worlds import at_once

MANNER, NOTE = "Dry and slow, as old sailors tell.", "The owl is the baker: let it hoot once."


def prompt_in(mode: str, state: GameState, budget: int = 24_000) -> Prompt:
    recipe = PromptRecipe(model="test", mode=mode, budget=budget, layout=NEWEST_LAYOUT)
    return at_once(ContextService().build(state, Agent.NARRATOR, "I look around.", recipe))


def told(**values: object) -> GameState:
    state = rich_game()
    state.narration = NarrationStyle.model_validate(values)
    return state


@pytest.mark.parametrize("mode", ["guided", "tools", "given"])
def test_every_narrator_is_told_length_person_and_tense_and_what_is_usual_no_more(mode: str) -> None:
    usual = prompt_in(mode, rich_game())
    assert "in the second person and the present tense, in\none to three short paragraphs." in usual.instructions
    changed = prompt_in(mode, told(length="long", person="first", tense="past"))
    wanted = "in the first person, as the player's character, and the past tense, in\nthree to five paragraphs."
    assert wanted in changed.instructions
    assert not any(word in changed.instructions for word in ("second person", "present tense", "one to three"))


@pytest.mark.parametrize("mode", ["guided", "tools", "given"])
def test_the_manner_is_in_the_instructions_and_the_note_right_before_the_players_line(mode: str) -> None:
    prompt = prompt_in(mode, told(style=MANNER, author_note=NOTE))
    assert json.dumps(MANNER) in prompt.instructions
    assert prompt.sections[-1].name == "Author's Note"
    assert NOTE not in prompt.instructions
    before, _, after = prompt.text.partition(json.dumps(NOTE))
    assert before
    assert after.strip() == prompt.player_line


@pytest.mark.parametrize("mode", ["guided", "tools"])
def test_a_note_that_changes_leaves_all_before_the_end_of_the_prompt_as_it_was(mode: str) -> None:
    before, after = (prompt_in(mode, told(style=MANNER, author_note=note)) for note in ("", NOTE))
    assert after.instructions == before.instructions
    assert after.sections[:-1] == before.sections
    assert after.said == before.said


def test_an_empty_note_and_an_empty_manner_are_not_there() -> None:
    assert prompt_in("guided", told(style="", author_note="")) == prompt_in("guided", rich_game())


def test_a_person_is_told_the_manner_alone() -> None:
    plain = npc_prompt(rich_game())
    prompt = npc_prompt(told(style=MANNER, author_note=NOTE, length="long", person="third", tense="past"))
    assert json.dumps(MANNER) in prompt.instructions
    assert prompt.message == plain.message
    assert "owl is the baker" not in prompt.text
    assert npc_prompt(told(author_note=NOTE, length="long", person="third", tense="past")) == plain


def test_the_note_is_there_however_much_was_said_and_the_budget_holds() -> None:
    state = told(style="x " * (MAX_STYLE // 2), author_note=NOTE)
    talk(state, 300)
    for budget in (2_000, 3_000, 6_000):
        prompt = narrator_prompt(state, budget=budget)
        assert NOTE in section(prompt, "Author's Note")
        assert honest(prompt)


@pytest.mark.parametrize("sign", ["界", "🐉"])
def test_long_texts_in_other_scripts_leave_room_for_the_game(sign: str) -> None:
    prompt = narrator_prompt(told(style=sign * MAX_STYLE, author_note=sign * MAX_AUTHOR_NOTE))
    assert section(prompt, "Author's Note")
    assert section(prompt, "People Present")
    assert honest(prompt)
