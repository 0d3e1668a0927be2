"""Help comes at once: the modules of commands are loaded, what the commands need is not."""

import json
import re
import subprocess
import sys

import pytest
from typer.main import get_group

from app.cli.commands.app import app
from app.cli.rendering.memories import HEADINGS
from app.cli.rendering.minds import ACTIVITIES, JOBS, STATUSES, URGENCIES
from app.cognition.queue import PRIORITY
from app.models.memory import MemorySource
from app.models.minds.activity import Activity
from app.models.minds.mind_state import JobKind
from app.models.minds.plan import PlanStatus

pytestmark = pytest.mark.long

HEAVY = ("pydantic_ai", "pydantic", "mcp", "numpy", "openai", "PIL", "app.container", "app.models.base", "app.mcp")
LOADED = """
import json, sys
from app.cli.main import run
code = run(sys.argv[1:])
print(json.dumps([code, sorted(sys.modules)]))
"""


def loaded(*arguments: str) -> tuple[int, list[str]]:
    """The exit code of a command line and the modules that it has loaded."""
    command = [sys.executable, "-c", LOADED, *arguments]
    shown = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout
    code, modules = json.loads(shown.splitlines()[-1])
    return code, modules


def test_help_loads_neither_models_nor_numpy_nor_the_container() -> None:
    code, modules = loaded("--help")
    assert code == 0
    assert [name for name in HEAVY if name in modules] == []
    assert len(modules) < 600


def test_the_version_loads_as_little_and_an_unknown_command_not_the_container() -> None:
    code, modules = loaded("--version")
    assert code == 0
    assert [name for name in HEAVY if name in modules] == []
    code, modules = loaded("fly")
    assert code == 2
    assert "app.container" not in modules


def test_the_help_says_of_every_command_what_it_is_for() -> None:
    asked = [sys.executable, "-m", "app", "--help"]
    shown = subprocess.run(asked, check=True, capture_output=True, text=True, timeout=120).stdout
    for name, command in get_group(app).commands.items():
        assert command.help, name
        assert re.search(rf"^  {name} +{re.escape(command.help.split()[0])}", shown, re.MULTILINE), name


@pytest.mark.parametrize("command", [("simulate",), ("recall",), ("memories", "GAME", "add"), ("export", "agents")])
def test_the_help_of_a_command_loads_as_little(command: tuple[str, ...]) -> None:
    code, modules = loaded(*command, "--help")
    assert code == 0
    assert [name for name in HEAVY if name in modules] == []


def test_everything_that_is_shown_by_its_kind_has_a_label() -> None:
    assert set(HEADINGS) == set(MemorySource)
    assert set(STATUSES) == set(PlanStatus)
    assert set(ACTIVITIES) == set(Activity)
    assert set(JOBS) == set(JobKind)
    assert len(URGENCIES) == 1 + max(PRIORITY.values())
