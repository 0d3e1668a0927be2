"""Days of a village, watched hour by hour: how often everybody condenses and reflects."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from app.memory.entries.markers import is_inactive
from app.models.clock import MINUTES_PER_DAY
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.minds.mind_state import TICK
from app.models.sheets.location import LocationSheet, LocationType
from app.models.sheets.person import NPCSheet
from app.models.state.game_state import GameState
from app.services.game.games.npc_generator import with_parts
from app.services.game.simulation import begin_simulation
from tests.integration.minds.table import container_in, run, simulate

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


def live(folder: Path) -> Village:
    """Let the village live, and watch it."""
    container = container_in(folder)
    sheet = container.scenarios().load("before-the-thaw")
    hut = LocationSheet(id="far-hut", name="Far Hut", description="A hut beyond the ice.", type=LocationType.HOME)
    alone = NPCSheet(id=HERMIT, name="Ragna Sund", description="A trapper.", home_location="far-hut")
    sheet = with_parts(sheet, locations=(*sheet.locations, hut), npcs=(*sheet.npcs, alone))
    game_id = begin_simulation(container.library(), sheet, seed=1, people=9)
    state = container.turns().state(game_id)
    found = Village(state, state.clock.minutes)

    def look(now: GameState) -> None:
        if now.clock.minutes - found.began > 3 * MINUTES_PER_DAY:
            found.oldest_talks.append(max((now.clock.minutes - line for line in lines_left(now)), default=0))

    found.state = run(simulate(container, game_id, hours=24 * DAYS, on_step=look))
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
