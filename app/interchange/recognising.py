"""Recognition of files: an exported game, a scenario, a character card, a lorebook or a chat, by what is in it."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Any

from pydantic_core import from_json

from app.errors import InvalidInput
from app.interchange.archive import files_in, is_archive, paths_in
from app.interchange.cards.dialects import book_in, is_book, other_kind
from app.interchange.cards.png import SIGNATURE, card_json_in
from app.interchange.cards.reading import CARD_FILE
from app.models.picture import MAX_PICTURE_BYTES, PICTURE_ENDINGS
from app.scenarios.folders.layout import SCENARIO_FILES, WALKTHROUGH_FILE, is_text_file, may_hold_parts

_GAME = "talekeeper_export"
_SCENARIO = frozenset({"locations", "start_location"})
_CHAT = frozenset({"user_name", "character_name", "chat_metadata", "mes"})
_UNKNOWN = "This is neither an exported game, a scenario, a character card, a lorebook nor a chat"
_JSON = ".json"
MAX_TEXTS, MAX_PICTURES = 5_000_000, 40_000_000
"""Bytes of all texts and of all pictures of a zipped scenario."""
MAX_TEXT = 1_000_000


class FileKind(StrEnum):
    """What a file is."""

    GAME = "game"
    SCENARIO = "scenario"
    FOLDER = "folder"  # a scenario's folder, as a ZIP
    CARD = "card"
    LOREBOOK = "lorebook"
    CHAT = "chat"


def kind_of_file(data: bytes) -> FileKind:
    """Recognise a file by its content, whatever it is called.

    Args:
        data: The file.

    Returns:
        Its kind; it may still be damaged.

    Raises:
        InvalidInput: It is none of the known kinds; another known one is named.
    """
    if is_archive(data):
        return _kind_by_names(paths_in(data)) or _kind_of_json(_single_json(data))
    return _kind_of_json(card_json_in(data) if data.startswith(SIGNATURE) else data)


def unzipped(data: bytes) -> bytes:
    """Return the JSON file in a ZIP that holds nothing else; any other file as it is."""
    return _single_json(data) if is_archive(data) and _kind_by_names(paths_in(data)) is None else data


def opened(data: bytes) -> tuple[FileKind, bytes]:
    """Return the kind of a file, and what it is read from: the JSON file in a ZIP that holds nothing else, or itself.

    Raises:
        InvalidInput: As for `kind_of_file`.
    """
    return kind_of_file(data), unzipped(data)


def folder_in(data: bytes) -> tuple[str, tuple[tuple[str, bytes], ...], Mapping[str, bytes]]:
    """Read the scenario's folder in a ZIP.

    Args:
        data: The ZIP.

    Returns:
        The name of the folder, "" where the files lie at the top; its texts by their paths in it; and its pictures by
        the ids that they are called by.

    Raises:
        InvalidInput: It is damaged or exceeds a limit.
    """
    top = _folder_of(paths_in(data))
    if top is None:
        raise InvalidInput("There is no scenario in the ZIP: it has no scenario.md or scenario.yaml.")

    def inside(name: str) -> PurePosixPath | None:
        path = PurePosixPath(name)
        is_there = path.is_relative_to(top) and all(map(may_hold_parts, path.parts)) and ".." not in path.parts
        return path.relative_to(top) if is_there else None

    def is_text(name: str) -> bool:
        path = inside(name)
        return path is not None and (is_text_file(path.name) or str(path) == WALKTHROUGH_FILE)

    def is_picture(name: str) -> bool:
        path = inside(name)
        is_in = path is not None and path.parts[:-1] == ("pictures",)
        return is_in and path is not None and path.suffix.casefold() in PICTURE_ENDINGS

    texts = files_in(data, is_text, each_limit=MAX_TEXT, limit=MAX_TEXTS)
    pictures = files_in(data, is_picture, each_limit=MAX_PICTURE_BYTES, limit=MAX_PICTURES)
    named = {PurePosixPath(name).stem: picture for name, picture in pictures}
    return top.name, tuple((str(inside(name)), text) for name, text in texts), named


def _kind_by_names(names: list[str]) -> FileKind | None:
    """Tell a CharX and a scenario's folder by the files in the ZIP; None for other ones."""
    if CARD_FILE in names:
        return FileKind.CARD
    return None if _folder_of(names) is None else FileKind.FOLDER


def _single_json(data: bytes) -> bytes:
    found = files_in(data, lambda name: name.casefold().endswith(_JSON), each_limit=50_000_000, limit=50_000_000)
    if len(found) != 1:
        raise InvalidInput("The ZIP holds no scenario’s folder, no card, and not a single JSON file.")
    return found[0][1]


def _folder_of(names: list[str]) -> PurePosixPath | None:
    """Return the folder in a ZIP that holds a scenario, the one that lies highest."""
    found = (PurePosixPath(name) for name in names)
    folders = [path.parent for path in found if path.name in SCENARIO_FILES and all(map(may_hold_parts, path.parts))]
    return min(folders, key=lambda path: len(path.parts), default=None)


def _kind_of_json(data: bytes) -> FileKind:
    value = _parsed(data)
    if value is None:
        first = _parsed(data.strip().partition(b"\n")[0])
        if isinstance(first, dict) and first.keys() & _CHAT:
            return FileKind.CHAT
        raise InvalidInput(f"{_UNKNOWN}: it is no JSON.")
    if isinstance(value, dict):
        if _GAME in value:
            return FileKind.GAME
        if value.keys() >= _SCENARIO:
            return FileKind.SCENARIO
        if {"user_name", "character_name"} <= value.keys():
            return FileKind.CHAT
        if "spec" in value or isinstance(value.get("data"), dict):
            return FileKind.LOREBOOK if is_book(value) else FileKind.CARD
    return _kind_without_a_mark(value)


def _kind_without_a_mark(value: Any) -> FileKind:
    """Tell a flat card from the books of other programs."""
    is_person = isinstance(value, dict) and not is_book(value) and bool(value.keys() & {"name", "char_name"})
    if is_person and not other_kind(value):
        return FileKind.CARD
    try:
        book_in(value)
    except InvalidInput as error:
        raise InvalidInput(f"{_UNKNOWN}. {error}") from None
    return FileKind.LOREBOOK


def _parsed(data: bytes) -> Any:
    """Return what JSON holds; None for what is none. Cards may be written in UTF-16 or UTF-32, too."""
    for encoding in ("utf-8-sig", "utf-16", "utf-32"):
        try:
            return from_json(data.decode(encoding))
        except ValueError:
            continue
    return None
