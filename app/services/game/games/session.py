"""One open game: its state, where its journal stands, and the locks that keep its turns apart."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial, reduce
from operator import or_
from threading import Lock
from typing import Any, NamedTuple, TypedDict, Unpack

from app.errors import Conflict, InvalidInput, TalekeeperError
from app.interfaces.agents.narrator import Narration
from app.interfaces.metering import Meter
from app.interfaces.stores import IGameStore
from app.language.language import language_of, using
from app.log import logger
from app.memory.index.stream_index import transfer_indexes
from app.models.records.baseline import Baseline, UndoStep, reverted, work_waits
from app.models.records.folding import chain, fold, fold_beside
from app.models.records.parts import People
from app.models.records.record import Header, Journal, Record, RecordKind
from app.models.spend import Spend
from app.models.state.game_state import GameState
from app.scheduling import Urgency, turn_at_work
from app.services.game.games.concurrency import commit_threads, from_journal, in_thread, with_journal
from app.services.game.games.feed import Committed
from app.services.game.games.turn_index import TurnIndex


@dataclass(frozen=True)
class Caps:
    """How much a model may be used: in one turn or capture, and in a whole game. None: no cap."""

    calls_at_once: int | None = 12
    tokens_at_once: int | None = 60_000
    tokens_per_game: int | None = None


class Request(TypedDict, total=False):
    """What a record keeps of whoever asked for it: an id, and a hash of what was asked for."""

    request_id: str | None
    request_hash: str | None


OnCommit = Callable[[Committed], None]
"""Told each record that was appended, when the game stands after it; what it raises is logged."""

MOST_KEPT = 100_000
"""Bytes, about, of what the last commits of a game have replaced, for undo; the last one is always kept."""


class _Commit(NamedTuple):
    record: Record  # without what it changed of the state
    step: UndoStep
    size: int


class GameSession:
    """A game that this process writes. Its state may be replaced (undo, rollback): always ask for ``state`` anew."""

    def __init__(
        self, store: IGameStore, journal: Journal, now: Callable[[], datetime], on_commit: OnCommit = lambda _: None
    ) -> None:
        self._store = store
        self._now = now
        self._on_commit = on_commit
        self.header: Header = journal.header
        self.closed = False
        self.stale = False
        """Whether going back has failed: the state is not to be used before a `reload` that works."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._entering = Lock()  # the loops of several threads may come at once
        self._turns = asyncio.Lock()
        self.urgency = Urgency()
        """Of the work in the background, which is in a hurry while a turn waits for its end."""
        self.settling = asyncio.Lock()
        """Held while models condense and think."""
        self.preparing = asyncio.Lock()
        """Held while texts are embedded: two passes at once would compute the same vectors twice."""
        self.narration: asyncio.Task[Narration] | None = None
        self.stopped = False
        self._meters: set[Meter] = set()
        self._to_book: list[Spend] = []
        self.take(journal)

    def enter(self) -> None:
        """Belong to the running event loop, if there is one. Conflict while the game is in use in another."""
        with self._entering, suppress(RuntimeError):  # outside of a loop nothing waits for a lock of asyncio
            loop, before = asyncio.get_running_loop(), self._loop
            if loop is before:
                return
            if before is not None and (before.is_running() or (self._turns.locked() and not before.is_closed())):
                raise Conflict(f"The game {self.header.game_id!r} is in use in another event loop; use it in one only.")
            self.stale = self.stale or self._turns.locked()  # a turn that its loop never came to end
            self._loop = loop
            self._turns, self.settling, self.preparing = asyncio.Lock(), asyncio.Lock(), asyncio.Lock()
            self.urgency = Urgency()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """To be entered before the state is changed or a record made: turns of one game never overlap, and speak its
        language. What was spent is booked at the end, for a mark would take a record's number."""
        turns = self._turns
        with self.urgency.hurry():
            await turns.acquire()
        try:
            with using(language_of(self.state.sheet)), turn_at_work():
                yield
        finally:
            try:
                await self.book()
            finally:
                turns.release()

    @property
    def is_in_turn(self) -> bool:
        return self._turns.locked()

    def take(self, journal: Journal) -> None:
        """Stand where a journal stands that was read just now."""
        self._reset_to(fold(journal), [], journal.head)
        self.unsettled = True
        """Whether what waits here and needs no model is still to be done before the next turn."""
        _ = self.state.message_index
        self._tip = journal.head
        self.last_seq = journal.last_seq
        leading = chain(journal, self._tip)
        self.requests = {record.request_id: record.seq for record in leading if record.request_id}
        self.turns = TurnIndex(leading)
        marks = (record for record in journal.records if record.kind is RecordKind.MARK)
        self._marks = {mark.request_id: mark for mark in marks if mark.request_id}
        self.spent = sum((record.spend for record in journal.records if record.spend), Spend())

    def _reset_to(self, state: GameState, commits: list[_Commit], head: int) -> None:
        self.state: GameState = state
        self.baseline = Baseline(state)
        self.head = head
        self._commits = commits
        self._kept = sum(commit.size for commit in commits)
        self._recorded: _Commit | None = None

    def read(self) -> Journal:
        return self._store.read(self.header.game_id)

    def records(self, seqs: Sequence[int]) -> Sequence[Record]:
        return self._store.records(self.header.game_id, seqs)

    def reload(self) -> None:
        """Read the game anew: the way back from a failed file or retry. Mends a writer that has failed."""
        self.stale = True
        if not self.closed:
            self._store.acquire(self.header.game_id)
        with_journal(self.read, self.take)
        self.stale = False

    def roll_back(self) -> None:
        """Forget, in memory, whatever was not committed since the game stands where it does."""
        was_stale, self.stale = self.stale, True
        step = self.baseline.replaced(self.state)
        if self._recorded is not None:  # the baseline stands there, but the record was not appended
            step |= self._recorded.step
        earlier = reverted(self.state, step)
        if earlier is not self.state:
            transfer_indexes(self.state, earlier)
            self._reset_to(earlier, self._commits, self.head)
        self.stale = was_stale

    def recent_turns(self, count: int) -> list[Record]:
        """The last turns, newest first, without what they changed; none where not all of them are in memory."""
        turns = [commit.record for commit in reversed(self._commits) if commit.record.kind is RecordKind.TURN]
        return turns[:count] if 1 <= count <= len(turns) else []

    async def requested(
        self, request_id: str | None = None, request_hash: str | None = None, *, kind: RecordKind = RecordKind.TURN
    ) -> Record | None:
        """The record that was made for a request: a turn if it stands, a mark in any case. Conflict where it was made
        for something else, or is of another ``kind``."""
        record = self._marks.get(request_id or "")
        if record is None:
            seq = self.requests.get(request_id or "")
            if seq is None:
                return None
            record = next((commit.record for commit in self._commits if commit.record.seq == seq), None)
        if record is None:
            record = await from_journal(
                self.read, lambda journal: next(one for one in journal.records if one.seq == seq)
            )
        is_other = request_hash is not None and record.request_hash not in (None, request_hash)
        if is_other or record.kind is not kind:
            raise Conflict(f"The request id {request_id!r} was used for another request.")
        return record

    async def go_back(self, to: int, *, for_good: bool, **request: Unpack[Request]) -> None:
        """Stand at an earlier record: ``for_good`` with a mark that names it, else until a commit or `reload`."""
        parents = [commit.record.parent for commit in self._commits]
        first = parents.index(to) if to in parents else 0
        undone: UndoStep = reduce(or_, (commit.step for commit in reversed(self._commits[first:])), {})
        found = None if to in parents else await from_journal(self.read, partial(fold_beside, self.state, to=to))

        def gone_back() -> None:
            if for_good:
                self._tip = to
                self._forget_requests(to)
                self.turns.forget_after(to)
                self.unsettled = True
            earlier = reverted(self.state, undone) if found is None else found
            transfer_indexes(self.state, earlier)
            self._reset_to(earlier, self._commits[:first], to)

        if for_good:
            waits = work_waits(self.state, undone) if found is None else work_waits(found)
            await self._mark(gone_back, waits=waits, head=to, **request)
        else:
            gone_back()

    def record(self, kind: RecordKind, *, meter: Meter | None = None, people: People = None, **fields: Any) -> Record:
        """A record of what changed, of ``people`` or at all, and what it cost, for `append`; InvalidInput if it could
        not be loaded again."""
        spend = (meter.spend or None) if meter is not None else None
        record = self._next(kind, self.head, spend=spend, **self.baseline.changes(self.state, people), **fields)
        kept = record.model_copy(update={"parts": {}, "memories": (), "statuses": {}, "prompt": None})
        step = self.baseline.step
        size = sum(len(value) if isinstance(value, bytes) else 200 for value in step.values())
        self._recorded = _Commit(kept, step, size)
        return record

    async def append(self, record: Record | Callable[[], Record | None], meter: Meter | None = None) -> None:
        """Make a record durable, off the event loop; a failure restores the last commit.

        A cancellation waits for the end: whether the record is in the journal then, ``head`` says.

        Args:
            record: The record, or what makes it in that thread: None for nothing to append; after an error roll back.
            meter: Whose spend the record holds.
        """
        make = (lambda: record) if isinstance(record, Record) else record
        await self._commit(make, partial(self._advance_to, meter))

    async def _commit(
        self, make: Callable[[], Record | None], then: Callable[[Record], object], *, waits: bool | None = None
    ) -> None:
        """`append`; what is ``then`` noted of the record in memory is noted as surely as it is in the journal."""
        if self.closed:
            raise Conflict("The game was closed meanwhile; load it again.")
        written: list[tuple[Record, TalekeeperError | None]] = []

        def write() -> None:
            if (record := make()) is None:
                return
            work = work_waits(self.state) if waits is None else waits
            try:
                self._store.append(self.header.game_id, record, self.last_seq, work_waits=work)
                written.append((record, None))
            except TalekeeperError as error:
                written.append((record, error))

        try:
            await in_thread(write, commit_threads())
        finally:
            for record, failure in written:
                self._wrote(record, failure)
                then(record)
                self._tell(record)

    def _advance_to(self, meter: Meter | None, record: Record) -> None:
        if record.parent != self._tip:  # it stands in for what came after its parent
            self._forget_requests(record.parent)
        if record.request_id:
            self.requests[record.request_id] = record.seq
        self.head = self._tip = record.seq
        self.turns.add(record)
        self.unsettled = self.unsettled or record.kind is RecordKind.TURN
        if self._recorded is not None:
            self._commits.append(self._recorded)
            self._kept += self._recorded.size
            self._recorded = None
        while len(self._commits) > 1 and self._kept > MOST_KEPT:
            self._kept -= self._commits.pop(0).size
        if meter is not None:
            self._meters.discard(meter)

    async def label(self, name: str, of: int | None = None, **request: Unpack[Request]) -> None:
        """Name a record, by default the one that the game stands at."""
        await self._mark(head=self._tip, label=name, names=None if of == self._tip else of, **request)

    async def rename(self, title: str, **request: Unpack[Request]) -> None:
        def renamed() -> None:
            self.header = self.header.model_copy(update={"title": title})

        await self._mark(renamed, head=self._tip, title=title, **request)

    async def _mark(
        self, then: Callable[[], object] = lambda: None, *, waits: bool | None = None, **fields: Any
    ) -> None:
        mark = self._next(RecordKind.MARK, self._tip, **fields)
        await self._commit(lambda: mark, lambda _: then(), waits=waits)

    def _tell(self, record: Record) -> None:
        try:
            self._on_commit(Committed(self.header.game_id, record, self.state))
        except Exception as error:  # noqa: BLE001  # the commit stands, whatever becomes of those who listen
            logger.opt(exception=error).warning("a commit could not be told: {}", error)

    def _forget_requests(self, after: int) -> None:
        self.requests = {request: seq for request, seq in self.requests.items() if seq <= after}

    def _next(self, kind: RecordKind, parent: int, **fields: Any) -> Record:
        return Record(seq=self.last_seq + 1, kind=kind, parent=parent, turn=self.state.turn, at=self._now(), **fields)

    def _wrote(self, record: Record, failure: TalekeeperError | None) -> None:
        if failure is not None:
            self.roll_back()
            self.stale = not isinstance(failure, InvalidInput)  # the file may not be as it was
            raise failure
        self.last_seq = record.seq
        if record.spend:
            self.spent = self.spent + record.spend
        if record.kind is RecordKind.MARK and record.request_id:
            self._marks[record.request_id] = record

    def open_meter(self, caps: Caps) -> Meter:
        """A meter for one turn or capture, under what is left of the caps."""

        def game_left() -> int | None:
            if caps.tokens_per_game is None:
                return None
            unbooked = (*self._to_book, *(meter.spend for meter in self._meters))
            return caps.tokens_per_game - self.spent.tokens - sum(spend.tokens for spend in unbooked)

        meter = Meter(calls_left=caps.calls_at_once, tokens_left=caps.tokens_at_once, game_left=game_left)
        self._meters.add(meter)
        return meter

    async def close_meters(self, *meters: Meter) -> None:
        """The work is over: what it cost and no commit has booked is booked now, or when the turn in progress ends,
        whatever became of the work."""
        self._to_book += [meter.spend for meter in meters if meter in self._meters and meter.spend]
        self._meters.difference_update(meters)
        if not self._turns.locked():
            async with self.turn():
                pass

    async def book(self) -> None:
        """Marks for what was spent, within `turn`; what cannot be written is left for the next time."""
        with suppress(TalekeeperError):
            while self._to_book:
                await self._mark(partial(self._to_book.pop, 0), head=self._tip, spend=self._to_book[0])
