"""Render the reference of the command line from its commands."""

from collections.abc import Iterator
from inspect import getdoc

import typer
from typer.cli import get_docs_for_click
from typer.main import get_command

from app.cli.commands.app import app
from app.cli.errors import EXIT_BROKEN, EXIT_CODES, EXIT_INTERRUPTED, EXIT_PROBLEMS

_BEGINNING = """\
# Command line

`talekeeper` is the installed program. In a checkout, `python -m app` is the same program. `make play` and `make serve`
run it in an environment that they set up. Each command explains itself with `--help`. Where a command takes a game, the
beginning of its id or title is enough.
"""


def commands_page() -> str:
    """Render the page: each command with its arguments and options, and the exit codes."""
    command = get_command(app)
    listed = get_docs_for_click(obj=command, ctx=typer.Context(command), name="talekeeper", title="Commands")
    return "\n".join([_BEGINNING, f"#{listed}", "## Exit codes", "", *_exit_codes()]) + "\n"


def _exit_codes() -> Iterator[str]:
    yield from ("| code | meaning |", "| --- | --- |", "| 0 | It worked. |")
    yield f"| {EXIT_PROBLEMS} | A check ran and found something wrong. |"
    for error, code in sorted(EXIT_CODES.items(), key=lambda row: row[1]):
        yield f"| {code} | `{error.__name__}`: {_summary(error)} |"
    yield f"| {EXIT_BROKEN} | An internal error. |"
    yield f"| {EXIT_INTERRUPTED} | Stopped with Ctrl-C. |"


def _summary(documented: type) -> str:
    return " ".join((getdoc(documented) or "").partition("\n\n")[0].replace("``", "`").split())
