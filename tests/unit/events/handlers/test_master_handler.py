"""What a game master orders: states, timers; and companions."""

import pytest

from app.errors import InvalidInput, NotFound
from app.events.actions.effects import apply
from app.events.commands import (
    AdvanceTimeCommand,
    ChangeLocationCommand,
    JoinCompanionCommand,
    LeaveCompanionCommand,
    MoveNPCCommand,
    SetStateCommand,
    SetTimerCommand,
    StopTimerCommand,
)
from app.events.handlers.companion_handler import CompanionHandler
from app.events.handlers.master_handler import MasterHandler
from app.events.handlers.npc_handler import NPCHandler
from app.interfaces.services.memory import IMemoryService
from app.models.events.actions import TimerDue
from app.models.state.values import value_of
from app.services.game.location_service import LocationService
from tests.unit.events.acting import effect, mill, set_flag
from tests.unit.events.playing import play, whole_bus
from tests.unit.events.refusals import refused


async def test_a_state_of_one_player_is_set_for_this_player_alone() -> None:
    state = mill("bo")
    await MasterHandler().set_state(SetStateCommand(of="player", name="health", value=-3), state)
    assert [value_of(state, key, "health") for key in ("player", "bo")] == [0, 6]


@pytest.mark.parametrize(
    ("of", "name", "value", "error"),
    [
        ("lamp", "heat", 1, NotFound),
        ("nothing", "lit", True, NotFound),
        ("lamp", "lit", 1, InvalidInput),
        ("lamp", "colour", "blue", InvalidInput),
    ],
)
async def test_a_state_that_there_is_not_or_of_another_kind_is_refused(
    of: str, name: str, value: bool | int | str, error: type[NotFound | InvalidInput]
) -> None:
    await refused(MasterHandler(), SetStateCommand(of=of, name=name, value=value), mill(), error)


async def test_a_state_that_is_so_is_refused() -> None:
    await refused(MasterHandler(), SetStateCommand(of="lamp", name="oil", value=3), mill())


async def test_a_new_timer_brings_its_own_effects_and_stops_when_ordered() -> None:
    state = mill()
    order = SetTimerCommand.model_validate(
        {"id": "made", "minutes": 4, "text": "Now.", "effects": [set_flag("lamp", "lit")]}
    )
    for _ in range(2):
        assert await play(whole_bus(), state, order)
        (timed,) = await play(whole_bus(), state, AdvanceTimeCommand(minutes=4))
        assert TimerDue(timer_id="made", text="Now.") in timed.events
    assert value_of(state, "lamp", "lit") is True
    await play(whole_bus(), state, order, StopTimerCommand(id="made"))
    assert "made" not in state.world.timers
    await refused(MasterHandler(), StopTimerCommand(id="made"), state)
    await refused(MasterHandler(), SetTimerCommand(id="made", minutes=4), state, InvalidInput)


async def test_a_timer_whose_effects_name_nothing_that_there_is_does_nothing() -> None:
    condition = {"kind": "person_at", "npc_id": "nobody", "location_id": "nowhere"}
    when = {"kind": "when", "condition": condition, "then": [{"kind": "die", "of": "nobody"}]}
    order = SetTimerCommand.model_validate({"id": "made", "minutes": 1, "effects": [when]})
    assert len(await play(whole_bus(), mill(), order, AdvanceTimeCommand(minutes=5))) == 2


async def test_a_companion_joins_follows_and_stays() -> None:
    state, handler = mill(), CompanionHandler()
    join, leave = JoinCompanionCommand(npc_id="miller"), LeaveCompanionCommand(npc_id="miller")
    await refused(handler, join, state)
    await refused(handler, leave, state)
    await refused(handler, JoinCompanionCommand(npc_id="cat"), state)
    state.states["lever"] = {"pulled": True}
    assert len(await play(whole_bus(), state, join, ChangeLocationCommand(location_id="yard"))) == 2
    assert state.npc("miller").current_location_id == "yard"
    await refused(handler, join, state)
    assert len(await play(whole_bus(), state, leave, ChangeLocationCommand(location_id="mill"))) == 2
    assert state.npc("miller").current_location_id == "yard"


async def test_the_dead_are_not_moved(memory: IMemoryService) -> None:
    state = mill()
    apply(effect("die", of="miller"), state)
    handler = NPCHandler(LocationService(), memory)
    await refused(handler, MoveNPCCommand(npc_id="miller", location_id="yard"), state)
