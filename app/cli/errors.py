"""What an error becomes at the terminal: one line and an exit code, decided here and nowhere else."""

from pathlib import Path

from app import errors
from app.cli.rendering.text import one_line
from app.durable_files import open_regular

EXIT_CODES: dict[type[errors.TalekeeperError], int] = {
    errors.InvalidInput: 2,
    errors.NotFound: 3,
    errors.NotPossible: 4,
    errors.Conflict: 5,
    errors.ModelUnavailable: 6,
    errors.BudgetExhausted: 7,
    errors.CorruptSave: 8,
    errors.StorageFailed: 9,
    errors.Moved: 10,
    errors.EmbedderUnavailable: 11,
    errors.OtherFormat: 12,
}
EXIT_PROBLEMS = 1  # a check ran and found something wrong
EXIT_BROKEN = 70  # a fault of the program itself
EXIT_INTERRUPTED = 130

_HINTS: dict[type[errors.TalekeeperError], str] = {
    errors.CorruptSave: "`saves repair GAME` recovers what comes before the damage into a new game.",
    errors.ModelUnavailable: "`--model offline` (in a game: /model offline) plays without one.",
    errors.EmbedderUnavailable: "`TALEKEEPER_EMBEDDER=words` does without one: memories are then found by words alone.",
    errors.BudgetExhausted: "`--model offline` (in a game: /model offline) plays on without a model.",
}


def exit_code(error: errors.TalekeeperError) -> int:
    return next((EXIT_CODES[kind] for kind in type(error).__mro__ if kind in EXIT_CODES), EXIT_PROBLEMS)


def error_line(error: errors.TalekeeperError) -> str:
    """What the player reads: the error's own words on one line, and what would help."""
    line = one_line(str(error)) or "That did not work."
    return f"{line} {_HINTS.get(type(error), '')}".rstrip()


def fault_line(error: BaseException) -> str:
    """What the player reads when the program itself is at fault: no traceback, no path."""
    return (
        f"Something broke inside Talekeeper ({type(error).__name__}). Games are safe up to their last turn;"
        " with TALEKEEPER_LOG=FILE the details are written there."
    )


def reason_of(error: Exception) -> str:
    """Why the operating system refused a file, without its path."""
    return error.strerror if isinstance(error, OSError) and error.strerror else "bad name"


def read_file(path: Path, what: str, limit: int) -> bytes:
    """The first bytes of a regular file, one more than ``limit`` if it is larger. NotFound, InvalidInput."""
    try:
        with open(path, "rb", opener=open_regular) as file:
            return file.read(limit + 1)
    except FileNotFoundError:
        raise errors.NotFound(f"There is no {what} {path.name!r}.") from None
    except (OSError, ValueError) as error:
        raise errors.InvalidInput(f"The {what} {path.name!r} cannot be read: {reason_of(error)}.") from None
