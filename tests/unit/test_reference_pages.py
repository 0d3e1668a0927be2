"""The pages of the reference that are made when the site is built: each names all that it is about."""

import re
from importlib import import_module
from inspect import ismodule

import pytest
from typer.core import TyperGroup
from typer.main import get_command

import app
from app.cli.commands.app import app as command_line
from app.cli.errors import EXIT_CODES
from app.settings import Settings, default_saves
from docs.rendering.commands import commands_page
from docs.rendering.python import python_pages
from docs.rendering.settings import settings_page

MODULES = {"app": "python", **{f"app.{name}": f"python-{name}" for name in ("commands", "errors", "ports", "testing")}}


def test_the_settings_page_has_a_row_with_a_meaning_for_each_setting() -> None:
    rows = dict(re.findall(r"^\| `TALEKEEPER_(\w+)` \| .+ \| (.+) \|$", settings_page(), re.MULTILINE))
    single = {name for name, field in Settings.model_fields.items() if not hasattr(field.annotation, "model_fields")}
    assert {name.upper() for name in single} <= rows.keys()
    assert {"CADENCE__TICK", "HALF_LIVES__PLAN", "RECALL__MEANING"} <= rows.keys(), "the groups of settings have tables"
    assert all(rows.values())


def test_the_settings_page_names_no_folder_of_this_machine() -> None:
    assert str(default_saves().parent) not in settings_page()


def test_the_page_of_commands_has_every_command_and_exit_code() -> None:
    page = commands_page()
    group = get_command(command_line)
    assert isinstance(group, TyperGroup)
    assert all(f"\n## `talekeeper {name}`\n" in page for name in group.commands)
    assert all(f"| {code} | `{error.__name__}`: " in page for error, code in EXIT_CODES.items())


@pytest.mark.parametrize("name", MODULES)
def test_a_python_page_describes_or_mentions_every_public_name(name: str) -> None:
    module = import_module(name)
    page = python_pages()[f"reference/{MODULES[name]}.md"]
    offered = getattr(module, "__all__", None) or [
        each for each, value in vars(module).items() if name == "app.ports" or getattr(value, "__module__", "") == name
    ]
    names = [each for each in offered if not each.startswith("_") and not ismodule(getattr(module, each))]
    assert len(names) > 5
    assert [each for each in names if f"heading: {each}\n" not in page + "\n" and f"`{each}`" not in page] == []


def test_every_module_of_the_library_has_a_page() -> None:
    modules = {f"app.{name}" for name in app.__all__ if ismodule(getattr(app, name))}
    assert modules | {"app"} == MODULES.keys()
