"""Times of events: first meetings, first sights and named events, found in the index of a scope."""

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
from app.language.times.time_words import FirstTime, TimeWords, event_words, first_time_words, relative_span
from app.memory.index.documents import Documents, having
from app.memory.index.message_view import message_entry
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryOrigin
from app.models.memory_kinds import kinds_where
from app.models.messages.message import Message, Role
from app.models.messages.speech import ActKind
from app.models.state.game_state import GameState

BEFORE, AFTER = 15, 120
"""Game minutes before and after a first time that belong to it."""
_MOST_READ = 2000  # memories or messages about a person that are searched for one at which both were present

_LIVED = kinds_where(lambda row: row.is_experienced)
_BY_HEARSAY = (MemoryOrigin.SOCIAL, MemoryOrigin.INTERNAL)

Mask = NDArray[np.bool_]


def time_by_event(stream: MemoryStream, text: str, now: int) -> TimeWords | None:
    """Return the time meant by "when we first met", "the first time I saw the tower", "before the fire" and the like;
    None if a text names no such time. A name alone is no event: what was "before the chapel" was in front of it."""
    language = language_of(stream.state.sheet)
    if expression := first_time_words(language, text):
        if (first := next((at for at in _candidates(stream, text, expression) if at is not None), None)) is None:
            return None
        around = (first, first) if expression.side else (max(0, first - BEFORE), first + AFTER)
        return TimeWords(relative_span(around, expression.side, now), (expression.place,))
    for place, side, event in event_words(language, text):
        names = mentions_for(stream.state.sheet).names(event)
        if topic(mask_spans(event, [(name.start, name.end) for name in names])):
            at = _event(stream, event, text[slice(*place)])
            return TimeWords(None if at is None else relative_span((at, at), side, now), (place,))
    return None


def _event(stream: MemoryStream, event: str, asked: str) -> int | None:
    """Return the time of a named event: the first one, or the latest if the text says so, in memories and speech with
    all its words (or synonyms), else in narration."""
    which = language_of(stream.state.sheet).pattern("recall.which")
    is_latest = (named := which.search(event)) is not None and named["latest"] is not None
    terms = topic(which.sub(" ", event)) or topic(event)
    for groups in ([{term} for term in terms], [{term, *term_set(" ".join(synonyms(term)))} for term in terms]):
        if holding := list(_holding(stream, groups, asked)):
            is_narration = min(holding)[0]
            times = [at for is_prose, at in holding if is_prose is is_narration]
            return max(times) if is_latest else min(times)
    return None


def _holding(stream: MemoryStream, groups: Sequence[Collection[str]], asked: str) -> Iterator[tuple[bool, int]]:
    """Yield (whether it is narration, which often only describes; its time) for documents with a term of each group,
    without questions and without messages that contain the words ``asked``."""

    def stating(documents: Documents) -> Mask:
        only_asks: Mask = (documents.columns["shape"] & int(Shape.ONLY_ASKS)) != 0
        return _having_terms(documents, groups) & ~only_asks

    for at, document in _in_time(stream, stating):
        if isinstance(document, MemoryEntry):
            yield False, at
        elif asked not in document.content and {act.kind for act in document.acts} != {ActKind.QUESTION}:
            yield document.role is Role.NARRATOR, at


def _candidates(stream: MemoryStream, text: str, expression: FirstTime) -> Iterator[int | None]:
    """Yield times that may be meant, likeliest first: of names after the words, of people named anywhere, of the
    players."""
    state, tail, is_meeting = stream.state, expression.tail, expression.is_meeting
    for key in _named_ids(stream, tail):
        if key in state.npcs:
            yield _time_of(first_meeting(stream, (key,)))
        elif not is_meeting:
            yield _first_visit(stream, key)
    terms = () if is_meeting else tuple(dict.fromkeys(analyse(tail).terms))
    owner = state.npcs.get(stream.scope.owner_id or "")
    if not is_meeting and expression.is_here:
        yield _first_visit(stream, (owner or state.scenario).current_location_id or "")
    elif terms:
        yield _earliest(stream, lambda documents: _having_terms(documents, [[term] for term in terms]))
    else:
        others = [key for key in _named_ids(stream, text) if key in state.npcs]
        yield from (_time_of(first_meeting(stream, (key,))) for key in others)
        yield None if others or owner is None else _time_of(first_meeting(stream, _players(state, text)))


