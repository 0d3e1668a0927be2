"""Days of a village, watched hour by hour: how often everybody condenses and reflects."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from app.events.commands import AdvanceTimeCommand
from app.interfaces.agents.mind import IMind
from app.memory.entries.ageing import HalfLives
from app.memory.entries.markers import is_inactive
from app.memory.stream.stream import MemoryStream
from app.models.clock import MINUTES_PER_DAY, day_of
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.messages.payload import ConclusionKind, ConclusionPayload
from app.models.minds.mind_state import TICK
from app.models.sheets.location import LocationSheet, LocationType
from app.models.sheets.person import NPCSheet
from app.models.state.cadence import Cadence
from app.models.state.game_state import GameState
from app.services.game.simulation import begin_simulation
from app.settings import CadenceSettings, HalfLifeSettings
from tests.examples import IS_LONG
from tests.integration.minds.table import FunctionMind, begin, container_in, on_disk, run, simulate, well
from tests.integration.turns.table import comparable

pytestmark = pytest.mark.long


DAYS = 5
PEOPLE = 9 if IS_LONG else 4
"""Beside those of the scenario."""
HERMIT = "hermit"


@dataclass
class Village:
    """What was seen of a village, and how it was at the end."""

    state: GameState
    began: int
    oldest_talks: list[int] = field(default_factory=list)
    """For each step after three days, the age of the oldest line that stood as it was said, in game minutes."""


@pytest.fixture(scope="module")
def village(tmp_path_factory: pytest.TempPathFactory) -> Village:
    """Five days of before-the-thaw with some more people, one of them in a hut without a way to it."""
    return live(tmp_path_factory.mktemp("village"))


def live(folder: Path, mind: IMind | None = None, *, days: int = DAYS, people: int = PEOPLE) -> Village:
    """Let the village live, and watch it."""
    container = container_in(folder, mind)
    sheet = container.scenarios().load("before-the-thaw")
    hut = LocationSheet(id="far-hut", name="Far Hut", description="A hut beyond the ice.", type=LocationType.HOME)
    alone = NPCSheet(
        id=HERMIT, name="Ragna Sund", description="A trapper.", home_location="far-hut", start_location="far-hut"
    )
    sheet = sheet.model_copy(update={"locations": (*sheet.locations, hut), "npcs": (*sheet.npcs, alone)})
    game_id = begin_simulation(container.library(), sheet, seed=1, people=people)
    state = container.turns().state(game_id)
    found = Village(state, state.clock.minutes)

    def look(now: GameState) -> None:
        if now.clock.minutes - found.began > 3 * MINUTES_PER_DAY:
            found.oldest_talks.append(max((now.clock.minutes - line for line in lines_left(now)), default=0))

    found.state = run(simulate(container, game_id, hours=24 * days, on_step=look))
    return found


def lines_left(state: GameState) -> Iterator[int]:
    """When lines were said that stand uncondensed."""
    for npc_id in state.npcs:
        for entry in state.memories(Scope.npc(npc_id)):
            is_line = entry.kind is MemoryKind.CONVERSATION and "condensed" not in entry.metadata
            if is_line and entry.game_time is not None and not is_inactive(state.status(entry.id)):
                yield entry.game_time


def test_no_talk_of_any_length_stands_as_it_was_said_after_two_days(village: Village) -> None:
    assert len(village.oldest_talks) == 2 * MINUTES_PER_DAY // TICK
    assert MINUTES_PER_DAY < max(village.oldest_talks) <= 2 * MINUTES_PER_DAY + TICK


def condensed_talks(state: GameState) -> list[MemoryEntry]:
    """Memories that stand for a talk."""
    entries = (entry for npc_id in state.npcs for entry in state.memories(Scope.npc(npc_id)))
    return [entry for entry in entries if entry.metadata.get("condensed") == "conversation"]


def test_what_a_short_talk_said_can_still_be_read_and_names_its_lines(village: Village) -> None:
    short = [entry for entry in condensed_talks(village.state) if entry.metadata["count"] in (1, 2)]
    assert short
    assert all(entry.summary and entry.evidence for entry in short)


def reflections(state: GameState, npc_id: str) -> dict[int, set[int]]:
    """By day the times at which a person reflected; the conclusions of one reflection have one time."""
    found: dict[int, set[int]] = defaultdict(set)
    for entry in state.memories(Scope.npc(npc_id)):
        if entry.kind is MemoryKind.REFLECTION and entry.game_time is not None:
            found[day_of(entry.game_time)].add(entry.game_time)
    return found


def is_quiet(entry: MemoryEntry) -> bool:
    return isinstance(entry.payload, ConclusionPayload) and entry.payload.of is ConclusionKind.MINIMAL


def assert_everybody_reflects_each_day(village: Village) -> None:
    """Once or twice on each whole day."""
    whole_days = range(day_of(village.began) + 1, day_of(village.state.clock.minutes))
    assert whole_days
    times = {
        (npc_id, day): len(reflections(village.state, npc_id)[day])
        for npc_id in village.state.npcs
        for day in whole_days
    }
    assert {key: count for key, count in times.items() if count not in (1, 2)} == {}


def test_everybody_reflects_once_or_twice_on_each_whole_day(village: Village) -> None:
    assert_everybody_reflects_each_day(village)


def test_who_is_alone_all_day_and_sees_nothing_says_each_day_something_else_that_is_true(village: Village) -> None:
    own = [entry for entry in village.state.memories(Scope.npc(HERMIT)) if entry.kind is MemoryKind.REFLECTION]
    assert len(own) == DAYS
    assert all(map(is_quiet, own))
    assert {entry.importance for entry in own} == {4}
    assert all("Ragna Sund" in entry.summary and "Far Hut" in entry.summary for entry in own)
    assert len({entry.summary for entry in own}) == DAYS
    assert [is_inactive(village.state.status(entry.id)) for entry in own] == [True] * (DAYS - 1) + [False]


def test_with_a_model_too_everybody_reflects_each_day_and_of_a_quiet_day_no_model_is_asked(tmp_path: Path) -> None:
    asked: list[str] = []

    async def noted(instructions: str, prompt: str) -> str:
        asked.append(prompt)
        return await well(instructions, prompt)

    village = live(tmp_path, FunctionMind(noted), days=2, people=0)
    assert_everybody_reflects_each_day(village)
    own = [entry for entry in village.state.memories(Scope.npc(HERMIT)) if entry.kind is MemoryKind.REFLECTION]
    assert own
    assert all(map(is_quiet, own))


async def test_days_that_pass_within_one_turn_have_their_reflections_too(tmp_path: Path) -> None:
    container = container_in(tmp_path)
    game_id = container.library().begin(container.scenarios().load("before-the-thaw"), "Élan", 1)
    turns = container.turns()
    began = turns.state(game_id).clock.minutes
    await turns.execute(game_id, AdvanceTimeCommand(minutes=3 * MINUTES_PER_DAY))
    await turns.settle(game_id)
    assert_everybody_reflects_each_day(Village(turns.state(game_id), began))
    await turns.close(game_id)


# -- set otherwise -------------------------------------------------------------------------------------------------


OTHERWISE: dict[str, Any] = {
    "cadence": CadenceSettings(tick=20, plan_hour=5, evening_hour=14, forgetting_ticks=30, talk_hours=2, talk_lines=2),
    "half_lives": HalfLifeSettings(observation=30, reflection=0),
}


def lived_otherwise(folder: Path, hours: float) -> tuple[str, GameState]:
    container = container_in(folder, **OTHERWISE)
    game_id = begin(container, "before-the-thaw", people=6)
    state = run(simulate(container, game_id, hours=hours, step=20))
    run(container.turns().close(game_id))
    return game_id, state


def test_a_game_lives_by_the_cadence_that_is_set(tmp_path: Path) -> None:
    _, state = lived_otherwise(tmp_path, 30)
    assert state.minds.tick == state.clock.minutes // 20
    assert all(
        npc.mind.plan_until is None or npc.mind.plan_until % MINUTES_PER_DAY == 300 for npc in state.npcs.values()
    )
    entries = [entry for npc_id in state.npcs for entry in state.memories(Scope.npc(npc_id))]
    plans = {(entry.game_time or 0) % MINUTES_PER_DAY for entry in entries if entry.kind is MemoryKind.PLAN}
    assert any(300 <= minute < 320 for minute in plans)
    alone = [entry for entry in state.memories(Scope.npc("ragna")) if is_quiet(entry)]
    assert alone
    assert all(14 * 60 <= (entry.game_time or 0) % MINUTES_PER_DAY < 16 * 60 + 20 for entry in alone)
    assert condensed_talks(state), "talks of two lines are condensed after two hours"


def test_other_settings_change_what_happens_next_and_nothing_that_has_happened(tmp_path: Path) -> None:
    game_id, state = lived_otherwise(tmp_path, 12)
    before = comparable(state)
    container = container_in(tmp_path)
    opened = container.turns().state(game_id)
    assert comparable(opened) == before
    assert comparable(on_disk(tmp_path, game_id)) == before
    assert (Cadence.of(opened), HalfLives.of(opened)) == (Cadence(), HalfLives())
    stream = MemoryStream(opened, Scope.npc("jorun"))
    rates = dict(zip((entry.kind for entry in stream.all()), stream.index.entries.columns["decay_rate"], strict=True))
    assert rates[MemoryKind.OBSERVATION] == 1 / 360
    run(container.turns().execute(game_id, AdvanceTimeCommand(minutes=10)))
    assert container.turns().state(game_id).minds.tick == container.turns().state(game_id).clock.minutes // 10
    run(container.turns().undo(game_id))
    assert Cadence.of(container.turns().state(game_id)) == Cadence()


def test_half_lives_that_are_set_decide_what_is_recalled_also_after_undo(tmp_path: Path) -> None:
    container = container_in(tmp_path, **OTHERWISE)
    game_id = begin(container, "before-the-thaw", people=6)
    run(simulate(container, game_id, hours=1, step=20))
    run(container.turns().undo(game_id))
    state = container.turns().state(game_id)
    stream = MemoryStream(state, Scope.npc("jorun"))
    kinds = [entry.kind for entry in stream.all()]
    assert MemoryKind.OBSERVATION in kinds
    for kind, rate in zip(kinds, stream.index.entries.columns["decay_rate"], strict=True):
        assert kind is not MemoryKind.OBSERVATION or rate == 1 / 30
