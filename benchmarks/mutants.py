"""How many of some hundred small defects the tests of their own room find.

    python -m benchmarks.mutants [--count 200] [--seed 11] [--first 0] [--last 200] [--show]

Mutants are drawn by a seeded generator from the modules listed in `ROOMS`, as evenly over the rooms as they allow: one
comparison, boolean operator, arithmetic operator, number up to 2, slice, ``not``, condition or returned truth value is
changed. Each is written into a copy of the repository, where the tests of its room run until the first failure; before
that, they have to pass there unchanged. A mutant counts as caught when a test fails, or when they take `SLOWER` times
the CPU time of the unchanged ones, or `MUCH_SLOWER` times their time. What is caught by no test is printed with its
place, to be judged by hand: some mutants change nothing that can be seen from outside.
"""

import argparse
import ast
import copy
import math
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SLOWER, MUCH_SLOWER = 5, 20
OPTIONS = ("-xq", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning")
"""Of pytest; libraries that are plugins of it, too, are loaded before it can rewrite them."""
LIBRARIES = ("dependency_injector.containers", "loguru", "mcp", "numpy", "pydantic_ai", "pydantic_settings", "typer")
"""Loaded once, before the tests of every mutant."""
_TURNS, _UNIT = "tests/integration/turns", "tests/unit"
ROOMS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "recall": (
        ("app/memory/recall", "app/memory/index", "app/memory/entries"),
        (f"{_UNIT}/memory", f"{_TURNS}/test_recall_in_prompts.py"),
    ),
    "captures": (
        ("app/services/game/captures", "app/services/game/memory_service.py", "app/services/game/settler.py"),
        (
            *(f"{_UNIT}/services/test_memory_{name}.py" for name in ("service", "ranges", "failures", "bad_summaries")),
            *(f"{_UNIT}/services/test_{name}.py" for name in ("capture_payload", "recall_service", "memory_any_order")),
            *(f"{_UNIT}/services/test_memory_{name}.py" for name in ("prune", "cost")),
            *(
                f"{_TURNS}/test_{name}.py"
                for name in ("remembering", "world_events", "what_is_promised", "engine_facts")
            ),
            *(f"{name}.py" for name in (f"{_UNIT}/services/test_settling_trouble", f"{_TURNS}/test_settling")),
        ),
    ),
    "undo": (
        ("app/models/records", "app/services/game/games/session.py"),
        (
            *(f"{_UNIT}/{name}.py" for name in ("models/test_folding", "services/test_session", "models/test_history")),
            *(f"{_TURNS}/test_{name}.py" for name in ("turns", "recall_after_undo", "hand_edits", "undo_rule")),
            *(f"{_TURNS}/test_{name}.py" for name in ("going_back", "event_loops")),
            *(f"{_UNIT}/{name}.py" for name in ("models/test_baseline", "models/test_spend", "stores/test_journal")),
            f"{_TURNS}/test_undo_of_minds.py",
        ),
    ),
    "visibility": (
        (
            "app/services/game/turns/observation_recorder.py",
            "app/events/event_table.py",
            "app/models/state/message_index.py",
        ),
        (
            *(f"{_UNIT}/models/test_{name}.py" for name in ("message_index", "derived")),
            f"{_UNIT}/cognition/test_perceive.py",
            f"{_UNIT}/events/test_event_table.py",
            *(f"{_UNIT}/services/test_{name}.py" for name in ("prompt_knowledge", "change_line")),
            *(
                f"{_TURNS}/test_{name}.py"
                for name in ("witnessed", "engine_facts", "turns", "remembering", "long_waits", "artifacts")
            ),
        ),
    ),
    "budget": (
        ("app/cognition/budget.py", "app/services/ai", "app/interfaces/metering.py"),
        (
            *(f"{_UNIT}/services/test_{name}.py" for name in ("context_service", "prompt_budget", "prompt_golden")),
            *(
                f"{_UNIT}/services/test_prompt_{name}.py"
                for name in ("fitting", "memories", "window", "knowledge", "hostile")
            ),
            *(f"{_UNIT}/cognition/test_{name}.py" for name in ("queue", "budget")),
            f"{_UNIT}/agents/model_calls",
            f"{_TURNS}/test_closing_and_money.py",
        ),
    ),
}
"""Of each room: where mutants are drawn, and the tests that are to catch them."""

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One changed place of a module."""

    room: str
    path: Path
    line: int
    change: str
    source: str

    @property
    def place(self) -> str:
        """File, line and change."""
        return f"{self.path.relative_to(ROOT)}:{self.line} {self.change}"


def mutants_of(room: str, path: Path) -> Iterator[Mutant]:
    """Every mutant of a module, in the order of its nodes."""
    tree = ast.parse(path.read_text("utf-8"))
    for position, node in enumerate(ast.walk(tree)):
        for change in _changes(node):
            mutated = copy.deepcopy(tree)
            changed = next(each for at, each in enumerate(ast.walk(mutated)) if at == position)
            before = ast.unparse(changed)
            change(changed)
            if (after := ast.unparse(changed)) != before:
                text = f"{before} -> {after}".replace("\n", " ")[:160]
                yield Mutant(room, path, getattr(node, "lineno", 0), text, ast.unparse(mutated))


def _changes(node: ast.AST) -> Iterator[Callable[[ast.AST], None]]:
    """What can be changed about a node."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in _COMPARED:
            yield lambda each: setattr(each, "ops", [_COMPARED[type(op)]()])
        case ast.BoolOp():
            other = ast.And if isinstance(node.op, ast.Or) else ast.Or
            yield lambda each: setattr(each, "op", other())
        case ast.BinOp() if type(node.op) in _COMPUTED:
            yield lambda each: setattr(each, "op", _COMPUTED[type(node.op)]())
        case ast.Slice():
            if (node.lower is None) is not (node.upper is None):
                yield _swap_ends
        case ast.If() | ast.IfExp():
            yield lambda each: setattr(each, "test", ast.UnaryOp(ast.Not(), each.test))  # type: ignore[attr-defined]
        case ast.Return(value=ast.Constant(value=bool(value))):
            yield lambda each: setattr(each, "value", ast.Constant(not value))
        case ast.Constant(value=int(value)) if not isinstance(value, bool) and value in (0, 1, 2):
            yield lambda each: setattr(each, "value", value + 1)


