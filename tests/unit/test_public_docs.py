"""The errors of the public surface are documented where a reader looks for them: at the methods that raise them."""

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import cleandoc, getmembers, isclass, isfunction, signature
from pkgutil import walk_packages
from typing import Any, is_typeddict

import pytest

from app import TurnService, interfaces
from app.events.actions.generic import generic_actions
from app.events.commands.actions import PerformActionCommand
from app.interfaces import memory_tools, narrator_tools, player_tools
from app.interfaces.character_tool_lists import ACTING_TOOLS, FIRST_TOOLS, MEMORY_TOOLS
from app.interfaces.seat import ToolSpec
from app.mcp.server import schema_of
from tests.unit.surface import has_arguments, public_surface

OPENING = ("NotFound", "InvalidInput", "CorruptSave", "StorageFailed")
"""The errors of every method that opens a game or reads its journal."""
PORTS = [
    port
    for module in walk_packages(interfaces.__path__, f"{interfaces.__name__}.")
    for _, port in getmembers(import_module(module.name), isclass)
    if port.__module__ == module.name and getattr(port, "_is_protocol", False) and not is_typeddict(port)
]
TOOLS = {
    spec.arguments: spec
    for spec in (
        *FIRST_TOOLS,
        *MEMORY_TOOLS,
        *ACTING_TOOLS,
        *(spec for tools in (narrator_tools, memory_tools, player_tools) for spec in vars(tools).values()),
    )
    if isinstance(spec, ToolSpec)
}.values()
NOT_GIVEN = {"self", "cls", "kind"}
OVERRIDDEN = {"app.container.Container"}
"""Takes any providers: its docstring names those that there are."""
OF_A_GAME = [
    method
    for name, method in getmembers(TurnService, isfunction)
    if not name.startswith("_") and "game_id" in signature(method).parameters
]


@pytest.mark.parametrize("port", PORTS, ids=lambda port: port.__name__)
def test_a_port_documents_errors_at_its_methods(port: type) -> None:
    assert "Raises:" not in cleandoc(port.__doc__ or "")


@pytest.mark.parametrize("port", PORTS, ids=lambda port: port.__name__)
def test_a_port_names_its_members(port: type) -> None:
    members = [name for name in vars(port) if not name.startswith("_")]
    assert [name for name in members if f"`{name}`" not in cleandoc(port.__doc__ or "")] == []


@pytest.mark.parametrize("method", OF_A_GAME, ids=lambda method: method.__name__)
def test_a_method_on_a_game_documents_the_errors_of_opening_it(method: Callable[..., Any]) -> None:
    _, _, section = cleandoc(method.__doc__ or "").partition("\nRaises:\n")
    listed = [line.strip().partition(":")[0] for line in section.splitlines() if line.startswith("    ")]
    assert {*OPENING} <= {*listed}


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_tool_documents_arguments_and_answer_and_describes_itself_to_models_without_them(tool: ToolSpec) -> None:
    documented = cleandoc(tool.arguments.__doc__ or "")
    assert [name for name in tool.arguments.model_fields if f"\n    {name}: " not in documented] == []
    assert "\n\nReturns:\n" in documented
    described = tool.arguments.model_json_schema()["description"]
    assert documented.startswith(f"{described}\n\n")
    assert not any(section in described for section in ("Args:", "Returns:", "Raises:"))
    assert tool.description in (described, tool.brief)
    assert not any(section in str(schema_of(tool)) for section in ("Args:", "Attributes:", "Returns:", "Raises:"))


def test_the_public_surface_documents_what_it_is_and_each_argument() -> None:
    missing = {name: [*undocumented(name, documented)] for name, documented in public_surface().items()}
    assert len(missing) > 400
    assert {name: parts for name, parts in missing.items() if parts} == {}


def test_the_command_of_an_action_names_those_that_every_world_has() -> None:
    documented = cleandoc(PerformActionCommand.__doc__ or "")
    assert [action for action in generic_actions() if f"``{action}``" not in documented] == []


def undocumented(name: str, documented: Any) -> Iterator[str]:
    """What its docstring leaves out: itself, or arguments."""
    text = cleandoc(vars(documented).get("__doc__") or "" if isclass(documented) else documented.__doc__ or "")
    if not text:
        yield "what it is"
    if has_arguments(documented) and name not in OVERRIDDEN:
        names = documented.__annotations__ if is_typeddict(documented) else signature(documented).parameters
        given = [one for one in names if one not in NOT_GIVEN and not one.startswith("_")]
        yield from (one for one in given if not re.search(rf"^ +\*{{0,2}}{one}: ", text, re.MULTILINE))
