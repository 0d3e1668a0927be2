"""When two people first met, somebody first saw something or an event was, found in the index of a scope."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.mentions import mentions_for
from app.language.analysis.names import Folded, NameTable
from app.language.analysis.synonyms import synonyms
from app.language.analysis.terms import Shape, analyse, term_set, topic
from app.language.analysis.text import mask_spans
from app.language.language import language_of
from app.language.times.time_words import FirstTime, TimeWords, beside, event_words, first_time_words
from app.memory.index.documents import Documents, having
from app.memory.index.message_view import message_entry
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryOrigin
from app.models.memory_kinds import kinds_where
from app.models.messages.message import Message, Role
from app.models.messages.speech import ActKind
from app.models.state.game_state import GameState

BEFORE, AFTER = 15, 120
"""Minutes around a first time that belong to it."""
_MOST_READ = 2000  # memories or messages about somebody that are looked through for one that both were there for

_LIVED = kinds_where(lambda row: row.is_experienced)
_BY_HEARSAY = (MemoryOrigin.SOCIAL, MemoryOrigin.INTERNAL)

Mask = NDArray[np.bool_]


def time_by_event(stream: MemoryStream, text: str, now: int) -> TimeWords | None:
    """The time meant by "when we first met", "the first time I saw the tower", "before the fire" and the like; None for
    none. No name by itself is an event: what stood "before the chapel" stood in front of it."""
    language = language_of(stream.state.sheet)
    if found := first_time_words(language, text):
        if (first := next((at for at in _candidates(stream, text, found) if at is not None), None)) is None:
            return None
        around = (first, first) if found.side else (max(0, first - BEFORE), first + AFTER)
        return TimeWords(beside(around, found.side, now), (found.place,))
    for place, side, event in event_words(language, text):
        names = mentions_for(stream.state.sheet).names(event)
        if topic(mask_spans(event, [(name.start, name.end) for name in names])):
            at = _event(stream, event, text[slice(*place)])
            return TimeWords(None if at is None else beside((at, at), side, now), (place,))
    return None


def _event(stream: MemoryStream, event: str, asked: str) -> int | None:
    """When what is named was: the first, or the latest where that is said, that is remembered or was said with all its
    words (or synonyms), else the first or latest that was told."""
    which = language_of(stream.state.sheet).pattern("recall.which")
    is_latest = (named := which.search(event)) is not None and named["latest"] is not None
    terms = topic(which.sub(" ", event)) or topic(event)
    for groups in ([{term} for term in terms], [{term, *term_set(" ".join(synonyms(term)))} for term in terms]):
        if found := list(_holding(stream, groups, asked)):
            is_told = min(found)[0]
            times = [at for told, at in found if told is is_told]
            return max(times) if is_latest else min(times)
    return None


def _holding(stream: MemoryStream, groups: Sequence[Collection[str]], asked: str) -> Iterator[tuple[bool, int]]:
    """Whether it is a narrator's prose, which often only describes, and the time, for what holds a term of each group:
    no questions, and nothing that is dated by it in the words ``asked``."""

    def stating(documents: Documents) -> Mask:
        only_asks: Mask = (documents.columns["shape"] & int(Shape.ONLY_ASKS)) != 0
        return _having_terms(documents, groups) & ~only_asks

    for at, found in _in_time(stream, stating):
        if isinstance(found, MemoryEntry):
            yield False, at
        elif asked not in found.content and {act.kind for act in found.acts} != {ActKind.QUESTION}:
            yield found.role is Role.NARRATOR, at


def _candidates(stream: MemoryStream, text: str, found: FirstTime) -> Iterator[int | None]:
    """Times of what may be meant, likeliest first: named after the words, people named anywhere, the players."""
    state, tail, is_meeting = stream.state, found.tail, found.is_meeting
    for key in _named_ids(stream, tail):
        if key in state.npcs:
            yield _time_of(first_meeting(stream, (key,)))
        elif not is_meeting:
            yield _first_visit(stream, key)
    terms = () if is_meeting else tuple(dict.fromkeys(analyse(tail).terms))
    owner = state.npcs.get(stream.scope.owner_id or "")
    if not is_meeting and found.is_here:
        yield _first_visit(stream, (owner or state.scenario).current_location_id or "")
    elif terms:
        yield _earliest(stream, lambda documents: _having_terms(documents, [[term] for term in terms]))
    else:
        others = [key for key in _named_ids(stream, text) if key in state.npcs]
        yield from (_time_of(first_meeting(stream, (key,))) for key in others)
        yield None if others or owner is None else _time_of(first_meeting(stream, _players(state, text)))


def _named_ids(stream: MemoryStream, text: str) -> Iterable[str]:
    """Ids of the people and places named, in order, without the owner."""
    state = stream.state
    ids = (key for found in mentions_for(state.sheet).names(text) for key in found.ids)
    known = (key for key in ids if key in state.npcs or key in state.sheets.locations)
    return dict.fromkeys(key for key in known if key != stream.scope.owner_id)


def _players(state: GameState, text: str) -> tuple[str, ...]:
    """The players who are named, else all."""
    table = NameTable({player.name: [player.id] for player in state.party.ever})
    named = [key for found in table.find(Folded.of(text)) for key in found.ids]
    return tuple(dict.fromkeys(named)) or tuple(player.id for player in state.party.players)


def _time_of(memory: MemoryEntry | None) -> int | None:
    return None if memory is None else memory.game_time


def first_meeting(stream: MemoryStream, keys: Collection[str]) -> MemoryEntry | None:
    """The memory, or a view of the message, of the first time together with one of these; hearsay does not count."""
    for _, found in _in_time(stream, lambda documents: having(documents.subjects, keys, len(documents))):
        if isinstance(found, MemoryEntry):
            if found.origin not in _BY_HEARSAY or found.origin_id in keys:
                return found
        elif not {found.speaker_id, *found.addressee_ids, *found.witness_ids}.isdisjoint(keys):
            return message_entry(found, stream.scope)
    return None


def _first_visit(stream: MemoryStream, place_id: str) -> int | None:
    return _earliest(stream, lambda documents: documents.columns["place"] == documents.places.known(place_id))


def _earliest(stream: MemoryStream, matching: Callable[[Documents], Mask]) -> int | None:
    return next((at for at, _ in _in_time(stream, matching)), None)


def occurrences(stream: MemoryStream, terms: Collection[str], *, latest: bool) -> Iterator[MemoryEntry]:
    """Experiences that stand, and messages, with all these terms, the first or the ``latest`` before the others."""
    groups = [[term] for term in terms]
    for _, found in _in_time(stream, lambda documents: _having_terms(documents, groups), latest=latest):
        if not isinstance(found, MemoryEntry):
            yield message_entry(found, stream.scope)
        elif stream.is_standing(found):
            yield found


def _having_terms(documents: Documents, groups: Iterable[Collection[str]]) -> Mask:
    """Which documents hold a term of each group."""
    mask: Mask = np.all([documents.postings.bm25(dict.fromkeys(group, 1.0)) > 0 for group in groups], axis=0)
    return mask


def _in_time(
    stream: MemoryStream, matching: Callable[[Documents], Mask], *, latest: bool = False
) -> Iterator[tuple[int, MemoryEntry | Message]]:
    """Game time and what it is, for the experiences and messages that match, by game time, the ``latest`` first if so
    asked, at most `_MOST_READ` of each; those without a time are left out."""
    entries, messages = stream.index.entries, stream.index.follow_messages(stream.state)
    experienced = matching(entries) & entries.of_kinds(*_LIVED)
    found: list[tuple[int, bool, int]] = []
    for documents, mask in ((entries, experienced), (messages, matching(messages))):
        positions = np.flatnonzero(mask & (documents.columns["time"] >= 0))
        times = documents.columns["time"][positions]
        order = np.argsort(-times if latest else times, kind="stable")[:_MOST_READ]
        found += zip(times[order].tolist(), repeat(documents is messages), positions[order].tolist(), strict=False)
    for time, is_message, at in sorted(found, reverse=latest):
        if is_message:
            yield time, stream.state.conversation_history[int(messages.columns["position"][at])]
        else:
            yield time, entries.entries[at]
