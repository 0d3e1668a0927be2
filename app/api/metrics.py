"""Metrics for Prometheus."""

import asyncio
import time
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from app.interfaces.servers import ServerFigures

_FIGURES = {
    "games_owned": "Games whose lease this server holds.",
    "lease_losses": "Leases that this server lost, by expiry or to another server, since it started.",
    "commits": "Records that this server has committed since it started.",
    "commit_seconds": "Total seconds of these commits.",
    "job_lag_seconds": "Seconds since the oldest waiting job of all servers was due.",
}


class Metrics:
    """The metrics of one application, in a registry of their own. Labels hold route templates, never ids or texts."""

    def __init__(self, games: Callable[[], int]) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "talekeeper_requests", "Requests answered.", ["method", "route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "talekeeper_request_seconds",
            "Seconds until the answer began.",
            ["method", "route"],
            registry=self._registry,
        )
        self.streams = Gauge("talekeeper_streams", "Open event streams.", registry=self._registry)
        in_memory = Gauge("talekeeper_games_in_memory", "Loaded games.", registry=self._registry)
        in_memory.set_function(games)
        self._holds = Histogram(
            "talekeeper_loop_hold_seconds",
            "How long the event loop was blocked: the delay of a timer.",
            buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2),
            registry=self._registry,
        )
        self._longest_hold = Gauge(
            "talekeeper_loop_hold_seconds_max",
            "The longest block since the last scrape: wall time, and CPU time of the loop's own thread.",
            ["time"],
            registry=self._registry,
        )
        self._longest = {"wall": 0.0, "cpu": 0.0}
        self._figures: dict[str, Gauge] = {}

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(method, route).observe(seconds)

    async def watch_loop(self, every: float) -> None:
        """Measure how long the event loop is blocked, until cancelled. ``every`` is the interval in seconds; shorter
        blocks may be missed."""
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
