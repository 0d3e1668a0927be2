"""Lorebooks, also called world info: ``lorebook_v3``, files of world info, and the ``character_book`` of a card."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.errors import InvalidInput
from app.interchange.bounded import a_list, an_object, parsed_strictly, read_bytes
from app.interchange.cards.png import MAX_CARD_BYTES, SIGNATURE, card_json_in

SPEC = "lorebook_v3"
MAX_ENTRIES = 2_000
MAX_ENTRY_TEXT = 100_000
MAX_KEYS_READ = 500
MAX_FILE_BYTES = 24 * 2**20  # of a picture with its card; of JSON at most MAX_CARD_BYTES
WORLD_INFO = "world_info"  # the key in an entry's ``extensions`` for fields that only world info has
_DECORATOR = re.compile(r"^@@@?[a-z][a-z0-9_]*(?:[ \t][^\n]*)?$\n?", re.MULTILINE | re.IGNORECASE)
_POSITIONS = ("before_char", "after_char")
_RENAMED = {
    "key": "keys",
    "keysecondary": "secondary_keys",
    "order": "insertion_order",
    "caseSensitive": "case_sensitive",
    "uid": "id",
}
_SAME = ("content", "comment", "name", "constant", "selective", "priority")


@dataclass(frozen=True)
class Lorebook:
    entries: tuple[dict[str, Any], ...]
    fields: Mapping[str, Any] = field(default_factory=dict)


def read_lorebook(source: Path | bytes) -> Lorebook:
    """The lorebook in a file: JSON of any of the forms, or a card (JSON or PNG) that has one. InvalidInput."""
    value = an_object(read_json(source), "A lorebook")
    if "entries" in value:
        return book_of(value, "The lorebook")
    data = an_object(value.get("data", {}), "data of the file")
    book = data if value.get("spec") == SPEC else data.get("character_book", value.get("character_book"))
    if not isinstance(book, dict) or "entries" not in book:
        raise InvalidInput("There is no lorebook in this file: it has no entries and no character_book.")
    return book_of(book, "The lorebook")


def read_json(source: Path | bytes) -> Any:
    """What a JSON file says, or the JSON of the card in a PNG. InvalidInput."""
    data = source if isinstance(source, bytes) else read_bytes(source, MAX_FILE_BYTES)
    what = "The file"
    if data.startswith(SIGNATURE):
        data, what = card_json_in(data), "The card in the PNG"
    elif data[:2] == b"PK" or data[:1] in (b"\xff", b"R", b"G"):
        raise InvalidInput("This is neither JSON nor a PNG; other containers of cards (CharX, WebP) are not read.")
    if len(data) > MAX_CARD_BYTES:
        raise InvalidInput(f"{what} has more than {MAX_CARD_BYTES // 2**20} MiB of JSON.")
    return parsed_strictly(data, what)


def book_of(value: Mapping[str, Any], what: str) -> Lorebook:
    """InvalidInput names the first wrong entry."""
    listed = value.get("entries")
    if isinstance(listed, dict):
        listed = list(listed.values())
    entries = []
    for number, entry in enumerate(a_list(listed, f"{what}: entries", MAX_ENTRIES)):
        where = f"{what}: entries[{number}]"
        entries.append(checked_entry(_as_in_cards(an_object(entry, where)), where))
    return Lorebook(tuple(entries), {name: item for name, item in value.items() if name != "entries"})


def without_decorators(content: str) -> str:
    return _DECORATOR.sub("", content.replace("\r\n", "\n")).strip()


def check_text(value: Any, what: str, limit: int) -> None:
    if value is not None and not isinstance(value, str):
        raise InvalidInput(f"{what} must be a text.")
    if value is not None and len(value) > limit:
        raise InvalidInput(f"{what} has {len(value):,} characters; an import takes at most {limit:,}.")


def check_texts(value: Any, what: str, limit: int, count: int) -> None:
    for number, item in enumerate([] if value is None else a_list(value, what, count)):
        if not isinstance(item, str):
            raise InvalidInput(f"{what}[{number}] must be a text.")
        check_text(item, f"{what}[{number}]", limit)


def _as_in_cards(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry of world info in the fields of a card's book; one that is in them already as it is."""
    if "keys" in entry or not entry.keys() & {"key", "keysecondary", "disable", "uid"}:
        return entry
    made = {new: entry[old] for old, new in _RENAMED.items() if old in entry}
    made |= {name: entry[name] for name in _SAME if name in entry}
    for name in ("keys", "secondary_keys"):
        if isinstance(made.get(name), str):
            made[name] = [key.strip() for key in made[name].split(",") if key.strip()]
    disable, place = entry.get("disable"), entry.get("position")
    if disable is not None and not isinstance(disable, bool):
        raise InvalidInput("disable of an entry must be true or false.")
    made["enabled"] = not disable
    if type(place) is int and 0 <= place < len(_POSITIONS):
        made["position"] = _POSITIONS[place]
    own = an_object(entry.get("extensions") or {}, "extensions of an entry")
    used = {*_RENAMED, *_SAME, "disable", "extensions", *(("position",) if "position" in made else ())}
    others = {name: value for name, value in entry.items() if name not in used}
    made["extensions"] = own | ({WORLD_INFO: others} if others else {})
    return made


def checked_entry(entry: dict[str, Any], where: str) -> dict[str, Any]:
    check_text(entry.get("content"), f"{where}.content", MAX_ENTRY_TEXT)
    check_texts(entry.get("keys"), f"{where}.keys", MAX_ENTRY_TEXT, MAX_KEYS_READ)
    for name in ("name", "comment"):
        check_text(entry.get(name), f"{where}.{name}", MAX_ENTRY_TEXT)
    for name in ("enabled", "constant", "use_regex"):
        if not isinstance(entry.get(name), bool | None):
            raise InvalidInput(f"{where}.{name} must be true or false.")
    return entry
