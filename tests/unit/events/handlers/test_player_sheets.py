"""The order that changes a player's sheet."""

import pytest

from app.errors import InvalidInput, NotFound
from app.events.commands import UpdatePlayerSheetCommand
from app.events.handlers.party_handler import PartyHandler
from app.models.events.play import PlayerSheetUpdated
from app.models.state.game_state import GameState
from tests.unit.events.refusals import refused


async def update(state: GameState, **values: object) -> tuple[object, ...]:
    command = UpdatePlayerSheetCommand.model_validate({"player_id": "player", **values})
    return (await PartyHandler().update_player_sheet(command, state)).events


async def test_an_order_changes_what_it_names_and_nothing_else(state: GameState) -> None:
    await update(state, home="Sedge", likes=["plums"])
    events = await update(state, home="Oster", skills={"climbing": 3})
    assert events == (PlayerSheetUpdated(player_id="player", name="Élan", fields=("home", "skills")),)
    (player,) = state.party.players
    assert (player.name, player.home, player.likes, player.skills) == ("Élan", "Oster", ("plums",), {"climbing": 3})


async def test_an_order_that_changes_nothing_is_no_event(state: GameState) -> None:
    await update(state, home="Sedge")
    assert await update(state, home="Sedge", called="") == ()


async def test_who_was_told_the_old_value_does_not_know_the_new_one(state: GameState) -> None:
    await update(state, home="Sedge", likes=["plums", "ale"], known_to=["mara"])
    await update(state, home="Oster", likes=["ale"])
    (player,) = state.party.players
    assert player.known_to == {"likes:ale": ("mara",)}


async def test_a_player_gets_a_name_that_nobody_else_has(state: GameState) -> None:
    await update(state, name=" Lena ")
    assert state.name("player") == "Lena"
    for name, error in (("Mara", None), ("x" * 61, InvalidInput)):
        command = UpdatePlayerSheetCommand(player_id="player", name=name)
        await refused(PartyHandler(), command, state, *([error] if error else []))


@pytest.mark.parametrize("values", [{"player_id": "odo"}, {"player_id": "player", "known_to": ("nobody-here",)}])
async def test_unknown_players_and_people_are_refused(state: GameState, values: dict[str, object]) -> None:
    command = UpdatePlayerSheetCommand.model_validate({"home": "Sedge", **values})
    await refused(PartyHandler(), command, state, NotFound)
