"""People: their talk is told before they go; topics are told under their conditions, with what follows."""

from typing import Any
from unittest.mock import AsyncMock

import pytest
from pytest_mock import MockerFixture

from app.errors import NotFound
from app.events.commands import (
    AskTopicCommand,
    DiscoverSecretCommand,
    GiveItemCommand,
    MoveNPCCommand,
    SetNPCAttitudeCommand,
    StartQuestCommand,
)
from app.events.handlers.npc_handler import NPCHandler
from app.interfaces.services.location import ILocationService
from app.models.events.play import AttitudeChanged, NPCMoved, TopicTold
from app.models.sheets.condition import Attitude, AttitudeAtLeast
from app.models.sheets.person import TopicSheet
from app.models.sheets.quest import QuestStatus
from app.models.state.game_state import GameState
from app.services.game.location_service import LocationService
from tests.unit.events.refusals import refused
from tests.unit.events.sheets import changed_sheet, game_in
from tests.worlds import small_sheet


@pytest.fixture
def handler(memory: AsyncMock) -> NPCHandler:
    return NPCHandler(LocationService(), memory)


@pytest.fixture
def at_inn(state: GameState) -> GameState:
    state.scenario.current_location_id = "inn"
    return state


def with_topic(topic: TopicSheet, **quest_fields: Any) -> GameState:
    """A game at the inn in which Mara knows only this topic; the fields change the quest *light*."""
    sheet = small_sheet()
    mara = sheet.index.npc("mara").model_copy(update={"topics": (topic,)})
    light = sheet.index.quest("light").model_copy(update=quest_fields)
    return game_in(changed_sheet(npcs=(mara, *sheet.npcs[1:]), quests=(light, *sheet.quests[1:])), at="inn")


# -- moving -------------------------------------------------------------------------------------------------------


async def test_a_persons_talk_is_told_before_it_goes(state: GameState, mocker: MockerFixture) -> None:
    calls = mocker.Mock()
    locations, memory = mocker.Mock(spec=ILocationService), mocker.AsyncMock()
    calls.attach_mock(locations.move_entity, "move_entity")
    calls.attach_mock(memory.on_npc_exit, "on_npc_exit")

    command = MoveNPCCommand(npc_id="mara", location_id="market")
    result = await NPCHandler(locations, memory).move_npc(command, state)

    assert calls.mock_calls == [
        mocker.call.on_npc_exit(state, "mara"),
        mocker.call.move_entity(state, "mara", "market"),
    ]
    assert result.events == (NPCMoved(npc_id="mara", from_id="inn", to_id="market"),)


async def test_a_person_can_be_taken_off_the_map_and_come_back(
    handler: NPCHandler, state: GameState, memory: AsyncMock
) -> None:
    await handler.move_npc(MoveNPCCommand(npc_id="mara", location_id=None), state)
    assert state.npc("mara").current_location_id is None
    memory.reset_mock()
    await handler.move_npc(MoveNPCCommand(npc_id="mara", location_id="market"), state)
    memory.on_npc_exit.assert_not_awaited()
    assert state.npc("mara").current_location_id == "market"


async def test_whoever_leaves_is_not_spoken_to_any_more(handler: NPCHandler, state: GameState) -> None:
    state.party.address("player", ["guard-1"])
    await handler.move_npc(MoveNPCCommand(npc_id="guard-1", location_id="inn"), state)
    assert state.party.addressees_of("player") == ()


async def test_going_where_one_is_is_refused(handler: NPCHandler, state: GameState, memory: AsyncMock) -> None:
    words = await refused(handler, MoveNPCCommand(npc_id="mara", location_id="inn"), state)
    assert words == "Mara Ironhand is there already."
    memory.on_npc_exit.assert_not_awaited()


@pytest.mark.parametrize(
    "command",
    [
        MoveNPCCommand(npc_id="nobody", location_id="inn"),
        MoveNPCCommand(npc_id="mara", location_id="atlantis"),
        SetNPCAttitudeCommand(npc_id="nobody", attitude=Attitude.LOYAL),
        AskTopicCommand(npc_id="nobody", topic_id="key"),
    ],
)
async def test_unknown_people_and_places_are_not_found(
    handler: NPCHandler, state: GameState, memory: AsyncMock, command: MoveNPCCommand
) -> None:
    await refused(handler, command, state, NotFound)
    memory.on_npc_exit.assert_not_awaited()


# -- attitude -----------------------------------------------------------------------------------------------------


async def test_an_attitude_changes(handler: NPCHandler, state: GameState) -> None:
    result = await handler.set_attitude(SetNPCAttitudeCommand(npc_id="mara", attitude=Attitude.WARY), state)
    assert result.events == (AttitudeChanged(npc_id="mara", attitude=Attitude.WARY),)
    assert state.npc("mara").attitude is Attitude.WARY


