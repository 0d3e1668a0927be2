"""Several processes: one writer at a time, and whoever is killed leaves every confirmed record behind.

``TALEKEEPER_TEST_KILLS`` sets how many writers are killed (24 by default).
"""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.errors import Conflict
from app.stores.json_store import JsonGameStore
from tests.integration.processes import Child, write_slowly
from tests.unit.stores.journals import header, opening, turn

pytestmark = pytest.mark.long


KILLS = int(os.environ.get("TALEKEEPER_TEST_KILLS", "24"))
KILLS_PER_GAME = 12
PROJECT = Path(__file__).resolve().parents[3]


def _append_for_ever(root: Path, slowly: random.Random | None) -> Callable[[Callable[[int], None]], None]:
    """Appends records and reports each; with ``slowly`` until it is killed amid one of its writes after the first."""

    def work(report: Callable[[int], None]) -> None:
        store = JsonGameStore(root)
        store.acquire("game-1")
        seq = first = store.read("game-1").last_seq
        while True:
            seq += 1
            store.append("game-1", turn(seq), seq - 1)
            report(seq)
            if slowly is not None and seq == first + 1:
                write_slowly(slowly, killed_at=slowly.randrange(1, 60))

    return work


def test_writers_killed_while_saving_leave_every_confirmed_record(tmp_path: Path) -> None:
    chance = random.Random(1)
    torn = 0
    for round_number in range(KILLS):
        root = tmp_path / f"{round_number // KILLS_PER_GAME}"
        store = JsonGameStore(root)
        if round_number % KILLS_PER_GAME == 0:
            store.create(header(), opening())
            store.release("game-1")
        before = store.read("game-1").last_seq
        slowly = random.Random(round_number) if round_number % 2 else None
        child = Child(_append_for_ever(root, slowly))
        first = child.next_report()
        reported = child.rest() if slowly else child.kill_after(chance.uniform(0, 0.006))
        confirmed = [number for number in (first, *reported) if number is not None]
        assert confirmed == list(range(before + 1, before + 1 + len(confirmed)))
        assert confirmed
        records = store.read("game-1").records
        assert len(records) in (confirmed[-1], confirmed[-1] + 1)
        assert records == tuple(turn(seq) for seq in range(1, len(records) + 1))
        torn += not (root / "game-1" / "journal.jsonl").read_bytes().endswith(b"\n")
    assert torn


def test_creators_killed_while_creating_leave_whole_games_or_none(tmp_path: Path) -> None:
    chance = random.Random(3)
    records = tuple(turn(seq) for seq in range(1, 30))
    for round_number in range(max(1, KILLS // 4)):
        root = tmp_path / f"{round_number}"

        def work(report: Callable[[int], None], root: Path = root) -> None:
            write_slowly(random.Random(0))
            for number in range(1000):
                JsonGameStore(root).create(header(f"game-{number}"), opening(f"game-{number}"), records)
                report(number)

        child = Child(work)
        first = child.next_report()
        confirmed = [number for number in (first, *child.kill_after(chance.uniform(0, 0.03))) if number is not None]
        store = JsonGameStore(root)
        there = {game.game_id: game.problem for game in store.list()}
        assert {f"game-{number}" for number in confirmed} <= there.keys()
        assert set(there.values()) == {None}
        for game_id in there:
            assert store.read(game_id).records == records
        store.create(header("afterwards"), opening("afterwards"))
        assert not list(root.glob(".new-*"))


def test_of_several_processes_that_create_one_game_exactly_one_succeeds(tmp_path: Path) -> None:
    def work(report: Callable[[int], None]) -> None:
        for number in range(8):
            try:
                JsonGameStore(tmp_path).create(header(f"game-{number}"), opening(f"game-{number}"))
            except Conflict:
                continue
            report(number)

    children = [Child(work) for _ in range(3)]
    created = [number for child in children for number in iter(child.next_report, None)]
    for child in children:
        child.kill_after(0)
    assert sorted(created) == list(range(8))
    assert {game.problem for game in JsonGameStore(tmp_path).list()} == {None}


def test_a_second_writer_in_another_process_gets_conflict_until_the_first_lets_go(tmp_path: Path) -> None:
    store = JsonGameStore(tmp_path)
    store.create(header(), opening())
    script = (
        "import sys; from pathlib import Path; from app.errors import Conflict\n"
        "from app.stores.json_store import JsonGameStore\n"
        "store = JsonGameStore(Path(sys.argv[1]))\n"
        "try: store.acquire('game-1')\n"
        "except Conflict as error: print(store.read('game-1').last_seq, error)\n"
        "else: print('acquired')\n"
    )

    def second() -> str:
        command = [sys.executable, "-c", script, str(tmp_path)]
        done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    assert second() == "0 The game 'game-1' is open somewhere else."
    store.release("game-1")
    assert second() == "acquired"
    store.acquire("game-1")


def test_a_killed_writer_does_not_keep_its_lock(tmp_path: Path) -> None:
    store = JsonGameStore(tmp_path)
    store.create(header(), opening())
    store.release("game-1")
    child = Child(_append_for_ever(tmp_path, None))
    child.next_report()
    with pytest.raises(Conflict):
        store.acquire("game-1")
    child.kill_after(0)
    store.acquire("game-1")


def test_a_forked_child_is_not_the_writer_and_does_not_take_its_parents_lock_away(tmp_path: Path) -> None:
    store = JsonGameStore(tmp_path)
    store.create(header(), opening())

    def work(report: Callable[[int], None]) -> None:
        calls: list[Callable[[], None]] = [
            lambda: store.append("game-1", turn(1), 0),
            lambda: store.acquire("game-1"),
        ]
        for call in calls:
            try:
                call()
            except Conflict:
                report(1)
            else:
                report(0)
        store.release("game-1")

    child = Child(work)
    assert [child.next_report(), child.next_report(), child.next_report()] == [1, 1, None]
    child.kill_after(0)
    with pytest.raises(Conflict):
        JsonGameStore(tmp_path).acquire("game-1")
    store.append("game-1", turn(1), 0)
