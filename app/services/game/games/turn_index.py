"""The turns that lead to a game's present, with the position of each, so that a page of them is read without the
others."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.models.records.record import Record, RecordKind


class TurnAt(NamedTuple):
    """A turn, the number of its record, the number of messages up to its end, and the record before it."""

    turn: int
    seq: int
    messages: int
    parent: int


class TurnIndex:
    """An index of turns in order. Turns replaced by an undo, a retry or an edit are forgotten."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._rows: list[TurnAt] = []
        for record in records:
            self.add(record)

    def add(self, record: Record) -> None:
        """Add the turn of a record, dropping what came after its parent."""
        self.forget_after(record.parent)
        if record.kind is RecordKind.TURN:
            before = self._rows[-1].messages if self._rows else 0
            end = record.messages[-1].index + 1 if record.messages else before
            self._rows.append(TurnAt(record.turn, record.seq, end, record.parent))

    def forget_after(self, seq: int) -> None:
        del self._rows[bisect_right(self._rows, seq, key=lambda row: row.seq) :]

    def up_to(self, head: int, *, before: int | None = None, message: int | None = None) -> Sequence[TurnAt]:
        """Return the turns up to a record.

        Args:
            head: The number of the record.
            before: Only turns before this one.
            message: Only turns up to the one that holds the message of this index.
        """
        end = bisect_right(self._rows, head, key=lambda row: row.seq)
        if before is not None:
            end = min(end, bisect_left(self._rows, before, key=lambda row: row.turn))
        if message is not None:
            end = min(end, bisect_right(self._rows, message, key=lambda row: row.messages) + 1)
        return self._rows[:end]
