"""The builders of what a place, the people present and the world remember: how many entries, and whose."""

import re

import pytest

from app.models.memory import Scope
from app.models.prompt import Agent, Prompt
from app.models.state.game_state import GameState
from app.services.ai.context_builders.draft import PromptViewer
from app.services.ai.context_builders.location_memory_builder import LocationMemoryBuilder
from app.services.ai.context_builders.npc_memory_builder import NPCMemoryBuilder
from app.services.ai.context_builders.world_memory_builder import WorldMemoryBuilder
from app.services.ai.context_service import ContextService
from app.settings import Settings
from tests.unit.services.prompts import npc_prompt, recipe, remember, rich_game, section
from tests.unit.services.remembering import INN, MARA, WORLD
from tests.worlds import at_once, new_game

NARRATOR = PromptViewer()
BUILDERS = (LocationMemoryBuilder, NPCMemoryBuilder, WorldMemoryBuilder)
SCOPES = {"Recent Location Memory": INN, "NPC Memory": MARA, "World Memory": WORLD}


def crowded(entries: int = 6) -> GameState:
    """A game in which place, person and world each remember a number of things."""
    state = rich_game()
    for scope in SCOPES.values():
        for n in range(entries):
            remember(state, scope, f"Event number {n}.", game_time=600 + n, visit=f"v-{n}")
    return state


def numbers(text: str) -> list[str]:
    return re.findall(r"number (\d)", text)


@pytest.mark.parametrize("builder", BUILDERS)
def test_a_builder_shows_the_last_three_by_default_oldest_first(builder: type[WorldMemoryBuilder]) -> None:
    draft = builder().build(crowded(), NARRATOR)
    assert draft is not None
    assert draft.name in SCOPES
    assert [numbers(line.text) for line in draft.lines] == [["3"], ["4"], ["5"]]
    assert builder(max_entries=3).build(crowded(), NARRATOR) == draft


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("max_entries", [1, 5])
def test_a_builder_shows_as_many_as_it_is_made_for(builder: type[WorldMemoryBuilder], max_entries: int) -> None:
    draft = builder(max_entries=max_entries).build(crowded(), NARRATOR)
    assert draft is not None
    assert [each for line in draft.lines for each in numbers(line.text)] == list("012345")[-max_entries:]
    assert {line.reason.rpartition(" of ")[0] for line in draft.lines} == {f"one of the last {max_entries}"}


@pytest.mark.parametrize("builder", BUILDERS)
def test_where_nothing_is_remembered_there_is_no_section(builder: type[WorldMemoryBuilder]) -> None:
    assert builder().build(new_game(), NARRATOR) is None


def test_a_party_that_is_nowhere_has_no_memory_of_its_place() -> None:
    state = crowded()
    state.scenario.current_location_id = None
    assert LocationMemoryBuilder().build(state, NARRATOR) is None


def test_the_person_builder_shows_everybody_present_and_nobody_else() -> None:
    state = crowded()
    state.npc("guard-1").current_location_id = "inn"
    remember(state, Scope.npc("guard-1"), "Event number 7.")
    remember(state, Scope.npc("guard-2"), "Event number 8.")
    draft = NPCMemoryBuilder().build(state, NARRATOR)
    assert draft is not None
    shown = [numbers(line.text) for line in draft.lines if "[guard-1]" in line.text]
    assert shown[-1] == ["7"]
    assert not any("guard-2" in line.text for line in draft.lines)


def prompt_with(max_entries: int) -> Prompt:
    asked = recipe(20_000).model_copy(update={"max_entries": max_entries})
    return at_once(ContextService().build(crowded(), Agent.NARRATOR, "Look.", asked))


@pytest.mark.parametrize("name", SCOPES)
@pytest.mark.parametrize("max_entries", [1, 3, 5])
def test_a_prompt_shows_as_many_entries_as_its_recipe_says(name: str, max_entries: int) -> None:
    assert numbers(section(prompt_with(max_entries), name)) == list("012345")[-max_entries:]


def test_three_entries_are_the_default_of_the_setting_and_of_a_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().max_entries == recipe().max_entries == 3
    monkeypatch.setenv("TALEKEEPER_MAX_ENTRIES", "5")
    assert Settings().max_entries == 5


def test_a_person_reads_its_own_memories_under_a_name_of_their_own() -> None:
    """The three sections are the narrator's."""
    prompt = npc_prompt(crowded(), budget=20_000)
    assert not {part.name for part in prompt.sections} & {*SCOPES}
    assert numbers(section(prompt, "Your Memories")) == ["3", "4", "5"]
