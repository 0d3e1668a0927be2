"""Quests and acts: the world is told after each change; what is unmet, done or out of order is refused."""

from unittest.mock import AsyncMock

import pytest
from pytest_mock import MockerFixture

from app.errors import NotFound, NotPossible
from app.events.commands import (
    CompleteObjectiveCommand,
    CompleteQuestCommand,
    ProgressActCommand,
    StartQuestCommand,
)
from app.events.handlers.quest_handler import QuestHandler
from app.models.events.play import ActProgressed, ObjectiveCompleted, QuestCompleted, QuestStarted
from app.models.sheets.condition import Attitude
from app.models.sheets.quest import QuestStatus
from app.models.state.game_state import GameState
from tests.unit.events.refusals import refused

BRING = CompleteObjectiveCommand(quest_id="light", objective_id="bring-lantern")


@pytest.fixture
def handler(memory: AsyncMock) -> QuestHandler:
    return QuestHandler(memory)


def took_on(state: GameState, quest_id: str = "light") -> None:
    state.quest(quest_id).status = QuestStatus.ACTIVE


def gave_lantern(state: GameState) -> None:
    state.npc("mara").items_received.append("lantern")


def completed(state: GameState, quest_id: str) -> None:
    quest = state.quest(quest_id)
    quest.status = QuestStatus.COMPLETED
    quest.completed_objectives = [objective.id for objective in state.sheets.quest(quest_id).objectives]


# -- taking on ----------------------------------------------------------------------------------------------------


async def test_a_quest_is_taken_on(handler: QuestHandler, state: GameState, memory: AsyncMock) -> None:
    result = await handler.start_quest(StartQuestCommand(quest_id="light"), state)
    assert result.events == (QuestStarted(quest_id="light"),)
    assert state.quest("light").status is QuestStatus.ACTIVE
    memory.on_world_event.assert_not_awaited()


@pytest.mark.parametrize("status", [QuestStatus.ACTIVE, QuestStatus.COMPLETED])
async def test_a_quest_is_taken_on_once(handler: QuestHandler, state: GameState, status: QuestStatus) -> None:
    state.quest("light").status = status
    assert "already" in await refused(handler, StartQuestCommand(quest_id="light"), state)


async def test_a_quest_whose_start_condition_is_unmet_is_refused_with_all_that_is_missing(
    handler: QuestHandler, state: GameState
) -> None:
    words = await refused(handler, StartQuestCommand(quest_id="peace"), state)
    assert "completing the quest 'A light for Mara' and the friendship of Mara Ironhand" in words


# -- objectives ---------------------------------------------------------------------------------------------------


async def test_an_objective_tells_the_world_after_the_change(
    state: GameState, memory: AsyncMock, mocker: MockerFixture
) -> None:
    took_on(state)
    gave_lantern(state)
    seen: list[list[str]] = []
    memory.on_world_event.side_effect = lambda state, **_: seen.append([*state.quest("light").completed_objectives])

    result = await QuestHandler(memory).complete_objective(BRING, state)

    assert seen == [["bring-lantern"]]
    assert memory.on_world_event.await_args_list == [
        mocker.call(
            state, event_kind="objective_completed", related={"quest_id": "light", "objective_id": "bring-lantern"}
        )
    ]
    assert result.events == (ObjectiveCompleted(quest_id="light", objective_id="bring-lantern"),)


async def test_an_objective_whose_condition_is_unmet_is_refused_with_what_is_missing(
    handler: QuestHandler, state: GameState, memory: AsyncMock
) -> None:
    took_on(state)
    assert "giving the lantern to Mara Ironhand" in await refused(handler, BRING, state)
    memory.on_world_event.assert_not_awaited()


async def test_an_objective_without_a_condition_needs_only_the_command(handler: QuestHandler, state: GameState) -> None:
    took_on(state, "peace")
    command = CompleteObjectiveCommand(quest_id="peace", objective_id="bell-rung")
    await handler.complete_objective(command, state)
    assert state.quest("peace").completed_objectives == ["bell-rung"]


async def test_an_objective_is_completed_once(handler: QuestHandler, state: GameState, memory: AsyncMock) -> None:
    took_on(state)
    gave_lantern(state)
    await handler.complete_objective(BRING, state)
    memory.reset_mock()
    assert "already" in await refused(handler, BRING, state)
    memory.on_world_event.assert_not_awaited()


async def test_an_objective_of_a_quest_that_was_not_taken_on_is_refused(
    handler: QuestHandler, state: GameState
) -> None:
    gave_lantern(state)
    assert "not been taken on" in await refused(handler, BRING, state)


async def test_an_objective_of_a_completed_quest_is_refused(handler: QuestHandler, state: GameState) -> None:
    completed(state, "light")
    assert "completed already" in await refused(handler, BRING, state)


