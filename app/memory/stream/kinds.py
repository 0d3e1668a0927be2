"""One row per kind of memory: half-life, limit, and how its owner came by it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from app.models.memory import MemoryKind

HALF_LIFE = 360.0
"""Minutes of game time after which a memory of what happened counts half."""

Limit = Literal["observations", "reflections", "plans", "summaries"]


@dataclass(frozen=True, kw_only=True)
class KindRow:
    half_life: float | None = HALF_LIFE
    """Minutes of game time; None for what does not decay."""
    limit: Limit | None = None
    """Which limit it counts towards; None where any number stands."""
    is_observed: bool = False
    """Its owner has seen it, or was part of it."""
    is_experienced: bool = False
    """It has a time and a place at which its owner was there."""
    is_shared: bool = True
    """It is spoken of to others. Thoughts are one's own."""
    is_episode: bool = False
    """It belongs to what somebody has been through, thoughts and feelings about it included."""
    is_material: bool = True
    """It is something new to think about."""
    is_timeless: bool = False
    """Its time is that of the thought, not of what it is about."""


KIND_ROWS: Mapping[MemoryKind, KindRow] = MappingProxyType(
    {
        MemoryKind.SUMMARY: KindRow(
            half_life=1440.0, limit="summaries", is_observed=True, is_experienced=True, is_episode=True
        ),
        MemoryKind.OBSERVATION: KindRow(limit="observations", is_observed=True, is_experienced=True, is_episode=True),
        MemoryKind.REFLECTION: KindRow(
            half_life=1440.0, limit="reflections", is_shared=False, is_episode=True, is_material=False, is_timeless=True
        ),
        MemoryKind.PLAN: KindRow(half_life=720.0, limit="plans", is_shared=False),
        MemoryKind.CONVERSATION: KindRow(limit="observations", is_experienced=True, is_episode=True),
        MemoryKind.ARTIFACT: KindRow(is_observed=True, is_experienced=True, is_episode=True),
        MemoryKind.GIFTED: KindRow(half_life=None, is_material=False, is_timeless=True),
        MemoryKind.EMOTIONAL: KindRow(is_episode=True),
        MemoryKind.PROCEDURAL: KindRow(is_timeless=True),
        MemoryKind.SEMANTIC: KindRow(),
    }
)


def kinds_where(holds: Callable[[KindRow], bool]) -> tuple[MemoryKind, ...]:
    """The kinds whose rows match, in the order of `MemoryKind`."""
    return tuple(kind for kind in MemoryKind if holds(KIND_ROWS[kind]))


def limited(limit: Limit) -> tuple[MemoryKind, ...]:
    return kinds_where(lambda row: row.limit == limit)


EPISODE_KINDS = kinds_where(lambda row: row.is_episode)
