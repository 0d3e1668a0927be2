"""Conversion of a character card to a person of a scenario and back; fields that the sheet does not have are in its
extensions."""

import hashlib
import json
from collections.abc import Container, Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from app.errors import InvalidInput
from app.interchange.cards import text as texts
from app.interchange.cards.character_card import BOOK, EMPTY_FIELDS, V3, Card, Version, as_json, checked_card
from app.interchange.cards.lorebook import (
    Lorebook,
    entries_from_lore,
    entry_numbers,
    frozen,
    known_entries,
    lore_of_book,
    same,
)
from app.language.analysis.names import short_forms
from app.language.language import current_language
from app.models.base import Frozen
from app.models.sheets.lore import LoreSheet
from app.models.sheets.person import NPCSheet, VoiceSheet

KEPT = "character_card"
"""The key in a sheet's extensions for what it cannot hold of its card; in lore for the field that it continues."""
MAX_GREETING_LINES = 12
_NOTHING_KNOWN = "Little is known of {name}."


class KeptCard(Frozen):
    """What a sheet's fields do not hold of its card.

    Attributes:
        version: The card's version.
        source: The `digest_of` the card.
        fields: Fields of the card that the sheet does not have.
        absent: Fields that an export of the sheet would add.
        outer: Fields outside of ``data``.
        mirrored: Fields of ``data`` that are also outside of it.
        book: The lorebook without entries.
        unplaced: Entries that did not become lore, with their numbers."""

    version: Version = V3
    source: str = ""
    fields: dict[str, Any] = {}
    absent: tuple[str, ...] = ()
    outer: dict[str, Any] = {}
    mirrored: tuple[str, ...] = ()
    book: dict[str, Any] | None = None
    unplaced: tuple[tuple[int, dict[str, Any]], ...] = ()


def card_to_npc(
    card: Card, *, npc_id: str | None = None, taken: Container[str] = (), start_location: str | None = None
) -> NPCSheet:
    description, background, further = _described(card)
    lines = (texts.speech_in(greeting, card.name) for greeting in card.greetings)
    spoken = (texts.line_to_player(line, card.called) for line in lines if line)
    traits = texts.traits_in(texts.expand_macros(card.text("personality"), card.called))
    examples = card.text("mes_example").replace("<start>", "<START>").split("<START>")
    dialogues = texts.pieces(_joined(texts.expand_macros(block, card.called) for block in examples))
    sheet = NPCSheet(
        id=npc_id or texts.free_id(card.name, taken),
        name=card.name,
        aliases=_aliases(card),
        description=description,
        background=background,
        communication_style=_manner(card),
        traits=traits,
        start_location=start_location,
        voice=VoiceSheet(greeting=tuple(dict.fromkeys(filter(None, spoken)))[:MAX_GREETING_LINES]),
        examples=(dialogues or [""])[0],
        lore=(*further, *(lore_of_book(card.book, card.called) if card.book else ())),
    )
    return sheet.model_copy(update={"extensions": _with_kept(sheet, _kept_of(card, sheet))})


def card_from(npc: NPCSheet) -> Card:
    kept = kept_card(npc)
    plain = _plain(npc)
    fields = {name: value for name, value in plain.items() if name not in kept.absent} | kept.fields
    exported = entries_from_lore((lore for lore in npc.lore if not _is_overflow(lore)), _called(npc, kept))
    if kept.book is not None or exported:  # entries in their old order, then new ones
        numbered = {number: entry for number, entry in exported if number is not None} | dict(kept.unplaced)
        entries = [numbered[number] for number in sorted(numbered)]
        entries += [entry for number, entry in exported if number is None]
        fields[BOOK] = {**({"extensions": {}} if kept.book is None else kept.book), "entries": entries}
    card = checked_card(Card(kept.version, fields, kept.outer))
    fields |= _changed(npc, card_to_npc(card, npc_id=npc.id), card, plain)
    return Card(kept.version, fields, kept.outer | {name: fields[name] for name in kept.mirrored if name in fields})


def digest_of(card: Card) -> str:
    """Return 16 hex digits that identify a card, in whatever file it comes."""
    return hashlib.sha256(json.dumps(as_json(card), sort_keys=True).encode()).hexdigest()[:16]


def kept_card(npc: NPCSheet) -> KeptCard:
    try:
        return KeptCard.model_validate(npc.model_dump(include={"extensions"})["extensions"].get(KEPT, {}))
    except ValidationError:
        raise InvalidInput(f"The character card in the extensions of {npc.id!r} cannot be read.") from None


def with_book(npc: NPCSheet, book: Lorebook) -> NPCSheet:
    """Add a further book to a person, without what it knows already; entries that are switched off are preserved for
    an export."""
    kept = kept_card(npc)
    first = 1 + max([*entry_numbers(npc.lore), *(number for number, _ in kept.unplaced)], default=-1)
    called = _called(npc, kept)
    lore = lore_of_book(book, called, first, npc.lore)
    placed = entry_numbers(lore) | {first + n for n in known_entries(book, called, npc.lore)}
    there = [entry for _, entry in kept.unplaced]
    others = ((n, entry) for n, entry in enumerate(book.entries, first) if n not in placed)
    left = tuple((n, entry) for n, entry in others if not any(same(entry, one) for one in there))
    grown = npc.model_copy(update={"lore": (*npc.lore, *lore)})
    if not left:
        return grown
    update = {"unplaced": (*kept.unplaced, *left), "book": {"extensions": {}} if kept.book is None else kept.book}
    return grown.model_copy(update={"extensions": _with_kept(grown, kept.model_copy(update=update))})


