"""The canon of a game as rows of names and values, as lists show it."""

from typing import NamedTuple

from app.models.sheets.canon import (
    ActionEntry,
    CanonChange,
    CanonSource,
    DescriptionEntry,
    FactEntry,
    ForgottenNote,
    NameEntry,
    ScenarioEntry,
    StateEntry,
)
from app.models.state.canon_index import CanonIndex, part_of
from app.models.state.game_state import GameState


class CanonRow(NamedTuple):
    """An entry of the canon, with names and values.

    Attributes:
        number: Its position, from 0.
        kind: The kind of the change.
        turn: The turn of the order.
        game_time: Minutes since day 1, 00:00.
        by: Who says so.
        player_id: The player whose claim it is; None for the author and the game master.
        of: The id of the part, or the subject of a fact; None for a note and the scenario.
        name: The present name of it.
        attribute: Which attribute of a fact, or which state.
        value: The value of a fact, the new description or name, the words of an action, or the text of a note.
        is_new: Whether it has added the part.
        holds: Whether a fact or claim holds now; None for other entries.
    """

    number: int
    kind: str
    turn: int
    game_time: int
    by: CanonSource
    player_id: str | None
    of: str | None
    name: str
    attribute: str | None
    value: str | None
    is_new: bool
    holds: bool | None


def canon_row(state: GameState, number: int) -> CanonRow:
    """Return an entry of the canon as a row.

    Args:
        state: The game, for reading.
        number: The position of the entry.
    """
    index, entry = CanonIndex.of(state), state.canon[number]
    change, of = entry.change, part_of(entry.change)
    added = index.added(of) if of is not None else None
    return CanonRow(
        number=number,
        kind=change.kind,
        turn=entry.turn,
        game_time=entry.game_time,
        by=entry.by,
        player_id=entry.player_id,
        of=of,
        name=_name(state, change, of),
        attribute=_attribute(change),
        value=_value(state, change),
        is_new=added is not None and added.number == number,
        holds=index.is_held(number) if isinstance(change, FactEntry) else None,
    )


def _name(state: GameState, change: CanonChange, of: str | None) -> str:
    if isinstance(change, ScenarioEntry):
        return change.sheet.title
    if isinstance(change, ActionEntry):
        return change.sheet.name or change.sheet.words[0]
    return "" if of is None else state.name(of)


def _attribute(change: CanonChange) -> str | None:
    if isinstance(change, FactEntry):
        return change.attribute
    return change.sheet.name if isinstance(change, StateEntry) else None


def _value(state: GameState, change: CanonChange) -> str | None:
    match change:
        case FactEntry():
            return change.value
        case DescriptionEntry():
            return change.text
        case NameEntry():
            return change.name
        case ActionEntry():
            return change.sheet.words[0]
        case ForgottenNote():
            return state.notes[change.note].text
    return None
