"""A scope's memories as a stream: addition, lookup and status changes, as a view over the game state."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from app.errors import InvalidInput, NotFound
from app.memory.entries.markers import is_inactive
from app.memory.entries.scoring import importance_of
from app.memory.index.message_view import message_entry
from app.memory.index.stream_index import StreamIndex
from app.memory.stream.incremental_views import current_fact
from app.memory.stream.remembering import remember
from app.models.base import first_problem
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, MemorySource, MemoryStatus, Scope
from app.models.memory_id import parse_message_id
from app.models.messages.payload import Payload
from app.models.plain_reasons import Form, Malformed, ValueFault, ValueUnfit
from app.models.refusals.memories import MemoryNotHere
from app.models.state.game_state import GameState

RECALLS_TO_REINFORCE = 3
"""Recalls per reinforcement, so that a memory does not stay in prompts only because it was in a few."""
MOST_REINFORCED = 100
"""Upper bound of a memory's strength."""

_SET_BY_STREAM = {"content", "created_at", "game_time", "depth"}  # fields of a context that are not copied as they are


@dataclass(frozen=True, kw_only=True)
class MemoryContext:
    """A memory to add; the fields are those of `MemoryEntry`, but for these.

    Attributes:
        content: Its text.
        created_at: Wall-clock time; None for that of the turn.
        game_time: Game minutes; None for now.
        importance: From 1 to 10; None until it is rated.
        depth: None for 0, for a reflection 1 + the depth of its deepest evidence.
        subject_key: (subject, attribute); the new entry supersedes the current fact of this key.
    """

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
    """The memories of one scope of one game. Entries are immutable; their statuses change."""

    def __init__(self, state: GameState, scope: Scope) -> None:
        """Open the stream of a scope.

        Raises:
            NotFound: The place or person is unknown.
        """
        state.memories(scope)
        self.state = state
        self.scope = scope

    @property
    def index(self) -> StreamIndex:
        return StreamIndex.of(self.state, self.scope)

    def __len__(self) -> int:
        return len(self.state.memories(self.scope))

    def add(self, kind: MemoryKind, context: MemoryContext) -> MemoryEntry:
        """Add a memory of any kind.

        Args:
            kind: Its kind.
            context: What to remember.

        Returns:
            The entry with its new id.

        Raises:
            InvalidInput: The fields are no valid entry.
        """
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
            raise InvalidInput(Malformed(form=Form.MEMORY, detail=first_problem(error))) from None
        before = current_fact(state, scope, context.subject_key) if context.subject_key is not None else None
        added = remember(state, scope, entry)
        if before is not None and before.id is not None:
            self._set(before.id, superseded_by=added.id)
        return added

    def _depth(self, kind: MemoryKind, evidence: Sequence[str]) -> int:
        if kind is not MemoryKind.REFLECTION:
            return 0
        entries = self.index.entries
        positions = [entries.position_of[key] for key in evidence if key in entries.position_of]
        return 1 + max((entries.entries[position].depth for position in positions), default=0)

    def get(self, memory_id: str) -> MemoryEntry:
        """Return the entry with this id, or the witnessed message ``m-<index>`` as an entry.

        Raises:
            NotFound: There is neither in this stream.
        """
        index = self.index
        position = index.entries.position_of.get(memory_id)
        if position is not None:
            return index.entries.entries[position]
        heard = parse_message_id(memory_id)
        if heard is not None and heard in index.follow_messages(self.state).document_of:
            return message_entry(self.state.conversation_history[heard], self.scope)
        raise NotFound(MemoryNotHere(memory=memory_id))

    def status(self, memory_id: str) -> MemoryStatus:
        """Return the status of a memory.

        Raises:
            NotFound: The id is not of this stream.
        """
        return self.state.status(self._own(memory_id))

    def all(self) -> list[MemoryEntry]:
        """Return every entry, inactive ones included, in stream order."""
        return list(self.state.memories(self.scope))

    def active(self) -> list[MemoryEntry]:
        """Return the active entries: neither archived nor superseded."""
        return self._at(~self.index.entries.columns["inactive"])

    def is_active(self, entry: MemoryEntry) -> bool:
        return not is_inactive(self.state.status(entry.id))

    def by_kind(self, *kinds: MemoryKind) -> list[MemoryEntry]:
        return self._at(self.index.entries.of_kinds(*kinds))

    def about(self, subject_id: str) -> Iterator[MemoryEntry]:
        """Return the memories with a subject id, newest first."""
        documents = self.index.entries
        return (documents.entries[at] for at in documents.subjects.of(subject_id.casefold())[::-1].tolist())

    def importance(self, entry: MemoryEntry) -> float:
        """Return the importance from 1 to 10, by the heuristic while the entry is unrated."""
        return importance_of(entry, self.state.status(entry.id))

    def mark_recalled(self, memory_ids: Iterable[str], now: int) -> None:
        """Count a recall of each memory at a game time; every third recall reinforces. Messages are ignored.

        Raises:
            NotFound: An id is not of this stream.
        """
        position_of = self.index.entries.position_of
        entries = (key for key in dict.fromkeys(memory_ids) if key in position_of or parse_message_id(key) is None)
        for memory_id in [self._own(key) for key in entries]:
            status = self.state.status(memory_id)
            recalls = status.recalls + 1
            strength = min(status.strength + (recalls % RECALLS_TO_REINFORCE == 0), MOST_REINFORCED)
            self._set(memory_id, recalls=recalls, last_recalled=now, strength=strength)

    def reinforce(self, memory_ids: Iterable[str]) -> list[str]:
        """Strengthen memories, which then decay more slowly.

        Returns:
            The ids of those that were below `MOST_REINFORCED`.

        Raises:
            NotFound: An id is not of this stream; nothing is changed.
        """
        own = [self._own(key) for key in dict.fromkeys(memory_ids)]
        stronger = [key for key in own if self.state.status(key).strength < MOST_REINFORCED]
        for memory_id in stronger:
            self._set(memory_id, strength=self.state.status(memory_id).strength + 1)
        return stronger

    def archive(self, memory_ids: Iterable[str], by: str) -> None:
        """Archive memories in favour of the memory ``by``, or for the reason ``by``.

        Raises:
            NotFound: An id is not of this stream; nothing is changed.
            InvalidInput: A memory would be archived in favour of itself.
        """
        for memory_id in [self._own(key) for key in memory_ids]:
            if memory_id == by:
                raise InvalidInput(ValueUnfit(fault=ValueFault.MEMORY_REPLACES_ITSELF, name=memory_id))
            self._set(memory_id, archived_by=by)

    def restore(self, memory_id: str) -> None:
        """Undo the archiving of a memory.

        Raises:
            NotFound: The id is not of this stream.
        """
        self._set(self._own(memory_id), archived_by=None)

    def supersede(self, old: str, new: str) -> None:
        """Mark ``old`` as superseded by ``new``.

        Raises:
            NotFound: An id is not of this stream.
            InvalidInput: ``new`` is superseded by ``old``, directly or through others.
        """
        self._own(old)
        later: str | None = self._own(new)
        while later is not None:
            if later == old:
                raise InvalidInput(ValueUnfit(fault=ValueFault.MEMORY_REPLACES_EARLIER, name=old))
            later = self.state.status(later).superseded_by
        self._set(old, superseded_by=new)

    def pin(self, memory_id: str, *, pinned: bool = True) -> None:
        """Pin or unpin a memory. Pinned memories do not decay and are never pruned.

        Raises:
            NotFound: The id is not of this stream.
        """
        self._set(self._own(memory_id), pinned=pinned)

    def rate(self, memory_id: str, importance: float) -> None:
        """Set the importance of a memory.

        Raises:
            NotFound: The id is not of this stream.
            InvalidInput: The importance is not from 1 to 10.
        """
        if not 1 <= importance <= 10:
            raise InvalidInput(ValueUnfit(fault=ValueFault.IMPORTANCE))
        self._set(self._own(memory_id), importance=importance)

    def _set(self, memory_id: str, **changes: Any) -> None:
        self.state.set_status(memory_id, self.state.status(memory_id).model_copy(update=changes))

    def _own(self, memory_id: str) -> str:
        if memory_id not in self.index.entries.position_of:
            raise NotFound(MemoryNotHere(memory=memory_id))
        return memory_id

    def _at(self, mask: NDArray[np.bool_]) -> list[MemoryEntry]:
        entries = self.state.memories(self.scope)
        return [entries[position] for position in np.flatnonzero(mask).tolist()]

    def unembedded(self, limit: int | None = None, *, messages: bool = True) -> list[str]:
        """Return texts that have no vector yet, memories before messages, at most ``limit``."""
        index = self.index
        texts = index.entries.vectors.waiting(limit)
        if messages and (limit is None or len(texts) < limit):
            texts += index.follow_messages(self.state).vectors.waiting(None if limit is None else limit - len(texts))
        return texts

    def give_vectors(self, texts: Sequence[str], vectors: Sequence[NDArray[np.floating] | None] | NDArray[Any]) -> None:
        """Set the vectors of texts.

        Args:
            texts: The texts.
            vectors: One vector per text; None where none could be computed.

        Raises:
            InvalidInput: The vectors have another dimension than earlier ones.
        """
        self.index.give_vectors(texts, vectors)
