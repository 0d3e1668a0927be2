"""Character cards of the specifications V1, V2 and V3: reading and writing; unused fields are preserved."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from app.errors import InvalidInput
from app.interchange.bounded import an_object
from app.interchange.cards.dialects import is_book, other_kind
from app.interchange.cards.lorebook import SPEC as LOREBOOK
from app.interchange.cards.lorebook import Lorebook, book_of
from app.interchange.cards.reading import Notes, read_json, shown_value
from app.interchange.cards.text import name_in
from app.interchange.cards.values import check_text, check_texts, kind_of, text_in, texts_in
from app.package_data import package_data

Version = Literal[1, 2, 3]
V1: Version = 1
V2: Version = 2
V3: Version = 3
SPECS: dict[Version, str] = {V2: "chara_card_v2", V3: "chara_card_v3"}
FLAT = "chara_card_v1"  # in no specification, but written by some programs
TEXTS = ("name", "nickname", "description", "personality", "scenario", "first_mes", "mes_example")
"""The text fields that are used; other fields may hold anything."""
BOOK = "character_book"
MAX_FIELD = 200_000
MAX_GREETINGS = 200
EMPTY_FIELDS: dict[str, Any] = package_data(__package__, "fields")["empty"]
_FLAT_NAMES: dict[str, str] = package_data(__package__, "fields")["flat"]
_ADDITION = re.compile(r" (?:[|(\[]|[-–—] )")


@dataclass(frozen=True)
class Card:
    """A card: the fields of its ``data`` (in V1 of the file) as written, and the other fields of the file
    (``outer``).

    Fields are interpreted where they are used, so that an export has them as they were."""

    version: Version
    fields: Mapping[str, Any]
    outer: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = field(default=(), compare=False)

    def text(self, name: str) -> str:
        return text_in(self.fields.get(name), ", " if name == "personality" else "\n") or ""

    @property
    def name(self) -> str:
        """The name without additions: ``Mara`` of ``Mara | the smith``; if ``data`` has none, the one outside of it."""
        name = name_in(self.text("name")) or name_in(text_in(self.outer.get("name")) or "")
        return name_in(_ADDITION.split(name, maxsplit=1)[0]) or name

    @property
    def called(self) -> str:
        """The name for ``{{char}}``: the nickname, else the name."""
        return name_in(self.text("nickname")) or self.name

    @property
    def greetings(self) -> list[str]:
        texts = [self.text("first_mes"), *texts_in(self.fields.get("alternate_greetings"))]
        return [text for text in texts if text.strip()]

    @property
    def book(self) -> Lorebook | None:
        book = _book_in(self.fields)
        return None if book is None else book_of(book, BOOK)


def read_card(source: Path | bytes) -> Card:
    """Read a character card.

    Args:
        source: A file (JSON, or a PNG or CharX with a card inside), or its content.

    Returns:
        The card, with notes on fields that cannot be used.

    Raises:
        InvalidInput: It is no card, has no name, or exceeds a limit; a file of another known kind is named.
    """
    notes = Notes()
    return card_of(read_json(source, notes), notes)


def card_of(value: Any, notes: Notes | None = None) -> Card:
    """Make a card of its JSON; InvalidInput as `read_card`."""
    notes = notes or Notes()
    outer = dict(an_object(value, "A character card"))
    spec = outer.pop("spec", None)
    if spec == LOREBOOK or is_book(outer):
        raise InvalidInput("This is a lorebook, not a character card: `import lorebook` takes it.")
    versions = {name: version for version, name in SPECS.items()}
    if spec is not None and spec != FLAT and (not isinstance(spec, str) or spec not in versions):
        known = " or ".join(versions)
        raise InvalidInput(f"The spec of the card is {shown_value(spec, 40)}; it must be {known}.")
    data = outer.get("data")
    if not isinstance(data, dict) and (_is_named(outer) or (data is None and spec in (None, FLAT))):
        if data is not None:
            notes.add(f"The card's data is {kind_of(data)} where an object is meant: the fields around it count.")
        card = Card(V1, _flat(outer))
        if (kind := other_kind(outer)) and not any(map(card.text, ("personality", "mes_example"))):
            raise InvalidInput(f"This is no character card, but {kind}.")
        return checked_card(card, notes)
    data = an_object(outer.pop("data", None), "data of the card")
    return checked_card(Card(versions.get(spec or "", V2), data, outer), notes)


def _is_named(fields: Mapping[str, Any]) -> bool:
    return any(
        name_in(text_in(fields.get(name)) or "")
        for name in ("name", *_FLAT_NAMES)
        if _FLAT_NAMES.get(name, "name") == "name"
    )


def _flat(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a flat card, those of older programs under the names of V1."""
    renamed = {old: new for old, new in _FLAT_NAMES.items() if old in fields and not fields.get(new)}
    return {name: value for name, value in fields.items() if name not in {*renamed, *renamed.values()}} | {
        new: fields[old] for old, new in renamed.items()
    }


def _book_in(fields: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the book among a card's fields, also if it is a list of entries."""
    book = fields.get(BOOK)
    if isinstance(book, list) and book:
        return {"entries": book}
    return book if isinstance(book, dict) and isinstance(book.get("entries"), list | dict) else None


def as_json(card: Card) -> dict[str, Any]:
    """Return the card as JSON of its version; a V1 card as V2."""
    version, data = (V2, EMPTY_FIELDS | dict(card.fields)) if card.version == V1 else (card.version, dict(card.fields))
    return {"spec": SPECS[version], "spec_version": f"{version}.0", **card.outer, "data": data}


def as_bytes(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2).encode()


def checked_card(card: Card, notes: Notes | None = None) -> Card:
    """Return the card with notes on fields that cannot be used; InvalidInput if it has no name or exceeds a limit."""
    notes = notes or Notes()
    for name in TEXTS:
        check_text(card.fields.get(name), f"The card's {name}", MAX_FIELD, notes)
    check_texts(
        card.fields.get("alternate_greetings"), "The card's alternate_greetings", MAX_FIELD, MAX_GREETINGS, notes
    )
    if not card.name:
        raise InvalidInput("The card has no name, or this is no character card.")
    book, written = _book_in(card.fields), card.fields.get(BOOK)
    if book is not None:
        book_of(book, f"The card's {BOOK}", notes)
    elif isinstance(written, dict) and written.get("entries") is not None:
        notes.add(f"The card's {BOOK}: entries is {kind_of(written['entries'])} where a list is meant: it is left out.")
    elif written and not isinstance(written, dict):
        notes.add(f"The card's {BOOK} is {kind_of(written)} where an object is meant: it is left out.")
    return replace(card, notes=(*notes.lines,))
