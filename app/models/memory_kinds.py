"""Kinds of memory: each is a value of the enum and one row, from which commands, API, command line and page read its
labels and its rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

HALF_LIFE = 360.0
"""Minutes of game time in which the recency of an experience falls to a half."""

Limit = Literal["observations", "reflections", "plans", "summaries"]
Group = Literal["told", "saw", "concluded", "plans", "facts", "given"]


class MemoryKind(StrEnum):
    """The kind of a memory.

    Attributes:
        SUMMARY: A summary of messages, made after a visit to a place, for example.
        OBSERVATION: Something that a person saw or heard, or that was written by hand.
        REFLECTION: A conclusion of a person.
        PLAN: A plan of a person.
        CONVERSATION: Words that a person heard.
        ARTIFACT: Something that a person made.
        GIFTED: A memory that the scenario gave its owner from the start.
        EMOTIONAL: A feeling, written by hand or by the player of a character.
        PROCEDURAL: How to do something, written by hand or by the player of a character.
        SEMANTIC: A fact, from the engine, written by hand or by the player of a character.
    """

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
    """The labels and the rules of one kind of memory."""

    label: str
    """The label of the kind in a list of the page."""
    title: str
    """The title of one memory of a person on the page, with ``{owner}`` for the person's name."""
    came: str
    """The participle before place and time on the page, as in "noticed at the inn"."""
    group: Group
    """The group in which the page shows it."""
    by_hand: str = ""
    """The label of the kind in the form for memories written by hand; "" for kinds that only the game makes."""
    is_formed: bool = False
    """Whether a character may form one by itself."""
    half_life: float | None = HALF_LIFE
    """Minutes of game time in which its recency falls to a half; None for no decay."""
    limit: Limit | None = None
    """The limit that it counts towards; None for no limit."""
    is_observed: bool = False
    """Whether its owner has seen it, or was part of it."""
    is_experienced: bool = False
    """Whether it has a time and a place at which its owner was present."""
    is_shared: bool = True
    """Whether people talk about it to others, as they do not about their thoughts."""
    is_episode: bool = False
    """Whether it is an episode of its owner's life, thoughts and feelings about one included."""
    is_material: bool = True
    """Whether it is new material for a reflection."""
    is_timeless: bool = False
    """Whether its time is that of the thought, not that of the subject."""


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
    """Return the kinds whose rows match, in the order of `MemoryKind`."""
    return tuple(kind for kind in MemoryKind if holds(KIND_ROWS[kind]))


def limited(limit: Limit) -> tuple[MemoryKind, ...]:
    return kinds_where(lambda row: row.limit == limit)


EPISODE_KINDS = kinds_where(lambda row: row.is_episode)
HAND_MADE_KINDS = tuple(
    sorted(kinds_where(lambda row: row.by_hand != ""), key=lambda kind: kind is not MemoryKind.SEMANTIC)
)
"""The kinds that may be written by hand, facts first: captures, plans and gifts make the others."""
FORMED_KINDS = kinds_where(lambda row: row.is_formed)
"""The kinds that a character may form by itself."""

if TYPE_CHECKING:  # a type checker knows no literal that is made of rows
    HandMadeKind = MemoryKind
    FormedKind = MemoryKind
    HandMadeName = str
    FormedName = str
else:
    HandMadeKind, FormedKind = Literal[HAND_MADE_KINDS], Literal[FORMED_KINDS]
    HandMadeName = Literal[tuple(kind.value for kind in HAND_MADE_KINDS)]
    FormedName = Literal[tuple(kind.value for kind in FORMED_KINDS)]