def _swap_ends(node: ast.AST) -> None:
    assert isinstance(node, ast.Slice)
    node.lower, node.upper = node.upper, node.lower


def drawn(count: int, seed: int) -> list[Mutant]:
    """So many mutants, in turn from each room while it has any."""
    chance = random.Random(seed)
    left = {}
    for room, (places, _) in ROOMS.items():
        files = [path for place in places for path in _modules(ROOT / place)]
        left[room] = [mutant for path in files for mutant in mutants_of(room, path)]
        chance.shuffle(left[room])
    found: list[Mutant] = []
    while len(found) < count and any(left.values()):
        found += [mutants.pop() for mutants in left.values() if mutants]
    return found[:count]


def _modules(place: Path) -> list[Path]:
    if not place.exists():
        raise SystemExit(f"{place.relative_to(ROOT)} is gone: mend ROOMS.")
    return [place] if place.is_file() else sorted(place.rglob("*.py"))


def passes(room: str, copy_root: Path, seconds: float | None = None) -> bool:
    """Whether the tests of a room pass in a copy of the repository, within `SLOWER` times these seconds of CPU.

    They run in a fork of this process, which has loaded the libraries but nothing of the repository.
    """
    child = os.fork()
    if child == 0:
        os.setsid()
        if seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(SLOWER * seconds),) * 2)
        os._exit(_tested(ROOMS[room][1], copy_root))
    begin = time.monotonic()
    while seconds is None or time.monotonic() - begin < MUCH_SLOWER * seconds:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def _tested(tests: tuple[str, ...], copy_root: Path) -> int:
    """The exit code of pytest in the copy; prints nothing."""
    silent = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silent, stream)
    os.chdir(copy_root)
    sys.path[:] = [str(copy_root), *(place for place in sys.path if Path(place or ".").resolve() != ROOT)]
    os.environ["PYTHONPATH"] = str(copy_root)
    sys.dont_write_bytecode = False
    for name in [name for name in sys.modules if name.split(".")[0] in ("app", "tests", "benchmarks")]:
        del sys.modules[name]
    try:
        return int(pytest.main([*OPTIONS, *tests]))
    except BaseException:  # noqa: BLE001  # whatever a mutant does to pytest, it was noticed
        return 1


def seconds_unchanged(room: str, copy_root: Path) -> float:
    """How long the tests of a room take; SystemExit if they fail without any mutant. Leaves the bytecode of all."""
    for _ in range(2):
        begin = time.monotonic()
        if not passes(room, copy_root):
            raise SystemExit(f"The tests of {room} fail as they are.")
    return time.monotonic() - begin


def is_caught(mutant: Mutant, copy_root: Path, seconds: float) -> bool:
    """Whether a test of the mutant's room fails in a copy of the repository."""
    target = copy_root / mutant.path.relative_to(ROOT)
    whole = target.read_text("utf-8")
    target.write_text(mutant.source, "utf-8")
    try:
        return not passes(mutant.room, copy_root, seconds)
    finally:
        target.write_text(whole, "utf-8")


def main() -> None:
    """Draw and run mutants, and print which were caught."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--first", type=int, default=0, help="of those drawn; for runs side by side")
    parser.add_argument("--last", type=int, default=None, help="of those drawn, excluded")
    parser.add_argument("--show", action="store_true", help="only list what would be run")
    asked = parser.parse_args()
    mutants = drawn(asked.count, asked.seed)[asked.first : asked.last]
    if asked.show:
        for mutant in mutants:
            print(mutant.room, mutant.place)
        return
    for library in LIBRARIES:
        import_module(library)
    caught: dict[str, list[bool]] = {room: [] for room in ROOMS}
    with tempfile.TemporaryDirectory() as folder:
        copy_root = Path(folder) / "repository"
        ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".mypy_cache", ".ruff_cache", ".hypothesis")
        shutil.copytree(ROOT, copy_root, ignore=ignored)
        unchanged = {room: seconds_unchanged(room, copy_root) for room in dict.fromkeys(one.room for one in mutants)}
        print("seconds unchanged:", {room: round(seconds) for room, seconds in unchanged.items()}, flush=True)
        for mutant in mutants:
            caught[mutant.room].append(is_caught(mutant, copy_root, unchanged[mutant.room]))
            print("caught " if caught[mutant.room][-1] else "MISSED ", mutant.room, mutant.place, flush=True)
    for room, results in caught.items():
        if results:
            print(f"{room}: {sum(results)} of {len(results)}")
    every = [result for results in caught.values() for result in results]
    print(f"all: {sum(every)} of {len(every)}, {sum(every) / len(every):.0%}")


if __name__ == "__main__":
    main()
