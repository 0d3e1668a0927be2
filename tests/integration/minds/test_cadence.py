"""Days of a village, watched hour by hour: how often everybody condenses and reflects."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from app.events.commands import AdvanceTimeCommand
from app.interfaces.agents.mind import IMind
from app.memory.entries.markers import is_inactive
from app.models.clock import MINUTES_PER_DAY, day_of
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.messages.payload import ConclusionKind, ConclusionPayload
from app.models.minds.mind_state import TICK
from app.models.sheets.location import LocationSheet, LocationType
from app.models.sheets.person import NPCSheet
from app.models.state.game_state import GameState
from app.services.game.games.npc_generator import with_parts
from app.services.game.simulation import begin_simulation
from tests.integration.minds.table import FunctionMind, container_in, run, simulate, well

DAYS = 5
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


def live(folder: Path, mind: IMind | None = None, *, days: int = DAYS, people: int = 9) -> Village:
    """Let the village live, and watch it."""
    container = container_in(folder, mind)
    sheet = container.scenarios().load("before-the-thaw")
    hut = LocationSheet(id="far-hut", name="Far Hut", description="A hut beyond the ice.", type=LocationType.HOME)
    alone = NPCSheet(
        id=HERMIT, name="Ragna Sund", description="A trapper.", home_location="far-hut", start_location="far-hut"
    )
    sheet = with_parts(sheet, locations=(*sheet.locations, hut), npcs=(*sheet.npcs, alone))
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
