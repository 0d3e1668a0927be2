"""Which games are in memory: loaded on use, unloaded when they are idle or too many, closed at shutdown."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count

from app import gc_tuning
from app.errors import Conflict, Moved, StorageFailed, TalekeeperError
from app.interfaces.servers import IServers
from app.language.rendering.plain_reasons import word_plainly
from app.language.rendering.refusing import word_refusal
from app.log import logger
from app.models.plain_reasons import Clash, Clashes
from app.models.state.game_state import GameState
from app.scheduling import checkpoint, in_background
from app.services.game.games.concurrency import in_thread
from app.services.game.games.game_library import GameLibrary
from app.services.game.games.session import GameSession
from app.services.game.settler import Settler
from app.services.game.turns.turn_service import TurnService

BYTES_OF_A_GAME, BYTES_OF_A_MESSAGE, BYTES_OF_A_MEMORY = 1_500_000, 2_800, 5_500
"""Resident memory in bytes: 1.2 to 3 times what games of both bundled scenarios took, of 130 and 1,000 messages,
without vectors; 1,500 bytes of a memory are its vector."""


@dataclass(eq=False)
class _Hosted:
    last_used: float
    users: list[asyncio.Task[object]] = field(default_factory=list)
    changing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the game is loaded or unloaded."""
    measured_at: int = -1
    size: int = 0
    """In bytes, by `size_of`, at the record ``measured_at``: measuring hundreds of games takes tens of milliseconds."""


