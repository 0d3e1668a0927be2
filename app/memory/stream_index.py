"""The index over one scope's memories and the messages its owner was there for: built lazily, grown in place."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.memory.columns import Codes, Columns, Occurrences
from app.memory.message_view import message_subjects, message_text
from app.memory.postings import Postings
from app.memory.recent import is_put_away
from app.memory.scoring import HALF_LIFE, half_life, heuristic_importance
from app.memory.status_log import StatusLog
from app.memory.terms import Analysis, analyse, keywords_of
from app.memory.vectors import VectorRows
from app.models.game_state import GameState
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, MemoryStatus, Scope
from app.models.message import Message

KINDS = {kind: code for code, kind in enumerate(MemoryKind)}
SOURCES = {source: code for code, source in enumerate(MemorySource)}
NO_TIME = -(2**40)
"""Game time of what has none: long before everything."""
_MOST = 2**31 - 1
NEAR = 30
"""Minutes of game time up to which two documents that follow each other belong together."""
MESSAGE_IMPORTANCE = 5.0
MARKS = ("importance", "hundred", "decay_rate", "last_recalled", "put_away")
"""The columns of an entry that its status decides."""
_UNCHANGED = MemoryStatus()


class Documents:
    """What entries and messages have in common: their words, vectors, columns and people.

    Columns: ``time`` (game minutes), ``turn``, ``place`` (a code), ``shape`` and ``sketch`` of the text, ``follows``
    (whether it goes on where the document before it ended), ``importance`` (1 to 10) and ``decay_rate``
    (1 / half-life).
    """

    def __init__(self, columns: Columns) -> None:
        self.postings = Postings()
        self.vectors = VectorRows()
        self.columns = columns
        self.places = Codes()
        self.subjects = Occurrences()
        self._last: tuple[int | None, str | None, str | None] = (None, None, None)

    def __len__(self) -> int:
        return len(self.columns)

    def _place(self, item: MemoryEntry | Message) -> tuple[int, int, int, bool]:
        """The first columns of the next document."""
        time, turn, place, scene = item.game_time, item.turn, item.location_id, item.scene
        last_time, last_place, last_scene = self._last
        follows = (
            len(self.columns) > 0
            and place == last_place
            and (scene is None or last_scene is None or scene == last_scene)
            and (time is None or last_time is None or abs(time - last_time) <= NEAR)
        )
        self._last = (time, place, scene)
        minutes = NO_TIME if time is None else _within(time, -NO_TIME)
        return minutes, -1 if turn is None else _within(turn, _MOST), self.places.of(place), follows


class EntryDocuments(Documents):
    """The entries of a scope. ``entries`` is the state's own list, never a copy.

    Further columns: ``kind``, ``source`` and ``type`` (codes), ``depth``, and by their status ``hundred`` (importance
    of 0 to 100), ``last_recalled`` (game minutes; never: when it was made) and ``put_away``.
    """

    def __init__(self, entries: Sequence[MemoryEntry]) -> None:
        super().__init__(
            Columns(
                time=np.int64,
                turn=np.int32,
                place=np.int32,
                follows=np.bool_,
                shape=np.uint8,
                sketch=np.uint64,
                kind=np.int8,
                source=np.int8,
                type=np.int32,
                depth=np.int32,
                importance=np.float64,
                hundred=np.float32,
                decay_rate=np.float64,
                last_recalled=np.int64,
                put_away=np.bool_,
            )
        )
        self.entries = entries
        self.position_of: dict[str, int] = {}
        self.tags = Occurrences()
        self.types = Codes()
        self.latest_fact: dict[tuple[str, str], int] = {}
        self.put_away_count = 0
        self.keywords = KeywordIndex(entries)

    def append(self, status: MemoryStatus | None) -> None:
        """Take in the next entry."""
        position = len(self.columns)
        entry = self.entries[position]
        found = entry_terms(entry)
        self.postings.add(found.terms)
        self.vectors.add_document(entry.summary)
        self.position_of[entry.id or ""] = position
        for subject in (*entry.subjects, *entry.npc_ids):
            self.subjects.add(subject.casefold(), position)
        for tag in entry.tags:
            self.tags.add(tag.casefold(), position)
        if entry.subject_key is not None:
            self.latest_fact[entry.subject_key] = position
        marks = _marks(entry, status or _UNCHANGED)
        self.put_away_count += marks[-1]
        self.columns.append(
            *self._place(entry),
            found.shape,
            found.sketch,
            KINDS[entry.kind],
            SOURCES[entry.source],
            self.types.of(_type_of(entry)),
            _within(entry.depth, _MOST),
            *marks,
        )

    def refresh(self, position: int, status: MemoryStatus) -> None:
        """Take over the status of an entry."""
        marks = _marks(self.entries[position], status)
        self.put_away_count += marks[-1] - int(self.columns["put_away"][position])
        for name, value in zip(MARKS, marks, strict=True):
            self.columns.put(name, position, value)


class KeywordIndex:
    """Which entries have which keywords: only the preset `situational` asks, so it is brought up to date there."""

    def __init__(self, entries: Sequence[MemoryEntry]) -> None:
        self._entries = entries
        self._having = Occurrences()
        self._counts = Columns(keywords=np.int32)

    def overlaps(self, keywords: Sequence[str]) -> NDArray[np.float64]:
        """Jaccard of the given keywords, each once, with those of each entry: see `app.memory.scoring.overlap`."""
        for position in range(len(self._counts), len(self._entries)):
            entry = self._entries[position]
            found = set(keywords_of(entry.summary)).union(keywords_of(" ".join(entry.keywords)))
            for keyword in found:
                self._having.add(keyword, position)
            self._counts.append(len(found))
        shared = np.zeros(len(self._counts))
        for keyword in keywords:
            shared[self._having.of(keyword)] += 1
        either = self._counts["keywords"] + len(keywords) - shared
        return shared / np.maximum(either, 1)


class MessageDocuments(Documents):
    """The messages that a scope's owner was there for, by their positions in the conversation.

    Left out: the engine's own lines, and what a message only quotes from memory. A further column is ``position``.
    """

    def __init__(self) -> None:
        super().__init__(
            Columns(
                time=np.int64,
                turn=np.int32,
                place=np.int32,
                follows=np.bool_,
                shape=np.uint8,
                sketch=np.uint64,
                importance=np.float64,
                decay_rate=np.float64,
                position=np.int64,
            )
        )
        self.document_of: dict[int, int] = {}
        self._read = 0

    def follow(self, state: GameState, scope: Scope) -> None:
        """Take in what has been said since."""
        heard = state.message_index.heard(scope, self._read)
        for position in heard:
            message = state.conversation_history[position]
            text = message_text(message)
            if text is None:
                continue
            document = len(self)
            found = analyse(text)
            self.postings.add(found.terms)
            self.vectors.add_document(text)
            self.document_of[position] = document
            for subject in message_subjects(message):
                self.subjects.add(subject, document)
            self.columns.append(
                *self._place(message), found.shape, found.sketch, MESSAGE_IMPORTANCE, 1 / HALF_LIFE, position
            )
        self._read += len(heard)


class StreamIndex:
    """Everything that recall looks up for one scope of one game; the same one until the game is folded anew."""

    def __init__(self, state: GameState, scope: Scope) -> None:
        self._scope = scope
        self.entries = EntryDocuments(state.memories(scope))
        self.messages = MessageDocuments()
        self._statuses_read = len(StatusLog.of(state).changes)

    @classmethod
    def of(cls, state: GameState, scope: Scope) -> "StreamIndex":
        """The scope's index, with everything that has been remembered up to now."""
        key = f"stream/{scope.key}"
        index = state.derived.get(key)
        entries = state.memories(scope)
        stands = isinstance(index, cls) and index.entries.entries is entries and len(entries) >= len(index.entries)
        if not isinstance(index, cls) or not stands:
            index = state.derived[key] = cls(state, scope)
        index._follow(state)
        return index

    def _follow(self, state: GameState) -> None:
        statuses = StatusLog.of(state)
        entries = self.entries
        for position in range(len(entries), len(entries.entries)):
            entries.append(statuses.get(entries.entries[position].id or ""))
        if self._statuses_read < len(statuses.changes):
            for memory_id in dict.fromkeys(statuses.changes[self._statuses_read :]):
                changed = entries.position_of.get(memory_id)
                if changed is not None:
                    entries.refresh(changed, statuses[memory_id])
            self._statuses_read = len(statuses.changes)

    def follow_messages(self, state: GameState) -> MessageDocuments:
        """The messages, up to date but for a turn in progress."""
        self.messages.follow(state, self._scope)
        return self.messages


