"""Saves from before a table had several players load, go back and go on. See tests/data/saves/format-2."""

import shutil
from pathlib import Path

import pytest

from app.agents.narrator.offline import OfflineNarrator
from app.events.commands import JoinPartyCommand
from app.models.state.game_state import Party, PlayerCharacter
from app.services.game.turns.turn_service import TurnService
from app.stores.json_store import JsonGameStore
from tests.integration.turns.table import new_table

SAVED = Path(__file__).parents[2] / "data" / "saves" / "format-2"
GAME = "small-one-player"


@pytest.fixture
def table(tmp_path: Path) -> TurnService:
    shutil.copytree(SAVED / GAME, tmp_path / GAME)
    return new_table(JsonGameStore(tmp_path), narrator=OfflineNarrator())


async def test_whom_the_only_player_spoke_to_is_whom_it_speaks_to(table: TurnService) -> None:
    assert table.state(GAME).party.addressees == {"player": ("mara",)}
    assert "Mara Ironhand: “" in (await table.take_turn(GAME, "what did I promise you?")).text


async def test_notes_of_then_are_the_tables(table: TurnService) -> None:
    assert [note.text for note in table.state(GAME).notes_for(None)] == ["Mara knows the owl"]


async def test_another_player_may_join_and_everything_may_be_undone(table: TurnService) -> None:
    await table.execute(GAME, JoinPartyCommand(name="Bo"))
    await table.take_turn(GAME, "Mara, hello", speaker="player-2")
    assert table.state(GAME).party.addressees == {"player": ("mara",), "player-2": ("mara",)}
    await table.undo(GAME, 6)
    party = table.state(GAME).party
    assert (party.addressees, [player.name for player in party.players]) == ({}, ["Élan"])


async def test_a_past_prompt_is_explained(table: TurnService) -> None:
    await table.execute(GAME, JoinPartyCommand(name="Bo"))
    assert '"Élan" says or does: "Mara, good evening"' in (await table.explain(GAME, 2)).text


def test_a_party_of_then_is_read_without_its_players_or_with_them() -> None:
    bo = PlayerCharacter(id="bo", name="Bo")
    assert Party.model_validate({"addressee_ids": ["mara"]}).addressees_of("player") == ("mara",)
    assert Party.model_validate({"players": [{"name": "Bo"}], "addressee_ids": []}).addressees == {}
    for players in ([bo], [bo.model_dump()]):
        assert Party.model_validate({"players": players, "addressee_ids": ["mara"]}).addressees == {"bo": ("mara",)}
