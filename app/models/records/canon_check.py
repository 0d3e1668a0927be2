"""Checking that entries of canon fit the parts of the scenario before them: files can be edited by hand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from types import MappingProxyType

from app.errors import NotFound
from app.models.sheets.canon import (
    MADE,
    ActionEntry,
    CanonChange,
    CanonEntry,
    DescriptionEntry,
    ForgottenNote,
    ItemEntry,
    NameEntry,
    PersonEntry,
    PlaceEntry,
    ScenarioEntry,
    StateEntry,
    TimerEntry,
)
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.values import GAME, PARTY, PERSON, PLAYER

_TABLES: Mapping[str, str] = MappingProxyType(
    {"person": "npcs", "item": "items", "place": "locations", "action": "actions", "timer": "timers"}
)
"""By kind of an entry the table of the scenario that holds its part."""
_OWNERS = frozenset({GAME, PARTY, PLAYER, PERSON})
KnownParts = Mapping[str, str]
"""By id of a part the table of the scenario that it is in."""


def known_parts(sheet: ScenarioSheet) -> KnownParts:
    """Return the parts of a scenario.

    Args:
        sheet: The scenario.
    """
    index = sheet.index
    tables = [table.name for table in fields(index) if table.name != "states"]
    figures = {figure.id: "figures" for figure in sheet.figures}
    return figures | {any_id: name for name in tables for any_id in getattr(index, name)}


def parts_after(parts: KnownParts, entries: Iterable[CanonEntry], notes: int) -> KnownParts:
    """Check entries of canon, and return the parts after them.

    Args:
        parts: The parts before the first entry.
        entries: The entries, in order.
        notes: How many notes the game has after the turn of the entries.

    Raises:
        NotFound: An entry names nothing, gives a part the id of another kind of part, or a new part an id of its own.
    """
    after = dict(parts)
    for entry in entries:
        for reason in _problems(after, entry.change, notes):
            raise NotFound(f"canon, {entry.change.kind}: {reason}")
        after.update(_parts_of(entry.change))
    return after


def _parts_of(change: CanonChange) -> KnownParts:
    match change:
        case ScenarioEntry():
            return known_parts(change.sheet)
        case PlaceEntry():
            place = change.sheet
            within = {"features": place.features, "encounters": place.encounters, "secrets": place.secrets}
            return {place.id: "locations"} | {part.id: name for name, held in within.items() for part in held}
        case PersonEntry():
            return {change.sheet.id: "npcs"} | {topic.id: "topics" for topic in change.sheet.topics}
        case ItemEntry() | ActionEntry() | TimerEntry():
            return {change.sheet.id: _TABLES[change.kind]}
    return {}


def _problems(parts: KnownParts, change: CanonChange, notes: int) -> Iterator[str]:
    match change:
        case PersonEntry() | ItemEntry() | PlaceEntry() | ActionEntry() | TimerEntry():
            any_id = change.sheet.id
            known = parts.get(any_id, _TABLES[change.kind])
            if known != _TABLES[change.kind]:
                yield f"the id {any_id!r} is that of another part"
            elif any_id not in parts and not any_id.startswith(MADE):
                yield f"there is no {change.kind} {any_id!r}"
        case StateEntry() | DescriptionEntry() | NameEntry():
            if change.of not in parts and not (isinstance(change, StateEntry) and change.of in _OWNERS):
                yield f"there is no part {change.of!r}"
        case ForgottenNote() if change.note >= notes:
            yield f"there is no note {change.note}"
    for place_id in _places_of(change):
        if parts.get(place_id) != "locations":
            yield f"there is no place {place_id!r}"


def _places_of(change: CanonChange) -> Iterator[str]:
    """Yield the ids of the places that a change names, without that of the place that it makes."""
    if isinstance(change, PersonEntry):
        person = change.sheet
        named = (person.start_location, person.home_location, person.work_location)
        yield from (place_id for place_id in named if place_id is not None)
    elif isinstance(change, PlaceEntry):
        own = change.sheet.id
        yield from (way.to for way in change.sheet.exits if way.to != own)
        for way in change.ways:
            yield from (place_id for place_id in (way.location_id, way.exit.to) if place_id != own)
