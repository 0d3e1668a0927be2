"""What a program imports: the names are there, loaded lazily, and silent."""

import ast
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import app
from app.events.command_table import COMMANDS

PROJECT = Path(__file__).parents[2]
HEAVY = ("pydantic", "loguru", "numpy", "dependency_injector", "asyncio", "pydantic_ai", "openai", "mcp", "onnxruntime")

PLAYED = f"""
import sys, app
print([name for name in {HEAVY} if name in sys.modules])
import app.cli.main
made = app.Container(); made.turns(); made.host()
print({{'pydantic_ai', 'psycopg', 'procrastinate'}} & {{*sys.modules}})

import asyncio
from dependency_injector import providers
from loguru import logger
from app import Container
from app.commands import ChangeLocationCommand
from app.testing import FakeSummarizer, InMemoryGameStore, small_sheet

async def main():
    container = Container()
    container.store.override(providers.Object(InMemoryGameStore()))
    container.summarizer.override(providers.Object(FakeSummarizer(*["Certainly!"] * 9)))
    turns = container.turns()
    game = container.library().begin(small_sheet())
    await turns.take_turn(game, "say The well is deep.")
    await turns.execute(game, ChangeLocationCommand(location_id="inn"))
    await turns.settle(game)
    await turns.close(game)

asyncio.run(main())
print("asked", file=sys.stderr)
logger.enable("app")
asyncio.run(main())
"""
"""What is loaded by the package and by a container, and then two games whose summarizer is not believed, which is a
warning."""


def ran(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT,
        env={**os.environ, "TALEKEEPER_EMBEDDER": "words"},
        capture_output=True,
        check=True,
        encoding="utf-8",
        timeout=60,
    )


@pytest.mark.parametrize("name", app.__all__)
def test_every_name_is_there(name: str) -> None:
    found = getattr(app, name)
    assert name in dir(app)
    for inner in getattr(found, "__all__", ()):
        assert hasattr(found, inner)


def test_type_checkers_are_told_of_the_same_names() -> None:
    tree = ast.parse((PROJECT / "app" / "__init__.py").read_text(encoding="utf-8"))
    told = next(node for node in tree.body if isinstance(node, ast.If))
    imported = {alias.name for node in told.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert imported == set(app.__all__)
    assert (PROJECT / "app" / "py.typed").exists()


def test_another_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Contaner'"):
        getattr(app, "Contaner")  # noqa: B009  # a type checker would refuse it
    with pytest.raises(ImportError):
        exec("from app import Contaner")


def test_every_command_is_offered() -> None:
    offered = import_module("app.commands").__all__
    assert sorted(offered) == sorted(row.command.__name__ for row in COMMANDS)


@pytest.fixture(scope="module")
def played() -> subprocess.CompletedProcess[str]:
    return ran(PLAYED)


def test_importing_the_package_loads_nothing_heavy(played: subprocess.CompletedProcess[str]) -> None:
    assert played.stdout.splitlines()[0] == "[]"


def test_a_container_loads_no_model_library_and_with_files_nothing_of_databases(
    played: subprocess.CompletedProcess[str],
) -> None:
    """Who names no model and no database has no client or driver of one, nor pays for loading one."""
    assert played.stdout.splitlines()[1] == "set()"


def test_a_library_logs_nothing_unless_it_is_asked(played: subprocess.CompletedProcess[str]) -> None:
    silent, _, asked = played.stderr.partition("asked\n")
    assert silent == ""
    assert "WARNING" in asked
