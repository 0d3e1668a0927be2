"""The errors of a command are documented twice, where it is given and where it is carried out, in the same words."""

from inspect import cleandoc, getdoc

import pytest

from app.events.command_table import COMMANDS, CommandRow
from app.events.handlers.base import handled_by

NOTHING_CHANGED = " Nothing has changed then."
AT_CREATION = "pydantic.ValidationError: A field is outside of its limits, when the command is created."


def raises_of(documented: object) -> str:
    """The section of a docstring on its errors, on one line; "" without one."""
    _, _, section = cleandoc(getdoc(documented) or "").partition("\nRaises:\n")
    return " ".join(section.split())


@pytest.mark.parametrize("row", COMMANDS, ids=lambda row: row.command.__name__)
def test_a_handler_documents_the_errors_of_its_command(row: CommandRow) -> None:
    expected = raises_of(row.command).removeprefix(AT_CREATION).lstrip()
    handle = getattr(row.handler, handled_by(row.handler)[row.command])
    assert raises_of(handle) == (expected and expected + NOTHING_CHANGED)
