"""The finished game that ships with the page. ``TALEKEEPER_UPDATE_GOLDEN=1`` plays and writes it anew."""

import json
import os
from pathlib import Path

import pytest
from dependency_injector import providers

from app.api.page import FOLDER
from app.models.records.folding import fold_journal
from app.models.state.game_state import GameState
from app.services.game.turns.turn_tree import tree_of
from app.stores.transfer import export_game, import_playable
from tests.fakes.clock import FakeClock
from tests.integration.mcp.serving import new_container

pytestmark = [pytest.mark.of_stores, pytest.mark.long]


FILE = FOLDER / "data" / "finished-game.json"
PLAYER, SEED, ID = "Mara", 7, "tide-bell-finished"
TAKEN_BACK = {"say I promise to ring it once for Henrik before the tide turns": "say I make no promises about the dead"}
"""Lines of the walkthrough before which another one is tried."""
NAMES = {"go to the bell rock": "before the bell", "ask Tove about the three strokes": "the end"}
"""What turns are called, by their lines."""


async def written(saves: Path) -> bytes:
    """The walkthrough of the small scenario, played with one clock and seed, as an export without spaces."""
    container = new_container(saves)
    container.now.override(providers.Object(FakeClock()))
    library, turns = container.library(), container.turns()
    library.new_suffix = lambda: ID.rpartition("-")[2]
    turns.settle_in_background = False
    sheet = container.scenarios().load("tide-bell")
    game_id = library.begin(sheet, PLAYER, SEED, title="A finished game")
    assert game_id == ID
    for line in sheet.walkthrough:
        if line in TAKEN_BACK:
            await turns.take_turn(game_id, TAKEN_BACK[line])
            await turns.undo(game_id)
        await turns.take_turn(game_id, line)
        await turns.settle(game_id)
        if line in NAMES:
            await turns.label(game_id, NAMES[line])
    journal = library.read(game_id)
    await turns.close(game_id)
    return json.dumps(json.loads(export_game(journal)), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def kinds_of(state: GameState) -> set[str]:
    return {entry.kind.value for scope in state.scopes() for entry in state.memories(scope)}


async def test_the_finished_game_of_the_page_has_ended_and_has_much_to_look_into(tmp_path: Path) -> None:
    if os.environ.get("TALEKEEPER_UPDATE_GOLDEN") == "1":
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_bytes(await written(tmp_path / "saves"))
    journal = import_playable(FILE.read_bytes(), "The scenario of the finished game")
    state, tree = fold_journal(journal), tree_of(journal)
    assert journal.header.game_id == ID
    assert state.scenario.ended
    assert kinds_of(state) >= {"observation", "reflection"}
    assert {label for node in tree.nodes for label in node.labels} == {*NAMES.values()}
    assert [node.player_input for node in tree.nodes if not node.stands] == [*TAKEN_BACK.values()]


async def test_the_finished_game_is_the_same_when_it_is_played_anew(tmp_path: Path) -> None:
    assert await written(tmp_path / "one") == await written(tmp_path / "two")
