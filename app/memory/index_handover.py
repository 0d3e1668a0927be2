"""Keeping the indexes of recall when a game is folded anew: an undo takes back one turn, not what was read of all."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from app.errors import NotFound
from app.memory.stream_index import StreamIndex
from app.models.game_state import GameState


def hand_on_indexes(old: GameState, new: GameState) -> None:
    """Give the indexes of a state that is given up to the one in its place, as far as what they know is in both.

    They are cut where the two begin to differ, by comparing every entry and message: nothing is found that is not in
    the new game. The old state has none afterwards and would build its own anew. Takes some microseconds a message.
    """
    found = old.derived.take(StreamIndex)
    if not found:
        return
    heard = agreeing(old.conversation_history, new.conversation_history)
    for index in found:
        with suppress(NotFound):  # a place or person that the other game does not have
            ours = index.entries
            kept = agreeing(ours.entries[: len(ours)], new.memories(index.scope))
            index.stand_on(new, kept, heard, [*old.memory_status, *new.memory_status])
            new.derived.hold(index, index.scope)


def agreeing(ours: Sequence[Any], theirs: Sequence[Any]) -> int:
    """How many items two sequences have in common at their beginning."""
    count = 0
    for one, other in zip(ours, theirs, strict=False):
        if one is not other and one != other:
            break
        count += 1
    return count
