"""Imported people and lore in a scenario, or a small scenario made around one of them."""

from collections.abc import Sequence
from typing import TypeVar

from app.errors import InvalidInput, NotFound
from app.interchange.cards.character_card import Card
from app.interchange.cards.lorebook import Lorebook, entry_numbers, lore_of_book
from app.interchange.cards.person import KEPT, card_to_npc, digest_of, kept_card, with_book
from app.interchange.cards.text import one_line, pieces, speech_in, without_markup
from app.language.language import language_of, using
from app.models.base import MAX_ID_LENGTH
from app.models.sheets.condition import Attitude, AttitudeAtLeast
from app.models.sheets.location import LocationSheet
from app.models.sheets.lore import LoreSheet
from app.models.sheets.person import NPCSheet
from app.models.sheets.quest import ActSheet
from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_rules import walk

PLACE_ID = "meeting-place"
_QUIET = "A quiet place with room to sit down and nobody near to listen."
_SHOWN_IDS = 8
T = TypeVar("T", bound=LocationSheet | NPCSheet)
_SOMEBODY = "somebody"  # replaces ``{{char}}`` where no person is meant


def scenario_of(card: Card) -> ScenarioSheet:
    """Make a small scenario in which the card's person can be met: its situation is the place, its greeting the
    opening."""
    npc = card_to_npc(card, taken={PLACE_ID, "meeting"}, start_location=PLACE_ID)
    called = npc.aliases[0] if npc.aliases else npc.name
    place, *more = pieces(without_markup(card.text("scenario"), card.called)) or [_QUIET]
    first = card.text("first_mes")
    story = [] if speech_in(first, card.name) else pieces(without_markup(first, card.called))
    creator = card.fields.get("creator")
    condition = AttitudeAtLeast(npc_id=npc.id, attitude=Attitude.LOYAL)
    return ScenarioSheet(
        id=f"meeting-{npc.id}"[:MAX_ID_LENGTH].rstrip("-_"),
        title=one_line(f"Meeting {npc.name}"),
        author=one_line(creator) if isinstance(creator, str) else "",
        summary=f"A meeting with {npc.name}, made from a character card.",
        premise=f"The player meets {npc.name}. They talk, and whatever comes of it comes of their talk.",
        opening=(story or [f"You meet {called}."])[0],
        ending=f"There is nobody whom {called} trusts more than you.",
        start_location=PLACE_ID,
        acts=(ActSheet(id="meeting", name="The Meeting", opening="There is time to talk.", condition=condition),),
        locations=(
            LocationSheet(
                id=PLACE_ID,
                name="The Meeting Place",
                description=place,
                revisit=f"The place where you met {called}.",
                lore=tuple(LoreSheet(text=text, name="more about the place") for text in more),
            ),
        ),
        npcs=(npc,),
        walkthrough=("look", f"talk to {called}", "say I am glad to have met you."),
    )


def with_person(sheet: ScenarioSheet, card: Card, at: str | None = None) -> tuple[ScenarioSheet, NPCSheet]:
    """Add the person at the start, or at the place of this id or name.

    Args:
        sheet: The scenario.
        card: The person's card.
        at: The person's place.

    Returns:
        The scenario with the person, and the person; if the same card was added before, the scenario itself and that
            person.

    Raises:
        NotFound: There is no such place.
    """
    place = sheet.index.location(sheet.start_location) if at is None else find_meant(sheet.locations, at, "place")
    source = digest_of(card)
    for there in sheet.npcs:
        if KEPT in there.extensions and kept_card(there).source == source:
            return sheet, there
    with using(language_of(sheet)):
        taken = {getattr(part, "id", "") for _, part in walk(sheet)}
        npc = card_to_npc(card, taken=taken, start_location=place.id)
    return sheet.model_copy(update={"npcs": (*sheet.npcs, npc)}), npc


def with_lorebook(
    sheet: ScenarioSheet, book: Lorebook, *, place: str | None = None, npc: str | None = None
) -> tuple[ScenarioSheet, str, int]:
    """Add a book to the lore of the world, a place or a person.

    Args:
        sheet: The scenario.
        book: The book; entries that are there already are not added again.
        place: The place that gets it, by id or name.
        npc: The person who gets it, by id or name.

    Returns:
        The scenario, the name of the owner of the book, and how many entries became lore.

    Raises:
        InvalidInput: Both a place and a person are given.
        NotFound: There is no such place or person.
    """
    if place is not None and npc is not None:
        raise InvalidInput("A lorebook is added to a place, to a person, or to the world: give one of them.")
    if npc is not None:
        person = find_meant(sheet.npcs, npc, "person")
        knowing = with_book(person, book)
        people = tuple(knowing if other.id == person.id else other for other in sheet.npcs)
        added = entry_numbers(knowing.lore[len(person.lore) :])
        return sheet.model_copy(update={"npcs": people}), person.name, len(added)
    there = sheet.lore if place is None else find_meant(sheet.locations, place, "place").lore
    lore = lore_of_book(book, _SOMEBODY, there=there)
    entries = len(entry_numbers(lore))
    if place is None:
        return sheet.model_copy(update={"lore": (*sheet.lore, *lore)}), "the world", entries
    here = find_meant(sheet.locations, place, "place")
    known = here.model_copy(update={"lore": (*here.lore, *lore)})
    places = tuple(known if other.id == here.id else other for other in sheet.locations)
    return sheet.model_copy(update={"locations": places}), here.name, entries


def find_meant(sheets: Sequence[T], wanted: str, what: str) -> T:
    """Return the only sheet of this id, name or alias.

    Raises:
        NotFound: There is none.
        InvalidInput: There are several.
    """
    key = wanted.strip().casefold()
    by_id = [one for one in sheets if one.id == key]
    matches = by_id or [one for one in sheets if key in {name.casefold() for name in (one.name, *one.aliases)}]
    if len(matches) == 1:
        return matches[0]
    if matches:
        ids = ", ".join(one.id for one in matches[:_SHOWN_IDS])
        raise InvalidInput(f"{one_line(wanted, 40)!r} can be {ids}: give one of these ids.")
    there = ", ".join(one.id for one in sheets[:_SHOWN_IDS]) or "none"
    more = f" and {len(sheets) - _SHOWN_IDS} more" if len(sheets) > _SHOWN_IDS else ""
    raise NotFound(f"There is no {what} {one_line(wanted, 40)!r} in this scenario. There are: {there}{more}.")
