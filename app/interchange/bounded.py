"""Reading of files of other programs, bounded in size, count and depth; an error is one line."""

import json
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from app.durable_files import NO_LINKS, make_folder, open_regular, replace_file, storage_errors, write_new
from app.errors import InvalidInput
from app.models.base import MAX_ID_LENGTH, is_id

MAX_BYTES = 256 * 2**20
MAX_MEMORIES = 200_000
MAX_TEXT = 100_000  # characters of one memory
MAX_DEPTH = 32
MAX_NUMBER = 2**53  # larger integers are not exact in every language


def read_bytes(path: Path, limit: int = MAX_BYTES) -> bytes:
    """Read a regular file that is not a link; InvalidInput if there is none or it has more than ``limit`` bytes."""
    try:
        with open(path, "rb", opener=lambda name, flags: open_regular(name, flags | NO_LINKS)) as file:
            data = file.read(limit + 1)
    except OSError:
        raise InvalidInput(f"There is no readable file {path.name}.") from None
    if len(data) > limit:
        raise InvalidInput(f"{path.name} is larger than the {limit // 2**20} MiB that an import may have.")
    return data


def parsed(data: bytes, what: str) -> Any:
    """Parse JSON of at most MAX_DEPTH levels with finite numbers; InvalidInput names it ``what``."""
    try:
        value = from_json(data.removeprefix(b"\xef\xbb\xbf"), allow_inf_nan=False)
    except ValueError as error:
        raise InvalidInput(f"{what} is not JSON: {' '.join(str(error).split())[:120]}.") from None
    check_value(value, what)
    return value


def check_value(value: Any, what: str) -> None:
    """Raise InvalidInput for JSON that is too deep, holds a number that is not finite or too large, or has a heading
    that is no text."""
    level = [value]
    for _ in range(MAX_DEPTH):
        if not level:
            return
        inner: list[Any] = []
        for item in level:
            if isinstance(item, Mapping):
                if not all(isinstance(heading, str) for heading in item):
                    raise InvalidInput(f"{what} has a heading that is no text.")
                inner += item.values()
            elif isinstance(item, list | tuple):
                inner += item
            elif isinstance(item, float) and not math.isfinite(item):
                raise InvalidInput(f"{what} holds a number that is not finite.")
            elif isinstance(item, int) and abs(item) > MAX_NUMBER:
                raise InvalidInput(f"{what} holds a number that is too large.")
        level = inner
    if level:
        raise InvalidInput(f"{what} is nested more than {MAX_DEPTH} levels deep.")


def an_object(value: Any, what: str, needed: Iterable[str] = ()) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidInput(f"{what} must be a JSON object.")
    for name in needed:
        if name not in value:
            raise InvalidInput(f"{what} lacks {name}.")
    return value


def as_object(value: Any, what: str) -> dict[str, Any]:
    """Return a mapping of a caller as a JSON object that can be written and read again, else raise InvalidInput."""
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{what} must be a JSON object.")
    made = dict(value)
    check_value(made, what)
    try:
        json.dumps(made, ensure_ascii=False).encode()
    except (TypeError, ValueError):
        raise InvalidInput(f"{what} holds a value that JSON does not know.") from None
    return made


def a_list(value: Any, what: str, limit: int = MAX_MEMORIES) -> list[Any]:
    if not isinstance(value, list):
        raise InvalidInput(f"{what} must be a list.")
    if len(value) > limit:
        raise InvalidInput(f"{what} has {len(value):,} items; an import takes at most {limit:,}.")
    return value


def a_text(value: Any, what: str, limit: int = MAX_TEXT) -> str:
    if not isinstance(value, str) or not value:
        raise InvalidInput(f"{what} must be a text that is not empty.")
    if len(value) > limit:
        raise InvalidInput(f"{what} has {len(value):,} characters; an import takes at most {limit:,}.")
    return value


def a_number(value: Any, what: str, low: float = -MAX_NUMBER, high: float = MAX_NUMBER) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise InvalidInput(f"{what} must be a number from {low:g} to {high:g}.")
    return value


def an_id(value: Any, what: str) -> str:
    if not is_id(value):
        raise InvalidInput(
            f"{what} must be an id: at most {MAX_ID_LENGTH} of a-z and 0-9, in words joined by '-' or '_'."
        )
    return str(value)


def write_json(path: Path, value: Any, *, indent: int | None = None) -> None:
    """Replace the file by this JSON, whole or not at all. StorageFailed if it cannot be written."""
    write_bytes(path, as_json(value, path.name, indent=indent))


def as_json(value: Any, what: str, *, indent: int | None = None) -> bytes:
    """Return this as JSON in ASCII; InvalidInput as of `check_value`."""
    check_value(value, what)
    return json.dumps(value, indent=indent, allow_nan=False).encode() + b"\n"


def write_bytes(path: Path, data: bytes) -> None:
    """Replace the file, whole or not at all. StorageFailed if it cannot be written."""
    with storage_errors(f"{path.name} cannot be written"):
        make_folder(path.parent)
        replace_file(path, [data])


def write_file(path: Path, data: bytes, *, force: bool) -> None:
    """Write a file that a user named.

    Raises:
        InvalidInput: It exists, and ``force`` is not set.
        StorageFailed: It cannot be written.
    """
    if force:
        write_bytes(path, data)
        return
    with storage_errors(f"{path.name} cannot be written"):
        try:
            write_new(path, [data])
        except FileExistsError:
            raise InvalidInput(f"There is a file {path.name!r} already; --force writes over it.") from None
