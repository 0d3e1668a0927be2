"""Conversions of the canon of a game, and of marks of who has added or changed a part, to models of `/v1`."""

from typing import Any

from app.api.schemas.canon import CanonEntryOut, CanonMarkOut
from app.models.sheets.canon import (
    ActionEntry,
    CanonChange,
    CanonEntry,
    DescriptionEntry,
    FactEntry,
    ForgottenNote,
    NameEntry,
    ScenarioEntry,
    StateEntry,
)
from app.models.state.canon_index import CanonIndex, CanonMark, part_of
from app.models.state.game_state import GameState


def marks_of(state: GameState, any_id: str) -> dict[str, Any]:
    """Return who has added a part, and who has last changed it, as fields of a response."""
    index = CanonIndex.of(state)
    return {"added_by": _mark(index.added(any_id)), "changed_by": _mark(index.changed(any_id))}


def way_mark(state: GameState, from_id: str, to_id: str) -> CanonMarkOut | None:
    return _mark(CanonIndex.of(state).way_added(from_id, to_id))


def _mark(mark: CanonMark | None) -> CanonMarkOut | None:
    return None if mark is None else CanonMarkOut(**mark._asdict())


def entry_view(state: GameState, number: int, entry: CanonEntry) -> CanonEntryOut:
    """Return an entry of the canon as the game master sees it."""
    index, change, of = CanonIndex.of(state), entry.change, part_of(entry.change)
    added = index.added(of) if of is not None else None
    return CanonEntryOut.model_validate(
        {
            "number": number,
            "kind": change.kind,
            "turn": entry.turn,
            "game_time": entry.game_time,
            "by": entry.by,
            "player_id": entry.player_id,
            "of": of,
            "name": _name(state, change, of),
            "attribute": _attribute(change),
            "value": _value(state, change),
            "is_new": added is not None and added.number == number,
            "holds": index.is_held(number) if isinstance(change, FactEntry) else None,
        }
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
