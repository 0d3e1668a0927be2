"""The entry point of the command line: runs a command and turns every error into one line and an exit code."""

import os
import sys
from collections.abc import Sequence
from functools import cache, partial
from io import TextIOWrapper

from typer.main import get_command

from app.cli.commands.app import app
from app.cli.errors import EXIT_BROKEN, error_line, exit_code, fault_line
from app.cli.program import program
from app.cli.rendering.screen import Screen
from app.cli.setup import at_end
from app.errors import TalekeeperError
from app.log import logger

EXIT_PIPE_CLOSED = 141

_command = cache(partial(get_command, app))
"""The command with all of its parts, which are made once for a process that runs several."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Every error becomes readable text; no exception leaves this
    function."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # characters that the terminal cannot encode become question marks
    try:
        with at_end:
            _command()(args=None if arguments is None else list(arguments), prog_name=program())
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except TalekeeperError as error:
        Screen().error(error_line(error))
        return exit_code(error)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the interpreter flushes at its end
        return EXIT_PIPE_CLOSED
    except Exception as error:  # noqa: BLE001  # the outermost handler: the details go to the log, a readable line to the user
        logger.exception("internal error")
        Screen().error(fault_line(error))
        return EXIT_BROKEN
    return 0
