"""Games by their commands, with every word of the language pack scrambled: the same happens as in English."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

import app.content
from app.agents.narrator.offline import OfflineNarrator
from app.models.command import Command
from app.models.messages.message import Role
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.services.game.games.scenario_library import ScenarioLibrary
from tests.fakes.pseudo_locale import TAG, latin, pseudo_locale
from tests.integration.turns.table import new_store, new_table

pytestmark = pytest.mark.long


LIBRARY = ScenarioLibrary([Path(path) for path in app.content.__path__])

Turns = list[tuple[Command, ...]]
Played = tuple[GameState, list[Any]]


@pytest.fixture(scope="module", params=["tide-bell", "before-the-thaw"])
def sheet(request: pytest.FixtureRequest) -> ScenarioSheet:
    return LIBRARY.load(request.param)


@pytest.fixture(scope="module")
def turns(sheet: ScenarioSheet, tmp_path_factory: pytest.TempPathFactory) -> Turns:
    return asyncio.run(commands_of(sheet, tmp_path_factory.mktemp("typed")))


@pytest.fixture(scope="module")
def english(sheet: ScenarioSheet, turns: Turns, tmp_path_factory: pytest.TempPathFactory) -> Played:
    return asyncio.run(played(sheet, turns, tmp_path_factory.mktemp("english")))


@pytest.fixture(scope="module")
def translated(sheet: ScenarioSheet, turns: Turns, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The game in the scrambled language, its scenario's texts as they were."""
    with pseudo_locale():
        return asyncio.run(played(sheet.model_copy(update={"language": TAG}), turns, tmp_path_factory.mktemp(TAG)))


async def commands_of(sheet: ScenarioSheet, folder: Path) -> Turns:
    """What the walkthrough orders, turn by turn."""
    table = new_table(new_store(folder), narrator=OfflineNarrator())
    game = table.library.begin(sheet, "Élan", seed=7)
    turns = [await table.take_turn(game, line) for line in sheet.walkthrough]
    await table.close(game)
    return [tuple(one.command for one in turn.commands if not one.derived) for turn in turns]


async def played(sheet: ScenarioSheet, turns: Turns, folder: Path) -> Played:
    """The state after all commands, with everything condensed, and what each turn did."""
    table = new_table(new_store(folder))
    game = table.library.begin(sheet, "Élan", seed=7)
    results = [await table.execute(game, *commands) for commands in turns if commands]
    await table.settle(game)
    state = table.state(game)
    await table.close(game)
    return state, [(result.commands, result.events) for result in results]


def meaning(state: GameState) -> dict[str, Any]:
    """What a game holds beside its texts: typed values alone."""
    entries = {"world": list(state.scenario.world_memories)}
    entries |= {key: list(npc.npc_memories) for key, npc in state.npcs.items()}
    entries |= {key: list(state.place(key).location_memories) for key in state.sheets.locations}
    return {
        "messages": [(one.role, one.speaker_id, one.events, one.acts) for one in state.conversation_history],
        "memories": {key: [(one.kind, one.subjects, one.payload) for one in kept] for key, kept in entries.items()},
        "world": state.model_dump(mode="json", include={"clock", "party", "turn"}),
    }


def test_the_commands_of_a_walkthrough_do_the_same(english: Played, translated: Played) -> None:
    (state, done), (there, done_there) = english, translated
    assert done_there == done
    assert meaning(there) == meaning(state)


def test_the_engines_line_holds_no_english_of_its_own(translated: Played) -> None:
    state, _ = translated
    lines = [message.content for message in state.conversation_history if message.role is Role.SYSTEM]
    assert len(lines) > 10
    for line in lines:
        assert latin(line, *authored(state)) == [], line


def authored(state: GameState) -> list[str]:
    """Names, and texts that stand in the line as the author wrote them."""
    index = state.sheets
    tables = (index.items, index.locations, index.npcs, index.encounters, index.quests, index.objectives, index.topics)
    names = [state.name(key) for table in tables for key in table]
    effects = [effect for key in index.locations for effect in state.place(key).lasting_changes]
    secrets = [state.name(key) for key in index.secrets]
    return [*names, *effects, *secrets, *(state.name(key) for key in index.acts)]