def _named_ids(stream: MemoryStream, text: str) -> Iterable[str]:
    """Return the ids of the people and places named, in order, without the owner."""
    state = stream.state
    ids = (key for mention in mentions_for(state.sheet).names(text) for key in mention.ids)
    known = (key for key in ids if key in state.npcs or key in state.sheets.locations)
    return dict.fromkeys(key for key in known if key != stream.scope.owner_id)


def _players(state: GameState, text: str) -> tuple[str, ...]:
    """Return the ids of the players named, else of all."""
    table = NameTable({player.name: [player.id] for player in state.party.ever})
    named = [key for mention in table.find(Folded.of(text)) for key in mention.ids]
    return tuple(dict.fromkeys(named)) or tuple(player.id for player in state.party.players)


def _time_of(memory: MemoryEntry | None) -> int | None:
    return None if memory is None else memory.game_time


def first_meeting(stream: MemoryStream, keys: Collection[str]) -> MemoryEntry | None:
    """Return the memory, or a message as one, of the first time together with one of these; hearsay does not count."""
    for _, document in _in_time(stream, lambda documents: having(documents.subjects, keys, len(documents))):
        if isinstance(document, MemoryEntry):
            if document.origin not in _BY_HEARSAY or document.origin_id in keys:
                return document
        elif not {document.speaker_id, *document.addressee_ids, *document.witness_ids}.isdisjoint(keys):
            return message_entry(document, stream.scope)
    return None


def _first_visit(stream: MemoryStream, place_id: str) -> int | None:
    return _earliest(stream, lambda documents: documents.columns["place"] == documents.places.known(place_id))


def _earliest(stream: MemoryStream, matching: Callable[[Documents], Mask]) -> int | None:
    return next((at for at, _ in _in_time(stream, matching)), None)


def occurrences(stream: MemoryStream, terms: Collection[str], *, latest: bool) -> Iterator[MemoryEntry]:
    """Yield active experiences, and messages, with all these terms, in order of time, the ``latest`` first if set."""
    groups = [[term] for term in terms]
    for _, document in _in_time(stream, lambda documents: _having_terms(documents, groups), latest=latest):
        if not isinstance(document, MemoryEntry):
            yield message_entry(document, stream.scope)
        elif stream.is_active(document):
            yield document


def _having_terms(documents: Documents, groups: Iterable[Collection[str]]) -> Mask:
    """Return a mask of the documents with a term of each group."""
    mask: Mask = np.all([documents.postings.bm25(dict.fromkeys(group, 1.0)) > 0 for group in groups], axis=0)
    return mask


def _in_time(
    stream: MemoryStream, matching: Callable[[Documents], Mask], *, latest: bool = False
) -> Iterator[tuple[int, MemoryEntry | Message]]:
    """Yield (game time, document) for matching experiences and messages in order of time, the ``latest`` first if set,
    at most `_MOST_READ` of each; documents without a time are left out."""
    entries, messages = stream.index.entries, stream.index.follow_messages(stream.state)
    experienced = matching(entries) & entries.of_kinds(*_LIVED)
    matches: list[tuple[int, bool, int]] = []
    for documents, mask in ((entries, experienced), (messages, matching(messages))):
        positions = np.flatnonzero(mask & (documents.columns["time"] >= 0))
        times = documents.columns["time"][positions]
        order = np.argsort(-times if latest else times, kind="stable")[:_MOST_READ]
        matches += zip(times[order].tolist(), repeat(documents is messages), positions[order].tolist(), strict=False)
    for time, is_message, at in sorted(matches, reverse=latest):
        if is_message:
            yield time, stream.state.conversation_history[int(messages.columns["position"][at])]
        else:
            yield time, entries.entries[at]
