"""One open game: its state, its position in the journal, and the locks that keep its turns apart."""

import asyncio
from collections import Counter
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
from app.models.plain_reasons import Clash, Clashes
from app.models.records.baseline import Baseline, UndoStep, reverted, work_waits
from app.models.records.folding import chain, fold_beside, fold_journal
from app.models.records.parts import People
from app.models.records.record import EarlierRequest, Header, Journal, Record, RecordKind, is_played
from app.models.spend import Spend
from app.models.state.game_state import GameState
from app.scenarios.shared_sheets import shared_sheet
from app.scheduling import Urgency, turn_at_work
from app.services.game.games.concurrency import commit_threads, from_journal, in_thread, with_journal
from app.services.game.games.feed import Committed
from app.services.game.games.pace import USUAL_PACE, Pace
from app.services.game.games.preconditions import check_precondition
from app.services.game.games.turn_index import TurnIndex


@dataclass(frozen=True)
class Caps:
    """Caps on model use, per turn or capture (``_at_once``) and per game; None: no cap."""

    calls_at_once: int | None = 12
    tokens_at_once: int | None = 200_000
    tokens_per_game: int | None = None


class Request(TypedDict, total=False):
    """What a record keeps of the request that caused it: an id, and a hash of its content."""

    request_id: str | None
    request_hash: str | None


class KeptRequests(Request, total=False):
    """What a record keeps of its own request, and of those of the turns that it replaces."""

    earlier_requests: tuple[EarlierRequest, ...]


OnCommit = Callable[[Committed], None]
"""Called with each record that was appended and the game after it; errors that it raises are logged."""

MOST_KEPT = 100_000
"""Bytes, roughly, of replaced state that the last commits keep for undo; the last commit is always kept."""


class _Commit(NamedTuple):
    record: Record  # without what it changed of the state
    step: UndoStep
    size: int


