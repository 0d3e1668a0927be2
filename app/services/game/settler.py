"""Letting a game settle: condensing what is pending, off the turn's path, each finished capture a commit of its own."""

import asyncio
from contextlib import suppress

from loguru import logger

from app.errors import TalekeeperError
from app.models.record import RecordKind
from app.services.game.game_library import GameLibrary
from app.services.game.memory_service import Capture, MemoryService
from app.services.game.session import Caps


class Settler:
    """Condenses without the game's lock and applies under it, between turns."""

    def __init__(self, library: GameLibrary, memory: MemoryService, caps: Caps | None = None) -> None:
        self._library = library
        self._memory = memory
        self._caps = caps or Caps()
        self._background: dict[str, set[asyncio.Task[None]]] = {}

    async def settle(self, game_id: str) -> None:
        """One pass over everything that is pending; what fails waits for the next pass."""
        session = self._library.open(game_id)

        async def deliver(capture: Capture) -> bool:
            async with session.turns:
                go_on = self._memory.apply(session.state, capture)
                if not session.baseline.is_unchanged(session.state):
                    session.commit(RecordKind.SETTLE, spend=capture.spend or None)
                elif capture.spend:
                    session.mark(spend=capture.spend)
                return go_on

        async with session.settling:
            with logger.contextualize(game_id=game_id, turn=session.state.turn):
                await self._memory.drain(lambda: session.state, deliver, lambda: session.meter(self._caps))

    def settle_later(self, game_id: str) -> None:
        """`settle` in the background; trouble is logged, and the requests stay pending."""

        async def settle() -> None:
            try:
                await self.settle(game_id)
            except TalekeeperError as error:
                logger.warning("settling {} stopped: {}", game_id, error)

        tasks = self._background.setdefault(game_id, set())
        task = asyncio.create_task(settle())
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    async def cancel(self, game_id: str) -> None:
        """Stop the background work on a game; what is not applied stays pending."""
        for task in list(self._background.pop(game_id, ())):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
