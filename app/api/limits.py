"""How often one client may ask, and how many streams it may hold."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter

from app.api.problems import TooManyRequests

RETRY_STREAM = 5  # seconds after which another stream may be free


@dataclass(eq=False)
class Limits:
    """Counts by client: a token's, or an address. In this process alone, and gone with it."""

    requests_per_minute: int = 600
    streams_at_once: int = 8
    _window: FixedWindowRateLimiter = field(default_factory=lambda: FixedWindowRateLimiter(MemoryStorage()))
    _streams: Counter[str] = field(default_factory=Counter)

    async def hit(self, client: str) -> None:
        """Count a request; TooManyRequests when the minute's are used up."""
        item = RateLimitItemPerMinute(self.requests_per_minute)
        if not await self._window.hit(item, client):
            reset_at, _ = await self._window.get_window_stats(item, client)
            seconds = max(1, round(reset_at - time.time()))
            raise TooManyRequests(f"At most {self.requests_per_minute} requests a minute; wait {seconds} s.", seconds)

    @contextmanager
    def stream(self, client: str) -> Iterator[None]:
        """Hold one of the client's streams; TooManyRequests when it has them all."""
        if self._streams[client] >= self.streams_at_once:
            raise TooManyRequests(f"At most {self.streams_at_once} streams at once; close one.", RETRY_STREAM)
        self._streams[client] += 1
        try:
            yield
        finally:
            self._streams[client] -= 1
            self._streams += Counter()  # drops those that hold none
