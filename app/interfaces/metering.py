"""Counting what models cost, and stopping the next call at a cap. A `Meter` is opened around the work and found by a
context variable; model adapters ask it before each call and report to it afterwards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar

from app.errors import BudgetExhausted
from app.models.spend import Spend


class Meter:
    """Calls and tokens of one turn or job, under the caps left to it (None: no cap). ``game_left`` says how many tokens
    the whole game has left; parallel calls are all paid, so they may pass the game's cap."""

    def __init__(
        self,
        *,
        calls_left: int | None = None,
        tokens_left: int | None = None,
        game_left: Callable[[], int | None] = lambda: None,
    ) -> None:
        self.spend = Spend()
        self._calls_left = calls_left
        self._tokens_left = tokens_left
        self._game_left = game_left

    def check(self) -> None:
        """BudgetExhausted when the next call would exceed a cap."""
        if self._calls_left is not None and self.spend.calls >= self._calls_left:
            raise BudgetExhausted(f"The cap on model calls is reached ({self._calls_left}).")
        if self._tokens_left is not None and self.spend.tokens >= self._tokens_left:
            raise BudgetExhausted(f"The cap on model tokens is reached ({self._tokens_left}).")
        game_left = self._game_left()
        if game_left is not None and game_left <= 0:
            raise BudgetExhausted("The game's cap on model tokens is reached.")

    @property
    def calls_left(self) -> int | None:
        """How many calls may still be made, None without a cap."""
        return None if self._calls_left is None else max(0, self._calls_left - self.spend.calls)

    def cap_calls(self, calls: int) -> None:
        """At most so many calls, and no more than before."""
        self._calls_left = calls if self._calls_left is None else min(calls, self._calls_left)

    def add(self, spend: Spend) -> None:
        self.spend = self.spend + spend


_current: ContextVar[Meter | None] = ContextVar("meter", default=None)


def current_meter() -> Meter:
    """The meter of the work in progress; a free-standing one outside of any."""
    return _current.get() or Meter()


@contextmanager
def metered(meter: Meter) -> Iterator[Meter]:
    token = _current.set(meter)
    try:
        yield meter
    finally:
        with suppress(ValueError):  # Python closes the block of a task whose loop has ended, in no context of its own
            _current.reset(token)
