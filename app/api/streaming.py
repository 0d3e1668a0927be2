"""Answers that are streamed: pieces that a task puts into a queue, and keep-alives between them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine

from fastapi.sse import KEEPALIVE_COMMENT

from app.api.context import Services

PING_SECONDS = 15.0
"""Seconds without a piece after which a keep-alive is sent."""


class PieceQueue:
    """The pieces of one streamed answer, in order."""

    def __init__(self) -> None:
        self._begun = asyncio.Event()
        self._pieces: asyncio.Queue[bytes | None] = asyncio.Queue()

    @property
    def has_begun(self) -> bool:
        return self._begun.is_set()

    def begin(self) -> None:
        """Begin the answer: errors from now on are sent in it."""
        self._begun.set()

    def put(self, piece: bytes) -> None:
        self._pieces.put_nowait(piece)

    async def filled_by(
        self, services: Services, work: Coroutine[None, None, None], problem: Callable[[Exception], bytes]
    ) -> AsyncIterator[bytes]:
        """Start a task that fills the queue, and wait until the answer begins.

        Args:
            services: They run the task, to its end even when the client disconnects.
            work: Begins the answer and puts its pieces.
            problem: Makes the last piece of an answer that failed after it began.

        Returns:
            The pieces, with keep-alives between them.

        Raises:
            Exception: The error of work that failed before the answer began.
        """
        producing = services.start(self._fill(work, problem))
        waiting = asyncio.ensure_future(self._begun.wait())
        try:
            await asyncio.wait((producing, waiting), return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
        if not self.has_begun:
            await producing  # raises
        return with_keepalives(self._pieces)

    async def _fill(self, work: Coroutine[None, None, None], problem: Callable[[Exception], bytes]) -> None:
        try:
            await work
        except Exception as error:  # a stream that has begun reports every error itself
            if not self.has_begun:
                raise
            self.put(problem(error))
        finally:
            self._pieces.put_nowait(None)


async def with_keepalives(pieces: "asyncio.Queue[bytes | None]") -> AsyncIterator[bytes]:
    """Yield the pieces of a queue until None comes, and keep-alives while none comes."""
    while True:
        try:
            piece = await asyncio.wait_for(pieces.get(), PING_SECONDS)
        except TimeoutError:
            yield KEEPALIVE_COMMENT
            continue
        if piece is None:
            return
        yield piece
