"""How errors appear at the terminal: as one line and an exit code."""

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
EXIT_BROKEN = 70  # an internal error
EXIT_INTERRUPTED = 130

_HINTS: dict[type[errors.TalekeeperError], str] = {
    errors.CorruptSave: "`saves repair GAME` recovers the records before the damage into a new game.",
    errors.ModelUnavailable: "`--model offline` (in a game: /model offline) plays without one.",
    errors.EmbedderUnavailable: "`TALEKEEPER_EMBEDDER=words` works without one: memories are then found by words only.",
    errors.BudgetExhausted: "`--model offline` (in a game: /model offline) plays on without a model.",
}


def exit_code(error: errors.TalekeeperError) -> int:
    return next((EXIT_CODES[kind] for kind in type(error).__mro__ if kind in EXIT_CODES), EXIT_PROBLEMS)


def error_line(error: errors.TalekeeperError) -> str:
    """Return the text of an error on one line, with a hint how to go on."""
    from app.language.rendering.plain_reasons import in_words  # the help is shown without it

    line = one_line(in_words(error)) or "That did not work."
    return f"{line} {_HINTS.get(type(error), '')}".rstrip()


def fault_line(error: BaseException) -> str:
    """Return the line for an internal error: without traceback and paths."""
    return (
        f"An internal error ({type(error).__name__}). Games are saved up to their last turn;"
        " set TALEKEEPER_LOG=FILE to write the details to a file."
    )


def file_reason(error: Exception) -> str:
    """Return why the operating system refused a file, without its path."""
    return error.strerror if isinstance(error, OSError) and error.strerror else "bad name"


def read_file(path: Path, what: str, limit: int) -> bytes:
    """Return the first ``limit`` bytes of a regular file, and one more if it is larger.

    Raises:
        NotFound: There is no such file.
        InvalidInput: The file cannot be read.
    """
    try:
        with open(path, "rb", opener=open_regular) as file:
            return file.read(limit + 1)
    except FileNotFoundError:
        raise errors.NotFound(f"There is no {what} {path.name!r}.") from None
    except (OSError, ValueError) as error:
        raise errors.InvalidInput(f"The {what} {path.name!r} cannot be read: {file_reason(error)}.") from None
