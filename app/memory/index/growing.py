"""Indexing of a game in slices: at once what is needed now, the rest while the server is idle."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from app.errors import NotFound
from app.memory.index.player_statements import Statements, roles_in
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


def growing_statements(state: GameState, kind: type[Statements], scope: Scope) -> Slices[None]:
    """Index what players or people have stated in the hearing of a scope's owner."""
    while kind.grow(state, scope, STATEMENTS_AT_ONCE):
        yield


def statement_indexes(state: GameState) -> list[tuple[type[Statements], Scope]]:
    """Return the indexes of statements that the questions of a game need, of owners that have heard anything, people
    present first."""
    heard = (scope for scope in _nearest_first(state) if state.message_index.count_heard(scope))
    return [(kind, scope) for scope in heard for kind in roles_in(scope)]


def growing_all(current: Callable[[], GameState]) -> Slices[None]:
    """Index everything that a game's turns may look up, scope by scope: statements and streams, those of people present
    first.

    It changes only when the indexing is done, not what is recalled.

    Args:
        current: Returns the state; it is called after each slice, since undo may replace the state.
    """
    for scope in _nearest_first(current()):
        for kind in roles_in(scope):
            while kind.grow(current(), scope, STATEMENTS_AT_ONCE):
                yield
        with suppress(NotFound):  # a place or person that an undo has removed
            while StreamIndex.grow(current(), scope, PORTION):
                yield


def _nearest_first(state: GameState) -> Iterator[Scope]:
    """Yield every scope of a game, those of people present first."""
    present = [Scope.npc(npc.instance_id) for npc in state.present()]
    yield from dict.fromkeys([*present, *state.scopes()[::-1]])
