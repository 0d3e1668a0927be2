"""The canon of a game by what it is about: the facts that hold, and who has added or changed which part."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Self

from app.models.derived import EqualByType
from app.models.sheets.amending import what_differs
from app.models.sheets.canon import (
    MADE,
    ActionEntry,
    CanonChange,
    CanonEntry,
    CanonSource,
    DescriptionEntry,
    FactEntry,
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
from app.models.state.game_state import GameState


class CanonMark(NamedTuple):
    """An order that has added a part, or changed it.

    Attributes:
        by: Who gave the order.
        turn: The turn of the order.
        number: The position of its entry in the canon, from 0.
        player_id: The player whose claim it is; None for the author and the game master.
    """

    by: CanonSource
    turn: int
    number: int
    player_id: str | None = None


class NumberedEntry(NamedTuple):
    """An entry of the canon with its position, from 0."""

    number: int
    entry: CanonEntry
    fact: FactEntry


def part_of(change: CanonChange) -> str | None:
    """Return the id of the part that a change is about; None for a note, and for the whole scenario.

    Args:
        change: The change.
    """
    match change:
        case PersonEntry() | ItemEntry() | PlaceEntry() | ActionEntry() | TimerEntry():
            return change.sheet.id
        case StateEntry() | DescriptionEntry() | NameEntry():
            return change.of
        case FactEntry():
            return change.subject
    return None


class CanonIndex(EqualByType):
    """The canon of one game, read an entry at a time; each entry is read once.

    Attributes:
        entries: How many entries were read.
    """

    def __init__(self) -> None:
        self.entries = 0
        self._authored: ScenarioSheet | None = None
        self._facts: dict[tuple[str, str], dict[str | None, NumberedEntry]] = {}
        self._held: set[int] = set()
        self._added: dict[str, CanonMark] = {}
        self._changed: dict[str, CanonMark] = {}
        self._ways: dict[tuple[str, str], CanonMark] = {}

    @classmethod
    def of(cls, state: GameState) -> Self:
        """Return the index of a game.

        Args:
            state: The game, for reading.
        """
        index = state.derived.of(cls)
        if index.entries > len(state.canon):
            index = state.derived.hold(cls())
        for entry in state.canon[index.entries :]:
            index.add(entry, state.scenario.sheet)
        return index

    def added(self, any_id: str) -> CanonMark | None:
        """Return the order that has added a part; None for a part of the first scenario, or an unknown id.

        Args:
            any_id: The id of the part.
        """
        return self._added.get(any_id)

    def changed(self, any_id: str) -> CanonMark | None:
        """Return the last order that has described, renamed or otherwise changed a part; None where none has.

        Args:
            any_id: The id of the part.
        """
        return self._changed.get(any_id)

    def way_added(self, from_id: str, to_id: str) -> CanonMark | None:
        """Return the order that has added a way; None for a way of the first scenario, or an unknown one.

        Args:
            from_id: The place that it leads out of.
            to_id: The place that it leads to.
        """
        return self._ways.get((from_id, to_id))

    def facts(self) -> Iterator[NumberedEntry]:
        """Yield what holds now, in the order of the game: of each subject and attribute the last fact, and the last
        claim of each player that no later fact has answered."""
        return iter(sorted(each for said in self._facts.values() for each in said.values()))

    def fact(self, subject: str, attribute: str) -> NumberedEntry | None:
        """Return the established fact of a subject and an attribute; None where there is none.

        Args:
            subject: The id of a part of the game, or any name.
            attribute: Which of its attributes, in any case.
        """
        return self._facts.get((subject, attribute.casefold()), {}).get(None)

    def is_held(self, number: int) -> bool:
        """Return whether an entry of the canon is a fact or claim that holds now.

        Args:
            number: The position of the entry.
        """
        return number in self._held

    def add(self, entry: CanonEntry, first: ScenarioSheet) -> None:
        """Read the next entry.

        Args:
            entry: The entry.
            first: The scenario of the game without its canon.
        """
        number, self.entries = self.entries, self.entries + 1
        mark, change = CanonMark(entry.by, entry.turn, number, entry.player_id), entry.change
        match change:
            case FactEntry():
                said = self._facts.setdefault((change.subject, change.attribute.casefold()), {})
                answered = [entry.player_id] if entry.player_id is not None else [*said]
                self._held.difference_update(said.pop(who).number for who in answered if who in said)
                said[entry.player_id] = NumberedEntry(number, entry, change)
                self._held.add(number)
            case ScenarioEntry():
                self._take_in(self._authored or first, change.sheet, mark)
                self._authored = change.sheet
            case ForgottenNote():
                pass
            case _:
                of = part_of(change) or ""
                is_new = of.startswith(MADE) and of not in self._added and not isinstance(change, StateEntry)
                (self._added if is_new else self._changed)[of] = mark
                if isinstance(change, PlaceEntry):
                    self._add_ways(self._authored or first, change, mark)

    def _take_in(self, before: ScenarioSheet, after: ScenarioSheet, mark: CanonMark) -> None:
        added, changed, _ = what_differs(before, after)
        self._added |= dict.fromkeys(added, mark)
        self._changed |= dict.fromkeys(changed, mark)
        known = {*_ways(before)}
        self._ways |= {way: mark for way in _ways(after) if way not in known}

    def _add_ways(self, authored: ScenarioSheet, change: PlaceEntry, mark: CanonMark) -> None:
        own = ((change.sheet.id, way.to) for way in change.sheet.exits)
        leading = ((way.location_id, way.exit.to) for way in change.ways)
        known = {*_ways(authored)}
        for way in (*own, *leading):
            if way not in known:
                self._ways.setdefault(way, mark)


def _ways(sheet: ScenarioSheet) -> Iterable[tuple[str, str]]:
    return ((place.id, way.to) for place in sheet.locations for way in place.exits)