def entry_terms(entry: MemoryEntry) -> Analysis:
    """What an entry is found by: its text, and the keywords kept beside it."""
    found = analyse(entry.summary)
    if not entry.keywords:
        return found
    kept = analyse(" ".join(entry.keywords))
    return Analysis(found.terms + kept.terms, found.shape | kept.shape, found.sketch | kept.sketch)


def importance_of(entry: MemoryEntry, status: MemoryStatus) -> float:
    """As rated since, as given with it, or by the heuristic while it waits for a rating."""
    if status.importance is not None:
        return status.importance
    if entry.importance is not None:
        return entry.importance
    return heuristic_importance(entry.kind, entry.summary, entry.subjects, entry.origin)


def _marks(entry: MemoryEntry, status: MemoryStatus) -> tuple[float, float, float, int, bool]:
    """The columns that depend on an entry's status: `MARKS`."""
    importance = importance_of(entry, status)
    span = half_life(entry.kind, pinned=status.pinned)
    recalled = status.last_recalled if status.last_recalled is not None else entry.game_time
    rate = 0.0 if span is None else 1 / span
    return importance, (importance - 1) * 100 / 9, rate, _within(recalled or 0, -NO_TIME), is_put_away(status)


def _within(number: int, limit: int) -> int:
    """Numbers come from files too; one that no column holds counts as the largest."""
    return max(-limit, min(number, limit))


def _type_of(entry: MemoryEntry) -> str | None:
    kind = entry.metadata.get("type")
    return kind if isinstance(kind, str) else None
