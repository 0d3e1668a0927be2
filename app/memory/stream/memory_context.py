"""What is remembered, and where it came from."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from app.models.memory import MemoryOrigin
from app.models.messages.payload import Payload


@dataclass(frozen=True, kw_only=True)
class MemoryContext:
    """What is remembered, and where it came from: the one shape in which memories are added.

    ``game_time`` None is now; importance None waits for a rating; depth None is 0, for a reflection one more than its
    deepest evidence. ``created_at`` is the wall clock's, injected. Of the same ``subject_key`` only the newest stands.
    """

    content: str
    created_at: datetime
    game_time: int | None = None
    location_id: str | None = None
    subjects: tuple[str, ...] = ()
    origin: MemoryOrigin | None = None
    origin_id: str | None = None
    importance: float | None = None
    evidence: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    depth: int | None = None
    subject_key: tuple[str, str] | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    payload: Payload | None = None
