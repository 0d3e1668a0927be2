"""Indexing a game in slices: what is asked for at once, and the rest while nothing else is to be done."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from app.errors import NotFound
from app.memory.index.stream_index import PORTION, StreamIndex
from app.memory.index.told_index import PlayerStatements
from app.models.memory import Scope
from app.models.state.game_state import GameState
from app.scheduling import Slices

TOLD_AT_ONCE = 40
"""Messages of players of which the passages are taken in at a time, some 3 ms."""


def growing(state: GameState, scope: Scope, *, messages: bool = True) -> Slices[None]:
    """Index what is new in a scope: its memories, and the ``messages`` that its owner heard."""
    while StreamIndex.grow(state, scope, PORTION, messages=messages):
        yield


def growing_told(state: GameState) -> Slices[None]:
    """Index what players have told."""
    while PlayerStatements.grow(state, TOLD_AT_ONCE):
        yield


def growing_all(current: Callable[[], GameState]) -> Slices[None]:
    """Index all that a game's turns may look up: what was told, then the streams of those present, then the others.
    Undo may replace the state meanwhile: ``current`` is asked for it after each slice. What is indexed here would be
    indexed when it is first looked up; nothing that is recalled depends on it."""
    while PlayerStatements.grow(current(), TOLD_AT_ONCE):
        yield
    for scope in _nearest_first(current()):
        with suppress(NotFound):  # a place or person that is no more after an undo
            while StreamIndex.grow(current(), scope, PORTION):
                yield


def _nearest_first(state: GameState) -> Iterator[Scope]:
    """Every scope of a game, those of the people present first."""
    present = [Scope.npc(npc.instance_id) for npc in state.present()]
    yield from dict.fromkeys([*present, *state.scopes()[::-1]])
