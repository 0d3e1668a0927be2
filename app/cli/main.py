"""The way in and the way out: runs a command and turns every error into one line and an exit code. The help knows the
commands by name: what a command needs is loaded when it is run, which takes a second or two."""

import os
import sys
from collections.abc import Sequence
from functools import cache
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer._click.core import Command, Context  # typer carries a click of its own
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group
from typing_extensions import override

from app import __version__
from app.cli.ending import at_end
from app.cli.errors import EXIT_BROKEN, error_line, exit_code, fault_line
from app.cli.labels import LABELS
from app.cli.playing.screen import Screen
from app.errors import TalekeeperError
from app.log import logger

EXIT_PIPE_CLOSED = 141
COMMANDS = LABELS["commands"]
"""The first sentence of each command's docstring, in the order of the help."""


@cache
def _loaded() -> TyperGroup:
    from app.cli.commands.app import app  # noqa: PLC0415  # loads the container, and with it everything

    return get_group(app)


class LazyGroup(TyperGroup):
    """Lists its commands as `COMMANDS` has them, and loads them all when one is to be carried out."""

    @override
    def __init__(self, **attrs: Any) -> None:
        listed = {name: TyperCommand(name, help=text) for name, text in COMMANDS.items()}
        super().__init__(**attrs | {"commands": listed})

    @override
    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        name, _, rest = super().resolve_command(ctx, args)
        return name, _loaded().get_command(ctx, args[0]), rest


command_line = typer.Typer(
    cls=LazyGroup, no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"talekeeper {__version__}")
        raise typer.Exit


@command_line.callback()
def talekeeper(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="show the version and exit")
    ] = False,
) -> None:
    """Talekeeper: a narrative game that remembers."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code. Nothing but that code and readable text leaves here."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # what the terminal's encoding cannot show is a question mark
    try:
        with at_end:
            command_line(args=None if arguments is None else list(arguments), prog_name="python -m app")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except TalekeeperError as error:
        Screen().error(error_line(error))
        return exit_code(error)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the interpreter flushes at its end
        return EXIT_PIPE_CLOSED
    except Exception as error:  # noqa: BLE001  # the last door: the details go to the log, a readable line to the user
        logger.exception("a fault of the program")
        Screen().error(fault_line(error))
        return EXIT_BROKEN
    return 0
