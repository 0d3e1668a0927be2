"""What the server counts, for Prometheus."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


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

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(method, route).observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self._registry)
