"""Conversions of the canon of a game, and of marks of who has added or changed a part, to models of `/v1`."""

from typing import Any

from app.api.schemas.canon import CanonEntryOut, CanonMarkOut
from app.models.state.canon_index import CanonIndex, CanonMark
from app.models.state.canon_rows import canon_row
from app.models.state.game_state import GameState


def canon_marks_of(state: GameState, any_id: str) -> dict[str, Any]:
    """Return who has added a part, and who has last changed it, as fields of a response."""
    index = CanonIndex.of(state)
    return {"added_by": _mark(index.added(any_id)), "changed_by": _mark(index.changed(any_id))}


def way_mark(state: GameState, from_id: str, to_id: str) -> CanonMarkOut | None:
    return _mark(CanonIndex.of(state).way_added(from_id, to_id))


def _mark(mark: CanonMark | None) -> CanonMarkOut | None:
    return None if mark is None else CanonMarkOut(**mark._asdict())


def entry_view(state: GameState, number: int) -> CanonEntryOut:
    """Return an entry of the canon as the game master sees it."""
    return CanonEntryOut.model_validate(canon_row(state, number)._asdict())
