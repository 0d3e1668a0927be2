"""Each benchmark is loaded and asked for its help, and run at its smallest: figures are not looked at."""

import gc
import inspect
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import fields
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import benchmarks
from benchmarks import beside, minds_party, mutants, reading, scale_simulation, tokens, turns

pytestmark = pytest.mark.long


ROOT = Path(benchmarks.__path__[0]).parent
MODULES = sorted(module.name for module in iter_modules(benchmarks.__path__))
DATA = ROOT / "tests" / "data"
DIALOGUE = min((DATA / "evidence").glob("*.json"))
SMALLEST = {
    "evidence": [str(DIALOGUE), "--no-vectors", "--presets", "situational"],
    "knowledge": [str(DATA / "knowledge" / "held_out" / "circus.json"), "--systems", "talekeeper", "shared"],
    "minds": ["--days", "1", "--npcs", "0", "--scenario", "tide-bell"],
    "prefixes": ["--turns", "2", "--scenarios", "tide-bell"],
    "prompts_of_characters": ["--scenario", "tide-bell", "--shown", "1"],
    "recall": ["--memories", "150", "--dims", "8", "--rounds", "1"],
    "remembering": ["--items", "1", "--others", "2", "--days", "0", "--words"],
    "towns": ["--people", "2", "--crowds"],
    "service": ["--only", "listing", "--listed", "1"],
    "turns": ["--messages", "40", "--rounds", "1"],
}
LESS: dict[str, dict[str, object]] = {
    "service": {"LISTED_MESSAGES": 10},
    "turns": {"FIRST_TURNS": dict([*turns.FIRST_TURNS.items()][:2])},
}
"""What is less than a benchmark's own constants."""


@pytest.fixture(autouse=True)
def same_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Some benchmarks set how many threads numpy may use, and look for garbage before each figure: in the process of
    the tests that takes a second each time. What they play is not embedded."""
    monkeypatch.setattr(gc, "collect", lambda generation=2: 0)
    before = dict(os.environ)
    os.environ["TALEKEEPER_EMBEDDER"] = "words"
    yield
    os.environ.clear()
    os.environ.update(before)


def run(name: str, *arguments: str) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "argv", [name, *arguments])
        module = import_module(f"benchmarks.{name}")
        patched.setattr(module, "calibrate", lambda: 1.0, raising=False)
        for constant, value in LESS.get(name, {}).items():
            patched.setattr(module, constant, value)
        module.main()


@pytest.mark.parametrize("name", MODULES)
def test_a_benchmark_loads_and_says_how_it_is_run(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = import_module(f"benchmarks.{name}")
    assert module.__doc__
    if "ArgumentParser(" in inspect.getsource(module):
        with pytest.raises(SystemExit, match="0"):
            run(name, "--help")
        assert f"benchmarks.{name}" in capsys.readouterr().out


@pytest.mark.parametrize("name", SMALLEST)
def test_a_benchmark_prints_its_table(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    run(name, *SMALLEST[name])
    assert "| ---" in capfd.readouterr().out


def test_two_trees_are_compared(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(beside, "checked_out", lambda commit: nullcontext(ROOT))
    monkeypatch.setattr(beside, "run_probe", cache(beside.run_probe))  # as both trees are one
    run("beside", "HEAD", "--rounds", "1", "--only", "help_shown")
    assert "| --help | " in capsys.readouterr().out


def test_simulated_days_are_shown_by_what_they_mean(capsys: pytest.CaptureFixture[str]) -> None:
    run("minds", "--quality", "--days", "1", "--npcs", "0", "--scenario", "tide-bell", "--seeds", "1", "--people")
    assert "seed 1" in capsys.readouterr().out


def test_every_party_has_a_row(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Playing them takes minutes: tests/integration/minds/test_party.py plays some."""

    async def held(_: object, party: minds_party.Party, **__: int) -> minds_party.Outcome:
        return minds_party.Outcome(party, 4, knew={"mara": "mara"}, there={"mara"}, free={"mara"})

    monkeypatch.setattr(minds_party, "hold", held)
    run("minds", "--party")
    shown = capsys.readouterr().out
    assert all(f"{party.event}:" in shown for party in minds_party.parties().variants)


def test_what_measures_its_process_prints_its_table_from_one_of_its_own() -> None:
    command = [sys.executable, "-m", "benchmarks.open_games", "--games", "1", "--messages", "20"]
    shown = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=600).stdout
    header, rule, *rows = [line for line in shown.splitlines() if line.startswith("|")]
    assert rule.startswith("| ---")
    assert len(rows) > 1
    assert {row.count("|") for row in rows} == {header.count("|")}


def test_what_many_games_take_is_computed_of_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = tmp_path / "figures.json"
    figures.write_text(json.dumps({each.name: 1.0 for each in fields(scale_simulation.Measured)}), "utf-8")
    run("scale", "--only", "simulation", "--figures", str(figures))
    assert "| the first limit | " in capsys.readouterr().out


def test_a_commit_is_timed_in_a_database(database_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    sizes = "--lengths 5 10 --batches 1 --appends 2 --threads 1 --commit-seconds 0.5 --held 2"
    run("scale", "--only", "commit", "--database", database_url, *sizes.split())
    assert "| commits a second | " in capsys.readouterr().out


def test_mutants_are_drawn_of_every_room(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for places, tests in mutants.ROOMS.values():
        assert [name for name in (*places, *tests) if not (ROOT / name).exists()] == []
    one = {"recall": (("app/memory/recall/distinct.py",), ("tests/unit/memory",))}
    monkeypatch.setattr(mutants, "ROOMS", one)
    run("mutants", "--show", "--count", "2")
    assert capsys.readouterr().out.count("recall ") == 2


def test_tokens_are_counted_by_a_tokenizer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("tools.json", "played.json"):
        shutil.copy(tokens.DATA / name, tmp_path)
    monkeypatch.setattr(tokens, "DATA", tmp_path)
    monkeypatch.setattr(tokens, "tokenizer", lambda: len)
    tokens.main()
    assert "estimated : counted" in capsys.readouterr().out
    assert json.loads((tmp_path / "counts.json").read_bytes())["counts"]["tools"]["tokens"] > 0


def test_the_reader_is_measured_on_labelled_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reading, "LINES_MORE", 1)
    few = list(reading.lines_of(reading.TUNED[0]))[:20]
    monkeypatch.setattr(reading, "lines_of", lambda part: few)
    reading.main(reading.TUNED[:1])
    assert "| promise | " in capsys.readouterr().out
