"""Lorebooks, also called world info: ``lorebook_v3``, files of world info, and the ``character_book`` of a card; their
entries as lore, and back. What only matters for prompts is kept; patterns are never compiled."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from app.errors import InvalidInput
from app.interchange.bounded import a_list, an_object, parsed_strictly, read_bytes
from app.interchange.cards.png import MAX_CARD_BYTES, SIGNATURE, card_json_in
from app.interchange.cards.text import MAX_NAME, expand_macros, one_line, pieces
from app.models.base import Frozen
from app.models.memory import FrozenMapping
from app.models.sheets.lore import MAX_KEYS, LoreSheet
from app.package_data import package_data

SPEC = "lorebook_v3"
MAX_ENTRIES = 2_000
MAX_ENTRY_TEXT = 100_000
MAX_KEYS_READ = 500
MAX_FILE_BYTES = 24 * 2**20  # of a picture with its card; of JSON at most MAX_CARD_BYTES
WORLD_INFO = "world_info"  # the key in an entry's ``extensions`` for fields that only world info has
_DECORATOR = re.compile(r"^@@@?[a-z][a-z0-9_]*(?:[ \t][^\n]*)?$\n?", re.MULTILINE | re.IGNORECASE)
_POSITIONS = ("before_char", "after_char")
_RENAMED: Mapping[str, str] = package_data(__package__, "fields")["renamed"]
_SAME = ("content", "comment", "name", "constant", "selective", "priority")
ENTRY = "lorebook_entry"  # the key in a `LoreSheet`'s extensions for what an export needs of its entry
CONSTANT_IMPORTANCE = 8.0  # of an entry that its author wanted before a model at all times
MAX_LABEL = 200
SHORT_LABEL = 40
AUTHORED_ORDER = 100
_NEVER = re.compile(r"^@@dont_activate[ \t]*$", re.MULTILINE | re.IGNORECASE)
_ALWAYS = re.compile(r"^@@activate[ \t]*$", re.MULTILINE | re.IGNORECASE)
frozen = TypeAdapter[Mapping[str, Any]](FrozenMapping).validate_python


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


class EntryOrigin(Frozen):
    """Entry and piece that lore comes from; ``kept``: fields the lore does not hold, ``absent``: those it would add."""

    number: int
    piece: int = 0
    kept: dict[str, Any] = {}
    absent: tuple[str, ...] = ()


def lore_of(entry: Mapping[str, Any], number: int, called: str) -> tuple[LoreSheet, ...]:
    """An entry as lore, in pieces if it is long; none if it is switched off. ``called`` is whom ``{{char}}`` means."""
    made = _plain_lore(entry, called)
    if not made:
        return ()
    plain = _plain_entry(made)
    origin = EntryOrigin(
        number=number,
        kept={name: value for name, value in entry.items() if name not in plain or not same(plain[name], value)},
        absent=tuple(name for name in plain if name not in entry),
    )
    further = (EntryOrigin(number=number, piece=piece) for piece in range(1, len(made)))
    return tuple(
        lore.model_copy(update={"extensions": frozen({ENTRY: each.model_dump(mode="json", exclude_defaults=True)})})
        for lore, each in zip(made, (origin, *further), strict=True)
    )


def lore_of_book(book: Lorebook, called: str, first_number: int = 0) -> tuple[LoreSheet, ...]:
    return tuple(lore for n, entry in enumerate(book.entries, first_number) for lore in lore_of(entry, n, called))


def entries_of(lore: Iterable[LoreSheet], called: str) -> list[tuple[int | None, dict[str, Any]]]:
    """Lore as entries with their numbers, None for authored lore; unchanged lore gives its entry word for word."""
    grouped: dict[int | tuple[str, int], list[LoreSheet]] = {}
    for position, sheet in enumerate(lore):
        origin = origin_of(sheet)
        grouped.setdefault(("authored", position) if origin is None else origin.number, []).append(sheet)
    return [(key if isinstance(key, int) else None, _entry(sheets, called)) for key, sheets in grouped.items()]


def entry_numbers(lore: Iterable[LoreSheet]) -> set[int]:
    """The numbers of the entries that lore came from; a long entry is several pieces."""
    return {origin.number for origin in map(origin_of, lore) if origin}


def origin_of(sheet: LoreSheet) -> EntryOrigin | None:
    kept = sheet.model_dump(include={"extensions"})["extensions"].get(ENTRY)
    try:
        return None if kept is None else EntryOrigin.model_validate(kept)
    except ValidationError:
        return None


def keys_of(entry: Mapping[str, Any], called: str) -> tuple[str, ...]:
    """The keys that one can ask for: plain words that fit, each once; no patterns."""
    if entry.get("use_regex"):
        return ()
    found: dict[str, str] = {}
    for key in dict.fromkeys(entry.get("keys") or ()):
        is_pattern = key.startswith("/") and "/" in key[1:]
        name = "" if is_pattern else " ".join(expand_macros(key, called).split())
        if 0 < len(name) <= MAX_NAME and len(found) < MAX_KEYS:
            found.setdefault(name.casefold(), name)
    return tuple(found.values())


def same(one: Any, other: Any) -> bool:
    """In Python ``True == 1 == 1.0``; not so in JSON."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _plain_lore(entry: Mapping[str, Any], called: str) -> list[LoreSheet]:
    content = (entry.get("content") or "").replace("\r\n", "\n")
    silent = _NEVER.search(content) and not _ALWAYS.search(content)
    if entry.get("enabled") is False or silent:
        return []
    texts = pieces(expand_macros(without_decorators(content), called))
    keys = keys_of(entry, called)
    label = one_line(expand_macros(entry.get("name") or entry.get("comment") or "", called), MAX_LABEL)
    name = label or (keys[0] if keys else one_line(texts[0], SHORT_LABEL) if texts else "")
    importance = CONSTANT_IMPORTANCE if entry.get("constant") else None
    return [LoreSheet(text=text, name=name, keys=keys, importance=importance) for text in texts]


def _plain_entry(sheets: Sequence[LoreSheet]) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "keys": list(sheets[0].keys),
        "content": "\n\n".join(sheet.text for sheet in sheets),
        "extensions": {},
        "enabled": True,
        "insertion_order": AUTHORED_ORDER,
        "use_regex": False,
    }
    return entry | ({"name": sheets[0].name} if sheets[0].name else {})


def _entry(sheets: Sequence[LoreSheet], called: str) -> dict[str, Any]:
    plain = _plain_entry(sheets)
    origin = origin_of(sheets[0])
    if origin is None:
        return plain
    entry = {name: value for name, value in plain.items() if name not in origin.absent} | origin.kept
    checked_entry(entry, "An entry in the extensions")
    before = _plain_lore(entry, called)
    if [sheet.text for sheet in before] != [sheet.text for sheet in sheets]:
        entry["content"] = plain["content"]
    if not before or before[0].keys != sheets[0].keys:
        entry |= {"keys": plain["keys"], "use_regex": False}
    if not before or before[0].name != sheets[0].name:
        entry["name"] = sheets[0].name
    return entry
