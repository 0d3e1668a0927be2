"""A scope's memories as a stream: adding, finding and marking them; a view over the game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from app.errors import InvalidInput
from app.language.rendering.refusing import not_found
from app.memory.index.documents import importance_of
from app.memory.index.message_view import message_entry
from app.memory.index.stream_index import StreamIndex
from app.memory.stream.markers import is_inactive
from app.memory.stream.remembering import remember
from app.memory.stream.standing import standing_fact
from app.models.base import first_problem
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, MemorySource, MemoryStatus, Scope
from app.models.memory_id import parse_message_id
from app.models.messages.payload import Payload
from app.models.state.game_state import GameState

RECALLS_TO_REINFORCE = 3
"""Recalls that reinforce a memory once: so that what is put into a few prompts does not stay there by that alone."""
MOST_REINFORCED = 100

_SET_BY_STREAM = {"content", "created_at", "game_time", "depth"}  # what an entry does not take as it is in a context


@dataclass(frozen=True, kw_only=True)
class MemoryContext:
    """What to remember. ``game_time`` None is now; importance None waits for a rating; depth None is 0, for a
    reflection 1 + its evidence's. ``created_at`` is wall-clock time, None that of the turn. Supersedes the entry of its
    ``subject_key``."""

    content: str
    created_at: datetime | None = None
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


class MemoryStream:
    """The memories of one scope of one game. Entries never change; statuses do."""

    def __init__(self, state: GameState, scope: Scope) -> None:
        """Raises NotFound for an unknown place or person."""
        state.memories(scope)
        self.state = state
        self.scope = scope

    @property
    def index(self) -> StreamIndex:
        return StreamIndex.of(self.state, self.scope)

    def __len__(self) -> int:
        return len(self.state.memories(self.scope))

    def add(self, kind: MemoryKind, context: MemoryContext) -> MemoryEntry:
        """Add a memory of any kind. Raises InvalidInput for fields that make no valid entry."""
        state, scope = self.state, self.scope
        is_now = context.game_time is None or context.game_time == state.clock.minutes
        depth = context.depth if context.depth is not None else self._depth(kind, context.evidence)
        try:
            entry = MemoryEntry(
                id=state.next_memory_id(scope),
                created_at=context.created_at or state.written_at,
                source=scope.source,
                summary=context.content,
                kind=kind,
                npc_ids=(scope.owner_id,) if scope.source is MemorySource.NPC and scope.owner_id else (),
                turn=state.turn,
                game_time=state.clock.minutes if context.game_time is None else context.game_time,
                scene=state.clock.scene_id if is_now else None,
                depth=depth,
                **{name: value for name, value in vars(context).items() if name not in _SET_BY_STREAM},
            )
        except ValidationError as error:
            raise InvalidInput(f"Not a memory: {first_problem(error)}") from None
        before = standing_fact(state, scope, context.subject_key) if context.subject_key is not None else None
        added = remember(state, scope, entry)
        if before is not None and before.id is not None:
            self._set(before.id, superseded_by=added.id)
        return added

    def _depth(self, kind: MemoryKind, evidence: Sequence[str]) -> int:
        if kind is not MemoryKind.REFLECTION:
            return 0
        entries = self.index.entries
        known = [entries.position_of[key] for key in evidence if key in entries.position_of]
        return 1 + max((entries.entries[position].depth for position in known), default=0)

    def get(self, memory_id: str) -> MemoryEntry:
        """The entry of this id, or the witnessed message (``m-<index>``). Raises NotFound."""
        index = self.index
        position = index.entries.position_of.get(memory_id)
        if position is not None:
            return index.entries.entries[position]
        heard = parse_message_id(memory_id)
        if heard is not None and heard in index.follow_messages(self.state).document_of:
            return message_entry(self.state.conversation_history[heard], self.scope)
        raise not_found(self.state, "memory-not-here", memory=repr(memory_id))

    def status(self, memory_id: str) -> MemoryStatus:
        """Raises NotFound for an id of another stream."""
        return self.state.status(self._own(memory_id))

    def all(self) -> list[MemoryEntry]:
        """Every entry, archived ones included, in stream order."""
        return list(self.state.memories(self.scope))

    def standing(self) -> list[MemoryEntry]:
        """The entries neither archived nor superseded."""
        return self._at(~self.index.entries.columns["inactive"])

    def is_standing(self, entry: MemoryEntry) -> bool:
        return not is_inactive(self.state.status(entry.id))

    def by_kind(self, *kinds: MemoryKind) -> list[MemoryEntry]:
        return self._at(self.index.entries.of_kinds(*kinds))

    def about(self, subject_id: str) -> Iterator[MemoryEntry]:
        """What is remembered of somebody by its id, the newest first."""
        documents = self.index.entries
        return (documents.entries[at] for at in documents.subjects.of(subject_id.casefold())[::-1].tolist())

    def importance(self, entry: MemoryEntry) -> float:
        """1 to 10, by the heuristic while unrated."""
        return importance_of(entry, self.state.status(entry.id))

    def mark_recalled(self, memory_ids: Iterable[str], now: int) -> None:
        """Count a recall at this game time; every third reinforces. Messages are skipped."""
        position_of = self.index.entries.position_of
        entries = (key for key in dict.fromkeys(memory_ids) if key in position_of or parse_message_id(key) is None)
        for memory_id in [self._own(key) for key in entries]:
            status = self.state.status(memory_id)
            recalls = status.recalls + 1
            strength = min(status.strength + (recalls % RECALLS_TO_REINFORCE == 0), MOST_REINFORCED)
            self._set(memory_id, recalls=recalls, last_recalled=now, strength=strength)

    def reinforce(self, memory_ids: Iterable[str]) -> list[str]:
        """Strengthen memories: they decay more slowly. Returns the ids that could; NotFound before any change."""
        own = [self._own(key) for key in dict.fromkeys(memory_ids)]
        stronger = [key for key in own if self.state.status(key).strength < MOST_REINFORCED]
        for memory_id in stronger:
            self._set(memory_id, strength=self.state.status(memory_id).strength + 1)
        return stronger

    def archive(self, memory_ids: Iterable[str], by: str) -> None:
        """Archive in favour of the memory ``by`` or for that reason."""
        for memory_id in [self._own(key) for key in memory_ids]:
            if memory_id == by:
                raise InvalidInput(f"{memory_id} cannot stand for itself.")
            self._set(memory_id, archived_by=by)

    def restore(self, memory_id: str) -> None:
        """Archive it no longer."""
        self._set(self._own(memory_id), archived_by=None)

    def supersede(self, old: str, new: str) -> None:
        """Mark ``old`` as replaced by ``new``. Raises InvalidInput for a circle."""
        self._own(old)
        later: str | None = self._own(new)
        while later is not None:
            if later == old:
                raise InvalidInput(f"{old} cannot be superseded by what it supersedes.")
            later = self.state.status(later).superseded_by
        self._set(old, superseded_by=new)

    def pin(self, memory_id: str, *, pinned: bool = True) -> None:
        """Pinned memories neither decay nor leave."""
        self._set(self._own(memory_id), pinned=pinned)

    def rate(self, memory_id: str, importance: float) -> None:
        """Set an importance of 1 to 10. Raises InvalidInput for another."""
        if not 1 <= importance <= 10:
            raise InvalidInput("Importance is a number from 1 to 10.")
        self._set(self._own(memory_id), importance=importance)

    def _set(self, memory_id: str, **changes: Any) -> None:
        self.state.set_status(memory_id, self.state.status(memory_id).model_copy(update=changes))

    def _own(self, memory_id: str) -> str:
        if memory_id not in self.index.entries.position_of:
            raise not_found(self.state, "memory-not-here", memory=repr(memory_id))
        return memory_id

    def _at(self, mask: NDArray[np.bool_]) -> list[MemoryEntry]:
        entries = self.state.memories(self.scope)
        return [entries[position] for position in np.flatnonzero(mask).tolist()]

    def unembedded(self, limit: int | None = None, *, messages: bool = True) -> list[str]:
        """Texts that have no vector yet, memories first; at most ``limit``."""
        index = self.index
        texts = index.entries.vectors.waiting(limit)
        if messages and (limit is None or len(texts) < limit):
            texts += index.follow_messages(self.state).vectors.waiting(None if limit is None else limit - len(texts))
        return texts

    def give_vectors(self, texts: Sequence[str], vectors: Sequence[NDArray[np.floating] | None] | NDArray[Any]) -> None:
        """Set the vectors of texts, None for unavailable ones. Raises InvalidInput for another dimension."""
        self.index.give_vectors(texts, vectors)
