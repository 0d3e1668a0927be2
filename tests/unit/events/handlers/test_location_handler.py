"""Places: leaving tells the memory first, clearing tells it afterwards, and what cannot be is refused."""

from unittest.mock import AsyncMock

import pytest
from pytest_mock import MockerFixture

from app.errors import InvalidInput, NotFound
from app.events.commands import ChangeLocationCommand, DiscoverSecretCommand, UpdateLocationStateCommand
from app.events.handlers.location_handler import LocationHandler
from app.interfaces.services.location import PARTY, ILocationService
from app.models.events.play import DangerChanged, EffectAdded, EncounterCompleted, LocationChanged, SecretDiscovered
from app.models.sheets.condition import DangerLevel, ItemHeld
from app.models.sheets.location import EncounterSheet
from app.models.state.game_state import GameState
from app.services.game.location_service import LocationService
from tests.unit.events.refusals import refused
from tests.unit.events.sheets import game_in, with_place
from tests.worlds import small_sheet

OWL_GONE = UpdateLocationStateCommand(
    location_id="tower", complete_encounter="owl", danger_level=DangerLevel.CLEARED, add_effect="feathers everywhere"
)


@pytest.fixture
def handler(memory: AsyncMock) -> LocationHandler:
    return LocationHandler(LocationService(), memory)


@pytest.fixture
def in_tower(state: GameState) -> GameState:
    """The party stands before the owl, with the lantern."""
    state.scenario.current_location_id = "tower"
    state.party.items.append("lantern")
    return state


# -- going --------------------------------------------------------------------------------------------------------


async def test_moving_tells_the_memory_before_anybody_moves(state: GameState, mocker: MockerFixture) -> None:
    calls = mocker.Mock()
    locations, memory = mocker.Mock(spec=ILocationService), mocker.AsyncMock()
    calls.attach_mock(locations.move_entity, "move_entity")
    calls.attach_mock(memory.on_location_exit, "on_location_exit")

    await LocationHandler(locations, memory).change_location(ChangeLocationCommand(location_id="inn"), state)

    assert calls.mock_calls == [mocker.call.on_location_exit(state), mocker.call.move_entity(state, PARTY, "inn")]


async def test_the_memory_still_sees_the_party_in_the_place_it_leaves(state: GameState, memory: AsyncMock) -> None:
    seen: list[str | None] = []
    memory.on_location_exit.side_effect = lambda state: seen.append(state.scenario.current_location_id)
    await LocationHandler(LocationService(), memory).change_location(ChangeLocationCommand(location_id="inn"), state)
    assert seen == ["market"]
    assert state.scenario.current_location_id == "inn"


async def test_moving_says_where_from_how_long_and_whether_it_was_new(
    handler: LocationHandler, state: GameState
) -> None:
    there = await handler.change_location(ChangeLocationCommand(location_id="inn"), state)
    back = await handler.change_location(ChangeLocationCommand(location_id="market"), state)
    assert there.events == (LocationChanged(from_id="market", to_id="inn", minutes=5, first_visit=True),)
    assert back.events == (LocationChanged(from_id="inn", to_id="market", minutes=5, first_visit=False),)
    assert state.place("market").visits == 2


async def test_a_move_that_the_memory_cannot_record_does_not_happen(state: GameState, memory: AsyncMock) -> None:
    memory.on_location_exit.side_effect = InvalidInput("no place to remember")
    handler = LocationHandler(LocationService(), memory)
    await refused(handler, ChangeLocationCommand(location_id="inn"), state, InvalidInput)


async def test_going_where_no_way_leads_is_refused_and_the_ways_are_named(
    handler: LocationHandler, state: GameState, memory: AsyncMock
) -> None:
    words = await refused(handler, ChangeLocationCommand(location_id="cell-2"), state)
    assert "the inn door (to the Inn)" in words
    assert "the left grating (to the Prison Cell)" in words
    memory.assert_not_awaited()
    memory.on_location_exit.assert_not_awaited()


async def test_a_hidden_place_is_refused_in_the_words_of_an_unknown_one(
    handler: LocationHandler, state: GameState
) -> None:
    hidden = await refused(handler, ChangeLocationCommand(location_id="tower"), state)
    unknown = await refused(handler, ChangeLocationCommand(location_id="atlantis"), state)
    assert hidden == unknown
    assert "ower" not in hidden


