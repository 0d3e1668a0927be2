"""Entries of a lorebook as lore, and back. What only matters for prompts is kept; patterns are never compiled."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter, ValidationError

from app.interchange.cards.lorebook import Lorebook, checked_entry, without_decorators
from app.interchange.cards.text import MAX_NAME, expand_macros, one_line, pieces
from app.models.base import Frozen
from app.models.memory import FrozenMapping
from app.models.sheets.lore import MAX_KEYS, LoreSheet

ENTRY = "lorebook_entry"  # the key in a `LoreSheet`'s extensions for what an export needs of its entry
CONSTANT_IMPORTANCE = 8.0  # of an entry that its author wanted before a model at all times
MAX_LABEL = 200
SHORT_LABEL = 40
AUTHORED_ORDER = 100
_NEVER = re.compile(r"^@@dont_activate[ \t]*$", re.MULTILINE | re.IGNORECASE)
_ALWAYS = re.compile(r"^@@activate[ \t]*$", re.MULTILINE | re.IGNORECASE)
frozen = TypeAdapter[Mapping[str, Any]](FrozenMapping).validate_python


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
    """In Python ``True == 1 == 1.0``; not so here."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(value, other[name]) for name, value in one.items())
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


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
