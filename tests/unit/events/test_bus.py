"""The bus: one handler for each command, errors reach the caller, what follows is carried out in order."""

import asyncio
from collections.abc import Mapping
from typing import Any
from unittest.mock import AsyncMock

import pytest
from hypothesis import given, settings
from pytest_mock import MockerFixture

from app.errors import NotPossible
from app.events.bus import MAX_DERIVED, CommandBus
from app.events.command_table import COMMAND_TYPES, parse_command
from app.events.commands import (
    AddNoteCommand,
    AdvanceTimeCommand,
    CompleteObjectiveCommand,
    CompleteQuestCommand,
    GiveItemCommand,
    ProgressActCommand,
    SetNPCAttitudeCommand,
    StartQuestCommand,
    TakeItemCommand,
)
from app.events.handlers.base import Handle, HandlerResult
from app.events.handlers.world_handler import WorldHandler
from app.interfaces.services.memory import IMemoryService
from app.models.command import Command
from app.models.events.play import ItemGiven, NoteAdded, TimeAdvanced
from app.models.sheets.condition import Attitude, QuestDone
from app.models.sheets.quest import ActSheet, QuestStatus
from app.models.state.game_state import GameState
from tests.examples import examples
from tests.unit.events.playing import WHOLE_STORY, play, stories, whole_bus
from tests.unit.events.sheets import changed_sheet, game_in
from tests.worlds import new_game, small_sheet


class Stub:
    """A handler of some commands, by the methods it is given."""

    def __init__(self, **by_kind: Any) -> None:
        kinds: dict[str, type[Command]] = {
            command_type.model_fields["kind"].default: command_type for command_type in COMMAND_TYPES
        }
        self._handles = {kinds[kind]: handle for kind, handle in by_kind.items()}

    def handles(self) -> Mapping[type[Command], Handle]:
        return self._handles


TWO = (AdvanceTimeCommand, AddNoteCommand)


# -- starting -----------------------------------------------------------------------------------------------------


def test_the_bus_refuses_to_start_when_a_command_has_no_handler() -> None:
    with pytest.raises(TypeError) as caught:
        CommandBus([WorldHandler(AsyncMock(spec=IMemoryService))])
    assert "TakeItemCommand" in str(caught.value)
    assert "AdvanceTimeCommand" not in str(caught.value)


def test_the_bus_refuses_to_start_when_a_command_has_two_handlers() -> None:
    with pytest.raises(TypeError, match="AddNoteCommand has two handlers"):
        CommandBus([WorldHandler(AsyncMock(spec=IMemoryService)), WorldHandler(AsyncMock(spec=IMemoryService))], TWO)


def test_the_handlers_there_are_take_every_command() -> None:
    whole_bus()


async def test_a_command_that_the_bus_does_not_know_is_a_defect_of_the_caller() -> None:
    with pytest.raises(TypeError, match="TakeItemCommand"):
        await CommandBus([WorldHandler(AsyncMock(spec=IMemoryService))], TWO).execute(
            TakeItemCommand(item_id="lantern"), new_game()
        )


# -- errors -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [NotPossible("the world says no"), ZeroDivisionError("a bug")])
async def test_an_error_reaches_the_caller_as_it_is(error: Exception) -> None:
    bus = CommandBus([Stub(advance_time=AsyncMock(side_effect=error), add_note=AsyncMock())], TWO)
    with pytest.raises(type(error)) as caught:
        await bus.execute(AdvanceTimeCommand(minutes=1), new_game())
    assert caught.value is error


async def test_a_refused_consequence_is_a_defect_and_names_both_commands() -> None:
    follows = AsyncMock(return_value=HandlerResult(follow_ups=(AdvanceTimeCommand(minutes=2),)))
    refuses = AsyncMock(side_effect=NotPossible("the clock is stuck"))
    bus = CommandBus([Stub(add_note=follows, advance_time=refuses)], TWO)
    with pytest.raises(RuntimeError, match=r"minutes=2.*add_note.*the clock is stuck"):
        await bus.execute(AddNoteCommand(text="tick"), new_game())


async def test_commands_that_bring_each_other_about_for_ever_are_stopped() -> None:
    for_ever = AsyncMock(return_value=HandlerResult(follow_ups=(AdvanceTimeCommand(minutes=0),)))
    bus = CommandBus([Stub(advance_time=for_ever)], (AdvanceTimeCommand,))
    with pytest.raises(RuntimeError, match="without end"):
        await bus.execute(AdvanceTimeCommand(minutes=0), new_game())
    assert for_ever.await_count == MAX_DERIVED + 1


# -- what follows -------------------------------------------------------------------------------------------------


async def test_what_follows_is_carried_out_first_come_first_served_and_told_in_order() -> None:
    """Consequences of a consequence wait until its neighbours are done."""
    effects = {
        "a": HandlerResult((NoteAdded(text="a", pinned=False),), (AddNoteCommand(text="b"), AddNoteCommand(text="c"))),
        "b": HandlerResult((NoteAdded(text="b", pinned=False),), (AdvanceTimeCommand(minutes=1),)),
        "c": HandlerResult((NoteAdded(text="c", pinned=False),)),
    }

    async def note(command: AddNoteCommand, _state: GameState) -> HandlerResult:
        return effects[command.text]

    time = AsyncMock(return_value=HandlerResult((TimeAdvanced(minutes=1),)))
    outcome = await CommandBus([Stub(add_note=note, advance_time=time)], TWO).execute(
        AddNoteCommand(text="a"), new_game()
    )
    assert outcome.derived == (AddNoteCommand(text="b"), AddNoteCommand(text="c"), AdvanceTimeCommand(minutes=1))
    assert [getattr(event, "text", "tick") for event in outcome.events] == ["a", "b", "c", "tick"]


