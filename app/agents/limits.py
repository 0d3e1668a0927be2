"""The limits of a model's answer: time until it begins and between its pieces, and its size."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from pydantic_ai.exceptions import UnexpectedModelBehavior
from pydantic_ai.messages import ModelResponseStreamEvent, PartStartEvent
from pydantic_ai.models import StreamedResponse

from app.agents.failures import Overdue
from app.language.checks.model_text import MAX_HEARD

MAX_PARTS = 64
"""The most texts, thoughts and tool calls of one answer; it ends where another one begins."""
_TEXTS = ("content", "args", "content_delta", "args_delta")


@dataclass(frozen=True)
class AnswerLimits:
    """Limits of model answers; None means no limit.

    Attributes:
        first_token: Seconds until a streamed answer begins.
        cold_start: The same where the player's own server may load the model first.
        cold_after: Seconds without an answer after which such a server counts as cold.
        idle: Seconds between two pieces of an answer.
        turn: Seconds for all calls and actions of a narrator's turn.
        max_tokens: Tokens of one answer, thinking included.
        temperature: How freely words are chosen; None for the model's own.
        top_p: Of which share of the likeliest words; None for the model's own.
    """

    first_token: float | None = None
    idle: float | None = None
    turn: float | None = None
    max_tokens: int | None = None
    cold_start: float | None = None
    cold_after: float = 300.0
    temperature: float | None = None
    top_p: float | None = None


@dataclass(frozen=True)
class TurnWork:
    """The narrator's turn for which calls are made: when it ends by the event loop's clock (None: never), and the names
    of the players."""

    until: float | None = None
    names: tuple[str, ...] = ()


_work: ContextVar[TurnWork | None] = ContextVar("turn_work", default=None)


def current_work() -> TurnWork:
    """Return the turn for which calls are made; outside of any, one without an end."""
    return _work.get() or TurnWork()


@asynccontextmanager
async def at_work(seconds: float | None, names: Sequence[str], until: float | None) -> AsyncIterator[None]:
    """Mark the block as work for a turn of so many seconds that ends at ``until``, by the event loop's clock. Raise
    Overdue when it takes longer."""
    token = _work.set(TurnWork(until, tuple(names)))
    try:
        async with asyncio.timeout_at(until) as scope:
            yield
    except TimeoutError:
        if not scope.expired():
            raise
        raise Overdue(f"the turn took longer than {seconds:g} seconds", "TURN_TIMEOUT") from None
    finally:
        _work.reset(token)


class Waiting:
    """The deadlines of one call: that of the whole call, and that of the next piece, which any sign of life from the
    server postpones (`alive`). The nearer one applies.

    Args:
        seconds: Limit of the whole call.
        setting: The setting of this limit, without its prefix.
        limits: Limits of the pieces.
        is_cold: Whether the server may have to load the model first.
    """

    def __init__(self, seconds: float, setting: str, limits: AnswerLimits, *, is_cold: bool) -> None:
        self._loop = asyncio.get_running_loop()
        self._limits = limits
        self._step, self._step_setting = limits.first_token, "MODEL_FIRST_TOKEN"
        if is_cold and limits.first_token is not None and (limits.cold_start or 0) > limits.first_token:
            self._step, self._step_setting = limits.cold_start, "MODEL_COLD_START"
            seconds += (limits.cold_start or 0) - limits.first_token
        self._seconds, self._setting = seconds, setting
        self._until = self._loop.time() + seconds
        self._has_begun = False
        self._scope: asyncio.Timeout | None = None
        self.alive()

    @property
    def until(self) -> float:
        """Return when the call must be over, by the event loop's clock."""
        return self._until

    def alive(self) -> None:
        """Postpone the deadline of the next piece."""
        self._next = None if self._step is None else self._loop.time() + self._step
        if self._scope is not None and not self._scope.expired():
            self._scope.reschedule(self._nearest())

    def note_begun(self) -> None:
        """Note that the answer has begun: from now on the limit between pieces applies."""
        self._has_begun = True
        self._step, self._step_setting = self._limits.idle, "MODEL_IDLE"
        self.alive()

    def expect_whole(self) -> None:
        """Note that the answer comes in one piece, so that only the limit of the whole call applies."""
        self._step = None
        self.alive()

    def _nearest(self) -> float:
        return self._until if self._next is None else min(self._until, self._next)

    @asynccontextmanager
    async def step(self) -> AsyncIterator[None]:
        """Wait for one piece in the block. Raise Overdue where it does not come in time."""
        try:
            async with asyncio.timeout_at(self._nearest()) as self._scope:
                yield
        except TimeoutError:
            if self._scope is None or not self._scope.expired():
                raise
            raise self._overdue() from None
        finally:
            self._scope = None

    def _overdue(self) -> Overdue:
        if self._step is None or self._next is None or self._next > self._until:
            return Overdue(f"its whole answer takes longer than {self._seconds:g} seconds", self._setting)
        what = "it was silent" if self._has_begun else "it had not begun"
        return Overdue(f"{what} {'for' if self._has_begun else 'after'} {self._step:g} seconds", self._step_setting)


current_waiting: ContextVar[Waiting | None] = ContextVar("waiting", default=None)
"""The deadlines of the call for which a request is sent; the transport reports signs of life to them."""


def watch(stream: StreamedResponse, waiting: Waiting, is_over: Callable[[ModelResponseStreamEvent], bool]) -> None:
    """Make a stream yield to other work between two events and keep its deadlines.

    Args:
        stream: The stream of an answer; it is changed in place.
        waiting: The deadlines.
        is_over: Whether an event ends the answer; reading stops after it.

    Raises:
        Overdue: While the stream is read: a piece came too late.
        UnexpectedModelBehavior: While the stream is read: the answer exceeds `MAX_HEARD` characters.
    """
    events = stream._get_event_iterator  # noqa: SLF001  # the method that each kind of stream overrides
    stream._get_event_iterator = lambda: _watched(events(), waiting, is_over)  # type: ignore[method-assign]  # noqa: SLF001  # as above


async def _watched(
    events: AsyncIterator[ModelResponseStreamEvent],
    waiting: Waiting,
    is_over: Callable[[ModelResponseStreamEvent], bool],
) -> AsyncIterator[ModelResponseStreamEvent]:
    parts = size = 0
    while True:
        async with waiting.step():
            event = await anext(events, None)
        parts += isinstance(event, PartStartEvent)
        if event is None or parts > MAX_PARTS:
            return
        waiting.note_begun()
        piece = getattr(event, "part", None) or getattr(event, "delta", None)
        size += sum(len(text) for name in _TEXTS if isinstance(text := getattr(piece, name, None), str))
        if size > MAX_HEARD:
            raise UnexpectedModelBehavior("The answer is too long.")
        await asyncio.sleep(0)
        yield event
        if is_over(event):
            return
        waiting.alive()
