"""Saying in one line what of a card was placed where, and what was only kept."""

from app.interchange.cards.book import entry_numbers
from app.interchange.cards.character_card import BOOK, Card
from app.interchange.cards.person import KEPT, kept_card
from app.interchange.cards.prose import speech_in
from app.models.sheets.scenario import NPCSheet

_COUNTED_APART = frozenset({"name", "first_mes", "alternate_greetings", BOOK})
_NOTHING: tuple[object, ...] = (None, "", [], {})


def placed_line(card: Card, npc: NPCSheet, *, own_scenario: bool) -> str:
    entries = len(entry_numbers(npc.lore))
    tells_story = (
        own_scenario and bool(card.text("first_mes").strip()) and not speech_in(card.text("first_mes"), card.name)
    )
    fields = {
        "nickname": "alias" if npc.aliases else "",
        "description": _prose(npc),
        "personality": "traits" if npc.traits else "manner of speech" if npc.communication_style else "description",
        "scenario": "the place" if own_scenario else "",
        "mes_example": "examples",
    }
    placed = [f"{name} as {where}" for name, where in fields.items() if where and card.text(name).strip()]
    placed += ["first_mes as the opening"] if tells_story else []
    placed += [f"{len(npc.voice.greeting)} of the greetings as such"] if npc.voice.greeting else []
    placed += [f"{entries} of the book's entries as lore"] if entries else []
    used = {name for name, where in fields.items() if where} | _COUNTED_APART
    kept = [name for name, value in card.fields.items() if name not in used and value not in _NOTHING]
    greetings = len(card.greetings) - tells_story - len(npc.voice.greeting)
    kept += [f"{greetings} of the greetings"] if greetings > 0 else []
    unplaced = len(kept_card(npc).unplaced)
    kept += [f"{unplaced} of the book's entries"] if unplaced else []
    return (
        f"{npc.name} is here as {npc.id}: {', '.join(placed) or 'a name'}. Only kept for an export, shown to nobody:"
        f" {', '.join(kept) or 'nothing'}."
    )


def _prose(npc: NPCSheet) -> str:
    """A long description is continued in the background and in lore."""
    overflow = sum(KEPT in lore.extensions for lore in npc.lore)
    parts = ["description", "background" if npc.background else "", f"{overflow} of lore" if overflow else ""]
    return " + ".join(part for part in parts if part)