async def test_a_locked_way_is_refused_with_what_is_missing(handler: LocationHandler, state: GameState) -> None:
    state.place("market").discovered_secrets.append("loose-stone")
    words = await refused(handler, ChangeLocationCommand(location_id="tower"), state)
    assert words == "The stair door is locked. (It takes the brass key in your hands.)"


async def test_a_locked_way_opens_with_what_it_takes(handler: LocationHandler, state: GameState) -> None:
    state.place("market").discovered_secrets.append("loose-stone")
    state.party.items.append("brass-key")
    await handler.change_location(ChangeLocationCommand(location_id="tower"), state)
    assert state.here.id == "tower"


async def test_going_where_one_is_is_refused(handler: LocationHandler, state: GameState, memory: AsyncMock) -> None:
    assert (
        await refused(handler, ChangeLocationCommand(location_id="market"), state) == "You are already at the Market."
    )
    memory.on_location_exit.assert_not_awaited()


async def test_a_party_that_is_nowhere_cannot_go(handler: LocationHandler, state: GameState) -> None:
    state.scenario.current_location_id = None
    await refused(handler, ChangeLocationCommand(location_id="inn"), state, NotFound)


async def test_a_conversation_ends_where_the_two_part(handler: LocationHandler, state: GameState) -> None:
    state.party.address("player", ["guard-1"])
    await handler.change_location(ChangeLocationCommand(location_id="inn"), state)
    assert state.party.addressees_of("player") == ()


# -- how a place stands -------------------------------------------------------------------------------------------


async def test_clearing_the_last_encounter_gives_both_world_events_after_the_change(
    in_tower: GameState, memory: AsyncMock
) -> None:
    seen: list[tuple[str, DangerLevel, list[str]]] = []

    async def listen(state: GameState, event_kind: str, tags: object = None, related: object = None) -> None:
        place = state.place("tower")
        seen.append((event_kind, place.danger_level, list(place.completed_encounters)))

    memory.on_world_event.side_effect = listen
    result = await LocationHandler(LocationService(), memory).update_location_state(OWL_GONE, in_tower)

    assert seen == [
        ("encounter_completed", DangerLevel.CLEARED, ["owl"]),
        ("location_cleared", DangerLevel.CLEARED, ["owl"]),
    ]
    assert result.events == (
        EncounterCompleted(location_id="tower", encounter_id="owl"),
        DangerChanged(location_id="tower", level=DangerLevel.CLEARED),
        EffectAdded(location_id="tower", effect="feathers everywhere"),
    )


async def test_world_events_of_a_place_carry_its_ids_by_keyword(
    handler: LocationHandler, in_tower: GameState, memory: AsyncMock, mocker: MockerFixture
) -> None:
    await handler.update_location_state(OWL_GONE, in_tower)
    assert memory.on_world_event.await_args_list == [
        mocker.call(
            in_tower, event_kind="encounter_completed", related={"location_id": "tower", "encounter_id": "owl"}
        ),
        mocker.call(in_tower, event_kind="location_cleared", related={"location_id": "tower"}),
    ]


async def test_a_place_becomes_cleared_only_once(
    handler: LocationHandler, in_tower: GameState, memory: AsyncMock
) -> None:
    await handler.update_location_state(OWL_GONE, in_tower)
    memory.reset_mock()
    again = UpdateLocationStateCommand(location_id="tower", danger_level=DangerLevel.CLEARED)
    assert (await handler.update_location_state(again, in_tower)).events == ()
    memory.on_world_event.assert_not_awaited()


async def test_danger_and_effects_alone_are_no_world_event(
    handler: LocationHandler, state: GameState, memory: AsyncMock
) -> None:
    command = UpdateLocationStateCommand(location_id="inn", danger_level=DangerLevel.LOW, add_effect="a broken window")
    await handler.update_location_state(command, state)
    assert (state.place("inn").danger_level, state.place("inn").lasting_changes) == (
        DangerLevel.LOW,
        ["a broken window"],
    )
    memory.on_world_event.assert_not_awaited()