def _described(card: Card) -> tuple[str, str, list[LoreSheet]]:
    """Return description, background and further lore; prose about the personality belongs to the description."""
    personality = texts.expand_macros(card.text("personality"), card.called)
    prose = "" if texts.traits_in(personality) or _manner(card) else personality
    text = _joined([texts.expand_macros(card.text("description"), card.called), prose])
    first, second, *others = [*texts.pieces(text), "", ""]
    further = [
        LoreSheet(text=part, name=f"more about {card.name}", extensions={KEPT: {"of": "description", "piece": number}})
        for number, part in enumerate(filter(None, others))
    ]
    return first or _NOTHING_KNOWN.format(name=card.name), second, further


def _manner(card: Card) -> str:
    personality = texts.expand_macros(card.text("personality"), card.called)
    is_about_speech = current_language().pattern("interchange.manner_of_speech").search(personality)
    if texts.traits_in(personality) or not is_about_speech or len(personality) > texts.MAX_PROSE:
        return ""
    return personality


def _aliases(card: Card) -> tuple[str, ...]:
    """Return the nickname, and the first of several names unless it is a title."""
    first = next(iter(short_forms(card.name)), "")
    aliases = {name.casefold(): name for name in (card.called, first) if name}
    return tuple(name for key, name in aliases.items() if key != card.name.casefold())


def _kept_of(card: Card, sheet: NPCSheet) -> KeptCard:
    plain = _plain(sheet)
    mirrored = tuple(name for name in card.outer if name in card.fields and same(card.outer[name], card.fields[name]))
    fields = {name: value for name, value in card.fields.items() if name not in plain or not same(plain[name], value)}
    book = card.book
    if book is not None:
        del fields[BOOK]
    placed = entry_numbers(sheet.lore)
    return KeptCard(
        version=card.version,
        source=digest_of(card),
        fields=fields,
        absent=tuple(name for name in plain if name not in card.fields),
        outer={name: value for name, value in card.outer.items() if name not in mirrored},
        mirrored=mirrored,
        book=dict(book.fields) if book else None,
        unplaced=tuple((n, entry) for n, entry in enumerate(book.entries if book else ()) if n not in placed),
    )


def _with_kept(sheet: NPCSheet, kept: KeptCard) -> Mapping[str, Any]:
    others = sheet.model_dump(include={"extensions"})["extensions"]
    return frozen(others | {KEPT: kept.model_dump(mode="json", exclude_defaults=True)})


def _plain(npc: NPCSheet) -> dict[str, Any]:
    first, *others = _lines_of_card(npc) or [""]
    return {
        **EMPTY_FIELDS,
        "name": npc.name,
        "description": _joined(_prose(npc)),
        "personality": _joined([npc.communication_style, ", ".join(npc.traits)]),
        "first_mes": first,
        "mes_example": npc.examples,
        "alternate_greetings": others,
        "group_only_greetings": [],
    }


def _called(npc: NPCSheet, kept: KeptCard) -> str:
    names = {name: kept.fields[name] for name in ("name", "nickname") if name in kept.fields}
    return checked_card(Card(kept.version, {"name": npc.name} | names, kept.outer)).called


def _changed(npc: NPCSheet, before: NPCSheet, card: Card, plain: dict[str, Any]) -> dict[str, Any]:
    is_manner_new = (npc.traits, npc.communication_style) != (before.traits, before.communication_style)
    is_prose_new = _prose(npc) != _prose(before)
    is_merged = card.text("personality") and not before.traits and not before.communication_style
    changed = {
        "name": npc.name != before.name,
        "personality": is_manner_new or (is_prose_new and is_merged),
        "description": is_prose_new,
        "mes_example": npc.examples != before.examples,
    }
    fields = {name: plain[name] for name, is_new in changed.items() if is_new}
    if npc.voice.greeting == before.voice.greeting:
        return fields
    # The greetings of the sheet and those of the card that narrate; one that came first stays first.
    stories = [greeting for greeting in card.greetings if texts.speech_in(greeting, card.name) is None]
    head = stories[:1] if stories and card.greetings[0] == stories[0] else []
    first, *others = [*head, *_lines_of_card(npc), *stories[len(head) :]] or [""]
    return fields | {"first_mes": first, "alternate_greetings": others}


def _lines_of_card(npc: NPCSheet) -> list[str]:
    return [line.replace(texts.PLAYER_SLOT, "{{user}}") for line in npc.voice.greeting]


def _prose(npc: NPCSheet) -> tuple[str, ...]:
    return (npc.description, npc.background, *(lore.text for lore in npc.lore if _is_overflow(lore)))


def _is_overflow(lore: LoreSheet) -> bool:
    return KEPT in lore.extensions


def _joined(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part)
