"""Lorebooks, also called world info: ``lorebook_v3``, the ``character_book`` of a card and the books of other
programs; conversion of their entries to lore and back.

Fields that only matter for prompts are preserved; patterns are never compiled."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from app.interchange.bounded import a_list
from app.interchange.cards.dialects import book_in, entries_in, is_off, is_pattern, keys_in
from app.interchange.cards.reading import Notes, read_json, shown_value
from app.interchange.cards.text import MAX_NAME, expand_macros, one_line, pieces
from app.interchange.cards.values import check_text, check_texts, flag_in, kind_of, text_in
from app.models.base import Frozen, FrozenMapping
from app.models.sheets.lore import MAX_KEYS, LoreSheet

SPEC = "lorebook_v3"
MAX_ENTRIES = 2_000
MAX_ENTRY_TEXT = 100_000
MAX_KEYS_READ = 500
_DECORATOR = re.compile(r"^@@@?[a-z][a-z0-9_]*(?:[ \t][^\n]*)?$\n?", re.MULTILINE | re.IGNORECASE)
ENTRY = "lorebook_entry"  # the key in a `LoreSheet`'s extensions for the entry's fields that an export needs
CONSTANT_IMPORTANCE = 8.0  # of an entry that its author wanted in every prompt
MAX_LABEL = 200
SHORT_LABEL = 40
AUTHORED_ORDER = 100
_NEVER = re.compile(r"^@@dont_activate[ \t]*$", re.MULTILINE | re.IGNORECASE)
_ALWAYS = re.compile(r"^@@activate[ \t]*$", re.MULTILINE | re.IGNORECASE)
frozen = TypeAdapter[Mapping[str, Any]](FrozenMapping).validate_python


@dataclass(frozen=True)
class Lorebook:
    """The entries of a book, as objects with the fields of a card's book; ``notes`` say what was left out in
    reading."""

    entries: tuple[dict[str, Any], ...]
    fields: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = field(default=(), compare=False)


def read_lorebook(source: Path | bytes) -> Lorebook:
    """Read the lorebook in a file.

    Args:
        source: A file, or its content: JSON of any of the formats, or a card (JSON, PNG or CharX) that has
            a book.

    Returns:
        The book, with notes on what was left out.

    Raises:
        InvalidInput: There is none, or it exceeds a limit; a file of another known kind is named.
    """
    notes = Notes()
    return book_of(book_in(read_json(source, notes)), "The lorebook", notes)


def book_of(value: Mapping[str, Any], what: str, notes: Notes | None = None) -> Lorebook:
    """Make a book of its JSON; entries that cannot be used are left out and noted. InvalidInput if it exceeds a
    limit."""
    notes = notes or Notes()
    listed = value.get("entries")
    entries = []
    a_list(list(listed.values()) if isinstance(listed, dict) else listed, f"{what}: entries", MAX_ENTRIES)
    for number, entry in enumerate(entries_in(value)):
        where = f"{what}: entries[{number}]"
        if not isinstance(entry, dict):
            notes.add(f"{where} is {kind_of(entry)} where an object is meant: it is left out.")
            continue
        check_entry(entry, where, notes)
        entries.append(entry)
    return Lorebook(tuple(entries), {name: item for name, item in value.items() if name != "entries"}, (*notes.lines,))


def without_decorators(content: str) -> str:
    return _DECORATOR.sub("", content.replace("\r\n", "\n")).strip()


def check_entry(entry: Mapping[str, Any], where: str, notes: Notes) -> None:
    """Note the fields of an entry that cannot be used; InvalidInput if it exceeds a limit."""
    check_text(entry.get("content"), f"{where}.content", MAX_ENTRY_TEXT, notes)
    check_texts(entry.get("keys"), f"{where}.keys", MAX_ENTRY_TEXT, MAX_KEYS_READ, notes)
    a_list(keys_in(entry.get("keys")), f"{where}.keys", MAX_KEYS_READ)
    for name in ("name", "comment"):
        check_text(entry.get(name), f"{where}.{name}", MAX_ENTRY_TEXT, notes)
    for name in ("enabled", "disable", "constant"):
        if entry.get(name) not in (None, "") and flag_in(entry[name]) is None:
            notes.add(f"{where}.{name} is {shown_value(entry[name])} where true or false is meant: it is left out.")
    if "content" not in entry:
        has = ", ".join(map(shown_value, list(entry)[:6]))
        notes.add(
            f"{where} has no content, and no other field that is known to hold its text{has and f'; it has {has}'}."
        )


class EntryOrigin(Frozen):
    """The entry and piece that lore comes from. ``kept`` holds fields that the lore does not have, ``absent`` names
    those it would add."""

    number: int
    piece: int = 0
    kept: dict[str, Any] = {}
    absent: tuple[str, ...] = ()


def lore_of(entry: Mapping[str, Any], number: int, called: str) -> tuple[LoreSheet, ...]:
    """Return an entry as lore, in pieces if it is long; none if it is switched off. ``called`` is the name for
    ``{{char}}``."""
    sheets = _plain_lore(entry, called)
    if not sheets:
        return ()
    plain = _plain_entry(sheets)
    origin = EntryOrigin(
        number=number,
        kept={name: value for name, value in entry.items() if name not in plain or not same(plain[name], value)},
        absent=tuple(name for name in plain if name not in entry),
    )
    further = (EntryOrigin(number=number, piece=piece) for piece in range(1, len(sheets)))
    return tuple(
        lore.model_copy(update={"extensions": frozen({ENTRY: source.model_dump(mode="json", exclude_defaults=True)})})
        for lore, source in zip(sheets, (origin, *further), strict=True)
    )


def lore_of_book(
    book: Lorebook, called: str, first_number: int = 0, there: Iterable[LoreSheet] = ()
) -> tuple[LoreSheet, ...]:
    """Return the entries of a book as lore, without those whose pieces are all ``there`` already."""
    known = set(map(_meaning, there))
    entries = (lore_of(entry, number, called) for number, entry in enumerate(book.entries, first_number))
    return tuple(lore for entry in entries if not known.issuperset(map(_meaning, entry)) for lore in entry)


def usable_entries(book: Lorebook) -> int:
    """Count the entries of a book that can become lore."""
    return len(entry_numbers(lore_of_book(book, "somebody")))


def known_entries(book: Lorebook, called: str, there: Iterable[LoreSheet]) -> set[int]:
    """Return the positions of the entries whose pieces are all ``there`` already."""
    placed = entry_numbers(lore_of_book(book, called))
    return placed - entry_numbers(lore_of_book(book, called, there=there))


def _meaning(lore: LoreSheet) -> tuple[Any, ...]:
    return (lore.text, lore.name or None, lore.keys, lore.importance)


def entries_from_lore(lore: Iterable[LoreSheet], called: str) -> list[tuple[int | None, dict[str, Any]]]:
    """Return lore as entries with their numbers, None for authored lore; unchanged lore gives its original entry."""
    grouped: dict[int | tuple[str, int], list[LoreSheet]] = {}
    for position, sheet in enumerate(lore):
        origin = origin_of(sheet)
        grouped.setdefault(("authored", position) if origin is None else origin.number, []).append(sheet)
    return [(key if isinstance(key, int) else None, _entry(sheets, called)) for key, sheets in grouped.items()]


def entry_numbers(lore: Iterable[LoreSheet]) -> set[int]:
    """Return the numbers of the entries that lore came from; a long entry has several pieces."""
    return {origin.number for origin in map(origin_of, lore) if origin}


def origin_of(sheet: LoreSheet) -> EntryOrigin | None:
    kept = sheet.model_dump(include={"extensions"})["extensions"].get(ENTRY)
    try:
        return None if kept is None else EntryOrigin.model_validate(kept)
    except ValidationError:
        return None


def entry_keys(entry: Mapping[str, Any], called: str) -> tuple[str, ...]:
    """Return the keys that a question may use: plain words that fit, each once, without patterns."""
    words: dict[str, str] = {}
    for key in dict.fromkeys(keys_in(entry.get("keys"))):
        is_word = not is_pattern(key, entry.get("use_regex"))
        name = " ".join(expand_macros(key, called).split()) if is_word else ""
        if 0 < len(name) <= MAX_NAME and len(words) < MAX_KEYS:
            words.setdefault(name.casefold(), name)
    return tuple(words.values())


def same(one: Any, other: Any) -> bool:
    """Compare as JSON, where ``True``, ``1`` and ``1.0`` differ, unlike in Python."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _plain_lore(entry: Mapping[str, Any], called: str) -> list[LoreSheet]:
    content = (text_in(entry.get("content")) or "").replace("\r\n", "\n")
    silent = _NEVER.search(content) and not _ALWAYS.search(content)
    if is_off(entry) or silent:
        return []
    texts = pieces(expand_macros(without_decorators(content), called))
    keys = entry_keys(entry, called)
    label = one_line(
        expand_macros(text_in(entry.get("name")) or text_in(entry.get("comment")) or "", called), MAX_LABEL
    )
    name = label or (keys[0] if keys else one_line(texts[0], SHORT_LABEL) if texts else "")
    importance = CONSTANT_IMPORTANCE if flag_in(entry.get("constant")) else None
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
    check_entry(entry, "An entry in the extensions", Notes())
    before = _plain_lore(entry, called)
    if [sheet.text for sheet in before] != [sheet.text for sheet in sheets]:
        entry["content"] = plain["content"]
    if not before or before[0].keys != sheets[0].keys:
        entry |= {"keys": plain["keys"], "use_regex": False}
    if not before or before[0].name != sheets[0].name:
        entry["name"] = sheets[0].name
    return entry
