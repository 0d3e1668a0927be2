"""What prompts hold of canon: facts, claims and notes of the game master."""

import pytest

from app.events.commands import (
    AddNoteCommand,
    CreateItemCommand,
    CreatePersonCommand,
    EstablishFactCommand,
    ForgetNoteCommand,
)
from app.models.command import Command
from app.models.state.game_state import GameState
from app.services.ai.context_builders.established import MOST_FACTS
from app.services.characters.table_view import scene_text
from tests.unit.events.canonical import game_of
from tests.unit.events.playing import play, whole_bus
from tests.unit.services.prompts import narrator_prompt, npc_prompt, section
from tests.worlds import say


async def carry_out(state: GameState, *orders: Command) -> None:
    await play(whole_bus(), state, *orders)


def fact(subject: str, attribute: str, value: str, claimed_by: str | None = None) -> EstablishFactCommand:
    return EstablishFactCommand(subject=subject, attribute=attribute, value=value, claimed_by=claimed_by)


def established(state: GameState) -> list[str]:
    return section(narrator_prompt(state), "Established").splitlines()


async def test_a_game_without_facts_has_no_section() -> None:
    assert established(game_of()) == []


async def test_facts_about_the_world_and_whoever_and_whatever_is_here_or_carried_are_read_newest_last() -> None:
    state = game_of()
    await carry_out(
        state,
        CreateItemCommand(name="Brass Lamp", description="Dented.", to="party"),
        fact("market", "history", "a gallows stood here"),
        fact("the harvest", "this year", "failed"),
        fact("guard-1", "wife", "Ilse"),
        fact("made-brass-lamp", "maker", "a smith of the coast"),
    )
    state.turn += 1
    assert established(state) == [
        '- "Market" [market], "history": "a gallows stood here"',
        '- "the harvest", "this year": "failed"',
        f'- "{state.name("guard-1")}" [guard-1], "wife": "Ilse"',
        '- "Brass Lamp" [made-brass-lamp], "maker": "a smith of the coast"',
    ]
    assert "a gallows stood here" in scene_text(state)


async def test_a_fact_about_somebody_elsewhere_is_read_once_the_last_lines_name_it() -> None:
    state = game_of()
    await carry_out(state, fact("mara", "fear", "deep water"), fact("inn", "owner", "a widow"))
    assert established(state) == []
    say(state, "What is Mara afraid of?")
    assert established(state) == ['- "Mara Ironhand" [mara], "fear": "deep water"']


async def test_a_claim_is_marked_and_gone_once_a_fact_answers_it() -> None:
    state = game_of()
    await carry_out(state, fact("market", "owner", "Élan", "player"))
    assert established(state) == ['- "Market" [market], "owner": "Élan" (claimed by "Élan")']
    await carry_out(state, fact("market", "owner", "the abbey"))
    assert established(state) == ['- "Market" [market], "owner": "the abbey"']


async def test_the_newest_facts_are_read_where_there_are_many() -> None:
    state = game_of()
    for number in range(MOST_FACTS + 5):
        state.turn = number
        await carry_out(state, fact("the sea", f"name {number}", "grey"))
    lines = established(state)
    assert len(lines) == MOST_FACTS
    assert lines[-1] == f'- "the sea", "name {MOST_FACTS + 4}": "grey"'
    small = narrator_prompt(state, budget=1_500)
    assert small.tokens <= small.budget
    assert section(small, "Established").splitlines() == lines[-len(section(small, "Established").splitlines()) :]
    assert len(section(small, "Established").splitlines()) < MOST_FACTS


async def test_nobody_but_the_game_master_reads_them() -> None:
    state = game_of()
    await carry_out(
        state, fact("market", "owner", "the abbey"), CreatePersonCommand(name="Wren", description="A girl.")
    )
    assert "the abbey" not in npc_prompt(state, "made-wren").text


@pytest.mark.parametrize("pinned", [True, False])
async def test_a_note_for_the_game_master_is_in_its_prompt_alone(pinned: bool) -> None:
    state = game_of()
    await carry_out(state, AddNoteCommand(text="The guard lies.", pinned=pinned, for_master=True))
    notes = section(narrator_prompt(state), "Pinned Notes" if pinned else "Notes")
    assert notes == '- "The guard lies." (for you alone: the players do not know it)'
    assert "The guard lies" not in npc_prompt(state, "guard-1").text
    assert state.notes_for("player") == []


async def test_a_forgotten_note_is_in_no_prompt() -> None:
    state = game_of()
    await carry_out(state, AddNoteCommand(text="The guard lies.", pinned=True), AddNoteCommand(text="Rain."))
    await carry_out(state, ForgetNoteCommand(note=0), ForgetNoteCommand(note=1))
    text = narrator_prompt(state).text
    assert "The guard lies" not in text
    assert "Rain." not in text
