"""Settling of games: pending captures are condensed and minds think, off the turn's path; each finished capture and
thought is a commit of its own. Work that needs no model is done before the next turn, under the game's lock;
models are called without it."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import aclosing, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from weakref import ref

from app.errors import Moved, StorageFailed, TalekeeperError
from app.interfaces.cognition import Apply, Between, ICognition
from app.interfaces.metering import Meter
from app.interfaces.model_names import is_offline
from app.language.analysis.synonyms import synonyms
from app.language.language import Language, language_of, using
from app.language.reading.preparing import preparing, preparing_scenario
from app.log import logger
from app.memory.index.growing import growing_all
from app.models.messages.message import Role
from app.models.records.parts import People
from app.models.records.record import Record, RecordKind
from app.models.state.game_state import GameState
from app.scheduling import checkpoint, in_background, in_slices
from app.services.game.games.feed import Settled, Unsettled
from app.services.game.games.game_library import GameLibrary, ModelWork, Prepare
from app.services.game.games.session import Caps, GameSession
from app.services.game.memory_service import MemoryService

_DONE = object()
_ANOTHER_TURN = 2
_LATELY = 50
"""Messages among which a player's line is looked for: more than a turn has."""


@dataclass(eq=False, repr=False)
class Settler:
    """Condenses and lets minds think between turns.

    Work by rules is done so that the next turn sees it; work of models is applied whenever it is done. A game
    with a model of its own uses that model's services instead of those given here."""

    library: GameLibrary
    memory: MemoryService
    caps: Caps = field(default_factory=Caps)
    cognition: ICognition | None = field(default=None, kw_only=True)
    prepare: Prepare | None = field(default=None, kw_only=True)
    """Runs at the end of each pass: prepares what the next prompt will need, and changes no game."""
    prepared_soon: Callable[[GameState], bool] = field(default=lambda _: False, kw_only=True)
    """Returns whether the next turn waits for ``prepare``."""
    _passes: dict[str, set[asyncio.Task[None]]] = field(default_factory=dict, init=False)
    _later: dict[str, asyncio.Task[None]] = field(default_factory=dict, init=False)
    """Background passes that have not begun yet, by game."""
    _indexing: dict[str, tuple[Callable[[], GameSession | None], asyncio.Task[None]]] = field(
        default_factory=dict, init=False
    )
    """Indexing of opened games: the session that it is for, and the task."""
    _passed: Counter[Language | str] = field(default_factory=Counter, init=False)
    """The number of passes over games in each language, and of each scenario, by its digest."""
    unsaved: dict[str, int] = field(default_factory=dict, init=False)
    """The number of passes in a row that could not save their work, by game; for `GameHost.settle_again`."""

    async def settle(self, game_id: str) -> None:
        """Run one pass over everything that is pending; ends early, without an error, if the game is closed
        meanwhile."""
        settling = self._start(game_id, is_asked_for=True)
        try:
            await settling
        except asyncio.CancelledError:
            caller = asyncio.current_task()
            if caller is not None and caller.cancelling():
                raise

    async def catch_up(self, session: GameSession) -> None:
        """Do pending work that needs no model, unless it was done since the last turn; called within
        `GameSession.turn`, before a turn.

        So a turn depends on the turns before it and not on how fast it follows them. Work that fails is logged, and the
        turn goes on.

        Raises:
            StorageFailed: The work could not be saved, and the game has to be read again.
            Moved: Another server has the game.
        """
        if not session.unsettled:
            return
        try:
            await self._do_by_rules(session, await self.library.work_for(session.header))
        except Exception as error:  # as in a background pass, which has no caller
            if session.stale or isinstance(error, Moved):
                raise
            logger.opt(exception=error).warning("settling stopped: {}", error)

    def has_work(self, state: GameState) -> bool:
        return bool(state.pending or state.minds.jobs) or self.prepare is not None

    def is_at_work(self, game_id: str) -> bool:
        """Check whether a pass over the game is in progress."""
        return any(not settling.done() for settling in self._passes.get(game_id, ()))

    def settle_later(self, game_id: str) -> None:
        """Run `settle` in the background. At most one pass waits to begin: it will see all later changes."""
        waiting = self._later.get(game_id)
        if waiting is None or waiting.done() or waiting.get_loop().is_closed():
            self._later[game_id] = self._start(game_id)
            self._later[game_id].add_done_callback(_log_trouble)
        self._index_later(self.library.open(game_id), self._index_rest)

    def prepare_later(self, game_id: str) -> None:
        """Prepare in the background what the turns of a game just loaded will need, the first turn's needs first."""
        self._index_later(self.library.open(game_id), self._prepare_first)

    def _index_later(self, session: GameSession, begin: Callable[[GameSession], Coroutine[None, None, None]]) -> None:
        """Index a game once each time it is opened."""
        game_id = session.header.game_id
        before, indexing = self._indexing.get(game_id, (lambda: None, None))
        if before() is not session or indexing is None or indexing.get_loop().is_closed():
            with using(language_of(session.state.sheet)), in_background(session.urgency):
                task = asyncio.create_task(begin(session))
            task.add_done_callback(_log_trouble)
            self._indexing[game_id] = ref(session), task

    async def cancel(self, game_id: str) -> None:
        """Stop work on a game; results that are not applied stay pending."""
        _, indexing = self._indexing.pop(game_id, (None, None))
        at_work = [*self._passes.get(game_id, ()), *([indexing] if indexing is not None else [])]
        for settling in [one for one in at_work if not one.get_loop().is_closed()]:
            settling.cancel()
            with suppress(asyncio.CancelledError, TalekeeperError):
                await settling
        self._later.pop(game_id, None)

    def _start(self, game_id: str, *, is_asked_for: bool = False) -> asyncio.Task[None]:
        session = self.library.open(game_id)
        with using(language_of(session.state.sheet)), in_background(session.urgency):
            settling = asyncio.create_task(self._pass(session, is_asked_for=is_asked_for))
        passes = self._passes.setdefault(game_id, set())
        passes.add(settling)
        settling.add_done_callback(partial(self._ended, session))
        return settling

    def _ended(self, session: GameSession, settling: asyncio.Task[None]) -> None:
        game_id = session.header.game_id
        self._passes[game_id].discard(settling)
        error = None if settling.cancelled() else settling.exception()
        if session.stale or isinstance(error, StorageFailed):
            self.unsaved[game_id] = self.unsaved.get(game_id, 0) + 1
        else:
            self.unsaved.pop(game_id, None)

    async def _pass(self, session: GameSession, *, is_asked_for: bool = False) -> None:
        """Run one pass. Passes of one game run in the order in which they began, since nothing precedes either lock.
        A pass in the background leaves out what `catch_up` has done meanwhile."""
        game_id = session.header.game_id
        async with session.turn():
            self._later.pop(game_id, None)
            work = await self.library.work_for(session.header)
            await checkpoint()
            if is_asked_for or session.unsettled:
                await self._do_by_rules(session, work)
        async with session.settling:
            await checkpoint()
            await self._do(session, work, by_rules=False)
            waits = session.state.pending or session.state.minds.jobs
            if not (waits or session.closed or session.stale):
                self.library.feed.tell(Settled(game_id, session.head))
            elif any(queue[0].failures for queue in session.state.pending.values()):
                self.library.feed.tell(Unsettled(game_id, session.head))
        await self._prepare(session, work)
        await self._prepare_language(session)

    async def _do_by_rules(self, session: GameSession, work: ModelWork | None) -> None:
        """Do everything that needs no model, one thing after the other; called within `GameSession.turn`."""
        session.unsettled = False
        try:
            await self._do(session, work, by_rules=True)
            is_soon = work.prepared_soon if work else self.prepared_soon
            if is_soon(session.state):
                await self._prepare(session, work)
        except asyncio.CancelledError:
            session.unsettled = True
            raise

    async def _do(self, session: GameSession, work: ModelWork | None, *, by_rules: bool) -> None:
        """Condense and think, as far as rules, or as far as models do it: first what is to be remembered of the turns,
        then what people think. Each result is a commit of its own, between turns where models are asked."""
        memory, cognition = (work.memory, work.cognition) if work else (self.memory, self.cognition)
        between: Between = nullcontext if by_rules else session.turn
        commit = partial(_commit, session, between)
        meters: list[Meter] = []

        def current() -> GameState:
            return session.state

        def new_meter() -> Meter:
            meters.append(session.open_meter(self.caps))
            return meters[-1]

        try:
            with logger.contextualize(game_id=session.header.game_id, turn=session.state.turn):
                if is_offline(memory.summarizer) is by_rules:
                    async with aclosing(memory.captures(current, new_meter)) as captures:
                        async for capture in captures:
                            if not await commit(partial(memory.apply, capture=capture), capture.meter):
                                return
                if cognition is not None and is_offline(cognition) is by_rules:
                    await cognition.drain(current, commit, new_meter, between)
        finally:
            await session.close_meters(*meters)

    async def _prepare_language(self, session: GameSession) -> None:
        """Compile what later lines of this process will use, in slices that yield to turns. Not after the first
        turn: a process that plays one turn and ends does not need it. Nor where nobody types, as in a simulation."""
        sheet, scenario = session.state.sheet, session.header.scenario_digest
        lately = session.state.conversation_history[-_LATELY:]
        if not any(message.role is Role.PLAYER for message in lately):
            return
        language = language_of(sheet)
        self._passed.update((language, scenario))
        if self._passed[language] == _ANOTHER_TURN:
            await in_slices(preparing(language))
            await asyncio.to_thread(synonyms, "word")
        if self._passed[scenario] == _ANOTHER_TURN:
            await in_slices(preparing_scenario(sheet))

    async def _prepare_first(self, session: GameSession) -> None:
        await self._prepare(session, await self.library.work_for(session.header))
        await self._index_rest(session)

    async def _index_rest(self, session: GameSession) -> None:
        """Index what nothing has used yet, in slices that yield to turns."""
        index = growing_all(lambda: session.state)
        while not session.closed and next(index, _DONE) is not _DONE:
            await checkpoint()

    async def _prepare(self, session: GameSession, work: ModelWork | None) -> None:
        prepare = work.prepare if work else self.prepare
        if prepare is not None:
            async with session.preparing:
                await checkpoint()
                if not session.closed:
                    await prepare(session.state)


async def _commit(session: GameSession, between: Between, apply: Apply, meter: Meter, people: People = None) -> bool:
    """Change the game by finished work and append that as a record of its own.

    Args:
        session: The game.
        between: What is entered for it, so that no turn is in progress.
        apply: Changes the state; it may find that there is nothing left to change.
        meter: What the work has cost.
        people: Whose memories and minds it changes; None for whatever it may be.

    Returns:
        Whether the pass may go on: the game was neither closed nor lost its state.
    """
    await checkpoint()
    async with between():
        if session.closed or session.stale:
            return False
        try:
            apply(session.state)

            def recorded() -> Record | None:
                record = session.record(RecordKind.SETTLE, meter=meter, people=people)
                return record if record.holds_changes else None

            await session.append(recorded, meter)
        except BaseException:
            session.roll_back()  # what was changed halfway must not be part of the next commit
            raise
    return True


def _log_trouble(settling: asyncio.Task[None]) -> None:
    """Log the error of a background pass, which has no caller; its requests stay pending."""
    error = None if settling.cancelled() else settling.exception()
    if error is not None and not isinstance(error, Moved):  # the server that has the game does its work
        logger.opt(exception=error).warning("settling stopped: {}", error)
