"""Help is there at once: it lists the commands without loading what they need."""

import json
import subprocess
import sys

from typer._click.core import Context
from typer.main import get_command, get_group

from app.cli.commands.app import app
from app.cli.labels import LABELS
from app.cli.main import COMMANDS, command_line
from app.cognition.queue import PRIORITY
from app.models.memory import MemorySource
from app.models.minds.activity import Activity
from app.models.minds.mind_state import JobKind
from app.models.minds.plan import PlanStatus

HEAVY = ("pydantic_ai", "pydantic", "mcp", "numpy", "openai", "PIL", "app.container", "app.models", "app.mcp")
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


def test_the_help_lists_every_command_as_it_describes_itself() -> None:
    commands = get_group(app).commands
    assert list(COMMANDS) == list(commands)
    for name, command in commands.items():
        assert COMMANDS[name] == command.get_short_help_str(200)


def test_a_command_is_loaded_when_it_is_asked_for() -> None:
    group = get_command(command_line)
    context = Context(group)
    for name, command in get_group(app).commands.items():
        _, found, _ = group.resolve_command(context, [name])  # type: ignore[attr-defined]  # typer gives a group here
        assert found.get_help(context) == command.get_help(context)


def test_everything_that_is_shown_by_its_kind_has_a_label() -> None:
    kinds = {"memories": MemorySource, "status": PlanStatus, "activity": Activity, "job": JobKind}
    assert {section: set(LABELS[section]) for section in kinds} == {
        section: {str(kind) for kind in members} for section, members in kinds.items()
    }
    assert set(LABELS["urgency"]) == {str(priority) for priority in PRIORITY.values()}
