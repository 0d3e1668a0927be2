"""Memories: a MemoryEntry never changes; what changes about it is in its MemoryStatus."""

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
    """Group ids by kind, without repetitions.

    Args:
        related: By kind an id or a list of ids; ``npc_ids`` is another way to write the kind ``npc_id``.

    Returns:
        By kind, such as ``npc_id``, its ids in order; no kind without any.
    """
    grouped: dict[str, dict[str, None]] = {}
    for kind, ids in related.items():
        singular = kind.removesuffix("s") if kind.endswith("_ids") else kind
        grouped.setdefault(singular, {}).update(dict.fromkeys([ids] if isinstance(ids, str) else ids))
    return {kind: tuple(ids) for kind, ids in grouped.items() if ids}


def first_ids(related: Related) -> dict[str, str]:
    """Return by kind its first id: a field of an entry holds one."""
    return {kind: ids[0] for kind, ids in ids_by_kind(related).items()}


def all_ids(related: Related) -> list[str]:
    """Return every id once, in order."""
    return [any_id for ids in ids_by_kind(related).values() for any_id in ids]


def as_pairs(related: Related) -> tuple[tuple[str, str | tuple[str, ...]], ...]:
    return tuple((kind, ids if isinstance(ids, str) else tuple(ids)) for kind, ids in related.items())


__all__ = ["MemoryEntry", "MemoryKind", "MemoryOrigin", "MemorySource", "MemoryStatus", "Scope"]


class MemoryEntry(Shared):
    """One memory of a place, a person or the world. Entries are only appended, never changed. A field that does not
    apply is None or empty.

    Args:
        created_at: When it was made (UTC).
        source: The kind of its owner: ``location``, ``npc`` (a person) or ``world``.
        summary: Its text, not empty.
        id: Its id among its owner's memories, such as ``mara-042``; None until it is appended.
        tags: Free labels, such as ``session`` or ``location:inn``.
        location_id: The id of the place where it happened; None for none.
        npc_ids: The ids of the people that it concerns.
        quest_id: The id of the quest that it is about.
        encounter_id: The id of the encounter that it is about.
        objective_id: The id of the objective that it is about.
        act_id: The id of the act that it is about.
        since_timestamp: The time (UTC) of the first message that it covers.
        since_message_index: The index of the last message that it covers.
        first_message_index: The index of the first message that it covers.
        turn: The number of the turn of the last message that it covers.
        kind: The kind of memory.
        origin: How its owner came to know it: ``perception`` (saw it), ``dialogue`` (heard it), ``internal`` (thought
            it) or ``social`` (heard of it from others); None if unknown.
        origin_id: The id of the person or player who said it to its owner.
        importance: From 1 to 10; None if not rated.
        game_time: When it happened (for a summary: the last message that it covers), in minutes since day 1, 00:00.
        scene: The scene of that moment, such as ``day-003/scene-04``.
        subjects: Ids or names of its subjects.
        keywords: Words of its sources that the text leaves out and by which it should be found.
        depth: 0 for an experience; for a conclusion one more than the depth of its evidence.
        evidence: Ids of the memories and messages from which it follows.
        visit: A key that the summaries of one visit share.
        subject_key: For a fact its subject and its attribute; a newer fact with the same two supersedes it.
        metadata: Further values, as a JSON object.
        payload: Its typed meaning; None for a plain text.

    Raises:
        pydantic.ValidationError: ``summary`` is empty, or another field is outside of its limits.
    """

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
    payload: Payload | None = Field(default=None, description="its typed meaning; None for a plain text")


class MemoryStatus(Frozen):
    """The part of a memory that can change; `GameState.status` returns it by the memory's id.

    Args:
        importance: The importance, 1 to 10, that replaces that of the `MemoryEntry`; None keeps the entry's.
        archived_by: Why it was archived: the id of the memory that condenses it, or a word: ``hand`` (archived by
            hand), ``prune`` (there were too many), ``no-content`` (a talk in which nothing was said) or ``reseed`` (the
            scenario no longer gives it). None while it is in use.
        superseded_by: The id of the memory that replaces it; None while it is current.
        pinned: Whether it is never archived when old memories are pruned.
        recalls: How often it was recalled.
        last_recalled: When it was last recalled, in game minutes (in an `AgentFolder` in the agent's time steps); None
            for never.
        until: For a sighting (a memory of seeing something that lasts) when it ended, in game minutes; None while it
            lasts, and for any other memory.
        strength: How often it was reinforced, 0 to 100; the first ten times make it decay more slowly.

    Raises:
        pydantic.ValidationError: A field is outside of its limits.
    """

    importance: float | None = Field(default=None, ge=1, le=10)
    archived_by: str | None = None
    superseded_by: str | None = None
    pinned: bool = False
    recalls: int = Field(default=0, ge=0)
    last_recalled: int | None = Field(default=None, description="game time, minutes")
    until: int | None = Field(default=None, description="of a sighting: game time of its end, minutes; None: it lasts")
    strength: int = Field(default=0, ge=0, le=100, description="how often it was reinforced; it decays more slowly")


class CaptureFacts(Frozen):
    """The facts at the moment when a capture was requested; a summary may use them in addition to its messages."""

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
    """A pending capture: a range of a scope's messages, ``first`` to ``last``, to condense into one memory. ``last`` is
    None until the turn that requested it has ended; then the range is final."""

    scope: Scope
    turn: int
    first: int = Field(ge=0)
    last: int | None = None
    facts: CaptureFacts = CaptureFacts()
    failures: int = Field(default=0, ge=0, description="settles that failed")
    failure: str = Field(default="", max_length=MAX_FAILURE, description="why the last of them did")


class PruneResult(Frozen):
    """How many memories a prune archived, by group; plans are not counted.

    Args:
        observations_removed: Observations that exceeded the limit.
        reflections_removed: Reflections that exceeded the limit.
        conversations_summarized: Conversations that were condensed.
        summaries_archived: Summaries that exceeded the limit.
    """

    observations_removed: int = 0
    reflections_removed: int = 0
    conversations_summarized: int = 0
    summaries_archived: int = 0
