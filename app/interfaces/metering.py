"""Counting calls and tokens of models, and stopping the next call at a cap. A `Meter` is opened around the work, in a
context variable; model adapters check it before each call and add to it afterwards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar

from app.errors import BudgetExhausted
from app.models.spend import Spend


class Meter:
    """Counts the model calls and tokens of one turn or job, up to the caps that are left for it.

    Code that calls a model calls `check` before each call, which raises BudgetExhausted if a cap is reached, and `add`
    with what the call took; a call in progress is not stopped. `metered` makes it the meter of a block of code, in
    which `current_meter` returns it.

    Args:
        calls_left: How many model calls the work may make, 0 or more; None (the default) for no cap.
        tokens_left: How many tokens it may take, 0 or more; None (the default) for no cap. The last call may exceed it.
        game_left: A function that returns how many tokens the whole game has left, or None for no cap; by default there
            is no cap. Calls that run at the same time may together exceed this cap.

    Attributes:
        spend: Calls, tokens and cost so far.
    """

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
        """Check that another call is allowed.

        Raises:
            BudgetExhausted: A cap on calls or tokens is reached or exceeded (the last call may have used more tokens
                than were left).
        """
        if self._calls_left is not None and self.spend.calls >= self._calls_left:
            raise BudgetExhausted(f"The cap on model calls is reached ({self._calls_left}).")
        if self._tokens_left is not None and self.spend.tokens >= self._tokens_left:
            raise BudgetExhausted(f"The cap on model tokens is reached ({self._tokens_left}).")
        game_left = self._game_left()
        if game_left is not None and game_left <= 0:
            raise BudgetExhausted("The game's cap on model tokens is reached.")

    @property
    def calls_left(self) -> int | None:
        """How many calls are still allowed; None for no cap."""
        return None if self._calls_left is None else max(0, self._calls_left - self.spend.calls)

    def cap_calls(self, calls: int) -> None:
        """Lower the cap on calls; a cap that is lower already stays in force.

        Args:
            calls: How many calls the work may make in all, including those already made.
        """
        self._calls_left = calls if self._calls_left is None else min(calls, self._calls_left)

    def add(self, spend: Spend) -> None:
        """Add finished calls to ``spend``.

        Args:
            spend: Their number, tokens and cost.
        """
        self.spend = self.spend + spend


_current: ContextVar[Meter | None] = ContextVar("meter", default=None)


def current_meter() -> Meter:
    """Return the meter of the work in progress: the one of the innermost `metered`. Outside of `metered` it is a new
    one without caps."""
    return _current.get() or Meter()


@contextmanager
def metered(meter: Meter) -> Iterator[Meter]:
    """Return a context manager that counts on a meter the model calls of its block and of the tasks started in it.

    Args:
        meter: The meter; `current_meter` returns it inside.

    Yields:
        The same meter.
    """
    token = _current.set(meter)
    try:
        yield meter
    finally:
        with suppress(ValueError):  # Python closes the block of a task whose loop has ended, in no context of its own
            _current.reset(token)
