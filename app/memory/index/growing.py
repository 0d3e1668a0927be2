"""Indexing of a game in slices: at once what is needed now, the rest while the server is idle."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from app.errors import NotFound
from app.memory.index.player_statements import ROLES
from app.memory.index.stream_index import PORTION, StreamIndex
from app.models.memory import Scope
from app.models.state.game_state import GameState
from app.scheduling import Slices

STATEMENTS_AT_ONCE = 40
"""Messages of players, or of people, whose passages are indexed in one slice, in some 3 ms."""


def growing(state: GameState, scope: Scope, *, messages: bool = True) -> Slices[None]:
    """Index new memories of a scope, and the ``messages`` that its owner heard."""
    while StreamIndex.grow(state, scope, PORTION, messages=messages):
        yield


def growing_statements(state: GameState) -> Slices[None]:
    """Index what players and people have stated."""
    for role in ROLES:
        while role.grow(state, STATEMENTS_AT_ONCE):
            yield


def growing_all(current: Callable[[], GameState]) -> Slices[None]:
    """Index everything that a game's turns may look up: statements, then the streams of people present, then
    all others.

    It changes only when the indexing is done, not what is recalled.

    Args:
        current: Returns the state; it is called after each slice, since undo may replace the state.
    """
    for role in ROLES:
        while role.grow(current(), STATEMENTS_AT_ONCE):
            yield
    for scope in _nearest_first(current()):
        with suppress(NotFound):  # a place or person that an undo has removed
            while StreamIndex.grow(current(), scope, PORTION):
                yield


def _nearest_first(state: GameState) -> Iterator[Scope]:
    """Yield every scope of a game, those of people present first."""
    present = [Scope.npc(npc.instance_id) for npc in state.present()]
    yield from dict.fromkeys([*present, *state.scopes()[::-1]])
