"""Character cards: reading and writing files of the specifications V1, V2 and V3; unused fields are carried along."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from app.errors import InvalidInput
from app.interchange.bounded import an_object
from app.interchange.cards.lorebook import SPEC as LOREBOOK
from app.interchange.cards.lorebook import Lorebook, book_of, check_text, check_texts, read_json, without_decorators
from app.interchange.cards.png import png_with
from app.interchange.cards.text import name_in
from app.package_data import package_data

Version = Literal[1, 2, 3]
V1: Version = 1
V2: Version = 2
V3: Version = 3
SPECS: dict[Version, str] = {V2: "chara_card_v2", V3: "chara_card_v3"}
TEXTS = ("name", "nickname", "description", "personality", "scenario", "first_mes", "mes_example")
"""The text fields that are used; the others may hold anything."""
BOOK = "character_book"
MAX_FIELD = 200_000
MAX_GREETINGS = 200
_FORMAT = package_data(__package__, "fields")
EMPTY_FIELDS: dict[str, Any] = _FORMAT["empty"]
_ONLY_V3 = frozenset(_FORMAT["only_v3"])
_ADDITION = re.compile(r" (?:[|(\[]|[-–—] )")
_FALLBACK_NOTE = (
    "This card was written as a Character Card V3 and is read here as V2: a program that knows V3 shows all of it."
)


@dataclass(frozen=True)
class Card:
    """A card: the fields of its ``data`` (of V1: of the file), and what else stands in the file."""

    version: Version
    fields: Mapping[str, Any]
    outer: Mapping[str, Any] = field(default_factory=dict)

    def text(self, name: str) -> str:
        return self.fields.get(name) or ""

    @property
    def name(self) -> str:
        """Without what some add to it: ``Mara`` of ``Mara | the smith``."""
        name = name_in(self.text("name"))
        return name_in(_ADDITION.split(name, maxsplit=1)[0]) or name

    @property
    def called(self) -> str:
        """Whom ``{{char}}`` means: the nickname, else the name."""
        return name_in(self.text("nickname")) or self.name

    @property
    def greetings(self) -> list[str]:
        texts = [self.text("first_mes"), *(self.fields.get("alternate_greetings") or ())]
        return [text for text in texts if text.strip()]

    @property
    def book(self) -> Lorebook | None:
        book = self.fields.get(BOOK)
        return book_of(book, BOOK) if isinstance(book, dict) and isinstance(book.get("entries"), list) else None


def read_card(source: Path | bytes) -> Card:
    return card_of(read_json(source))


def card_of(value: Any) -> Card:
    """A card out of its JSON. InvalidInput names the first field that cannot be used."""
    outer = dict(an_object(value, "A character card"))
    spec = outer.pop("spec", None)
    if spec == LOREBOOK or ("entries" in outer and "name" not in outer):
        raise InvalidInput("This is a lorebook, not a character card: `import lorebook` takes it.")
    if spec is None and "data" not in outer:
        return checked(Card(V1, outer))
    versions = {name: version for version, name in SPECS.items()}
    if spec is not None and (not isinstance(spec, str) or spec not in versions):
        known = " or ".join(versions)
        raise InvalidInput(f"The spec of the card is {ascii(spec)[:40]}; it must be {known}.")
    data = an_object(outer.pop("data", None), "data of the card")
    return checked(Card(versions.get(spec or "", V2), data, outer))


def as_json(card: Card, version: Version = V3) -> dict[str, Any]:
    """The card as JSON of a version, 2 or 3: in its own as it is, in V3 with what V3 adds, in V2 without that."""
    data = dict(card.fields)
    outer = dict(card.outer)
    if version != card.version:
        outer.pop("spec_version", None)
        data = EMPTY_FIELDS | data
        if version == V3:
            data.setdefault("group_only_greetings", [])
            data = _with_entries(data, lambda entry: {"use_regex": False, **entry})
        elif card.version == V3:
            data = {name: value for name, value in data.items() if name not in _ONLY_V3}
            data = _with_entries(
                data, lambda entry: entry | {"content": without_decorators(entry.get("content") or "")}
            )
    return {"spec": SPECS[version], "spec_version": f"{version}.0", **outer, "data": data}


def as_png(card: Card, picture: bytes | None = None) -> bytes:
    older = as_json(card, V2)
    if card.version == V3:
        notes = older["data"]["creator_notes"]
        own = f"{notes}\n\n" if isinstance(notes, str) and notes else ""
        older["data"]["creator_notes"] = f"{own}{_FALLBACK_NOTE}"
    cards = {"chara": older, "ccv3": as_json(card, V3)}
    return png_with({keyword: as_bytes(value, indent=None) for keyword, value in cards.items()}, picture)


def as_bytes(value: Mapping[str, Any], indent: int | None = 2) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent).encode()


def checked(card: Card) -> Card:
    """InvalidInput for a used field of the wrong type or too long."""
    for name in TEXTS:
        check_text(card.fields.get(name), f"The card's {name}", MAX_FIELD)
    check_texts(card.fields.get("alternate_greetings"), "The card's alternate_greetings", MAX_FIELD, MAX_GREETINGS)
    if not card.name:
        raise InvalidInput("The card has no name, or this is no character card.")
    book = card.fields.get(BOOK)
    if book is not None and an_object(book, f"The card's {BOOK}").get("entries") is not None:
        if not isinstance(book["entries"], list):
            raise InvalidInput(f"The card's {BOOK}: entries must be a list.")
        book_of(book, f"The card's {BOOK}")
    return card


def _with_entries(data: dict[str, Any], change: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    book = data.get(BOOK)
    if not isinstance(book, dict) or not isinstance(book.get("entries"), list):
        return data
    return data | {BOOK: book | {"entries": [change(entry) for entry in book["entries"]]}}
