"""Documents of an index as columns and terms: a scope's memories, and the messages its owner witnessed."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from functools import reduce
from itertools import chain
from operator import or_

import numpy as np
from numpy.typing import DTypeLike, NDArray

from app.language.analysis.terms import Analysis, analyse
from app.memory.entries.ageing import USUAL, HalfLives, half_life_of
from app.memory.entries.markers import SELF_TYPES, is_inactive, is_protected, type_of
from app.memory.entries.scoring import importance_of
from app.memory.index.columns import Codes, Columns, KeywordIndex, Occurrences
from app.memory.index.message_view import message_subjects, message_text
from app.memory.index.postings import Postings
from app.memory.index.vectors import VectorRows
from app.models.memory import MemoryEntry, MemoryKind, MemoryStatus, Scope
from app.models.messages.message import Message, Role
from app.models.messages.payload import Utterance
from app.models.messages.speech import mask_of
from app.models.state.game_state import GameState

_KINDS = {kind: code for code, kind in enumerate(MemoryKind)}
NO_TIME = -(2**40)
"""Game time of documents without one, before any other."""
_MOST = 2**31 - 1
NEAR = 30
"""Game minutes between two consecutive documents up to which they belong together."""
MESSAGE_IMPORTANCE = 5.0
MARKS = ("importance", "hundred", "decay_rate", "strength", "last_recalled", "protected", "inactive")
_SHARED_COLUMNS: dict[str, DTypeLike] = {
    "time": np.int64,
    "turn": np.int32,
    "place": np.int32,
    "speaker": np.int32,
    "follows": np.bool_,
    "narrated": np.bool_,
    "day": np.int32,
    "shape": np.uint8,
    "acts": np.uint16,
    "sketch": np.uint64,
}


class Documents:
    """What entries and messages have in common.

    Columns: ``time`` (game minutes), ``turn``, ``place`` (a code), ``speaker`` (the first document of the same one;
    without a speaker itself), the text's ``shape`` and ``sketch``, ``follows`` (whether it continues the document
    before it), ``narrated`` (a message of the narrator), ``day`` (of writing, as `datetime.date.toordinal`), ``acts``
    (a mask of its speech acts, see `app.models.messages.speech.mask_of`), ``importance`` (1 to 10), ``decay_rate`` (1 /
    half-life in minutes), ``strength`` (how often it was reinforced).
    """

    def __init__(self, columns: Columns) -> None:
        self.postings = Postings()
        self.vectors = VectorRows()
        self.columns = columns
        self.places = Codes()
        self.subjects = Occurrences()
        self.speakers: dict[str, int] = {}
        """First document of each speaker by name; "" for documents without a speaker."""
        self._last: MemoryEntry | Message | None = None

    def __len__(self) -> int:
        return len(self.columns)

    def _cut(self, size: int, last: MemoryEntry | Message | None) -> None:
        """Truncate to the first ``size`` documents, of which ``last`` is the last."""
        for part in (self.postings, self.vectors, self.columns, self.subjects):
            part.cut(size)
        self.speakers = {name: first for name, first in self.speakers.items() if first < size}
        self._last = last

    def _place(
        self, item: MemoryEntry | Message, written: date, speaker: str
    ) -> tuple[int, int, int, int, bool, bool, int]:
        follows = self._last is not None and _goes_on(item, self._last)
        self._last = item
        minutes = NO_TIME if item.game_time is None else _within(item.game_time, -NO_TIME)
        turn = -1 if item.turn is None else _within(item.turn, _MOST)
        known = self.speakers.setdefault(speaker, len(self))
        first = known if speaker else len(self)
        is_narrated = isinstance(item, Message) and item.role is Role.NARRATOR
        return minutes, turn, self.places.of(item.location_id), first, follows, is_narrated, written.toordinal()


def _goes_on(item: MemoryEntry | Message, last: MemoryEntry | Message) -> bool:
    """Return whether an item has the place, scene and time of the one before it. Gifted memories happened at no place
    or time."""
    kinds = [each.kind for each in (item, last) if isinstance(each, MemoryEntry)]
    return (
        MemoryKind.GIFTED not in kinds
        and item.location_id == last.location_id
        and (item.scene is None or last.scene is None or item.scene == last.scene)
        and (item.game_time is None or last.game_time is None or abs(item.game_time - last.game_time) <= NEAR)
    )


class EntryDocuments(Documents):
    """The entries of a scope (the state's own list).

    Further columns: ``kind`` and ``type`` (codes), ``depth``, and by status ``hundred`` (importance from 0 to 100),
    ``last_recalled`` (game minutes; initially the creation), ``protected``, ``inactive``.
    """

    def __init__(self, entries: Sequence[MemoryEntry], half_lives: HalfLives = USUAL) -> None:
        super().__init__(
            Columns(
                **_SHARED_COLUMNS,
                kind=np.int8,
                type=np.int32,
                depth=np.int32,
                importance=np.float64,
                hundred=np.float32,
                decay_rate=np.float64,
                strength=np.float32,
                last_recalled=np.int64,
                protected=np.bool_,
                inactive=np.bool_,
            )
        )
        self.entries = entries
        self._half_lives = half_lives
        self.position_of: dict[str, int] = {}
        self.tags = Occurrences()
        self.types = Codes()
        self.active_counts: Counter[MemoryKind] = Counter()
        """Number of active entries by kind: neither archived nor superseded."""
        self.keywords = KeywordIndex(entries)

    def append(self, status: MemoryStatus, speaker: str) -> None:
        """Index the next entry of the list."""
        position = len(self.columns)
        entry = self.entries[position]
        shape, sketch = self.postings.add(*_texts(entry))
        acts = entry.payload.acts if isinstance(entry.payload, Utterance) else ()
        self.vectors.add_document(entry.summary, waits=type_of(entry) not in SELF_TYPES)
        self.position_of[entry.id or ""] = position
        for subject in (*entry.subjects, *entry.npc_ids):
            self.subjects.add(subject.casefold(), position)
        for tag in entry.tags:
            self.tags.add(tag.casefold(), position)
        marks = _marks(entry, status, self._half_lives)
        self.active_counts[entry.kind] += not marks[-1]
        self.columns.append(
            *self._place(entry, entry.created_at, speaker),
            shape,
            mask_of(act.kind for act in acts),
            sketch,
            _KINDS[entry.kind],
            self.types.of(kind if isinstance(kind := entry.metadata.get("type"), str) else None),
            _within(entry.depth, _MOST),
            *marks,
        )

    def rebase(self, entries: Sequence[MemoryEntry], size: int) -> None:
        """Continue with another list that begins with the same ``size`` entries."""
        self.position_of = {entry.id or "": position for position, entry in enumerate(entries[:size])}
        self._cut(size, entries[size - 1] if size else None)
        self.tags.cut(size)
        self.keywords.rebase(entries, size)
        self.entries = entries
        self.active_counts = Counter(self.entries[at].kind for at in np.flatnonzero(~self.columns["inactive"]).tolist())

    def refresh(self, position: int, status: MemoryStatus) -> None:
        """Update the columns of an entry that depend on its status."""
        entry = self.entries[position]
        marks = _marks(entry, status, self._half_lives)
        self.active_counts[entry.kind] += int(self.columns["inactive"][position]) - marks[-1]
        for name, value in zip(MARKS, marks, strict=True):
            self.columns.put(name, position, value)

    def active_of(self, *types: str) -> list[MemoryEntry]:
        """Return the active entries of these types, in stream order."""
        mask = self.of_types(*types) & ~self.columns["inactive"]
        return [self.entries[position] for position in np.flatnonzero(mask).tolist()]

    def of_kinds(self, *kinds: MemoryKind) -> NDArray[np.bool_]:
        """Return a mask of the entries of these kinds."""
        return _among(self.columns["kind"], [_KINDS[kind] for kind in kinds])

    def of_types(self, *types: str) -> NDArray[np.bool_]:
        """Return a mask of the entries of these types."""
        return _among(self.columns["type"], [self.types.known(name) for name in types])


class MessageDocuments(Documents):
    """The messages that a scope's owner witnessed, without engine lines and quotations from memory. Further columns:
    ``position`` (in the conversation), ``ordered`` (a player's command, in which nothing was said)."""

    def __init__(self, half_lives: HalfLives = USUAL) -> None:
        super().__init__(
            Columns(
                **_SHARED_COLUMNS,
                importance=np.float64,
                decay_rate=np.float64,
                strength=np.float32,
                position=np.int64,
                ordered=np.bool_,
            )
        )
        self._decay_rate = 1 / half_lives.message
        self.document_of: dict[int, int] = {}
        self._read = 0

    def follow(self, state: GameState, scope: Scope, limit: int | None = None) -> int:
        """Index new messages, at most ``limit``; return how many remain."""
        heard = state.message_index.heard(scope, self._read, limit and max(limit, 0))
        for position in heard:
            message = state.conversation_history[position]
            text = message_text(message)
            if text is None:
                continue
            document = len(self)
            shape, sketch = self.postings.add(text)
            self.vectors.add_document(text)
            self.document_of[position] = document
            for subject in message_subjects(message):
                self.subjects.add(subject, document)
            place = self._place(message, message.timestamp, message.speaker_name)
            acts = mask_of(act.kind for act in message.acts)
            marks = MESSAGE_IMPORTANCE, self._decay_rate, 0
            is_order = message.said == () and not message.acts
            self.columns.append(*place, shape, acts, sketch, *marks, position, is_order)
        self._read += len(heard)
        return state.message_index.count_heard(scope) - self._read

    def rebase(self, state: GameState, scope: Scope, unchanged: int) -> None:
        """Continue in another game with the same first ``unchanged`` messages."""
        positions = self.columns["position"]
        size = int(np.searchsorted(positions, unchanged))
        for position in positions[size:].tolist():
            del self.document_of[position]
        self._cut(size, state.conversation_history[int(positions[size - 1])] if size else None)
        self._read = min(self._read, bisect_left(state.message_index.heard(scope), unchanged))


def entry_terms(entry: MemoryEntry) -> Analysis:
    """Return the terms of an entry's text and keywords."""
    analyses = [analyse(text) for text in _texts(entry)]
    if len(analyses) == 1:
        return analyses[0]
    terms, shapes, sketches = zip(*analyses, strict=True)
    return Analysis(list(chain(*terms)), reduce(or_, shapes), reduce(or_, sketches))


def _texts(entry: MemoryEntry) -> tuple[str, ...]:
    return (entry.summary, " ".join(entry.keywords)) if entry.keywords else (entry.summary,)


def _marks(
    entry: MemoryEntry, status: MemoryStatus, half_lives: HalfLives
) -> tuple[float, float, float, int, int, bool, bool]:
    """Return the values of the columns `MARKS`."""
    importance = importance_of(entry, status)
    span = half_life_of(entry, status, importance, half_lives)
    recalled = status.last_recalled if status.last_recalled is not None else entry.game_time
    rate = 0.0 if span is None else 1 / span
    last, hundred = _within(recalled or 0, -NO_TIME), (importance - 1) * 100 / 9
    return importance, hundred, rate, status.strength, last, is_protected(entry, status), is_inactive(status)


def _within(number: int, limit: int) -> int:
    """Clamp a number, which may come from a file, to the range of a column."""
    return max(-limit, min(number, limit))


def having(occurrences: Occurrences, keys: Collection[str], size: int) -> NDArray[np.bool_]:
    """Return a mask of the ``size`` documents that have one of these keys, ignoring case."""
    mask = np.zeros(size, dtype=np.bool_)
    for key in keys:
        mask[occurrences.of(key.casefold())] = True
    return mask


def _among(column: NDArray[np.integer], codes: Iterable[int]) -> NDArray[np.bool_]:
    """Return a mask of the values that are among a few; `numpy.isin` would sort them, which takes longer than the rest
    of a query."""
    mask = np.zeros(len(column), dtype=np.bool_)
    for code in codes:
        mask |= column == code
    return mask
