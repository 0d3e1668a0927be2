"""Energy, hunger and mood: they change by the full hour, and in the same way however time is split."""

from unittest.mock import AsyncMock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from app.events.commands import AdvanceTimeCommand
from app.events.handlers.world_handler import WorldHandler
from app.interfaces.services.memory import IMemoryService
from app.models.command import Event
from app.models.events.play import DayStarted, HourPassed
from app.models.minds.activity import Activity
from app.models.sheets.scenario import MeterRates
from app.models.state.game_state import GameState
from tests.unit.events.sheets import changed_sheet, game_in
from tests.worlds import new_game


async def after(state: GameState, *minutes: int) -> list[Event]:
    handler = WorldHandler(AsyncMock(spec=IMemoryService))
    results = [await handler.advance_time(AdvanceTimeCommand(minutes=step), state) for step in minutes]
    return [event for result in results for event in result.events if isinstance(event, HourPassed | DayStarted)]


def meters(state: GameState, npc_id: str = "mara") -> tuple[float, float, float]:
    npc = state.npc(npc_id)
    return npc.energy, npc.hunger, npc.mood


def with_rates(**rates: float) -> GameState:
    return game_in(changed_sheet(meters=MeterRates(**rates)))


async def test_awake_and_alone_everything_sinks() -> None:
    state = new_game()
    await after(state, 120)
    assert meters(state) == (92, 90, 59)


async def test_asleep_energy_is_restored_and_the_rest_sinks_at_half_its_rate() -> None:
    state = new_game()
    mara = state.npc("mara")
    mara.activity, mara.energy = Activity.SLEEPING, 20
    await after(state, 6 * 60)
    assert meters(state) == (92, 85, 58.5)
    await after(state, 60)
    assert mara.energy == 100


@pytest.mark.parametrize(
    ("other", "asleep", "mood"), [("guard-1", False, 64), ("guard-1", True, 59), ("guard-2", False, 59)]
)
async def test_company_that_is_there_and_awake_restores_mood(other: str, *, asleep: bool, mood: float) -> None:
    """Guard 1 is with Mara, guard 2 elsewhere."""
    state = new_game()
    state.npc("guard-1").current_location_id = "cell-1"
    if other == "guard-1":
        state.npc("guard-1").current_location_id = "inn"
    state.npc("guard-1").activity = Activity.SLEEPING if asleep else Activity.IDLE
    await after(state, 120)
    assert state.npc("mara").mood == mood


async def test_the_party_is_company_and_sleepers_have_none() -> None:
    state = new_game()
    state.scenario.current_location_id = "inn"
    await after(state, 60)
    assert state.npc("mara").mood == 62
    state.npc("mara").activity = Activity.SLEEPING
    await after(state, 60)
    assert state.npc("mara").mood == 61.75


async def test_a_year_leaves_every_meter_within_its_bounds() -> None:
    state = new_game()
    await after(state, 365 * 1440)
    assert meters(state) == (0, 0, 0)
    state.npc("guard-1").activity = Activity.SLEEPING
    await after(state, 365 * 1440)
    assert meters(state, "guard-1")[0] == 100


async def test_who_is_off_the_map_stays_as_it_is() -> None:
    state = new_game()
    state.npc("mara").current_location_id = None
    await after(state, 5000)
    assert meters(state) == (100, 100, 60)


async def test_the_rates_are_the_scenarios() -> None:
    state = with_rates(energy=-10, hunger=3, mood=0, energy_asleep=50, mood_in_company=-20, asleep=1)
    state.npc("mara").hunger = 10
    await after(state, 60)
    assert meters(state) == (90, 13, 60)
    assert state.npc("guard-1").mood == 40


@pytest.mark.parametrize("rate", [float("nan"), float("inf"), -101, 101])
def test_a_rate_is_a_number_of_points_an_hour(rate: float) -> None:
    with pytest.raises(ValidationError):
        MeterRates(hunger=rate)


RATES = st.floats(-100, 100)


@given(
    start=st.integers(0, 3000),
    steps=st.lists(st.integers(0, 700), max_size=12),
    rates=st.builds(
        MeterRates,
        energy=RATES,
        hunger=RATES,
        mood=RATES,
        energy_asleep=RATES,
        mood_in_company=RATES,
        asleep=st.floats(0, 1),
    ),
    sleeping=st.sets(st.sampled_from(["mara", "guard-1", "guard-2"])),
)
async def test_any_split_of_a_span_gives_the_same_meters_and_the_same_hours(
    start: int, steps: list[int], rates: MeterRates, sleeping: set[str]
) -> None:
    sheet = changed_sheet(meters=rates)
    whole, split = game_in(sheet), game_in(sheet)
    for state in (whole, split):
        state.clock.minutes = start
        state.npc("guard-2").current_location_id = "inn"
        for npc_id in sleeping:
            state.npc(npc_id).activity = Activity.SLEEPING
    assert await after(whole, sum(steps)) == await after(split, *steps)
    assert whole.npcs == split.npcs
    assert whole.clock == split.clock
