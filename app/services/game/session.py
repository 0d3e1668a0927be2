"""One open game: its state, where its journal stands, and the locks that keep its turns apart."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.errors import TalekeeperError
from app.interfaces.agents.narrator import Narration
from app.interfaces.metering import Meter
from app.interfaces.stores import IGameStore
from app.models.game_state import GameState
from app.models.history import Baseline, fold
from app.models.record import Header, Journal, Record, RecordKind, Spend


@dataclass(frozen=True)
class Caps:
    """How much a model may be used: in one turn or capture, and in a whole game. None: no cap."""

    calls_at_once: int | None = 12
    tokens_at_once: int | None = 60_000
    tokens_per_game: int | None = None


class GameSession:
    """A game that this process writes. Its state may be replaced (undo, rollback): always ask for ``state`` anew."""

    def __init__(self, store: IGameStore, journal: Journal, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self.header: Header = journal.header
        self.turns = asyncio.Lock()
        """Held by whoever changes the state: turns of one game never overlap."""
        self.settling = asyncio.Lock()
        self.narration: asyncio.Task[Narration] | None = None
        self.stopped = False
        self.take(journal)

    def take(self, journal: Journal, at: int | None = None) -> None:
        """Stand where the journal stands, or at one of its records."""
        self.head = journal.head if at is None else at
        self.state: GameState = fold(journal, self.head)
        self.baseline = Baseline(self.state)
        self.last_seq = journal.last_seq
        self.requests = {record.request_id: record.seq for record in journal.records if record.request_id}
        self.spent = sum((record.spend for record in journal.records if record.spend), Spend())

    def read(self) -> Journal:
        """The journal as it lies on disk."""
        return self._store.read(self.header.game_id)

    def reload(self) -> None:
        """Forget whatever was not committed: the one way back from any failure."""
        self.take(self.read())

    def reload_if_changed(self) -> None:
        """`reload`, unless the state is as it was committed anyway."""
        if not self.baseline.is_unchanged(self.state):
            self.reload()

    def commit(self, kind: RecordKind, **fields: Any) -> Record:
        """Append one record with everything that changed; durable when this returns.

        StorageFailed or Conflict puts the state back to the last commit.
        """
        record = Record(
            seq=self.last_seq + 1,
            kind=kind,
            parent=self.head,
            turn=self.state.turn,
            at=self._now(),
            **self.baseline.changes(self.state),
            **fields,
        )
        self._append(record)
        self.head = record.seq
        return record

    def mark(self, *, head: int | None = None, label: str | None = None, spend: Spend | None = None) -> None:
        """Append a record that changes no state: a new head, a label, or money spent on what did not happen.

        After a new head the state is folded anew.
        """
        record = Record(
            seq=self.last_seq + 1,
            kind=RecordKind.MARK,
            parent=self.head,
            head=self.head if head is None else head,
            label=label,
            turn=self.state.turn,
            at=self._now(),
            spend=spend,
        )
        self._append(record)
        if head is not None:
            self.reload()

    def meter(self, caps: Caps) -> Meter:
        """A meter for one turn or capture, under what is left of the caps."""
        spent = self.spent.input_tokens + self.spent.output_tokens
        left = [caps.tokens_at_once, None if caps.tokens_per_game is None else max(0, caps.tokens_per_game - spent)]
        tokens = [cap for cap in left if cap is not None]
        return Meter(calls_left=caps.calls_at_once, tokens_left=min(tokens) if tokens else None)

    def _append(self, record: Record) -> None:
        try:
            self._store.append(self.header.game_id, record, self.last_seq)
        except TalekeeperError:
            self.reload()
            raise
        self.last_seq = record.seq
        if record.request_id:
            self.requests[record.request_id] = record.seq
        if record.spend:
            self.spent = self.spent + record.spend
