"""What has been learned about a model at a server of one's own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

OPTIONAL = ("stream_options", "stop", "parallel_tool_calls", "max_completion_tokens", "max_tokens")
"""Parameters of a request without which an answer is still an answer."""


@dataclass
class ModelServer:
    """A model at a server: what it refuses, whether it streams, when it last answered (by the loop's clock), and the
    budget of prompts that it takes where it refused a larger one. It is learned by being refused, once."""

    left_out: set[str] = field(default_factory=set)
    streams: bool = True
    answered_at: float | None = None
    prompt_budget: int | None = None

    def is_cold(self, now: float, after: float) -> bool:
        """Whether it may have to load the model before it answers: it never did, or not for ``after`` seconds."""
        return self.answered_at is None or now - self.answered_at > after

    def adapted(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The request without what the server refuses."""
        adapted = {key: value for key, value in body.items() if key not in self.left_out}
        most = body.get("max_completion_tokens")
        if most is not None and "max_completion_tokens" in self.left_out and "max_tokens" not in self.left_out:
            adapted["max_tokens"] = most
        if not self.streams and adapted.pop("stream", False):
            adapted.pop("stream_options", None)
        return adapted


@dataclass
class Servers:
    """All that is known, by address and model."""

    known: dict[tuple[str, str], ModelServer] = field(default_factory=dict)

    def at(self, base_url: str, model: str) -> ModelServer:
        """What is known of this model there."""
        return self.known.setdefault((base_url.rstrip("/"), model), ModelServer())