@dataclass(eq=False, repr=False)
class GameHost:
    """All games of a process with one event loop. Callers use a game within `using`.

    An unused game is unloaded after ``idle_seconds``, or sooner, the longest idle first, where more than
    ``games_in_memory`` games or (by `size_of`) ``megabytes_in_memory`` are loaded. Games in use may exceed both
    limits."""

    library: GameLibrary
    turns: TurnService
    settler: Settler
    idle_seconds: float = 900.0
    games_in_memory: int = 200
    megabytes_in_memory: float = 4_000
    servers: IServers | None = None
    """The servers that share the database; None if there is only this one."""
    clock: Callable[[], float] = time.monotonic
    is_draining: bool = field(default=False, init=False)
    _hosted: dict[str, _Hosted] = field(default_factory=dict, init=False)
    _ended: set[asyncio.Task[object]] = field(default_factory=set, init=False)
    _unused: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    @asynccontextmanager
    async def using(self, game_id: str) -> AsyncIterator[GameSession]:
        """Open a game and keep it in memory until the block ends. Refusals that leave the block get their sentences.

        Raises:
            Conflict: The process shuts down, also out of a block that `drain` has ended; or as `GameLibrary.open`.
            Moved: Another server has the game, or may have had it before the block ended: what the block read may be
                outdated.
            NotFound, CorruptSave: As `GameLibrary.open`.
        """
        user = asyncio.current_task()
        if self.is_draining or user is None:
            raise self._closing()
        hosted = self._known(game_id)
        hosted.users.append(user)
        try:
            if game_id not in self.library.in_memory():
                await self.sweep(room_for=1)
            async with hosted.changing:
                await self._drop_lost(game_id)
                is_new = game_id not in self.library.in_memory()
                session = await self.library.opened(game_id)
                if is_new:
                    self.settler.prepare_later(game_id)
            try:
                yield session
            except TalekeeperError as error:
                word_refusal(error, session.state)
                raise
            self._check_held(game_id)
        except asyncio.CancelledError:
            if user in self._ended and not user.uncancel():
                raise self._closing() from None
            raise
        except (Conflict, StorageFailed):
            self._check_held(game_id)
            raise
        finally:
            hosted.users.remove(user)
            hosted.last_used = self.clock()
            if game_id not in self.library.in_memory():
                self._forget(game_id)
            if not self._is_used:
                self._unused.set()

    async def sweep(self, room_for: int = 0) -> list[str]:
        """Unload games until the limits hold; a game in use, in a turn or settling stays.

        Pending captures stay in the journal.

        Args:
            room_for: How many more games there has to be room for.

        Returns:
            The ids of the unloaded games.
        """
        for game_id in filter(self._is_lost, self.library.in_memory()):
            async with self._known(game_id).changing:
                await self._drop_lost(game_id)
        sizes = {game_id: self._size(game_id, session) for game_id, session in self.library.in_memory().items()}
        by_age = sorted((self._known(game_id).last_used, game_id) for game_id in sizes)
        gone: list[str] = []
        for last_used, game_id in by_age:
            too_many = len(sizes) + room_for > self.games_in_memory
            too_large = sum(sizes.values()) > self.megabytes_in_memory * 1_000_000
            is_idle = self.clock() - last_used >= self.idle_seconds
            if not (too_many or too_large or is_idle):
                break
            if await self._unload(game_id):
                del sizes[game_id]
                gone.append(game_id)
        return gone

    async def settle(self, game_id: str) -> None:
        """Settle a game now. Errors are those of `using`."""
        async with self.using(game_id):
            await self.settler.settle(game_id)

    async def settle_again(self, number: int) -> None:
        """Settle games whose settling could not be saved: after n failures in a row at every 2^n-th sweep, n up to
        8.

        Args:
            number: The number of this sweep.
        """
        for game_id, failures in [*self.settler.unsaved.items()]:
            if game_id not in self.library.in_memory():
                self.settler.unsaved.pop(game_id, None)  # it may have settled since
            elif number % 2 ** min(failures, 8) == 0 and not self.settler.is_at_work(game_id):
                with suppress(TalekeeperError):
                    async with self.using(game_id):
                        self.settler.settle_later(game_id)

    def _closing(self) -> Conflict:
        closes, hands_over = Clashes(clash=Clash.SERVER_CLOSES), Clashes(clash=Clash.SERVER_HANDS_OVER)
        error = Conflict(closes) if self.servers is None else Moved(hands_over)
        word_plainly(error)
        return error

    def _is_lost(self, game_id: str) -> bool:
        return self.servers is not None and not self.servers.holds(game_id)

    def _check_held(self, game_id: str) -> None:
        if self._is_lost(game_id):
            raise Moved(Clashes(clash=Clash.GAME_LOST, name=game_id))

    async def _drop_lost(self, game_id: str) -> None:
        """Forget a game that another server may have written since. Work in progress on it cannot commit any more."""
        if game_id in self.library.in_memory() and self._is_lost(game_id):
            await in_thread(partial(self.library.close, game_id))
            await self.settler.cancel(game_id)
            self.library.feed.end(game_id)

    async def keep_sweeping(self, every: float = 1.0) -> None:
        """Sweep every ``every`` seconds until the task is cancelled."""
        with in_background():
            for number in count(1):
                await asyncio.sleep(every)
                await self.sweep()
                await self.settle_again(number)
                await checkpoint()
                gc_tuning.collect_and_freeze()

    async def give_up(self, game_id: str) -> bool:
        """Unload a game so that others may have it.

        Returns:
            False if it is in use, in a turn, settling or not in memory, and was not unloaded.
        """
        return game_id in self.library.in_memory() and await self._unload(game_id)

    async def delete(self, game_id: str) -> None:
        """Move a game to the trash after the turn in progress. Callers in `using` get Conflict."""
        hosted = self._known(game_id)
        async with hosted.changing:
            if game_id in self.library.in_memory():
                await self.turns.close(game_id)
            await in_thread(partial(self.library.store.delete, game_id))
        self._forget(game_id)
        self.library.feed.end(game_id)

    async def drain(self, grace: float = 30.0) -> None:
        """Shut down: refuse new callers, wait ``grace`` seconds for the present ones, end the rest, and close every
        game.

        A turn that is ended leaves no trace."""
        self.is_draining = True
        if not await self._is_quiet(grace):
            self._ended = {user for hosted in self._hosted.values() for user in hosted.users}
            for user in self._ended:
                user.cancel()
            await self._is_quiet(grace)
        for game_id in [*self.library.in_memory()]:
            await self._close(game_id)
        self.library.feed.end()

    @property
    def _is_used(self) -> bool:
        return any(hosted.users for hosted in self._hosted.values())

    async def _is_quiet(self, seconds: float) -> bool:
        """Wait up to ``seconds`` until no game is in use, and return whether that is so."""
        self._unused.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                if self._is_used:
                    await self._unused.wait()
        return not self._is_used

    def _size(self, game_id: str, session: GameSession) -> int:
        hosted = self._known(game_id)
        if hosted.measured_at != session.head:
            hosted.measured_at, hosted.size = session.head, size_of(session.state)
        return hosted.size

    def _known(self, game_id: str) -> _Hosted:
        return self._hosted.setdefault(game_id, _Hosted(self.clock()))

    def _forget(self, game_id: str) -> None:
        if (hosted := self._hosted.get(game_id)) is not None and not hosted.users:
            del self._hosted[game_id]

    async def _unload(self, game_id: str) -> bool:
        hosted = self._known(game_id)
        async with hosted.changing:
            session = self.library.in_memory().get(game_id)
            if session is None or hosted.users or session.is_in_turn or self.settler.is_at_work(game_id):
                return False
            del session  # so that it is freed in a thread and not here
            await self._close(game_id)
            if self.servers is not None:  # its streams continue on the server that has it next
                self.library.feed.end(game_id)
        self._forget(game_id)
        return True

    async def _close(self, game_id: str) -> None:
        try:
            await self.turns.close(game_id)
        except TalekeeperError as error:
            logger.warning("the game {} could not be closed cleanly: {}", game_id, error)
            await in_thread(partial(self.library.close, game_id))


def size_of(state: GameState) -> int:
    """Estimate the memory that an open game takes, in bytes."""
    memories = sum(len(state.memories(scope)) for scope in state.scopes())
    messages = len(state.conversation_history)
    return BYTES_OF_A_GAME + BYTES_OF_A_MESSAGE * messages + BYTES_OF_A_MEMORY * memories
