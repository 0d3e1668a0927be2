"""When two met for the first time, or somebody first saw something: found by the index of the one who remembers."""

from collections.abc import Collection, Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.mentions import mentions_for
from app.language.analysis.names import Folded, NameTable
from app.language.analysis.terms import analyse
from app.language.language import language_of
from app.language.times.time_words import FirstTime, Side, TimeWords, first_time_words
from app.language.times.when import Span
from app.memory.index.documents import KINDS, Documents, EntryDocuments
from app.memory.stream.kinds import kinds_where
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryOrigin
from app.models.state.game_state import GameState

BEFORE, AFTER = 15, 120
"""Minutes around a first time that belong to it."""
_MOST_READ = 2000
"""Memories or messages about somebody that are looked through for one that both were there for."""

_LIVED = [KINDS[kind] for kind in kinds_where(lambda row: row.is_lived)]
_BY_HEARSAY = (MemoryOrigin.SOCIAL, MemoryOrigin.INTERNAL)

Positions = NDArray[np.integer]


def first_time(stream: MemoryStream, text: str, now: int) -> TimeWords | None:
    """The time around which "when we first met", "the first time I saw the tower" and the like was.

    None where the text says no such thing, or nothing is remembered of it. ``stream`` is a person's.
    """
    found = first_time_words(language_of(stream.state.sheet), text)
    if found is None:
        return None
    first = next((at for at in _firsts(stream, text, found) if at is not None), None)
    if first is None:
        return None
    return TimeWords(_span(found.side, first, now), (found.place,))


def _span(side: Side | None, first: int, now: int) -> Span:
    match side:
        case "since":
            return first, now
        case "after":
            return first + 1, now
        case "before":
            return 0, first - 1
        case _:
            return max(0, first - BEFORE), first + AFTER


def _firsts(stream: MemoryStream, text: str, found: FirstTime) -> Iterator[int | None]:
    """Times of what may be meant, the likeliest first.

    Who or what is named after the words, then who is named anywhere, then the players. A meeting is one of people: the
    place that is named beside it is where it was.
    """
    state, tail, is_meeting = stream.state, found.tail, found.is_meeting
    for key in _named(stream, tail):
        if key in state.npcs:
            yield _met(stream, (key,))
        elif not is_meeting:
            yield _at_place(stream, key)
    terms = () if is_meeting else tuple(dict.fromkeys(analyse(tail).terms))
    if not is_meeting and found.is_here:
        yield _at_place(stream, state.npc(stream.scope.owner_id or "").current_location_id or "")
    elif terms:
        yield _told(stream, terms)
    else:
        others = [key for key in _named(stream, text) if key in state.npcs]
        yield from (_met(stream, (key,)) for key in others)
        yield None if others else _met(stream, _players(state, text))


def _named(stream: MemoryStream, text: str) -> Iterable[str]:
    """People and places by id, in the order in which they are named, without the one who remembers."""
    state = stream.state
    ids = (key for found in mentions_for(state.sheet).names(text) for key in found.ids)
    known = (key for key in ids if key in state.npcs or key in state.sheets.locations)
    return dict.fromkeys(key for key in known if key != stream.scope.owner_id)


def _players(state: GameState, text: str) -> tuple[str, ...]:
    """The players who are named, else all."""
    everybody = tuple(player.id for player in state.party.players)
    table = NameTable({player.name: [player.id] for player in state.party.players})
    named = [key for found in table.find(Folded.of(text)) for key in found.ids]
    return tuple(dict.fromkeys(named)) or everybody


def _met(stream: MemoryStream, keys: Collection[str]) -> int | None:
    """The first time that the owner was together with one of these: what it has only heard of them does not count."""
    index, state = stream.index, stream.state
    entries, messages = index.entries, index.follow_messages(state)
    times: list[int] = []
    for position in _in_time(entries, _about(entries, keys), _lived(entries)):
        entry = entries.entries[position]
        if entry.origin not in _BY_HEARSAY or entry.origin_id in keys:
            times.append(int(entries.columns["time"][position]))
            break
    for document in _in_time(messages, _about(messages, keys)):
        message = state.conversation_history[int(messages.columns["position"][document])]
        if not {message.speaker_id, *message.addressee_ids, *message.witness_ids}.isdisjoint(keys):
            times.append(message.game_time)
            break
    return min(times, default=None)


def _at_place(stream: MemoryStream, place_id: str) -> int | None:
    index = stream.index
    entries, messages = index.entries, index.follow_messages(stream.state)
    return _earliest(
        (entries, np.flatnonzero((entries.columns["place"] == entries.places.known(place_id)) & _lived(entries))),
        (messages, np.flatnonzero(messages.columns["place"] == messages.places.known(place_id))),
    )


def _told(stream: MemoryStream, terms: Sequence[str]) -> int | None:
    """The first time that all of these words stand in what is remembered."""
    index = stream.index
    entries, messages = index.entries, index.follow_messages(stream.state)
    return _earliest(
        (entries, np.flatnonzero(_holding(entries, terms) & _lived(entries))),
        (messages, np.flatnonzero(_holding(messages, terms))),
    )


def _earliest(*found: tuple[Documents, Positions]) -> int | None:
    times = [next(iter(_in_time(documents, positions)), None) for documents, positions in found]
    return min(
        (
            int(documents.columns["time"][position])
            for (documents, _), position in zip(found, times, strict=True)
            if position is not None
        ),
        default=None,
    )


def _lived(entries: EntryDocuments) -> NDArray[np.bool_]:
    """Which entries are of something that happened, and not of what was known, planned or thought."""
    return np.isin(entries.columns["kind"], _LIVED)


def _about(documents: Documents, keys: Collection[str]) -> Positions:
    return np.unique(np.concatenate([documents.subjects.of(key.casefold()) for key in keys]))


def _holding(documents: Documents, terms: Sequence[str]) -> NDArray[np.bool_]:
    holding = np.ones(len(documents), dtype=np.bool_)
    for term in terms:
        holding &= documents.postings.bm25({term: 1.0}) > 0
    return holding


def _in_time(documents: Documents, positions: Positions, among: NDArray[np.bool_] | None = None) -> list[int]:
    """Positions by game time, those without one left out; at most `_MOST_READ`."""
    chosen = positions if among is None else positions[among[positions]]
    times = documents.columns["time"][chosen]
    chosen, times = chosen[times >= 0], times[times >= 0]
    found: list[int] = chosen[np.argsort(times, kind="stable")][:_MOST_READ].tolist()
    return found
