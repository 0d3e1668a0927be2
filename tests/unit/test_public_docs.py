"""The errors of the public surface are documented where a reader looks for them: at the methods that raise them."""

from collections.abc import Callable
from importlib import import_module
from inspect import cleandoc, getmembers, isclass, isfunction, signature
from pkgutil import walk_packages
from typing import Any, is_typeddict

import pytest

from app import TurnService, interfaces

OPENING = ("NotFound", "InvalidInput", "CorruptSave", "StorageFailed")
"""The errors of every method that opens a game or reads its journal."""
PORTS = [
    port
    for module in walk_packages(interfaces.__path__, f"{interfaces.__name__}.")
    for _, port in getmembers(import_module(module.name), isclass)
    if port.__module__ == module.name and getattr(port, "_is_protocol", False) and not is_typeddict(port)
]
OF_A_GAME = [
    method
    for name, method in getmembers(TurnService, isfunction)
    if not name.startswith("_") and "game_id" in signature(method).parameters
]


@pytest.mark.parametrize("port", PORTS, ids=lambda port: port.__name__)
def test_a_port_documents_errors_at_its_methods(port: type) -> None:
    assert "Raises:" not in cleandoc(port.__doc__ or "")


@pytest.mark.parametrize("method", OF_A_GAME, ids=lambda method: method.__name__)
def test_a_method_on_a_game_documents_the_errors_of_opening_it(method: Callable[..., Any]) -> None:
    _, _, section = cleandoc(method.__doc__ or "").partition("\nRaises:\n")
    listed = [line.strip().partition(":")[0] for line in section.splitlines() if line.startswith("    ")]
    assert {*OPENING} <= {*listed}
