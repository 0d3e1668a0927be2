"""Character cards: reading and writing files of the specifications V1, V2 and V3; unused fields are carried along."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from app.errors import InvalidInput
from app.interchange.bounded import an_object
from app.interchange.cards.lorebook import SPEC as LOREBOOK
from app.interchange.cards.lorebook import Lorebook, book_of, check_text, check_texts, read_json
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
EMPTY_FIELDS: dict[str, Any] = package_data(__package__, "fields")["empty"]
_ADDITION = re.compile(r" (?:[|(\[]|[-–—] )")


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


def as_json(card: Card) -> dict[str, Any]:
    """The card as JSON of the version it came in; one of V1, which has none, as V2."""
    version, data = (V2, EMPTY_FIELDS | dict(card.fields)) if card.version == V1 else (card.version, dict(card.fields))
    return {"spec": SPECS[version], "spec_version": f"{version}.0", **card.outer, "data": data}


def as_bytes(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2).encode()


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
