"""Expanding a question by what it implies: synonyms, the scene, times, moods; a pure function of the game's state."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

from app.language.analysis.mentions import mentions_for
from app.language.analysis.names import Folded, NameTable
from app.language.analysis.synonyms import synonyms
from app.language.analysis.terms import analyse, topic
from app.language.analysis.text import MASK, mask_spans, words
from app.language.language import language_of
from app.language.times.time_words import TimeWords, time_words, without_spans
from app.memory.index.postings import document_frequencies
from app.memory.prompt_data import clipped
from app.memory.recall.event_times import time_by_event
from app.memory.recall.query import MAX_QUERY, Preset, RecallQuery, ScoredMemory
from app.memory.stream.stream import MemoryStream
from app.models.memory import Scope
from app.models.state.game_state import GameState

MOST_TERMS = 16
FOR_ONE_WORD = 4
SELDOM = 2
"""Memories and messages up to which a word counts as seldom used, at least; in a long stream one in two hundred."""
MOST_PRESENT = 4
LOW, HIGH = 30.0, 85.0
"""Moods at and below, at and above which the mood brings up what fits it."""
ASTRAY = 0.5
"""The part of the relevance found anywhere that must be found within a filter, for the filter to stand."""

_WITH_WORDS = (Preset.HYBRID, Preset.SITUATIONAL)

Recall = Callable[[RecallQuery], Awaitable[list[ScoredMemory]]]


def expanded(state: GameState, npc_id: str, question: str, query: RecallQuery) -> RecallQuery:
    """The query expanded by what a person's question implies; existing filters stay. Words of time become ``since`` and
    ``until``, "here" alone the place; rare words get synonyms that the memories use; "here" and "they" get the names of
    the place and those present; an open question gets words that fit a very low or high mood."""
    stream = MemoryStream(state, Scope.npc(npc_id))
    asked = _ParsedQuestion.of(stream, question, query.now)
    changes: dict[str, Any] = {}
    if asked.time is not None and query.since is None and query.until is None:
        text = asked if query.text == question else _ParsedQuestion.of(stream, query.text, query.now)
        since, until = asked.time.span or (None, None)
        changes = {"since": since, "until": until, "text": text.untimed}
    if asked.is_open and asked.is_here and query.location_id is None:
        changes["location_id"] = stream.state.npc(npc_id).current_location_id
    if query.preset not in _WITH_WORDS:
        changes.pop("text", None)
        return replace(query, **changes)
    added = tuple(islice(dict.fromkeys(_expansion_terms(stream, asked, query)), MOST_TERMS))
    return replace(query, terms=(*query.terms, *added), **changes)


async def recall_with_fallback(recall: Recall, plain: RecallQuery, query: RecallQuery) -> list[ScoredMemory]:
    """The hits of an expanded ``query``; with the filters of ``plain`` where it has none or, in `hybrid`, poor ones."""
    found = await recall(query)
    filters = {name: getattr(plain, name) for name in ("since", "until", "location_id")}
    anywhere = replace(query, **filters)
    if anywhere == query:
        return found
    if not found:
        return await recall(replace(anywhere, text=plain.text))
    if query.preset is not Preset.HYBRID or not topic(query.text):
        return found
    elsewhere = await recall(anywhere)
    return found if _relevance(found) >= ASTRAY * _relevance(elsewhere) else elsewhere


def _relevance(hits: Iterable[ScoredMemory]) -> float:
    """Words and meaning of the best hit."""
    parts = (hit.components for hit in hits)
    return max((part["words"] + part["meaning"] for part in parts), default=0.0)


@dataclass(frozen=True)
class _ParsedQuestion:
    """``plain``: the text without names; ``words`` may get synonyms; ``is_of_somebody``: it names somebody else."""

    text: str
    plain: str
    time: TimeWords | None
    words: tuple[str, ...]
    is_here: bool
    is_open: bool
    is_of_somebody: bool

    @property
    def untimed(self) -> str:
        """The text without its words of time."""
        return self.text if self.time is None else without_spans(self.text, self.time.places)

    @classmethod
    def of(cls, stream: MemoryStream, question: str, now: int) -> "_ParsedQuestion":
        state, folded = stream.state, Folded.of(clipped(question, MAX_QUERY))
        players = NameTable({player.name: [player.id] for player in state.party.ever})
        names = [*mentions_for(state.sheet).names(folded.tidy), *players.find(folded)]
        # "the innkeeper" is somebody's name, and a word all the same
        plain = mask_spans(folded.tidy, [(name.start, name.end) for name in names if name.written[:1].isupper()])
        time = time_words(plain, now) or time_by_event(stream, folded.tidy, now)
        here = language_of(state.sheet).pattern("recall.here").search(plain)
        left = without_spans(plain, [*(time.places if time else ()), *([here.span()] if here else [])])
        others = {player.id for player in state.party.ever}.union(state.npcs) - {stream.scope.owner_id}
        return cls(
            text=folded.tidy,
            plain=plain,
            time=time,
            words=tuple(word for at, word in enumerate(words(left)) if not (at and word[0].isupper())),
            is_here=here is not None,
            is_open=not topic(left) and MASK not in left,
            is_of_somebody=any(key in others for name in names for key in name.ids),
        )


def _expansion_terms(stream: MemoryStream, asked: _ParsedQuestion, query: RecallQuery) -> Iterator[str]:
    """The terms to add, as far as they occur in what is remembered."""
    scene = list(_scene_words(stream, asked))
    felt, lines = stream.state.npc(stream.scope.owner_id or "").mood, language_of(stream.state.sheet).lines
    mood = lines("recall.mood", "low" if felt <= LOW else "high") if asked.is_open and not LOW < felt < HIGH else ()
    others = {word: found for word in asked.words if (found := synonyms(word))}
    frequencies = _frequencies(stream, query, [*scene, *mood, *others, *chain.from_iterable(others.values())])
    heard = len(stream.index.follow_messages(stream.state)) if query.messages else 0
    seldom = max(SELDOM, (len(stream) + heard) // 200)
    yield from (word for word in scene if frequencies[word])
    for word, found in others.items():
        if frequencies[word] <= seldom:
            yield from islice((other for other in found if frequencies[other]), FOR_ONE_WORD)
    yield from (word for word in mood if frequencies[word])


def _scene_words(stream: MemoryStream, asked: _ParsedQuestion) -> Iterator[str]:
    """The words of this place's name and of the names of those present."""
    state, npc = stream.state, stream.state.npc(stream.scope.owner_id or "")
    here = npc.current_location_id
    if here is None:
        return
    if asked.is_here and not asked.is_open:
        yield from words(state.sheets.location(here).name)
    if language_of(state.sheet).pattern("recall.they").search(asked.plain) and not asked.is_of_somebody:
        party = state.party.players if state.scenario.current_location_id == here else []
        present = [state.name(other.instance_id) for other in state.present(here) if other is not npc]
        for name in [*(player.name for player in party), *present][:MOST_PRESENT]:
            yield from words(name)


def _frequencies(stream: MemoryStream, query: RecallQuery, listed: Iterable[str]) -> dict[str, int]:
    """In how many memories (and messages) each word occurs; 0 for one that is not a single term."""
    term_of = {word: found[0] if len(found := analyse(word).terms) == 1 else "" for word in listed}
    messages = [stream.index.follow_messages(stream.state).postings] if query.messages else []
    counts = document_frequencies(term_of.values(), stream.index.entries.postings, *messages)
    return {word: counts[term] for word, term in term_of.items()}