async def test_an_attitude_that_is_so_already_is_refused(handler: NPCHandler, state: GameState) -> None:
    command = SetNPCAttitudeCommand(npc_id="mara", attitude=Attitude.NEUTRAL)
    assert await refused(handler, command, state) == "Mara Ironhand is neutral already."


# -- topics -------------------------------------------------------------------------------------------------------


async def test_a_topic_is_told_in_full_once_and_shortly_afterwards(handler: NPCHandler, at_inn: GameState) -> None:
    command = AskTopicCommand(npc_id="mara", topic_id="owl-trouble")
    first = (await handler.ask_topic(command, at_inn)).events[0]
    second = (await handler.ask_topic(command, at_inn)).events[0]
    assert isinstance(first, TopicTold)
    assert isinstance(second, TopicTold)
    assert (first.first_time, first.text[:17]) == (True, "An owl took the t")
    assert (second.first_time, second.text) == (False, "The owl, still the owl.")
    assert at_inn.npc("mara").topics_told == ["owl-trouble"]


async def test_what_follows_from_a_topic_follows_as_far_as_it_has_not_come_about(
    handler: NPCHandler, at_inn: GameState
) -> None:
    command = AskTopicCommand(npc_id="mara", topic_id="owl-trouble")
    assert (await handler.ask_topic(command, at_inn)).follow_ups == (StartQuestCommand(quest_id="light"),)
    at_inn.quest("light").status = QuestStatus.ACTIVE
    assert (await handler.ask_topic(command, at_inn)).follow_ups == ()


async def test_an_attitude_comes_last_so_that_it_cannot_undo_what_was_promised_before() -> None:
    """Mara gives, and asks for help, only as long as she is not wary; telling it makes her wary."""
    trust = AttitudeAtLeast(npc_id="mara", attitude=Attitude.NEUTRAL)
    topic = TopicSheet(
        id="sorrow",
        name="her sorrow",
        text="Take the key, and go.",
        condition=trust,
        starts_quest="light",
        gives_item="brass-key",
        reveals_secret="loose-stone",
        sets_attitude=Attitude.WARY,
    )
    state = with_topic(topic, start_condition=trust)
    handler = NPCHandler(LocationService(), AsyncMock())
    result = await handler.ask_topic(AskTopicCommand(npc_id="mara", topic_id="sorrow"), state)
    assert result.follow_ups == (
        DiscoverSecretCommand(secret_id="loose-stone"),
        StartQuestCommand(quest_id="light"),
        GiveItemCommand(item_id="brass-key", npc_id="mara", to_party=True),
        SetNPCAttitudeCommand(npc_id="mara", attitude=Attitude.WARY),
    )


async def test_telling_again_does_not_change_the_mind_again(handler: NPCHandler, at_inn: GameState) -> None:
    mara = at_inn.npc("mara")
    mara.items_received.append("lantern")
    mara.topics_told.append("key")
    mara.items.remove("brass-key")
    result = await handler.ask_topic(AskTopicCommand(npc_id="mara", topic_id="key"), at_inn)
    assert result.follow_ups == ()


async def test_a_topic_whose_condition_is_unmet_is_refused_in_the_persons_words(
    handler: NPCHandler, at_inn: GameState
) -> None:
    words = await refused(handler, AskTopicCommand(npc_id="mara", topic_id="key"), at_inn)
    assert words == "Not before I have my lantern."


async def test_without_words_of_its_own_a_refusal_says_what_is_missing(handler: NPCHandler) -> None:
    topic = TopicSheet(
        id="past", name="her past", text="…", condition=AttitudeAtLeast(npc_id="mara", attitude=Attitude.LOYAL)
    )
    words = await refused(handler, AskTopicCommand(npc_id="mara", topic_id="past"), with_topic(topic))
    assert words == "Mara Ironhand keeps silent. It takes the loyalty of Mara Ironhand."


async def test_who_is_not_here_tells_nothing(handler: NPCHandler, state: GameState) -> None:
    words = await refused(handler, AskTopicCommand(npc_id="mara", topic_id="owl-trouble"), state)
    assert words == "Mara Ironhand is not here."


async def test_another_persons_topic_is_not_found(handler: NPCHandler, state: GameState) -> None:
    """The guard is here; the topic is Mara's."""
    await refused(handler, AskTopicCommand(npc_id="guard-1", topic_id="owl-trouble"), state, NotFound)


async def test_of_two_people_of_one_name_the_one_who_is_meant_is_asked(handler: NPCHandler, state: GameState) -> None:
    """The other Guard is in a cell."""
    assert await refused(handler, AskTopicCommand(npc_id="guard-2", topic_id="key"), state) == "Guard is not here."
