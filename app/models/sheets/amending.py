"""Applying canon to a scenario: one entry makes a new sheet of the one before it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Self, TypeVar

from app.models.base import Frozen
from app.models.sheets.canon import (
    MADE,
    ActionEntry,
    CanonChange,
    CanonEntry,
    DescriptionEntry,
    ItemEntry,
    NameEntry,
    PersonEntry,
    PlaceEntry,
    ScenarioEntry,
    StateEntry,
    TimerEntry,
    WayAdded,
)
from app.models.sheets.condition import TimeReached
from app.models.sheets.location import ExitSheet, LocationSheet
from app.models.sheets.quest import ActSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.values import OwnedStateSheet, StateSheet

P = TypeVar("P", bound=Frozen)

Parts = tuple[Any, ...]
_KEPT = ("locations", "npcs", "figures", "items", "quests", "endings")
_LISTS = (*_KEPT, "actions", "timers", "rules")
"""The lists of parts that have an id each, without the acts, whose order counts."""
_DESCRIBED = ("locations", "npcs", "items", "figures")
_IN_PLACES = ("features", "encounters")


@dataclass(frozen=True)
class Amended:
    """A scenario as it is after some entries of canon.

    Attributes:
        authored: The author's sheet that counts now: the first one, or the last one that was taken in.
        sheet: That sheet with what was made and changed in the game.
        entries: How many entries are in it.
    """

    authored: ScenarioSheet
    sheet: ScenarioSheet
    entries: int = 0
    _tried: list[tuple[CanonChange, ScenarioSheet]] = field(default_factory=list, compare=False, repr=False)

    def after(self, entries: Iterable[CanonEntry]) -> Self:
        """Return the scenario after further entries.

        Args:
            entries: The entries, in order.
        """
        authored, sheet, count = self.authored, self.sheet, self.entries
        for entry in entries:
            count += 1
            if isinstance(entry.change, ScenarioEntry):
                sheet = _edited(authored, sheet, entry.change.sheet)
                authored = entry.change.sheet
            elif sheet is self.sheet:
                sheet = self._first(entry.change)
            else:
                sheet = _changed(sheet, entry.change)
        return type(self)(authored, sheet, count)

    def _first(self, change: CanonChange) -> ScenarioSheet:
        """Return the sheet after one change. It is kept: a change is checked before it is made, and what was derived
        from its sheet counts then too."""
        for tried, sheet in self._tried:
            if tried is change:
                return sheet
        self._tried[:] = [(change, _changed(self.sheet, change))]
        return self._tried[0][1]


def _changed(sheet: ScenarioSheet, change: CanonChange) -> ScenarioSheet:
    match change:
        case PersonEntry():
            return _with(sheet, npcs=put_by_id(sheet.npcs, change.sheet))
        case ItemEntry():
            return _with(sheet, items=put_by_id(sheet.items, change.sheet))
        case PlaceEntry():
            return _with(sheet, locations=_with_ways(put_by_id(sheet.locations, change.sheet), change.ways))
        case ActionEntry():
            return _with(sheet, actions=put_by_id(sheet.actions, change.sheet))
        case TimerEntry():
            return _with(sheet, timers=put_by_id(sheet.timers, change.sheet))
        case StateEntry():
            return _with_state(sheet, change.of, change.sheet)
        case DescriptionEntry():
            return _with_part(sheet, change.of, {"description": change.text, "variants": (), "revisit": ""})
        case NameEntry():
            return _with_part(sheet, change.of, {"name": change.name})
    return sheet  # facts and notes are in no sheet


def _with(sheet: P, **different: object) -> P:
    return sheet.model_copy(update=different)


def put_by_id(parts: tuple[P, ...], part: P) -> tuple[P, ...]:
    """Return parts with one in the place of that of the same id, else at the end."""
    return _put(parts, part, "id")


def _put(parts: tuple[P, ...], part: P, key: str) -> tuple[P, ...]:
    wanted, get = getattr(part, key), attrgetter(key)
    at = next((at for at, each in enumerate(map(get, parts)) if each == wanted), len(parts))
    return (*parts[:at], part, *parts[at + 1 :])


def _with_ways(places: tuple[LocationSheet, ...], ways: tuple[WayAdded, ...]) -> tuple[LocationSheet, ...]:
    leading: dict[str, list[ExitSheet]] = {}
    for way in ways:
        leading.setdefault(way.location_id, []).append(way.exit)
    return tuple(_with_exits(place, leading.get(place.id, ())) for place in places)


def _with_exits(place: LocationSheet, exits: Iterable[ExitSheet]) -> LocationSheet:
    all_exits = place.exits
    for way in exits:
        all_exits = _put(all_exits, way, "to")
    return place if all_exits is place.exits else _with(place, exits=all_exits)


def _with_state(sheet: ScenarioSheet, of: str, state: StateSheet) -> ScenarioSheet:
    """Declare a state: of a part in its own sheet, else in that of the scenario."""
    part = find_part(sheet, of)
    if part is not None:
        return _with_part(sheet, of, {"states": _put(part.states, state, "name")})
    owned = OwnedStateSheet.model_construct(**{**dict(state), "of": of})
    others = tuple(each for each in sheet.states if (each.of, each.name) != (of, state.name))
    return _with(sheet, states=(*others, owned))


def find_part(sheet: ScenarioSheet, any_id: str) -> Any:
    """Return the sheet of a place, thing, person, figure, detail or danger.

    Args:
        sheet: The scenario.
        any_id: Its id.

    Returns:
        The part; None for an unknown id, or that of another kind.
    """
    tops: Iterable[Any] = (part for name in _DESCRIBED for part in getattr(sheet, name))
    within: Iterable[Any] = (part for place in sheet.locations for name in _IN_PLACES for part in getattr(place, name))
    return next((part for group in (tops, within) for part in group if part.id == any_id), None)


def _with_part(sheet: ScenarioSheet, any_id: str, fields: Mapping[str, Any]) -> ScenarioSheet:
    for name in _DESCRIBED:
        parts = getattr(sheet, name)
        if any(part.id == any_id for part in parts):
            return _with(sheet, **{name: _replaced(parts, any_id, fields)})
    for place in sheet.locations:
        for name in _IN_PLACES:
            if any(part.id == any_id for part in getattr(place, name)):
                changed = _with(place, **{name: _replaced(getattr(place, name), any_id, fields)})
                return _with(sheet, locations=put_by_id(sheet.locations, changed))
    return sheet


def _replaced(parts: tuple[P, ...], any_id: str, fields: Mapping[str, Any]) -> tuple[P, ...]:
    return tuple(_with_fields(part, fields) if getattr(part, "id", "") == any_id else part for part in parts)


def _with_fields(part: P, fields: Mapping[str, Any]) -> P:
    """Return a part with the fields that its kind has; after a renaming the old name is an alias."""
    given = {name: value for name, value in fields.items() if name in type(part).model_fields}
    if "name" in given and "aliases" in type(part).model_fields:
        before: str = getattr(part, "name", "")
        aliases: tuple[str, ...] = getattr(part, "aliases", ())
        given["aliases"] = tuple(dict.fromkeys(each for each in (*aliases, before) if each != given["name"]))
    return _with(part, **given)


def _edited(before: ScenarioSheet, sheet: ScenarioSheet, edited: ScenarioSheet) -> ScenarioSheet:
    """Take in an edited scenario.

    Field by field, what the author has changed since ``before`` is as edited, all else as it is in the game. Parts that
    were made in the game are kept, and so are the people, places, things, quests and endings that the author has
    removed: memories, messages and things in hand may be about them.
    """
    lists: dict[str, Any] = {}
    for name in _LISTS:
        parts = _merged(getattr(before, name), getattr(sheet, name), getattr(edited, name))
        new_ids = {part.id for part in parts}
        others = [part for part in getattr(sheet, name) if part.id not in new_ids]
        made = [part for part in others if part.id.startswith(MADE)]
        retired = [_retired(part) for part in others if name in _KEPT and not part.id.startswith(MADE)]
        lists[name] = (*parts, *retired, *made)
    removed = tuple(_retired(act) for act in sheet.acts if act.id not in {each.id for each in edited.acts})
    states = _with_made(before.states, sheet.states, edited.states, _owner_and_name)
    return _with(edited, **lists, acts=(*removed, *edited.acts), states=states)


_NOTHING: Mapping[str, Any] = dict.fromkeys(
    (
        *("items", "topics", "actions", "variants", "voices", "wants", "sells", "buys", "uses"),
        *("encounters", "secrets", "facts"),
    ),
    (),
) | dict.fromkeys(
    ("joins", "stays_until", "take_condition", "start_condition", "hidden_until", "locked_until", "secret_id")
)
"""Fields of removed parts that could name what was removed with them, with values that name nothing."""
_ALWAYS = TimeReached(minutes=0)


def _retired(part: P) -> P:
    """Return a part that its author has removed as it is kept: nothing follows from it any more, and no condition of it
    is evaluated. A removed act is over, so that the next one begins."""
    fields = {name: value for name, value in _NOTHING.items() if name in type(part).model_fields}
    for name in ("features", "exits", "objectives"):
        if name in type(part).model_fields:
            fields[name] = tuple(_retired(each) for each in getattr(part, name))
    if "condition" in type(part).model_fields:
        fields["condition"] = _ALWAYS if isinstance(part, ActSheet) else None
    if getattr(part, "container", None) is not None:
        fields["container"] = _with(getattr(part, "container"), items=())  # noqa: B009  # not all parts have one
    return _with(part, **fields)


def _merged(before: Parts, present: Parts, edited: Parts) -> Parts:
    old, now = {part.id: part for part in before}, {part.id: part for part in present}
    return tuple(
        _with_edits(old[part.id], now[part.id], part) if part.id in old and part.id in now else part for part in edited
    )


def _with_edits(before: P, present: P, edited: P) -> P:
    """Return a part with the fields that its author has changed; to its lists what was made in the game is added."""
    fields: dict[str, Any] = {}
    for name in type(edited).model_fields:
        old, now, new = getattr(before, name), getattr(present, name), getattr(edited, name)
        key = _KEYS.get(name)
        if old != new:
            fields[name] = new if key is None else _with_made(old, now, new, key)
    return _with(present, **fields) if fields else present


def _with_made(before: Parts, present: Parts, edited: Parts, key: Callable[[Any], object]) -> Parts:
    known = {key(part) for part in (*before, *edited)}
    return (*edited, *(part for part in present if key(part) not in known))


def _owner_and_name(state: OwnedStateSheet) -> tuple[str, str]:
    return state.of, state.name


_KEYS: Mapping[str, Callable[[Any], object]] = {
    "exits": attrgetter("to"),
    "features": attrgetter("id"),
    "topics": attrgetter("id"),
    "states": attrgetter("name"),
    "aliases": str,
}
"""By field that is a list its key: to such lists something may have been added in the game."""


def what_differs(before: ScenarioSheet, after: ScenarioSheet) -> tuple[list[str], list[str], list[str]]:
    """Compare two versions of an author's scenario.

    Returns:
        The ids of the parts that are new, of those that differ, and of those that are gone, in the order of the sheets;
        among those that differ the scenario's own, where it differs in more than these parts.
    """
    old, new = _by_id(before), _by_id(after)
    differing = [any_id for any_id, part in new.items() if any_id in old and old[any_id] != part]
    of_parts = {*_LISTS, "acts"}
    if any(getattr(before, name) != getattr(after, name) for name in type(after).model_fields if name not in of_parts):
        differing.insert(0, after.id)
    return [i for i in new if i not in old], differing, [i for i in old if i not in new]


def _by_id(sheet: ScenarioSheet) -> dict[str, Any]:
    return {part.id: part for name in (*_LISTS, "acts") for part in getattr(sheet, name)}