@pytest.mark.parametrize(
    "command",
    [
        CompleteObjectiveCommand(quest_id="light", objective_id="bell-rung"),
        CompleteObjectiveCommand(quest_id="light", objective_id="fly"),
        CompleteObjectiveCommand(quest_id="fame", objective_id="bring-lantern"),
        CompleteQuestCommand(quest_id="fame"),
        StartQuestCommand(quest_id="fame"),
    ],
)
async def test_unknown_quests_and_another_quests_objectives_are_not_found(
    handler: QuestHandler, state: GameState, command: CompleteObjectiveCommand
) -> None:
    took_on(state)
    took_on(state, "peace")
    await refused(handler, command, state, NotFound)


# -- quests -------------------------------------------------------------------------------------------------------


async def test_a_quest_tells_the_world_after_the_change(
    state: GameState, memory: AsyncMock, mocker: MockerFixture
) -> None:
    took_on(state)
    state.quest("light").completed_objectives = ["bring-lantern"]
    seen: list[QuestStatus] = []
    memory.on_world_event.side_effect = lambda state, **_: seen.append(state.quest("light").status)

    result = await QuestHandler(memory).complete_quest(CompleteQuestCommand(quest_id="light"), state)

    assert seen == [QuestStatus.COMPLETED]
    assert memory.on_world_event.await_args_list == [
        mocker.call(state, event_kind="quest_completed", related={"quest_id": "light"})
    ]
    assert result.events == (QuestCompleted(quest_id="light"),)


async def test_a_quest_with_open_objectives_is_refused_and_they_are_named(
    handler: QuestHandler, state: GameState, memory: AsyncMock
) -> None:
    took_on(state, "peace")
    state.quest("peace").completed_objectives = ["enter-tower"]
    words = await refused(handler, CompleteQuestCommand(quest_id="peace"), state)
    assert words.endswith("Still open: Drive off the owl, Ring the bell.")
    memory.on_world_event.assert_not_awaited()


@pytest.mark.parametrize("status", [QuestStatus.NOT_STARTED, QuestStatus.COMPLETED])
async def test_only_an_active_quest_can_be_completed(
    handler: QuestHandler, state: GameState, status: QuestStatus
) -> None:
    completed(state, "light")
    state.quest("light").status = status
    await refused(handler, CompleteQuestCommand(quest_id="light"), state)


# -- acts ---------------------------------------------------------------------------------------------------------


async def test_the_next_act_begins_and_the_world_is_told_which(
    handler: QuestHandler, state: GameState, memory: AsyncMock, mocker: MockerFixture
) -> None:
    completed(state, "light")
    result = await handler.progress_act(ProgressActCommand(act_id="act-2"), state)
    assert result.events == (ActProgressed(ended="act-1", begun="act-2"),)
    assert (state.scenario.current_act_id, state.scenario.completed_acts) == ("act-2", ["act-1"])
    assert not state.scenario.ended
    assert memory.on_world_event.await_args_list == [
        mocker.call(state, event_kind="act_progressed", tags=None, related={"act_id": "act-2"})
    ]


async def test_after_the_last_act_the_story_ends_and_nothing_more_can_begin(
    handler: QuestHandler, state: GameState
) -> None:
    completed(state, "light")
    completed(state, "peace")
    await handler.progress_act(ProgressActCommand(act_id="act-2"), state)
    result = await handler.progress_act(ProgressActCommand(act_id=None), state)
    assert result.events == (ActProgressed(ended="act-2", begun=None),)
    assert state.scenario.ended
    assert "at its end" in await refused(handler, ProgressActCommand(act_id=None), state)


@pytest.mark.parametrize("act_id", ["act-1", None, "act-3", "light"])
async def test_an_act_out_of_order_is_refused(
    handler: QuestHandler, state: GameState, memory: AsyncMock, act_id: str | None
) -> None:
    completed(state, "light")
    assert "'Night'" in await refused(handler, ProgressActCommand(act_id=act_id), state)
    memory.on_world_event.assert_not_awaited()


async def test_an_act_whose_condition_is_unmet_is_refused_with_what_is_missing(
    handler: QuestHandler, state: GameState
) -> None:
    words = await refused(handler, ProgressActCommand(act_id="act-2"), state)
    assert words == "'Dusk' is not over yet. It takes completing the quest 'A light for Mara'."


async def test_an_error_of_the_memory_reaches_the_caller(state: GameState, memory: AsyncMock) -> None:
    memory.on_world_event.side_effect = NotPossible("the memory is full")
    completed(state, "light")
    with pytest.raises(NotPossible, match="the memory is full"):
        await QuestHandler(memory).progress_act(ProgressActCommand(act_id="act-2"), state)


async def test_friendship_alone_does_not_start_a_quest(handler: QuestHandler, state: GameState) -> None:
    """Every part of an all-of condition counts."""
    state.npc("mara").attitude = Attitude.LOYAL
    words = await refused(handler, StartQuestCommand(quest_id="peace"), state)
    assert "friendly" not in words
