"""Lorebook entries as written by SillyTavern, NovelAI, Agnai, Risu, AI Dungeon and KoboldAI, converted to the fields
of a card's book; and where a file has its entries."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from app.errors import InvalidInput
from app.interchange.cards.reading import shown_value
from app.interchange.cards.values import flag_in, texts_in
from app.package_data import package_data

_FIELDS = package_data(__package__, "fields")
_DIALECTS: list[dict[str, Any]] = _FIELDS["dialects"]
_OTHERS: list[dict[str, Any]] = _FIELDS["others"]
WORLD_INFO = "world_info"
_SAME = ("content", "comment", "name", "constant", "selective", "priority")
_IN_CARDS = ("keys", "secondary_keys", "insertion_order", "case_sensitive", "id", "use_regex")
_OF_PERSONS = {"data", "first_mes", "personality", "mes_example", *_FIELDS["flat"]}
_POSITIONS = ("before_char", "after_char")
_OFF = {"enabled": False, "disable": True, "disabled": True, "widisabled": True}
_PLACES = (  # of the entries, or of the object that has them, in the order in which they are looked for
    *(("data", "character_book"), ("character_book",), ("data", "entries"), ("entries",), ("module", "lorebook")),
    *(("lorebook",), ("content", "lorebook"), ("data", "lorebook"), ("storyCards",), ("data", "storyCards")),
    *(("worldInfo",), ("data", "worldInfo"), ("worldinfo",), ("globalLore",), ("data",)),
)
_KEY = re.compile(r"\s*(/(?:\\.|[^/\\])+/[dgimsuvy]*(?=\s*(?:,|$))|[^,]*)(?:,|$)", re.DOTALL)
_PATTERN = re.compile(r"/.+/[dgimsuvy]*", re.DOTALL)
_BARE_PATTERN = re.compile(r"\.[*+?]|[)\]][*+?{]|\\[a-z]|\(\?|^\^", re.IGNORECASE)


def book_in(value: Any) -> dict[str, Any]:
    """Find the book in a file of any of the formats.

    Args:
        value: The file's JSON.

    Returns:
        The object that holds the book's ``entries``.

    Raises:
        InvalidInput: There is none; a file of another known kind is named.
    """
    if isinstance(value, list) and value:
        return {"entries": value}
    if not isinstance(value, dict):
        raise InvalidInput("A lorebook must be a JSON object, or a list of entries.")
    for place in _PLACES:
        level = value
        for step in place[:-1]:
            inner = level.get(step)
            level = inner if isinstance(inner, dict) else {}
        inner = level.get(place[-1])
        if place[-1] == "entries" and isinstance(inner, list | dict):
            return level
        if isinstance(inner, dict) and isinstance(inner.get("entries"), list | dict):
            return inner
        if isinstance(inner, list) and (inner or place[-1] != "data"):
            return {"entries": inner}
    if value.get("entries") is not None:
        raise InvalidInput("The lorebook: entries must be a list.")
    kind = other_kind(value)
    why = f"this is {kind}" if kind else "it has no entries and no character_book"
    has = ", ".join(map(shown_value, list(value)[:6]))
    raise InvalidInput(f"There is no lorebook in this file: {why}{has and f'; it has {has}'}.")


def other_kind(value: Mapping[str, Any]) -> str:
    """Name the kind of a file of another known kind; "" if it is not known."""
    kinds = (row["what"] for row in _OTHERS if any(all(name in value for name in names) for names in row["fields"]))
    return next(kinds, "")


def is_book(value: Mapping[str, Any]) -> bool:
    """Check whether a file holds a lorebook and no person."""
    entries = "entries" in value and not value.keys() & _OF_PERSONS
    return entries or value.get("type") in ("risu", "risuModule")


def entries_in(book: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the entries of a book with the fields of a card's book; values that are no objects stay as they are."""
    listed = book.get("entries")
    is_keyed = isinstance(listed, dict)
    shut = _shut_categories(book.get("categories"))
    for entry in listed.values() if isinstance(listed, dict) else listed or ():
        if not isinstance(entry, dict):
            yield entry
            continue
        made = _in_cards(entry, keyed=is_keyed or "uid" in entry)
        yield made | {"enabled": False} if str(entry.get("category")) in shut else made


def _shut_categories(categories: Any) -> set[str]:
    """Return the ids of NovelAI categories whose entries are all switched off."""
    objects = [one for one in categories if isinstance(one, dict)] if isinstance(categories, list) else []
    return {str(one["id"]) for one in objects if one.get("id") and flag_in(one.get("enabled")) is False}


def keys_in(value: Any, *, split: bool = False) -> list[str]:
    """Return the keys in a value; a text holds several, separated by commas, and with ``split`` so do the texts of a
    list."""
    if split or not isinstance(value, list | dict):
        return [key for text in texts_in(value) for key in (match.strip() for match in _KEY.findall(text)) if key]
    return texts_in(value)


def is_pattern(key: str, flag: Any) -> bool:
    """Check whether a key is a pattern: text between slashes, whatever ``use_regex`` says, since SillyTavern sets it
    on every entry. V3 allows patterns without slashes: with the flag, a key that no name could be is one."""
    is_bare = flag_in(flag) is True and _BARE_PATTERN.search(key) is not None
    return is_bare or _PATTERN.fullmatch(key.strip()) is not None


def is_off(entry: Mapping[str, Any]) -> bool:
    """Check whether an entry is switched off, in any of its dialects."""
    return any(flag_in(entry.get(name)) is off for name, off in _OFF.items())


def _dialect_of(entry: Mapping[str, Any], *, keyed: bool) -> dict[str, Any] | None:
    """Return the dialect of an entry, None if it has the fields of a card's book. Where entries are keyed by uid,
    SillyTavern changes ``key`` and ``disable`` and leaves other fields as they were."""
    if "content" in entry and "keys" in entry and not (keyed and entry.keys() & {"key", "disable"}):
        return None
    rows = (row for row in _DIALECTS if any(all(name in entry for name in names) for names in row["marks"]))
    if "content" in entry and "keys" in entry:
        return next(row for row in _DIALECTS if row["own"] == WORLD_INFO)
    return next(rows, None)


def _in_cards(entry: dict[str, Any], *, keyed: bool) -> dict[str, Any]:
    dialect = _dialect_of(entry, keyed=keyed)
    if dialect is None:
        return entry
    renamed: dict[str, str] = dialect["renamed"]
    made = {name: entry[name] for name in (*_SAME, *_IN_CARDS) if name in entry and name not in renamed}
    taken = {old: new for old, new in renamed.items() if old in entry and (entry[old] or not made.get(new))}
    made |= {new: entry[old] for old, new in taken.items()}
    as_written = {name for name in made if name in entry and made[name] is entry[name]}
    for name in ("keys", "secondary_keys"):
        if made.get(name) is not None:
            made[name] = keys_in(made[name], split=dialect["split"])
    lives = flag_in(entry.get("disable")) if keyed else None
    made["enabled"] = not (is_off(entry) if lives is None else lives)
    place = entry.get("position")
    if type(place) is int and 0 <= place < len(_POSITIONS):
        made["position"] = _POSITIONS[place]
    own = entry.get("extensions")
    used = {*taken, *_OFF, *as_written, *(("position",) if "position" in made else ())}
    used |= {"extensions"} if isinstance(own, dict | None) else set()
    others = {name: value for name, value in entry.items() if name not in used}
    made["extensions"] = (own if isinstance(own, dict) else {}) | ({dialect["own"]: others} if others else {})
    return made
