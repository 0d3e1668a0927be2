"""The commands that README and docs name: each exists, and takes the arguments and options that a page gives it."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from click import UsageError
from typer.core import TyperGroup
from typer.main import get_command

from app.cli.commands.app import app

PROJECT = Path(__file__).parents[2]
LINE = re.compile(r"^(?:\$ )?(?:[A-Z_]+=\S+ )*(?:talekeeper|python -m app) (?P<words>[^\n]+)$", re.MULTILINE)
IN_TEXT = re.compile(r"`(?:talekeeper|python -m app) (?P<words>[^`\n]+)`")
FENCE = re.compile(r"^```\w*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FORM = re.compile(r"\[|\.\.\.|…")
"""The form of a command, and no command that can be typed."""


def commands() -> Iterator[tuple[str, str]]:
    """Yield a command as a page shows it, after the name of the program, with the page."""
    for page in (PROJECT / "README.md", PROJECT / "CONTRIBUTING.md", *sorted((PROJECT / "docs").rglob("*.md"))):
        text = page.read_text(encoding="utf-8")
        blocks = "\n".join(FENCE.findall(text))
        found = (*LINE.finditer(blocks), *IN_TEXT.finditer(FENCE.sub("", text)))
        yield from ((match["words"], page.relative_to(PROJECT).as_posix()) for match in found)


COMMANDS = dict(commands())


def test_the_pages_show_commands() -> None:
    assert len(COMMANDS) > 40


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: f"{COMMANDS[words]}: {words}")
def test_a_command_of_a_page_can_be_typed(words: str) -> None:
    command, (*names,) = get_command(app), shlex.split(words, comments=True)
    while isinstance(command, TyperGroup) and names and not names[0].startswith("-"):
        if names[0] not in command.commands and any(each.param_type_name == "argument" for each in command.params):
            names.pop(0)  # the group takes a game before the command
            continue
        assert names[0] in command.commands, f"there is no command {names[0]!r}"
        command = command.commands[names.pop(0)]
    if isinstance(command, TyperGroup) or not names or FORM.search(words):
        return
    typed = [word for word in names if not word.startswith(("<", ">", "|"))]
    try:
        command.make_context("talekeeper", typed, parent=typer.Context(get_command(app)))
    except UsageError as error:
        pytest.fail(error.format_message())