async def test_objective_quest_and_act_complete_by_themselves_through_their_handlers(mocker: MockerFixture) -> None:
    memory = mocker.AsyncMock(spec=IMemoryService)
    bus, state = whole_bus(memory), new_game()
    *before, give = WHOLE_STORY[:5]
    await play(bus, state, *before)
    memory.reset_mock()

    outcome = await bus.execute(give, state)

    assert outcome.command == give
    assert outcome.derived == (
        CompleteObjectiveCommand(quest_id="light", objective_id="bring-lantern"),
        CompleteQuestCommand(quest_id="light"),
        ProgressActCommand(act_id="act-2"),
    )
    told = [call.kwargs["event_kind"] for call in memory.on_world_event.await_args_list]
    assert told == ["objective_completed", "quest_completed", "act_progressed"]
    assert outcome.events[0] == ItemGiven(item_id="lantern", npc_id="mara", to_party=False)
    assert len(outcome.events) == 4


async def test_a_topic_gives_its_item_and_its_attitude_as_derived_commands() -> None:
    bus, state = whole_bus(), new_game()
    *before, ask = WHOLE_STORY[:6]
    await play(bus, state, *before)
    outcome = await bus.execute(ask, state)
    assert outcome.derived == (
        GiveItemCommand(item_id="brass-key", npc_id="mara", to_party=True),
        SetNPCAttitudeCommand(npc_id="mara", attitude=Attitude.FRIENDLY),
    )
    assert "brass-key" in state.party.items


async def test_what_came_about_before_the_quest_was_taken_on_counts_when_it_is() -> None:
    bus, state = whole_bus(), new_game()
    take, _, go, _, give = WHOLE_STORY[:5]
    await play(bus, state, take, go, give)
    assert state.quest("light").status is QuestStatus.NOT_STARTED
    outcome = await bus.execute(StartQuestCommand(quest_id="light"), state)
    assert CompleteQuestCommand(quest_id="light") in outcome.derived


async def test_an_objective_without_a_condition_waits_for_its_own_command() -> None:
    bus, state = whole_bus(), new_game()
    story = [order for order in WHOLE_STORY if order != WHOLE_STORY[8]]
    await play(bus, state, *story)
    assert state.quest("peace").completed_objectives == ["enter-tower", "drive-owl"]
    outcome = await bus.execute(WHOLE_STORY[8], state)
    assert outcome.derived == (CompleteQuestCommand(quest_id="peace"), ProgressActCommand(act_id=None))


async def test_the_whole_story_ends_and_one_may_play_on() -> None:
    bus, state = whole_bus(), new_game()
    assert len(await play(bus, state, *WHOLE_STORY)) == len(WHOLE_STORY)
    assert state.scenario.ended
    assert state.scenario.completed_acts == ["act-1", "act-2"]
    outcome = await bus.execute(AdvanceTimeCommand(minutes=1), state)
    assert outcome.derived == ()


async def test_several_acts_can_be_over_at_once() -> None:
    acts = tuple(
        ActSheet(id=f"act-{n}", name=f"Act {n}", opening="…", condition=QuestDone(quest_id="light")) for n in (1, 2, 3)
    )
    state = game_in(changed_sheet(acts=acts))
    state.quest("light").status = QuestStatus.ACTIVE
    state.npc("mara").items_received.append("lantern")
    outcome = await whole_bus().execute(AdvanceTimeCommand(minutes=1), state)
    assert [command.kind for command in outcome.derived if isinstance(command, ProgressActCommand)] == [
        "progress_act"
    ] * 3
    assert state.scenario.ended


async def test_handlers_read_only_state_and_command() -> None:
    """Two games given the same orders through one bus are the same, whatever order the games take turns in."""
    bus = whole_bus()
    first, second = new_game(), new_game()
    for order in WHOLE_STORY:
        await bus.execute(order, first)
        await bus.execute(order, second)
    assert first.model_dump() == second.model_dump()


# -- replay -------------------------------------------------------------------------------------------------------


@given(stories)
@settings(max_examples=examples(48))
def test_replaying_what_was_not_derived_rebuilds_the_world(orders: list[Command]) -> None:
    """Through JSON, as the journal holds it; refused commands are not in it, and changed nothing."""

    async def scenario() -> None:
        bus, played, replayed = whole_bus(), new_game(), new_game()
        outcomes = await play(bus, played, *orders)
        for outcome in outcomes:
            again = await bus.execute(parse_command(outcome.command.model_dump(mode="json")), replayed)
            assert again == outcome
        assert replayed.model_dump() == played.model_dump()

    asyncio.run(scenario())


@given(stories)
@settings(max_examples=examples(48))
def test_whatever_happens_the_world_stays_sound(orders: list[Command]) -> None:
    """There is one of each thing; derived commands never fail; nothing is completed without its condition."""

    async def scenario() -> None:
        bus, state = whole_bus(), new_game()
        await play(bus, state, *orders)
        places = state.scenario.location_states.values()
        held = [*state.party.items, *(i for npc in state.npcs.values() for i in npc.items)]
        everything = [*held, *(i for place in places for i in place.items)]
        assert sorted(everything) == sorted(item.id for item in small_sheet().items)
        for quest in state.scenario.quests.values():
            assert len(quest.completed_objectives) == len(set(quest.completed_objectives))
            objectives = state.sheets.quest(quest.quest_id).objectives
            done = len(quest.completed_objectives) == len(objectives)
            assert (quest.status is QuestStatus.COMPLETED) == done
        assert type(state).model_validate_json(state.model_dump_json()).model_dump() == state.model_dump()

    asyncio.run(scenario())
