"""What has been learned about a model at the player's own server."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

OPTIONAL = (
    "stream_options",
    "stop",
    "parallel_tool_calls",
    "temperature",
    "top_p",
    "max_completion_tokens",
    "max_tokens",
)
"""Parameters of a request that can be left out without making the answer useless."""


@dataclass
class ModelServer:
    """A model at a server: which parameters it refuses, whether it streams, when it last answered (by the event loop's
    clock), and the prompt budget that it accepts where it refused a larger one. Each is learned from one refusal."""

    left_out: set[str] = field(default_factory=set)
    streams: bool = True
    answered_at: float | None = None
    prompt_budget: int | None = None

    def is_cold(self, now: float, after: float) -> bool:
        """Return whether the server may have to load the model before it answers: it has not answered yet, or not for
        ``after`` seconds."""
        return self.answered_at is None or now - self.answered_at > after

    def adapted(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the request body without what the server refuses."""
        adapted = {key: value for key, value in body.items() if key not in self.left_out}
        most = body.get("max_completion_tokens")
        if most is not None and "max_completion_tokens" in self.left_out and "max_tokens" not in self.left_out:
            adapted["max_tokens"] = most
        if not self.streams and adapted.pop("stream", False):
            adapted.pop("stream_options", None)
        return adapted


@dataclass
class Servers:
    """What is known of all servers, by address and model."""

    known: dict[tuple[str, str], ModelServer] = field(default_factory=dict)

    def at(self, base_url: str, model: str) -> ModelServer:
        """Return what is known of a model at an address."""
        return self.known.setdefault((base_url.rstrip("/"), model), ModelServer())
