"""What a request requires of the game before it changes it: checked under the game's lock, so that nothing changes
between the check and the change, and not for a request that was carried out before."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Precondition = Callable[[], Awaitable[None]]
"""Raises a `TalekeeperError` when the request must not be carried out."""
_REQUIRED: ContextVar[Precondition | None] = ContextVar("_REQUIRED", default=None)


@contextmanager
def requiring(precondition: Precondition) -> Iterator[None]:
    """Have the request that is made within check a precondition first."""
    token = _REQUIRED.set(precondition)
    try:
        yield
    finally:
        _REQUIRED.reset(token)


async def check_precondition() -> None:
    """Check what the request at work requires, if anything."""
    if (precondition := _REQUIRED.get()) is not None:
        await precondition()
