"""What is remembered: MemoryEntry, which never changes, and MemoryStatus, which is all that may."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from pydantic import Field

from app.models.base import Frozen, FrozenMapping, Id, Shared
from app.models.memory_id import MemoryId
from app.models.memory_kinds import MemoryKind
from app.models.messages.payload import Payload
from app.models.scope import MemoryOrigin, MemorySource, Scope

Related = Mapping[str, str | list[str]]


def ids_by_kind(related: Related) -> dict[str, tuple[str, ...]]:
    """Sort the ids by what they are of, each once.

    Args:
        related: By kind an id or a list of ids; ``npc_ids`` is another way to write the kind ``npc_id``.

    Returns:
        By kind, as ``npc_id``, its ids in order; no kind without any.
    """
    found: dict[str, dict[str, None]] = {}
    for kind, ids in related.items():
        one = kind.removesuffix("s") if kind.endswith("_ids") else kind
        found.setdefault(one, {}).update(dict.fromkeys([ids] if isinstance(ids, str) else ids))
    return {kind: tuple(ids) for kind, ids in found.items() if ids}


def first_ids(related: Related) -> dict[str, str]:
    """By kind the one id that a field can hold."""
    return {kind: ids[0] for kind, ids in ids_by_kind(related).items()}


def all_ids(related: Related) -> list[str]:
    """Every id, in order."""
    return [each for ids in ids_by_kind(related).values() for each in ids]


def as_pairs(related: Related) -> tuple[tuple[str, str | tuple[str, ...]], ...]:
    return tuple((kind, ids if isinstance(ids, str) else tuple(ids)) for kind, ids in related.items())


__all__ = ["MemoryEntry", "MemoryKind", "MemoryOrigin", "MemorySource", "MemoryStatus", "Scope"]


class MemoryEntry(Shared):
    """One memory, append-only and always with where it came from; the first three fields suffice."""

    created_at: datetime
    source: MemorySource
    summary: str = Field(min_length=1)
    id: MemoryId | None = Field(default=None, description="given by the scope on append, as mara-042")
    tags: tuple[str, ...] = ()
    location_id: Id | None = None
    npc_ids: tuple[Id, ...] = ()
    quest_id: Id | None = None
    encounter_id: Id | None = None
    objective_id: Id | None = None
    act_id: Id | None = None
    since_timestamp: datetime | None = Field(default=None, description="time of the FIRST message it covers")
    since_message_index: int | None = Field(default=None, description="index of the LAST one: the scope's new cursor")
    first_message_index: int | None = None
    turn: int | None = Field(default=None, description="turn, game_time, scene: of the last message covered")
    kind: MemoryKind = MemoryKind.SUMMARY
    origin: MemoryOrigin | None = None
    origin_id: str | None = None
    importance: float | None = Field(default=None, ge=1, le=10)
    game_time: int | None = None
    scene: str | None = None
    subjects: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    depth: int = Field(default=0, ge=0)
    evidence: tuple[str, ...] = ()
    visit: str | None = Field(default=None, description="joins the pieces of one visit")
    subject_key: tuple[str, str] | None = Field(default=None, description="(subject, attribute) of a fact")
    metadata: FrozenMapping = Field(default_factory=lambda: MappingProxyType({}))
    payload: Payload | None = Field(default=None, description="what it means, as typed values; the text stands beside")


class MemoryStatus(Frozen):
    """What changes about a memory, kept beside it by its id."""

    importance: float | None = Field(default=None, ge=1, le=10)
    archived_by: str | None = None
    superseded_by: str | None = None
    pinned: bool = False
    recalls: int = Field(default=0, ge=0)
    last_recalled: int | None = Field(default=None, description="game time, minutes")
    until: int | None = Field(default=None, description="of a sighting: game time of its end, minutes; None: its begin")
    strength: int = Field(default=0, ge=0, le=100, description="how often it was reinforced; it decays more slowly")


class CaptureFacts(Frozen):
    """What the engine knew when a capture was requested; a summary may use it beside its messages."""

    location_id: Id | None = None
    present_ids: tuple[Id, ...] = ()
    quest_ids: tuple[Id, ...] = Field(default=(), description="the quests open at that moment")
    event_kind: str | None = None
    tags: tuple[str, ...] = ()
    related: tuple[tuple[str, str | tuple[str, ...]], ...] = ()
    visit: str | None = None

    @property
    def related_ids(self) -> dict[str, str | list[str]]:
        return {kind: ids if isinstance(ids, str) else list(ids) for kind, ids in self.related}


MAX_FAILURE = 300


class CaptureRequest(Frozen):
    """Pending work of the game: one range of one scope's messages to condense into one memory. ``last`` is None until
    the turn that asked has ended; then the range is fixed for good."""

    scope: Scope
    turn: int
    first: int = Field(ge=0)
    last: int | None = None
    facts: CaptureFacts = CaptureFacts()
    failures: int = Field(default=0, ge=0, description="settles that failed")
    failure: str = Field(default="", max_length=MAX_FAILURE, description="why the last of them did")


class PruneResult(Frozen):
    """How many memories a prune archived, by what they were."""

    observations_removed: int = 0
    reflections_removed: int = 0
    conversations_summarized: int = 0
    summaries_archived: int = 0
