"""Reading of JSON as other programs write it, with notes on what was left out."""

import json
import math
import re
from collections import Counter
from pathlib import Path
from typing import Any

from app.errors import InvalidInput
from app.interchange.archive import file_in, is_archive, paths_in
from app.interchange.bounded import MAX_DEPTH, MAX_NUMBER, read_bytes
from app.interchange.cards.png import MAX_CARD_BYTES, SIGNATURE, card_json_in
from app.package_data import package_data

MAX_FILE_BYTES = 24 * 2**20  # of a picture with its card; of JSON at most MAX_CARD_BYTES
MAX_NOTES = 200  # lines about one file
_MAX_DIGITS = 16  # of a number that is looked at
_SHOWN = 60
CARD_FILE = "card.json"  # of a CharX
_CONTAINERS: dict[str, str] = package_data(__package__, "fields")["containers"]
_HALVES = re.compile("[\ud800-\udfff]")


class Notes:
    """Notes on values of a file that were left out or changed, a line each."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, line: str) -> None:
        if len(self.lines) < MAX_NOTES:
            self.lines.append(line)
        elif len(self.lines) == MAX_NOTES:
            self.lines.append("There is more of that kind in this file.")


class _BigNumber(str):
    """The digits of an integer that is not exact in every language."""

    __slots__ = ()


def read_json(source: Path | bytes, notes: Notes) -> Any:
    """Read a JSON file, or the JSON of the card in a PNG or a CharX.

    Args:
        source: A file, or its content.
        notes: Gets a line for each value that is left out or changed.

    Returns:
        JSON without lone surrogates, and with numbers that are finite and at most 2**53.

    Raises:
        InvalidInput: It is neither, or exceeds a limit.
    """
    data = source if isinstance(source, bytes) else read_bytes(source, MAX_FILE_BYTES)
    what = "The file"
    if data.startswith(SIGNATURE):
        data, what = card_json_in(data), "The card in the PNG"
    elif is_archive(data) and CARD_FILE in paths_in(data):
        data, what = file_in(data, CARD_FILE, MAX_CARD_BYTES), "The card in the CharX"
    _check_container(data)
    if len(data) > MAX_CARD_BYTES:
        raise InvalidInput(f"{what} has more than {MAX_CARD_BYTES // 2**20} MiB of JSON.")
    value = _parsed(data, what, notes)
    try:
        return _tidied(value, "", 1, notes)
    except RecursionError:
        raise InvalidInput(f"{what} is nested more than {MAX_DEPTH} levels deep.") from None


def shown_value(value: object, limit: int = _SHOWN) -> str:
    """Show a value of a file, short and on one line."""
    text = ascii(value)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _check_container(data: bytes) -> None:
    """Raise InvalidInput that names the kind of a file that is not read."""
    for start, name in _CONTAINERS.items():
        if data.startswith(bytes.fromhex(start)):
            raise InvalidInput(
                f"This file is neither JSON, a PNG nor a CharX, but {name}; other containers of cards are not read."
            )


def _parsed(data: bytes, what: str, notes: Notes) -> Any:
    """Parse JSON; of a key that occurs twice in one object, the last counts. UTF-16 and UTF-32 are read too."""

    def as_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
            notes.add(f"The key {shown_value(twice)} is there twice in one object: the last one counts.")
        return value

    def as_number(digits: str) -> int | str:
        is_small = len(digits.lstrip("-")) <= _MAX_DIGITS and abs(int(digits)) <= MAX_NUMBER
        return int(digits) if is_small else _BigNumber(digits)

    try:
        text = data.decode(json.detect_encoding(data))
        return json.loads(text.removeprefix("\ufeff"), object_pairs_hook=as_object, parse_int=as_number)
    except RecursionError:
        raise InvalidInput(f"{what} is not JSON: it is nested too deeply.") from None
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{what} is not JSON: it is no text in {error.encoding} (byte {error.start + 1}).") from None
    except json.JSONDecodeError as error:
        lines = (
            ", but a line of JSON after the other, as chats are kept"
            if error.msg == "Extra data" and error.lineno == 2
            else ""
        )
        raise InvalidInput(
            f"{what} is not JSON{lines}: {error.msg} at line {error.lineno} column {error.colno}."
        ) from None
    except ValueError as error:  # of what is no number
        raise InvalidInput(f"{what} is not JSON: {' '.join(str(error).split())[:120]}.") from None


def _tidied(value: Any, where: str, depth: int, notes: Notes) -> Any:
    if depth > MAX_DEPTH:
        raise RecursionError
    if isinstance(value, dict):
        return {_whole(key): _tidied(item, f"{where}.{key}", depth + 1, notes) for key, item in value.items()}
    if isinstance(value, list):
        return [_tidied(item, f"{where}[{number}]", depth + 1, notes) for number, item in enumerate(value)]
    place = shown_value(where.removeprefix("."), 2 * _SHOWN)[1:-1]
    if isinstance(value, _BigNumber):
        notes.add(f"{place}: a number that is too large for many programs is kept as a text.")
        return str(value)
    if isinstance(value, float) and not math.isfinite(value):
        notes.add(f"{place}: a number that is not finite is left out.")
        return None
    if isinstance(value, str) and _HALVES.search(value):
        notes.add(f"{place}: half of a character is left out.")
        return _whole(value)
    return value


def _whole(text: str) -> str:
    return _HALVES.sub("", text)
