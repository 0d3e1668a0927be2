"""Worlds that go on by themselves: the same seed is the same world, however often it is killed; nothing grows for ever.

``TALEKEEPER_TEST_KILLS`` sets how often the killed simulation is killed (6 by default).
"""

import asyncio
import os
import random
import shutil
import signal
import warnings
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app.models.clock import MINUTES_PER_DAY, day_of
from app.models.memory import MemoryKind, Scope
from app.models.minds.plan import PLAN_HOUR
from app.models.records.folding import chain
from app.models.state.game_state import GameState
from app.services.game.reports import people_report
from app.services.game.simulation import begin_simulation
from tests.integration.minds.table import FunctionMind, begin, container_in, on_disk, run, simulate, well
from tests.integration.turns.table import comparable, lived
from tests.worlds import small_sheet

pytestmark = pytest.mark.long


KILLS = int(os.environ.get("TALEKEEPER_TEST_KILLS", "6"))
FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
HOURS = 20
"""Of the killed simulation: from the afternoon over a night to the next noon."""


def whole(folder: Path, *, hours: float = HOURS, **options: Any) -> dict[str, Any]:
    """A world at its end, as it lies on disk."""
    container = container_in(folder)
    game_id = begin(container, **options)
    state = run(simulate(container, game_id, hours=hours))
    found = comparable(state)
    assert comparable(on_disk(folder, game_id)) == found
    return found


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a world that came to its end without a stop."""
    folder = tmp_path_factory.mktemp("undisturbed")
    whole(folder)
    return folder


def end_of(folder: Path) -> dict[str, Any]:
    """How the one world in a folder lies on disk."""
    [journal] = folder.glob("*/journal.jsonl")
    return comparable(on_disk(folder, journal.parent.name))


# -- the same world --------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_world_and_another_seed_another_one(undisturbed: Path, tmp_path: Path) -> None:
    first = end_of(undisturbed)
    assert first == whole(tmp_path / "2", seed=1)
    assert first != whole(tmp_path / "3", seed=5)


def test_a_world_stopped_between_steps_goes_on_to_the_same_end(undisturbed: Path, tmp_path: Path) -> None:
    container = container_in(tmp_path)
    game_id = begin(container)
    for hours in (3, 3.2, 11, HOURS):
        run(simulate(container, game_id, hours=hours))
        run(container.turns().close(game_id))
    assert comparable(on_disk(tmp_path, game_id)) == end_of(undisturbed)


def test_a_world_that_was_killed_again_and_again_ends_like_an_undisturbed_one(
    undisturbed: Path, tmp_path: Path
) -> None:
    [journal] = undisturbed.glob("*/journal.jsonl")
    most = max(2, len(journal.read_bytes().splitlines()) * 3 // (2 * KILLS))
    container = container_in(tmp_path)
    game_id = begin(container)
    run(container.turns().close(game_id))
    chance = random.Random(11)
    for _ in range(KILLS):
        assert _killed(tmp_path, game_id, after=chance.randrange(1, most), cut=chance.random())
    assert not _killed(tmp_path, game_id, after=10**9, cut=0)
    assert comparable(on_disk(tmp_path, game_id)) == end_of(undisturbed)


def _killed(folder: Path, game_id: str, *, after: int, cut: float) -> bool:
    """Go on with a simulation in another process that is killed in its ``after``-th write, of which a part is written.

    Whether it was killed; otherwise it has come to its end.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of forks beside threads
        child = os.fork()
    if child == 0:
        try:
            _die_writing(after, cut)
            run(simulate(container_in(folder), game_id, hours=HOURS))
            os._exit(0)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.waitstatus_to_exitcode(status) == 0
    return False


def _die_writing(after: int, cut: float) -> None:
    """Let this process be killed in its ``after``-th write to a journal, of which it has written a part."""
    real, left = os.write, after

    def write(descriptor: int, data: bytes) -> int:
        nonlocal left
        if len(data) < 40:
            return real(descriptor, data)
        left -= 1
        if left == 0:
            real(descriptor, data[: int(cut * (len(data) + 1))])
            os.kill(os.getpid(), signal.SIGKILL)
        return real(descriptor, data)

    os.write = write  # type: ignore[assignment]  # only in the child, which ends in a kill


# -- what becomes of people ------------------------------------------------------------------------------------------


def test_everybody_plans_each_morning_reflects_and_forgets(tmp_path: Path) -> None:
    container = container_in(tmp_path)
    game_id = begin(container, "before-the-thaw", people=8)
    mornings: dict[str, list[int]] = defaultdict(list)
    reflections: dict[tuple[str, int], int] = {}

    def look(state: GameState) -> None:
        now = state.clock.minutes
        for npc_id, npc in state.npcs.items():
            if now % MINUTES_PER_DAY == PLAN_HOUR + 20:
                mornings[npc_id].append(len(npc.plan))
                assert npc.mind.plan_until == now - 20 + MINUTES_PER_DAY
            for day, times in npc.mind.reflections.items():
                reflections[npc_id, day] = times
            if now % MINUTES_PER_DAY == 0:
                standing = _standing(state, npc_id)
                assert len(standing[MemoryKind.REFLECTION]) <= 50
                assert len(standing[MemoryKind.PLAN]) <= 7
                assert len(standing[MemoryKind.OBSERVATION]) + len(standing[MemoryKind.CONVERSATION]) <= 200

    state = run(simulate(container, game_id, hours=47, on_step=look))
    assert all(mornings[npc_id] and all(5 <= items <= 8 for items in mornings[npc_id]) for npc_id in state.npcs)
    assert {len(items) for items in mornings.values()} == {2}
    assert max(reflections.values()) == 2
    thoughtful = {npc_id for npc_id, _ in reflections}
    assert 2 * len(thoughtful) > len(state.npcs), "who sees nothing but routine has nothing to think of"
    assert not any(_uncondensed_talk(state, npc_id) for npc_id in state.npcs)
    assert state.minds.jobs == []
    journal = container.library().read(game_id)
    reports = people_report(state, chain(journal, journal.head))
    assert {report.plans.made for report in reports} == {3}
    assert all(5 <= items <= 8 for report in reports for items in report.plans.items[1:])
    assert sum(report.talks for report in reports) > len(reports)
    assert sum(report.plans.kept for report in reports) > sum(report.plans.given_up for report in reports)


