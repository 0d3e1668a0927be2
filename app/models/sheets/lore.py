"""Lore: what a place, a person or the world knows from the start."""

from types import MappingProxyType

from pydantic import Field

from app.models.base import FrozenMapping, Name, Prose, Shared

MAX_KEYS = 64


class LoreSheet(Shared):
    """One piece of knowledge; it becomes gifted memories, and asking for one of its ``keys`` finds them at once."""

    text: Prose = Field(min_length=1)
    name: str | None = Field(default=None, max_length=200, description="what the author calls it; shown to nobody")
    keys: tuple[Name, ...] = Field(default=(), max_length=MAX_KEYS)
    importance: float | None = Field(default=None, ge=1, le=10)
    extensions: FrozenMapping = Field(
        default_factory=lambda: MappingProxyType({}), description="fields of other formats, kept for an export"
    )
