"""Who plays: players join and leave, and an id belongs to one name for as long as the game lasts."""

from unittest.mock import AsyncMock

import pytest

from app.errors import InvalidInput, NotFound
from app.events.commands import AddNoteCommand, JoinPartyCommand, LeavePartyCommand
from app.events.handlers.party_handler import MAX_EVER, MAX_PLAYERS, PartyHandler
from app.events.handlers.world_handler import WorldHandler
from app.interfaces.services.memory import IMemoryService
from app.models.events.play import NoteAdded, PlayerJoined, PlayerLeft
from app.models.state.game_state import GameState, PlayerCharacter
from tests.unit.events.refusals import refused


async def join(state: GameState, name: str, player_id: str | None = None) -> str:
    """The id of the player who has joined."""
    result = await PartyHandler().join_party(JoinPartyCommand(name=name, player_id=player_id), state)
    (event,) = result.events
    assert isinstance(event, PlayerJoined)
    assert event.name == state.name(event.player_id)
    return event.player_id


async def leave(state: GameState, player_id: str) -> None:
    result = await PartyHandler().leave_party(LeavePartyCommand(player_id=player_id), state)
    assert result.events == (PlayerLeft(player_id=player_id, name=state.name(player_id)),)


def names(state: GameState) -> list[tuple[str, str]]:
    return [(player.id, player.name) for player in state.party.players]


async def test_players_join_under_ids_that_are_made_or_given(state: GameState) -> None:
    assert await join(state, "  Bo ") == "player-2"
    assert await join(state, "Cleo", "cleo") == "cleo"
    assert await join(state, "Dag") == "player-3"
    assert names(state) == [("player", "Élan"), ("player-2", "Bo"), ("cleo", "Cleo"), ("player-3", "Dag")]


async def test_an_id_goes_to_nobody_else_and_its_owner_comes_back_to_it_by_name(state: GameState) -> None:
    await join(state, "Bo")
    await leave(state, "player-2")
    assert await join(state, "Cleo") == "player-3"
    assert "player-2" in await refused(PartyHandler(), JoinPartyCommand(name="Dag", player_id="player-2"), state)
    assert await join(state, "BO") == "player-2"
    assert names(state) == [("player", "Élan"), ("player-3", "Cleo"), ("player-2", "Bo")]
    assert state.party.left == []


async def test_who_has_left_is_still_known_by_name_and_speaks_to_nobody(state: GameState) -> None:
    await join(state, "Bo")
    state.party.address("player-2", ["guard-1"])
    state.party.address("player", ["guard-1"])
    await leave(state, "player-2")
    assert state.name("player-2") == "Bo"
    assert state.party.addressees == {"player": ("guard-1",)}


@pytest.mark.parametrize("name", ["Élan", "ÉLAN", " élan", "Mara Ironhand", "mara", "Guard", "the innkeeper"])
async def test_a_name_that_somebody_has_is_refused(state: GameState, name: str) -> None:
    """Also that of a person of the cast, or part of it by which it is called."""
    assert name.strip() in await refused(PartyHandler(), JoinPartyCommand(name=name), state)


@pytest.mark.parametrize("name", ["Mara Smith", "Guardian", "Elan"])
async def test_a_name_that_only_resembles_one_is_taken(state: GameState, name: str) -> None:
    assert await join(state, name) == "player-2"


@pytest.mark.parametrize("player_id", ["player", "mara", "party"])
async def test_an_id_that_means_somebody_is_refused(state: GameState, player_id: str) -> None:
    assert player_id in await refused(PartyHandler(), JoinPartyCommand(name="Bo", player_id=player_id), state)


async def test_a_name_that_is_no_line_is_refused(state: GameState) -> None:
    await refused(PartyHandler(), JoinPartyCommand(name=" \u200b "), state, InvalidInput)
    await refused(PartyHandler(), JoinPartyCommand(name="B" * 61), state, InvalidInput)


async def test_a_table_has_so_many_seats(state: GameState) -> None:
    for number in range(MAX_PLAYERS - 1):
        await join(state, f"Bo {number}")
    assert str(MAX_PLAYERS) in await refused(PartyHandler(), JoinPartyCommand(name="Cleo"), state)


async def test_a_game_keeps_the_names_of_so_many_players(state: GameState) -> None:
    state.party.left = [PlayerCharacter(id=f"p-{number}", name=f"Bo {number}") for number in range(MAX_EVER - 1)]
    assert str(MAX_EVER) in await refused(PartyHandler(), JoinPartyCommand(name="Cleo"), state)
    assert await join(state, "Bo 7") == "p-7"


async def test_the_last_player_cannot_leave_nor_one_who_is_not_there(state: GameState) -> None:
    assert "Élan" in await refused(PartyHandler(), LeavePartyCommand(player_id="player"), state)
    assert "mara" in await refused(PartyHandler(), LeavePartyCommand(player_id="mara"), state, NotFound)


async def test_a_note_is_a_players_or_the_tables(state: GameState) -> None:
    await join(state, "Bo")
    await leave(state, "player-2")
    handler = WorldHandler(AsyncMock(spec=IMemoryService))
    assert "player-2" in await refused(handler, AddNoteCommand(text="x", owner_id="player-2"), state, NotFound)
    result = await handler.add_note(AddNoteCommand(text="mine", owner_id="player"), state)
    assert result.events == (NoteAdded(text="mine", pinned=False, owner_id="player"),)
    await handler.add_note(AddNoteCommand(text="ours"), state)
    assert [note.text for note in state.notes_for("player")] == ["mine", "ours"]
    assert [note.text for note in state.notes_for("player-3")] == ["ours"]
    assert [note.text for note in state.notes_for(None)] == ["ours"]
