"""Putting people and knowledge from elsewhere into a scenario, or making a small scenario around one of them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from app.errors import InvalidInput, NotFound
from app.interchange.cards.book import lore_of_book, origin_of
from app.interchange.cards.character_card import Card, as_bytes
from app.interchange.cards.lorebook import Lorebook
from app.interchange.cards.person import card_to_npc, with_book
from app.interchange.cards.prose import spoken
from app.interchange.cards.text import one_line, pieces, shown
from app.language.language import language_of, using
from app.models.base import ID_PATTERN, MAX_ID_LENGTH
from app.models.location import LocationSheet
from app.models.sheets.condition import Attitude, AttitudeAtLeast
from app.models.sheets.lore import LoreSheet
from app.models.sheets.quest import ActSheet
from app.models.sheets.scenario import NPCSheet, ScenarioSheet
from app.scenarios.scenario_check import inspect_scenario, problem_report

MAX_SCENARIO_BYTES = 5_000_000
"""What a scenario's file may have to be played."""
PLACE_ID = "meeting-place"
_QUIET = "A quiet place with room to sit down and nobody near to listen."
_SHOWN_IDS = 8
_SOMEBODY = "somebody"
"""Whom ``{{char}}`` means where no person is meant."""


def scenario_of(card: Card) -> ScenarioSheet:
    """A small scenario in which the card's person can be met: its situation is the place, its greeting the opening."""
    npc = card_to_npc(card, taken={PLACE_ID, "meeting"}, start_location=PLACE_ID)
    called = npc.aliases[0] if npc.aliases else npc.name
    place, *more = pieces(shown(card.text("scenario"), card.called)) or [_QUIET]
    condition = AttitudeAtLeast(npc_id=npc.id, attitude=Attitude.LOYAL)
    return ScenarioSheet(
        id=f"meeting-{npc.id}"[:MAX_ID_LENGTH].rstrip("-_"),
        title=one_line(f"Meeting {npc.name}"),
        author=_author(card),
        summary=f"A meeting with {npc.name}, made from a character card.",
        premise=f"The player meets {npc.name}. They talk, and whatever comes of it comes of their talk.",
        opening=(_story(card) or [f"You meet {called}."])[0],
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
    """The scenario with the card's person in it, at the start or at the place of this id or name. NotFound."""
    place = sheet.index.location(sheet.start_location) if at is None else _meant(sheet.locations, at, "place")
    with using(language_of(sheet)):
        npc = card_to_npc(card, taken=ids_in(sheet), start_location=place.id)
    return sheet.model_copy(update={"npcs": (*sheet.npcs, npc)}), npc


def with_lorebook(
    sheet: ScenarioSheet, book: Lorebook, *, place: str | None = None, npc: str | None = None
) -> tuple[ScenarioSheet, str, int]:
    """The scenario in which the world, or this place or person, knows what a book says.

    Also whom it was given to, by name, and how many entries became lore. NotFound, InvalidInput.
    """
    if place is not None and npc is not None:
        raise InvalidInput("A lorebook goes to a place, to a person, or to the world: give one of them.")
    if npc is not None:
        person = _meant(sheet.npcs, npc, "person")
        knowing = with_book(person, book)
        people = tuple(knowing if other.id == person.id else other for other in sheet.npcs)
        return sheet.model_copy(update={"npcs": people}), person.name, _entries(knowing.lore[len(person.lore) :])
    lore = lore_of_book(book, called=_SOMEBODY)
    if place is None:
        return sheet.model_copy(update={"lore": (*sheet.lore, *lore)}), "the world", _entries(lore)
    here = _meant(sheet.locations, place, "place")
    known = here.model_copy(update={"lore": (*here.lore, *lore)})
    places = tuple(known if other.id == here.id else other for other in sheet.locations)
    return sheet.model_copy(update={"locations": places}), here.name, _entries(lore)


def person_meant(sheet: ScenarioSheet, wanted: str) -> NPCSheet:
    """The person of this id, name or alias. NotFound says who is there."""
    return _meant(sheet.npcs, wanted, "person")


def named(sheet: ScenarioSheet, stem: str) -> ScenarioSheet:
    """The scenario with the id that a file of this name must hold, where the name can be an id."""
    is_id = len(stem) <= MAX_ID_LENGTH and re.fullmatch(ID_PATTERN, stem)
    return sheet.model_copy(update={"id": stem}) if is_id else sheet


def scenario_bytes(sheet: ScenarioSheet, name: str) -> bytes:
    """The scenario as its file holds it: what was written and no defaults. InvalidInput if it could not be played."""
    data = as_bytes(_written(sheet)) + b"\n"
    if len(data) > MAX_SCENARIO_BYTES:
        raise InvalidInput(
            f"{name} would have {len(data):,} bytes; a scenario has at most {MAX_SCENARIO_BYTES:,}."
            " Leave out what the story does not need."
        )
    problems = inspect_scenario(data).problems
    if problems:
        raise InvalidInput(problem_report(problems, name))
    return data


def _written(part: Any) -> Any:
    """A sheet as JSON: what was written, and the kinds of conditions, by which they are told apart."""
    if isinstance(part, BaseModel):
        names = [name for name in type(part).model_fields if name in part.model_fields_set or name == "kind"]
        return {name: _written(getattr(part, name)) for name in names}
    if isinstance(part, Mapping):
        return {name: _written(value) for name, value in part.items()}
    return [_written(value) for value in part] if isinstance(part, tuple | list) else part


def ids_in(sheet: ScenarioSheet) -> set[str]:
    """Every id of a scenario, of whatever kind."""
    found: set[str] = set()
    todo: list[Any] = [sheet]
    while todo:
        part = todo.pop()
        if isinstance(part, BaseModel):
            found.add(getattr(part, "id", ""))
            todo += [getattr(part, name) for name in type(part).model_fields]
        elif isinstance(part, tuple):
            todo += part
    return found


class _Named(Protocol):
    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def aliases(self) -> tuple[str, ...]: ...


T = TypeVar("T", bound=_Named)


def _meant(sheets: Sequence[T], wanted: str, what: str) -> T:
    key = wanted.strip().casefold()
    by_id = [one for one in sheets if one.id == key]
    found = by_id or [one for one in sheets if key in {name.casefold() for name in (one.name, *one.aliases)}]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(one.id for one in found[:_SHOWN_IDS])
        raise InvalidInput(f"{one_line(wanted, 40)!r} can be {ids}: give one of these ids.")
    there = ", ".join(one.id for one in sheets[:_SHOWN_IDS]) or "none"
    more = f" and {len(sheets) - _SHOWN_IDS} more" if len(sheets) > _SHOWN_IDS else ""
    raise NotFound(f"There is no {what} {one_line(wanted, 40)!r} in this scenario. There are: {there}{more}.")


def _story(card: Card) -> list[str]:
    """The first message as an opening, if it tells more than a line of speech."""
    first = card.text("first_mes")
    return [] if spoken(first, card.name) else pieces(shown(first, card.called))


def _author(card: Card) -> str:
    creator = card.fields.get("creator")
    return one_line(creator) if isinstance(creator, str) else ""


def _entries(lore: Iterable[LoreSheet]) -> int:
    """How many entries lore was made of; a long one is several pieces."""
    return len({origin.number for origin in map(origin_of, lore) if origin})
