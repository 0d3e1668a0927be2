"""Kinds of memory: each is a value of the enum and one row, from which commands, API, command line and page have what
they say of it and what may be done with it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

HALF_LIFE = 360.0
"""Minutes of game time after which a memory of what happened counts half."""

Limit = Literal["observations", "reflections", "plans", "summaries"]
Group = Literal["told", "saw", "concluded", "plans", "facts", "given"]


class MemoryKind(StrEnum):
    """What sort of memory it is; captures make summaries."""

    SUMMARY = "summary"
    OBSERVATION = "observation"
    REFLECTION = "reflection"
    PLAN = "plan"
    CONVERSATION = "conversation"
    ARTIFACT = "artifact"
    GIFTED = "gifted"
    EMOTIONAL = "emotional"
    PROCEDURAL = "procedural"
    SEMANTIC = "semantic"


@dataclass(frozen=True, kw_only=True)
class MemoryKindPolicy:
    label: str
    """How the page says in a list what it is."""
    title: str
    """What the page calls one of a person, with ``{owner}`` for the name."""
    came: str
    """How the page says that it came about, before place and time."""
    group: Group
    """With which others the page shows it."""
    by_hand: str = ""
    """What it is called where somebody writes one by hand; "" for what only the game makes."""
    is_formed: bool = False
    """A character may keep one by itself."""
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


KIND_ROWS: Mapping[MemoryKind, MemoryKindPolicy] = MappingProxyType(
    {
        MemoryKind.SUMMARY: MemoryKindPolicy(
            label="kept of a scene",
            title="A scene, as {owner} keeps it",
            came="kept of a scene",
            group="told",
            half_life=1440.0,
            limit="summaries",
            is_observed=True,
            is_experienced=True,
            is_episode=True,
        ),
        MemoryKind.OBSERVATION: MemoryKindPolicy(
            label="seen",
            title="What {owner} saw",
            came="noticed",
            group="saw",
            by_hand="something seen",
            is_formed=True,
            limit="observations",
            is_observed=True,
            is_experienced=True,
            is_episode=True,
        ),
        MemoryKind.REFLECTION: MemoryKindPolicy(
            label="concluded",
            title="What {owner} concluded",
            came="concluded",
            group="concluded",
            is_formed=True,
            half_life=1440.0,
            limit="reflections",
            is_shared=False,
            is_episode=True,
            is_material=False,
            is_timeless=True,
        ),
        MemoryKind.PLAN: MemoryKindPolicy(
            label="planned",
            title="A plan of {owner}",
            came="planned",
            group="plans",
            half_life=720.0,
            limit="plans",
            is_shared=False,
        ),
        MemoryKind.CONVERSATION: MemoryKindPolicy(
            label="heard word for word",
            title="Words that {owner} heard",
            came="heard",
            group="told",
            limit="observations",
            is_experienced=True,
            is_episode=True,
        ),
        MemoryKind.ARTIFACT: MemoryKindPolicy(
            label="read",
            title="What {owner} holds of a thing",
            came="made",
            group="told",
            is_observed=True,
            is_experienced=True,
            is_episode=True,
        ),
        MemoryKind.GIFTED: MemoryKindPolicy(
            label="given by the scenario",
            title="What {owner} was given",
            came="known from the start",
            group="given",
            half_life=None,
            is_material=False,
            is_timeless=True,
        ),
        MemoryKind.EMOTIONAL: MemoryKindPolicy(
            label="felt",
            title="What {owner} felt",
            came="felt",
            group="concluded",
            by_hand="a feeling",
            is_formed=True,
            is_episode=True,
        ),
        MemoryKind.PROCEDURAL: MemoryKindPolicy(
            label="known how",
            title="What {owner} knows how to do",
            came="learned",
            group="facts",
            by_hand="how to do something",
            is_formed=True,
            is_timeless=True,
        ),
        MemoryKind.SEMANTIC: MemoryKindPolicy(
            label="known", title="What {owner} knows", came="known", group="facts", by_hand="a fact", is_formed=True
        ),
    }
)


def kinds_where(holds: Callable[[MemoryKindPolicy], bool]) -> tuple[MemoryKind, ...]:
    """The kinds whose rows match, in the order of `MemoryKind`."""
    return tuple(kind for kind in MemoryKind if holds(KIND_ROWS[kind]))


def limited(limit: Limit) -> tuple[MemoryKind, ...]:
    return kinds_where(lambda row: row.limit == limit)


EPISODE_KINDS = kinds_where(lambda row: row.is_episode)
HAND_MADE_KINDS = tuple(
    sorted(kinds_where(lambda row: row.by_hand != ""), key=lambda kind: kind is not MemoryKind.SEMANTIC)
)
"""What somebody may write down by hand, a fact first: the other kinds are made by captures, plans and gifts."""
FORMED_KINDS = kinds_where(lambda row: row.is_formed)
"""What a character may keep by itself."""

if TYPE_CHECKING:  # a type checker knows no literal that is made of rows
    HandMadeKind = MemoryKind
    FormedKind = MemoryKind
    HandMadeName = str
    FormedName = str
else:
    HandMadeKind, FormedKind = Literal[HAND_MADE_KINDS], Literal[FORMED_KINDS]
    HandMadeName = Literal[tuple(kind.value for kind in HAND_MADE_KINDS)]
    FormedName = Literal[tuple(kind.value for kind in FORMED_KINDS)]
