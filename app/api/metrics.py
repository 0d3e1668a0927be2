"""What the server counts, for Prometheus."""

import asyncio
import time
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from app.interfaces.servers import ServerFigures

_FIGURES = {
    "games_owned": "Games of which this server holds the lease.",
    "lease_losses": "Leases that lapsed or were taken while this server held them, since it began.",
    "commits": "Records that this server has committed, since it began.",
    "commit_seconds": "Seconds that these commits took in all.",
    "job_lag_seconds": "For how long the oldest job of all servers has been due.",
}


class Metrics:
    """One registry for each application. Labels hold route templates, never ids or texts."""

    def __init__(self, games: Callable[[], int]) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "talekeeper_requests", "Requests answered.", ["method", "route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "talekeeper_request_seconds", "Until the answer began.", ["method", "route"], registry=self._registry
        )
        self.streams = Gauge("talekeeper_streams", "Event streams that are open.", registry=self._registry)
        in_memory = Gauge("talekeeper_games_in_memory", "Games that are loaded.", registry=self._registry)
        in_memory.set_function(games)
        self._holds = Histogram(
            "talekeeper_loop_hold_seconds",
            "How long something has held the event loop: by how much a timer was late.",
            buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2),
            registry=self._registry,
        )
        self._longest_hold = Gauge(
            "talekeeper_loop_hold_seconds_max",
            "The longest since this was asked for last: passed, and spent at work by the loop's own thread.",
            ["time"],
            registry=self._registry,
        )
        self._longest = {"wall": 0.0, "cpu": 0.0}
        self._figures: dict[str, Gauge] = {}

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(method, route).observe(seconds)

    async def watch_loop(self, every: float) -> None:
        """Until it is cancelled. ``every`` is the timer's, in seconds; a shorter hold may be missed."""
        while True:
            due, cpu = time.perf_counter() + every, time.thread_time()
            await asyncio.sleep(every)
            late = max(0.0, time.perf_counter() - due)
            self._holds.observe(late)
            self._longest["wall"] = max(self._longest["wall"], late)
            self._longest["cpu"] = max(self._longest["cpu"], min(late, time.thread_time() - cpu))

    def text(self, servers: ServerFigures | None = None) -> bytes:
        for name, value in servers._asdict().items() if servers is not None else ():
            if name not in self._figures:
                self._figures[name] = Gauge(f"talekeeper_{name}", _FIGURES[name], registry=self._registry)
            self._figures[name].set(value)
        for kind in self._longest:
            self._longest_hold.labels(kind).set(self._longest[kind])
            self._longest[kind] = 0.0
        return generate_latest(self._registry)
