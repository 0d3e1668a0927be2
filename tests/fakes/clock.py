"""A wall clock that tests move."""

from datetime import UTC, datetime, timedelta


class FakeClock:
    """Call it for the time; each call is one second later than the last, and nothing else moves it."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)) -> None:
        self._next = start

    def __call__(self) -> datetime:
        now, self._next = self._next, self._next + timedelta(seconds=1)
        return now
