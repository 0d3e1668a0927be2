"""Letting a game settle: condensing what is pending, off the turn's path, each finished capture a commit of its own."""

import asyncio
from contextlib import suppress

from loguru import logger

from app.errors import TalekeeperError
from app.interfaces.metering import Meter
from app.models.record import RecordKind
from app.services.game.game_library import GameLibrary
from app.services.game.memory_service import Capture, MemoryService
from app.services.game.session import Caps, GameSession


class Settler:
    """Condenses without the game's lock and applies under it, between turns."""

    def __init__(self, library: GameLibrary, memory: MemoryService, caps: Caps | None = None) -> None:
        self._library = library
        self._memory = memory
        self._caps = caps or Caps()
        self._passes: dict[str, set[asyncio.Task[None]]] = {}
        self._later: set[str] = set()
        """Games for which a pass in the background has yet to begin."""

    async def settle(self, game_id: str) -> None:
        """One pass over everything that is pending; what fails waits for the next pass.

        Ends early, and quietly, when the game is closed meanwhile.
        """
        settling = self._start(game_id)
        try:
            await settling
        except asyncio.CancelledError:
            caller = asyncio.current_task()
            if caller is not None and caller.cancelling():
                raise

    def settle_later(self, game_id: str) -> None:
        """`settle` in the background. One pass at most waits for its turn: it will see whatever is new by then."""
        if game_id in self._later:
            return
        self._later.add(game_id)
        self._start(game_id).add_done_callback(_log_trouble)

    async def cancel(self, game_id: str) -> None:
        """Stop working on a game; what is not applied stays pending."""
        for settling in list(self._passes.get(game_id, ())):
            settling.cancel()
            with suppress(asyncio.CancelledError, TalekeeperError):
                await settling
        self._later.discard(game_id)

    def _start(self, game_id: str) -> asyncio.Task[None]:
        session = self._library.open(game_id)
        settling = asyncio.create_task(self._pass(session))
        passes = self._passes.setdefault(game_id, set())
        passes.add(settling)
        settling.add_done_callback(passes.discard)
        return settling

    async def _pass(self, session: GameSession) -> None:
        meters: list[Meter] = []

        def new_meter() -> Meter:
            meters.append(session.open_meter(self._caps))
            return meters[-1]

        async def deliver(capture: Capture) -> bool:
            async with session.turns:
                if session.closed or session.stale:
                    return False
                go_on = self._memory.apply(session.state, capture)
                if not session.baseline.is_unchanged(session.state):
                    session.commit(RecordKind.SETTLE, meter=capture.meter)
                return go_on

        async with session.settling:
            game_id = session.header.game_id
            self._later.discard(game_id)
            try:
                with logger.contextualize(game_id=game_id, turn=session.state.turn):
                    await self._memory.drain(lambda: session.state, deliver, new_meter)
            finally:
                for meter in meters:
                    session.close_meter(meter)


def _log_trouble(settling: asyncio.Task[None]) -> None:
    """A pass in the background has nobody to tell; its requests stay pending."""
    error = None if settling.cancelled() else settling.exception()
    if error is not None:
        logger.opt(exception=error).warning("settling stopped: {}", error)
