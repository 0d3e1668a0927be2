"""Benchmarks are run by hand, seldom: here each is loaded and asked for its help, and some run at their smallest."""

import inspect
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import benchmarks

MODULES = sorted(module.name for module in iter_modules(benchmarks.__path__))
DIALOGUE = min((Path(__file__).parents[1] / "data" / "evidence").glob("*.json"))
KNOWLEDGE = Path(__file__).parents[1] / "data" / "knowledge"
SMALLEST = {
    "evidence": [str(DIALOGUE), "--no-vectors", "--presets", "situational"],
    "knowledge": [str(KNOWLEDGE / "held_out" / "circus.json"), "--systems", "talekeeper", "shared"],
    "prefixes": ["--turns", "2", "--scenarios", "tide-bell"],
    "recall": ["--memories", "150", "--dims", "8", "--rounds", "1"],
    "remembering": ["--items", "1", "--others", "2", "--days", "0", "--words"],
    "summaries": ["--draws", "1", "--scenes", "1"],
    "towns": ["--people", "2", "--crowds"],
    "turns": ["--messages", "40", "--rounds", "1"],
}


@pytest.fixture(autouse=True)
def same_environment() -> Iterator[None]:
    """Some benchmarks set how many threads numpy may use."""
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)


def run(name: str, *arguments: str) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "argv", [name, *arguments])
        module = import_module(f"benchmarks.{name}")
        patched.setattr(module, "calibrate", lambda: 1.0, raising=False)
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
def test_a_benchmark_prints_its_table(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(name, *SMALLEST[name])
    assert "| ---" in capsys.readouterr().out
