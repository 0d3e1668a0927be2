"""What an answer of a model may take: time until it begins and between its pieces, and how much of it is read."""

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
"""Texts, thoughts and tool calls of one answer; it ends where more of them begin."""
_TEXTS = ("content", "args", "content_delta", "args_delta")


@dataclass(frozen=True)
class AnswerLimits:
    """Seconds until a streamed answer begins (``first_token``; ``cold_start`` where a server of one's own may load the
    model first, which it has not answered with for ``cold_after``), between two of its pieces (``idle``) and for all
    that a narrator asks and does in one ``turn``; ``max_tokens`` of one answer, thinking included. None: no such
    limit."""

    first_token: float | None = None
    idle: float | None = None
    turn: float | None = None
    max_tokens: int | None = None
    cold_start: float | None = None
    cold_after: float = 300.0


@dataclass(frozen=True)
class TurnWork:
    """What calls are made for: a narrator's turn, which ends at a time of the loop's clock (None: never), among players
    of these names."""

    until: float | None = None
    names: tuple[str, ...] = ()


_work: ContextVar[TurnWork | None] = ContextVar("turn_work", default=None)


def current_work() -> TurnWork:
    """The turn that calls are made for; one without an end outside of any."""
    return _work.get() or TurnWork()


@asynccontextmanager
async def at_work(seconds: float | None, names: Sequence[str], until: float | None) -> AsyncIterator[None]:
    """Work for a turn of so many seconds until that time of the loop's clock. Overdue where it is longer."""
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
    """The deadlines of one call. What is waited for is under the nearer of two: that of the whole call, and that of
    what comes next, which any sign of life of the server puts off (`alive`).

    Args:
        seconds: For the whole call.
        setting: The setting that gives these, without its prefix.
        limits: For what comes next.
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
        """When the call is over, by the loop's clock."""
        return self._until

    def alive(self) -> None:
        """Put off the deadline of what comes next."""
        self._next = None if self._step is None else self._loop.time() + self._step
        if self._scope is not None and not self._scope.expired():
            self._scope.reschedule(self._nearest())

    def begun(self) -> None:
        """From now on pieces of the answer are waited for."""
        self._has_begun = True
        self._step, self._step_setting = self._limits.idle, "MODEL_IDLE"
        self.alive()

    def whole(self) -> None:
        """The answer comes in one piece: nothing is expected before."""
        self._step = None
        self.alive()

    def _nearest(self) -> float:
        return self._until if self._next is None else min(self._until, self._next)

    @asynccontextmanager
    async def step(self) -> AsyncIterator[None]:
        """Wait for one thing. Overdue where it does not come in time."""
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
"""The call that a request is sent for: its transport tells it of signs of life."""


def watch(stream: StreamedResponse, waiting: Waiting, is_over: Callable[[ModelResponseStreamEvent], bool]) -> None:
    """Let other work come between two events of a stream, and keep its deadlines. Reading it ends after the event with
    which ``is_over`` is true, and raises Overdue, or UnexpectedModelBehavior after `MAX_HEARD` characters."""
    events = stream._get_event_iterator  # noqa: SLF001  # what each kind of stream overrides; deadlines come around it
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
        waiting.begun()
        piece = getattr(event, "part", None) or getattr(event, "delta", None)
        size += sum(len(text) for name in _TEXTS if isinstance(text := getattr(piece, name, None), str))
        if size > MAX_HEARD:
            raise UnexpectedModelBehavior("The answer is too long.")
        await asyncio.sleep(0)
        yield event
        if is_over(event):
            return
        waiting.alive()