class GameSession:
    """A game that this process writes. Undo and rollback may replace its state, so read ``state`` each time."""

    def __init__(
        self,
        store: IGameStore,
        journal: Journal,
        now: Callable[[], datetime],
        on_commit: OnCommit = lambda _: None,
        pace: Pace = USUAL_PACE,
    ) -> None:
        self._store = store
        self._pace = pace
        self._now = now
        self._on_commit = on_commit
        self.header: Header = journal.header
        self.closed = False
        self.stale = False
        """Whether a rollback has failed: do not use the state before a `reload` succeeds."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._entering = Lock()  # the loops of several threads may come at once
        self._turns = asyncio.Lock()
        self.urgency = Urgency()
        """Raised while a turn waits, so that the background work hurries."""
        self.settling = asyncio.Lock()
        """Held while models condense and think."""
        self.preparing = asyncio.Lock()
        """Held while texts are embedded: two passes at once would compute the same vectors twice."""
        self.narration: asyncio.Task[Narration] | None = None
        self.narrated_for: str | None = None
        """The id of the player whose turn is narrated, or was narrated last."""
        self.stopped = False
        self._meters: set[Meter] = set()
        self._unrecorded_spend: list[Spend] = []
        self.load(journal)

    def enter(self) -> None:
        """Bind the session to the running event loop, if there is one.

        Raises:
            Conflict: The game is in use in another event loop.
        """
        with self._entering, suppress(RuntimeError):  # without a running loop nothing waits for an asyncio lock
            loop, before = asyncio.get_running_loop(), self._loop
            if loop is before:
                return
            if before is not None and (before.is_running() or (self._turns.locked() and not before.is_closed())):
                raise Conflict(Clashes(clash=Clash.GAME_IN_OTHER_LOOP, name=self.header.game_id))
            self.stale = self.stale or self._turns.locked()  # its loop was closed in the middle of a turn
            self._loop = loop
            self._turns, self.settling, self.preparing = asyncio.Lock(), asyncio.Lock(), asyncio.Lock()
            self.urgency = Urgency()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Hold the turn lock and the game's language during the block; required before changing the state or making
        a record.

        Spend is recorded at the end, since its mark takes the next record number."""
        turns = self._turns
        with self.urgency.hurry():
            await turns.acquire()
        try:
            with using(language_of(self.state.sheet)), turn_at_work():
                yield
        finally:
            try:
                await self.record_spend()
            finally:
                turns.release()

    @property
    def is_in_turn(self) -> bool:
        return self._turns.locked()

    def load(self, journal: Journal) -> None:
        """Take over the state of a journal that was just read, with the sheet that other games have of its scenario."""
        opened = journal.opening.state.scenario
        opened.sheet = shared_sheet(opened.sheet)
        self._reset_to(fold_journal(journal), [], journal.head)
        self.unsettled = True
        """Whether work that needs no model is to be done before the next turn."""
        _ = self.state.message_index
        self._latest_seq = journal.head
        self.last_seq = journal.last_seq
        leading = chain(journal, self._latest_seq)
        self.requests = {request: record.seq for record in leading for request in record.requests}
        self.turns = TurnIndex(leading)
        self._played_from = Counter(record.parent for record in journal.records if is_played(record))
        marks = (record for record in journal.records if record.kind is RecordKind.MARK)
        self._marks = {mark.request_id: mark for mark in marks if mark.request_id is not None}
        self.spent = sum((record.spend for record in journal.records if record.spend), Spend())

    def _reset_to(self, state: GameState, commits: list[_Commit], head: int) -> None:
        self.state: GameState = self._pace.set_for(state)
        self.baseline = Baseline(state)
        self.head = head
        self._commits = commits
        self._kept = sum(commit.size for commit in commits)
        self._recorded: _Commit | None = None

    @property
    def answers(self) -> int:
        """How many turns were played from the state before the last turn, undone ones included; 0 without a turn."""
        last = self.turns.up_to(self.head)[-1:]
        return self._played_from[last[0].parent] if last else 0

    def read(self) -> Journal:
        return self._store.read(self.header.game_id)

    def records(self, seqs: Sequence[int]) -> Sequence[Record]:
        return self._store.records(self.header.game_id, seqs)

    def reload(self) -> None:
        """Read the game from its journal again, after a failed write or retry; also reopens a writer that has
        failed."""
        self.stale = True
        if not self.closed:
            self._store.acquire(self.header.game_id)
        with_journal(self.read, self.load)
        self.stale = False

    def roll_back(self) -> None:
        """Discard, in memory, every change since the last commit."""
        was_stale, self.stale = self.stale, True
        step = self.baseline.replaced(self.state)
        if self._recorded is not None:  # the baseline is at the record, which was not appended
            step |= self._recorded.step
        earlier = reverted(self.state, step)
        if earlier is not self.state:
            transfer_indexes(self.state, earlier)
            self._reset_to(earlier, self._commits, self.head)
        self.stale = was_stale

    def recent_turns(self, count: int) -> list[Record]:
        """Return the last turns, newest first, without their changes; empty unless all of them are in memory."""
        turns = [commit.record for commit in reversed(self._commits) if commit.record.kind is RecordKind.TURN]
        return turns[:count] if 1 <= count <= len(turns) else []

    async def requested(
        self, request_id: str | None = None, request_hash: str | None = None, *, kind: RecordKind = RecordKind.TURN
    ) -> Record | None:
        """Find the record that a request made: a turn only if it was not undone, a mark always. A request that is not
        known is checked for what it requires of the game.

        Returns:
            The record; None if the request is not known.

        Raises:
            Conflict: The request id was used for another request or another ``kind`` of record.
        """
        if request_id is None:
            await check_precondition()
            return None
        record = self._marks.get(request_id)
        if record is None:
            seq = self.requests.get(request_id)
            if seq is None:
                await check_precondition()
                return None
            record = next((commit.record for commit in self._commits if commit.record.seq == seq), None)
        if record is None:
            record = await from_journal(
                self.read, lambda journal: next(one for one in journal.records if one.seq == seq)
            )
        is_other = request_hash is not None and record.requests.get(request_id) not in (None, request_hash)
        if is_other or record.kind is not kind:
            raise Conflict(Clashes(clash=Clash.REQUEST_ID_USED, name=request_id))
        return record

    async def go_back(self, to: int, *, for_good: bool, **request: Unpack[Request]) -> None:
        """Return to an earlier record.

        Args:
            to: The number of the record.
            for_good: Whether a mark makes it durable; else it holds until a commit or `reload`.
            request: The id and hash that the mark keeps.
        """
        parents = [commit.record.parent for commit in self._commits]
        first = parents.index(to) if to in parents else 0
        undone: UndoStep = reduce(or_, (commit.step for commit in reversed(self._commits[first:])), {})
        folded = None if to in parents else await from_journal(self.read, partial(fold_beside, self.state, to=to))

        def went_back() -> None:
            if for_good:
                self._latest_seq = to
                self._forget_requests(to)
                self.turns.forget_after(to)
                self.unsettled = True
            earlier = reverted(self.state, undone) if folded is None else folded
            transfer_indexes(self.state, earlier)
            self._reset_to(earlier, self._commits[:first], to)

        if for_good:
            waits = work_waits(self.state, undone) if folded is None else work_waits(folded)
            await self._mark(went_back, waits=waits, head=to, **request)
        else:
            went_back()

    async def index_turns(self) -> None:
        """Index the turns that lead to the present again, after a record that does not follow the one before it."""
        head = self.head
        self.turns = await from_journal(self.read, lambda journal: TurnIndex(chain(journal, head)))

    def record(self, kind: RecordKind, *, meter: Meter | None = None, people: People = None, **fields: Any) -> Record:
        """Make a record of the changes since the last commit, for `append`.

        Args:
            kind: The kind of record.
            meter: Its spend goes into the record.
            people: The people whose changes count; None for all changes.
            fields: Further fields of the record.

        Raises:
            InvalidInput: The record could not be loaded again.
        """
        spend = (meter.spend or None) if meter is not None else None
        record = self._next(kind, self.head, spend=spend, **self.baseline.changes(self.state, people), **fields)
        brief = record.model_copy(update={"parts": {}, "memories": (), "statuses": {}, "prompt": None})
        step = self.baseline.step
        size = sum(len(value) if isinstance(value, bytes) else 200 for value in step.values())
        self._recorded = _Commit(brief, step, size)
        return record

    async def append(self, record: Record | Callable[[], Record | None], meter: Meter | None = None) -> None:
        """Make a record durable, off the event loop; a failure restores the last commit.

        A cancellation waits for the end: ``head`` says whether the record is in the journal then.

        Args:
            record: The record, or what makes it in that thread: None for nothing to append; after an error roll back.
            meter: Whose spend the record holds.
        """
        make = (lambda: record) if isinstance(record, Record) else record
        await self._commit(make, partial(self._advance_to, meter))

    async def _commit(
        self, make: Callable[[], Record | None], on_success: Callable[[Record], object], *, waits: bool | None = None
    ) -> None:
        """Append a record, and note it in memory by ``on_success`` exactly if it is in the journal."""
        if self.closed:
            raise Conflict(Clashes(clash=Clash.GAME_CLOSED))
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
                on_success(record)
                self._notify(record)

    def _advance_to(self, meter: Meter | None, record: Record) -> None:
        if record.parent != self._latest_seq:  # it replaces what came after its parent
            self._forget_requests(record.parent)
        self.requests.update(dict.fromkeys(record.requests, record.seq))
        self.head = self._latest_seq = record.seq
        self.turns.add(record)
        self._played_from.update([record.parent] if is_played(record) else ())
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
        """Name a record, by default the present one."""
        await self._mark(head=self._latest_seq, label=name, names=None if of == self._latest_seq else of, **request)

    async def rename(self, title: str, **request: Unpack[Request]) -> None:
        def renamed() -> None:
            self.header = self.header.model_copy(update={"title": title})

        await self._mark(renamed, head=self._latest_seq, title=title, **request)

    async def _mark(
        self, on_success: Callable[[], object] = lambda: None, *, waits: bool | None = None, **fields: Any
    ) -> None:
        mark = self._next(RecordKind.MARK, self._latest_seq, **fields)
        await self._commit(lambda: mark, lambda _: on_success(), waits=waits)

    def _notify(self, record: Record) -> None:
        try:
            self._on_commit(Committed(self.header.game_id, record, self.state))
        except Exception as error:  # noqa: BLE001  # the commit is durable, however its listeners fail
            logger.opt(exception=error).warning("a listener failed at a commit: {}", error)

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
        if record.kind is RecordKind.MARK and record.request_id is not None:
            self._marks[record.request_id] = record

    def open_meter(self, caps: Caps) -> Meter:
        """Return a meter for one turn or capture, limited by the rest of the caps."""

        def game_left() -> int | None:
            if caps.tokens_per_game is None:
                return None
            unrecorded = (*self._unrecorded_spend, *(meter.spend for meter in self._meters))
            return caps.tokens_per_game - self.spent.tokens - sum(spend.tokens for spend in unrecorded)

        meter = Meter(calls_left=caps.calls_at_once, tokens_left=caps.tokens_at_once, game_left=game_left)
        self._meters.add(meter)
        return meter

    async def close_meters(self, *meters: Meter) -> None:
        """Close meters of work that is over, however it ended: spend that no commit holds is recorded now, or when
        the turn in progress ends."""
        self._unrecorded_spend += [meter.spend for meter in meters if meter in self._meters and meter.spend]
        self._meters.difference_update(meters)
        if not self._turns.locked():
            async with self.turn():
                pass

    async def record_spend(self) -> None:
        """Append marks for spend that no commit holds, within `turn`; what cannot be written is left for the next
        time."""
        with suppress(TalekeeperError):
            while self._unrecorded_spend:
                await self._mark(
                    partial(self._unrecorded_spend.pop, 0), head=self._latest_seq, spend=self._unrecorded_spend[0]
                )