async def test_an_encounter_whose_condition_is_unmet_is_refused_with_what_is_missing(
    handler: LocationHandler, in_tower: GameState, memory: AsyncMock
) -> None:
    in_tower.party.items.remove("lantern")
    words = await refused(handler, OWL_GONE, in_tower)
    assert words == "It beats you back into the dark. (It takes the lantern in your hands.)"
    memory.on_world_event.assert_not_awaited()


async def test_an_encounter_cannot_be_completed_twice(handler: LocationHandler, in_tower: GameState) -> None:
    command = UpdateLocationStateCommand(location_id="tower", complete_encounter="owl")
    await handler.update_location_state(command, in_tower)
    assert "already" in await refused(handler, command, in_tower)


@pytest.mark.parametrize("location_id", ["tower", "market"])
async def test_an_encounter_elsewhere_is_refused(handler: LocationHandler, state: GameState, location_id: str) -> None:
    """Whether the command names the encounter's place or the party's."""
    state.party.items.append("lantern")
    await refused(handler, UpdateLocationStateCommand(location_id=location_id, complete_encounter="owl"), state)


async def test_a_place_with_an_open_encounter_cannot_be_called_cleared(
    handler: LocationHandler, in_tower: GameState, memory: AsyncMock
) -> None:
    command = UpdateLocationStateCommand(location_id="tower", danger_level=DangerLevel.CLEARED)
    assert "the great owl" in await refused(handler, command, in_tower)
    memory.on_world_event.assert_not_awaited()


async def test_one_refused_part_refuses_the_whole_command(handler: LocationHandler, in_tower: GameState) -> None:
    in_tower.place("tower").lasting_changes.append("feathers everywhere")
    assert "feathers everywhere" in await refused(handler, OWL_GONE, in_tower)


@pytest.mark.parametrize(
    "command",
    [
        UpdateLocationStateCommand(location_id="atlantis", danger_level=DangerLevel.LOW),
        UpdateLocationStateCommand(location_id="market", complete_encounter="kraken"),
    ],
)
async def test_unknown_places_and_encounters_are_not_found(
    handler: LocationHandler, state: GameState, command: UpdateLocationStateCommand
) -> None:
    await refused(handler, command, state, NotFound)


async def test_a_refusal_keeps_the_capitals_of_a_name(handler: LocationHandler) -> None:
    owl = EncounterSheet(id="owl", name="the Owl of Ymir", description="Old.", failed_text="", cleared_text="Gone.")
    state = game_in(with_place("tower", encounters=(owl,)))
    words = await refused(handler, UpdateLocationStateCommand(location_id="tower", complete_encounter="owl"), state)
    assert words.startswith("The Owl of Ymir ")


# -- secrets ------------------------------------------------------------------------------------------------------


async def test_a_secret_is_found_where_it_is(handler: LocationHandler, state: GameState) -> None:
    result = await handler.discover_secret(DiscoverSecretCommand(secret_id="loose-stone"), state)
    assert result.events == (SecretDiscovered(location_id="market", secret_id="loose-stone"),)
    assert state.place("market").discovered_secrets == ["loose-stone"]


async def test_a_secret_is_found_once(handler: LocationHandler, state: GameState) -> None:
    await handler.discover_secret(DiscoverSecretCommand(secret_id="loose-stone"), state)
    assert "known already" in await refused(handler, DiscoverSecretCommand(secret_id="loose-stone"), state)


async def test_a_secret_of_another_place_is_refused(handler: LocationHandler, state: GameState) -> None:
    state.scenario.current_location_id = "inn"
    await refused(handler, DiscoverSecretCommand(secret_id="loose-stone"), state)


async def test_a_secret_whose_condition_is_unmet_is_refused_with_what_is_missing(handler: LocationHandler) -> None:
    secret = small_sheet().index.secret("loose-stone")[1]
    needs_light = secret.model_copy(update={"condition": ItemHeld(item_id="lantern")})
    state = game_in(with_place("market", secrets=(needs_light,)))
    assert "lantern" in await refused(handler, DiscoverSecretCommand(secret_id="loose-stone"), state)


async def test_an_unknown_secret_is_not_found(handler: LocationHandler, state: GameState) -> None:
    await refused(handler, DiscoverSecretCommand(secret_id="the-cake"), state, NotFound)
