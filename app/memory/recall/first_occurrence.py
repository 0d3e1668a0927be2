"""When two people first met or somebody first saw something, found in a person's index."""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.mentions import mentions_for
from app.language.analysis.names import Folded, NameTable
from app.language.analysis.terms import analyse
from app.language.language import language_of
from app.language.times.time_words import FirstTime, TimeWords, first_time_words
from app.memory.index.documents import KINDS, Documents, EntryDocuments
from app.memory.stream.kinds import kinds_where
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryOrigin
from app.models.state.game_state import GameState

BEFORE, AFTER = 15, 120
"""Minutes around a first time that belong to it."""
_MOST_READ = 2000  # memories or messages about somebody that are looked through for one that both were there for

_LIVED = [KINDS[kind] for kind in kinds_where(lambda row: row.is_experienced)]
_BY_HEARSAY = (MemoryOrigin.SOCIAL, MemoryOrigin.INTERNAL)

Positions = NDArray[np.integer]


def first_occurrence(stream: MemoryStream, text: str, now: int) -> TimeWords | None:
    """The time meant by "when we first met", "the first time I saw the tower" and the like; None for none."""
    found = first_time_words(language_of(stream.state.sheet), text)
    if found is None:
        return None
    first = next((at for at in _candidates(stream, text, found) if at is not None), None)
    if first is None:
        return None
    spans = {"since": (first, now), "after": (first + 1, now), "before": (0, first - 1)}
    return TimeWords(spans.get(found.side or "", (max(0, first - BEFORE), first + AFTER)), (found.place,))


def _candidates(stream: MemoryStream, text: str, found: FirstTime) -> Iterator[int | None]:
    """Times of what may be meant, likeliest first: named after the words, people named anywhere, the players."""
    state, tail, is_meeting = stream.state, found.tail, found.is_meeting
    for key in _named_ids(stream, tail):
        if key in state.npcs:
            yield _first_meeting(stream, (key,))
        elif not is_meeting:
            yield _first_visit(stream, key)
    terms = () if is_meeting else tuple(dict.fromkeys(analyse(tail).terms))
    if not is_meeting and found.is_here:
        yield _first_visit(stream, state.npc(stream.scope.owner_id or "").current_location_id or "")
    elif terms:
        yield _earliest(stream, lambda each: np.all([each.postings.bm25({term: 1.0}) > 0 for term in terms], axis=0))
    else:
        others = [key for key in _named_ids(stream, text) if key in state.npcs]
        yield from (_first_meeting(stream, (key,)) for key in others)
        yield None if others else _first_meeting(stream, _players(state, text))


def _named_ids(stream: MemoryStream, text: str) -> Iterable[str]:
    """Ids of the people and places named, in order, without the owner."""
    state = stream.state
    ids = (key for found in mentions_for(state.sheet).names(text) for key in found.ids)
    known = (key for key in ids if key in state.npcs or key in state.sheets.locations)
    return dict.fromkeys(key for key in known if key != stream.scope.owner_id)


def _players(state: GameState, text: str) -> tuple[str, ...]:
    """The players who are named, else all."""
    table = NameTable({player.name: [player.id] for player in state.party.players})
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