def _standing(state: GameState, npc_id: str) -> dict[MemoryKind, list[Any]]:
    found: dict[MemoryKind, list[Any]] = defaultdict(list)
    for entry in state.memories(Scope.npc(npc_id)):
        status = state.status(entry.id)
        if status.archived_by is None and status.superseded_by is None:
            found[entry.kind].append(entry)
    return found


def _uncondensed_talk(state: GameState, npc_id: str) -> bool:
    """Whether a talk of five or more entries has stood as it was for two days."""
    old = state.clock.minutes - 2 * MINUTES_PER_DAY
    talks: dict[tuple[int | None, tuple[str, ...]], int] = defaultdict(int)
    for entry in _standing(state, npc_id)[MemoryKind.CONVERSATION]:
        if entry.game_time is not None and entry.game_time < old and "condensed" not in entry.metadata:
            talks[entry.game_time, entry.subjects] += 1
    return any(entries >= 5 for entries in talks.values())


def test_an_idle_week_asks_no_model_and_writes_nothing(tmp_path: Path) -> None:
    """Settled again and again, closed, and opened a week later: without a turn nobody thinks."""
    mind, moment = FunctionMind(well), [FIRST_DAY]
    container = container_in(tmp_path, mind, clock=lambda: moment[0])
    game_id = begin(container)
    run(simulate(container, game_id, hours=2))
    calls, seq = mind.calls, container.library().read(game_id).last_seq
    assert calls > 0
    turns = container.turns()
    turns.settle_in_background = True

    async def idle() -> None:
        for _ in range(7):
            moment[0] += timedelta(days=1)
            await turns.settle(game_id)
            await asyncio.sleep(24 * 60 * 60)
            turns.library.list()
        await turns.close(game_id)
        turns.state(game_id)
        await turns.settle(game_id)

    run(idle())
    assert mind.calls == calls
    assert container.library().read(game_id).last_seq == seq


def test_undo_takes_plans_reflections_and_observations_of_simulated_turns_with_it(tmp_path: Path) -> None:
    container = container_in(tmp_path)
    game_id = begin(container, "before-the-thaw", people=10)
    turns = container.turns()
    snapshots = [comparable(turns.state(game_id))]

    async def play() -> None:
        await simulate(container, game_id, hours=12, step=60, on_step=lambda state: snapshots.append(comparable(state)))
        state = turns.state(game_id)
        assert all(npc.plan for npc in state.npcs.values())
        assert any(npc.mind.reflections.get(day_of(state.clock.minutes)) for npc in state.npcs.values())
        for _ in range(3):
            snapshots.pop()
            await turns.undo(game_id)
            await turns.settle(game_id)
            assert comparable(turns.state(game_id)) == snapshots[-1]
        await turns.undo(game_id, len(snapshots) - 1)

    run(play())
    assert comparable(turns.state(game_id)) == snapshots[0]
    people = turns.state(game_id).npcs.values()
    assert not any(npc.plan or lived(npc.npc_memories) or npc.mind.seen for npc in people)


def test_a_world_that_was_undone_goes_on_to_the_same_end(undisturbed: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(undisturbed, tmp_path / "undone"))
    [journal] = folder.glob("*/journal.jsonl")
    container, game_id = container_in(folder), journal.parent.name

    async def play() -> None:
        await container.turns().undo(game_id, 40)
        await simulate(container, game_id, hours=HOURS)

    run(play())
    assert end_of(folder) == end_of(undisturbed)


# -- beginning and going on ------------------------------------------------------------------------------------------


def test_title_and_id_of_a_simulation_say_what_it_is_and_its_seed(tmp_path: Path) -> None:
    container = container_in(tmp_path)
    game_id = begin(container, people=7, seed=31)
    journal = container.library().read(game_id)
    assert game_id.startswith("tide-bell-simulation-")
    assert journal.header.title == "Traveller in The Bell on the Sands (simulation, seed 31)"
    assert journal.opening.state.seed == 31
    assert len(journal.opening.state.npcs) == 7


@pytest.mark.parametrize(("scenario_id", "title"), [("x" * 64, "T" * 120), ("a-" * 31 + "b", "T")])
def test_the_longest_names_still_make_a_game(tmp_path: Path, scenario_id: str, title: str) -> None:
    container = container_in(tmp_path)
    sheet = small_sheet().model_copy(update={"id": scenario_id, "title": title})
    game_id = begin_simulation(container.library(), sheet, seed=1)
    assert "simulation" in game_id
    assert container.library().read(game_id).header.title.endswith("(simulation, seed 1)")


def test_a_world_that_has_come_to_its_end_stays_as_it_is(tmp_path: Path) -> None:
    container = container_in(tmp_path)
    game_id = begin(container)
    run(simulate(container, game_id, hours=1))
    seq = container.library().read(game_id).last_seq
    run(simulate(container, game_id, hours=0.5))
    assert container.library().read(game_id).last_seq == seq
