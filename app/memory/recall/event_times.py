"""When two people first met, somebody first saw something or an event was, found in the index of a scope."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.mentions import mentions_for
from app.language.analysis.names import Folded, NameTable
from app.language.analysis.synonyms import synonyms
from app.language.analysis.terms import Shape, analyse, term_set, topic
from app.language.analysis.text import mask_spans
from app.language.language import language_of
from app.language.times.time_words import FirstTime, TimeWords, beside, event_words, first_time_words
from app.memory.index.documents import KINDS, Documents, EntryDocuments
from app.memory.stream.kinds import kinds_where
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryOrigin
from app.models.messages.message import Role
from app.models.messages.speech import ActKind
from app.models.state.game_state import GameState

BEFORE, AFTER = 15, 120
"""Minutes around a first time that belong to it."""
_MOST_READ = 2000  # memories or messages about somebody that are looked through for one that both were there for

_LIVED = [KINDS[kind] for kind in kinds_where(lambda row: row.is_experienced)]
_BY_HEARSAY = (MemoryOrigin.SOCIAL, MemoryOrigin.INTERNAL)

Positions = NDArray[np.integer]


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
    """When what is named was: the first that is remembered or was said with all its words (or synonyms), else the first
    that was told."""
    terms = topic(event)
    for groups in ([{term} for term in terms], [{term, *term_set(" ".join(synonyms(term)))} for term in terms]):
        if found := min(_holding(stream, groups, asked), default=None):
            return found[1]
    return None


def _holding(stream: MemoryStream, groups: Sequence[set[str]], asked: str) -> Iterator[tuple[bool, int]]:
    """Whether it is a narrator's prose, which often only describes, and the time, for what holds a term of each group:
    no questions, and nothing that is dated by it in the words ``asked``."""
    entries, messages = stream.index.entries, stream.index.follow_messages(stream.state)

    def holding(documents: Documents) -> Positions:
        held = [documents.postings.bm25(dict.fromkeys(group, 1.0)) > 0 for group in groups]
        return np.flatnonzero(np.all(held, axis=0) & (documents.columns["shape"] & int(Shape.ONLY_ASKS) == 0))

    for at in _in_time(entries, holding(entries), _experienced(entries)):
        yield False, int(entries.columns["time"][at])
    for at in _in_time(messages, holding(messages)):
        message = stream.state.conversation_history[int(messages.columns["position"][at])]
        only_asks = bool(message.acts) and all(act.kind is ActKind.QUESTION for act in message.acts)
        if asked not in message.content and not only_asks:
            yield message.role is Role.NARRATOR, message.game_time


def _candidates(stream: MemoryStream, text: str, found: FirstTime) -> Iterator[int | None]:
    """Times of what may be meant, likeliest first: named after the words, people named anywhere, the players."""
    state, tail, is_meeting = stream.state, found.tail, found.is_meeting
    for key in _named_ids(stream, tail):
        if key in state.npcs:
            yield _first_meeting(stream, (key,))
        elif not is_meeting:
            yield _first_visit(stream, key)
    terms = () if is_meeting else tuple(dict.fromkeys(analyse(tail).terms))
    owner = state.npcs.get(stream.scope.owner_id or "")
    if not is_meeting and found.is_here:
        yield _first_visit(stream, (owner or state.scenario).current_location_id or "")
    elif terms:
        yield _earliest(stream, lambda each: np.all([each.postings.bm25({term: 1.0}) > 0 for term in terms], axis=0))
    else:
        others = [key for key in _named_ids(stream, text) if key in state.npcs]
        yield from (_first_meeting(stream, (key,)) for key in others)
        yield None if others or owner is None else _first_meeting(stream, _players(state, text))


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


def _first_meeting(stream: MemoryStream, keys: Collection[str]) -> int | None:
    """The first time together with one of these; hearsay does not count."""
    index, state = stream.index, stream.state
    entries, messages = index.entries, index.follow_messages(state)
    lived = _in_time(entries, _about(entries, keys), _experienced(entries))
    own = (at for at in lived if (entry := entries.entries[at]).origin not in _BY_HEARSAY or entry.origin_id in keys)
    spoken = (int(messages.columns["position"][at]) for at in _in_time(messages, _about(messages, keys)))
    said = (state.conversation_history[position] for position in spoken)
    with_them = (m for m in said if not {m.speaker_id, *m.addressee_ids, *m.witness_ids}.isdisjoint(keys))
    times = [*(int(entries.columns["time"][at]) for at in islice(own, 1)), *(m.game_time for m in islice(with_them, 1))]
    return min(times, default=None)


def _first_visit(stream: MemoryStream, place_id: str) -> int | None:
    return _earliest(stream, lambda documents: documents.columns["place"] == documents.places.known(place_id))


def _earliest(stream: MemoryStream, matching: Callable[[Documents], NDArray[np.bool_]]) -> int | None:
    """The time of the first experience or message among the matching ones."""
    entries, messages = stream.index.entries, stream.index.follow_messages(stream.state)
    masks = (entries, matching(entries) & _experienced(entries)), (messages, matching(messages))
    firsts = [(documents, _in_time(documents, np.flatnonzero(mask))[:1]) for documents, mask in masks]
    return min((int(documents.columns["time"][at]) for documents, first in firsts for at in first), default=None)


def _experienced(entries: EntryDocuments) -> NDArray[np.bool_]:
    return np.isin(entries.columns["kind"], _LIVED)


def _about(documents: Documents, keys: Collection[str]) -> Positions:
    return np.unique(np.concatenate([documents.subjects.of(key.casefold()) for key in keys]))


def _in_time(documents: Documents, positions: Positions, among: NDArray[np.bool_] | None = None) -> list[int]:
    """Positions by game time, at most `_MOST_READ`; those without a time are left out."""
    chosen = positions if among is None else positions[among[positions]]
    times = documents.columns["time"][chosen]
    chosen, times = chosen[times >= 0], times[times >= 0]
    found: list[int] = chosen[np.argsort(times, kind="stable")][:_MOST_READ].tolist()
    return found
