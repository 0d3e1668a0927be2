"""Expansion of a question by its implications: synonyms, scene, times and mood. It is a pure function of the game's
state."""

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
"""Most terms added to a query."""
FOR_ONE_WORD = 4
"""Most synonyms added for one word."""
SELDOM = 2
"""Lower bound of the number of memories and messages up to which a word counts as rare; in a long stream one in two
hundred."""
MOST_PRESENT = 4
"""Most people present whose names are added."""
LOW, HIGH = 30.0, 85.0
"""Moods (0 to 100) up to which, and from which on, words that fit the mood are added."""
ASTRAY = 0.5
"""Share of the relevance without filters that hits with filters need; otherwise the filters are dropped."""

_WITH_WORDS = (Preset.HYBRID, Preset.SITUATIONAL)

Recall = Callable[[RecallQuery], Awaitable[list[ScoredMemory]]]


def expanded(state: GameState, npc_id: str, question: str, query: RecallQuery) -> RecallQuery:
    """Expand a query by the implications of a person's question.

    Time expressions become ``since`` and ``until``, "here" alone the place. Rare words get synonyms that occur in the
    memories; "here" and "they" get the names of the place and the people present; an open question gets words that fit
    a very low or high mood.

    Args:
        state: The game.
        npc_id: The person who asks itself.
        question: The question.
        query: The query; its filters are preserved.
    """
    stream = MemoryStream(state, Scope.npc(npc_id))
    parsed = _ParsedQuestion.of(stream, question, query.now)
    changes: dict[str, Any] = {}
    if parsed.time is not None and query.since is None and query.until is None:
        text = parsed if query.text == question else _ParsedQuestion.of(stream, query.text, query.now)
        since, until = parsed.time.span or (None, None)
        changes = {"since": since, "until": until, "text": text.untimed}
    if parsed.is_open and parsed.is_here and query.location_id is None:
        changes["location_id"] = stream.state.npc(npc_id).current_location_id
    if query.preset not in _WITH_WORDS:
        changes.pop("text", None)
        return replace(query, **changes)
    added = tuple(islice(dict.fromkeys(_expansion_terms(stream, parsed, query)), MOST_TERMS))
    return replace(query, terms=(*query.terms, *added), **changes)


async def recall_with_fallback(recall: Recall, plain: RecallQuery, query: RecallQuery) -> list[ScoredMemory]:
    """Return the hits of an expanded ``query``; those with the filters of ``plain`` if there are none or, in `hybrid`,
    less relevant ones."""
    hits = await recall(query)
    filters = {name: getattr(plain, name) for name in ("since", "until", "location_id")}
    anywhere = replace(query, **filters)
    if anywhere == query:
        return hits
    if not hits:
        return await recall(replace(anywhere, text=plain.text))
    if query.preset is not Preset.HYBRID or not topic(query.text):
        return hits
    elsewhere = await recall(anywhere)
    return hits if _relevance(hits) >= ASTRAY * _relevance(elsewhere) else elsewhere


def _relevance(hits: Iterable[ScoredMemory]) -> float:
    """Return the highest relevance of the hits."""
    return max((hit.relevance for hit in hits), default=0.0)


@dataclass(frozen=True)
class _ParsedQuestion:
    """A parsed question.

    Attributes:
        text: The tidy text.
        plain: The text without names.
        time: Its time expression.
        words: Words that may get synonyms.
        is_here: Whether it asks about the current place.
        is_open: Whether it has no topic.
        is_of_somebody: Whether it names another person than its owner.
    """

    text: str
    plain: str
    time: TimeWords | None
    words: tuple[str, ...]
    is_here: bool
    is_open: bool
    is_of_somebody: bool

    @property
    def untimed(self) -> str:
        """The text without its time expression."""
        return self.text if self.time is None else without_spans(self.text, self.time.places)

    @classmethod
    def of(cls, stream: MemoryStream, question: str, now: int) -> "_ParsedQuestion":
        state, folded = stream.state, Folded.of(clipped(question, MAX_QUERY))
        players = NameTable({player.name: [player.id] for player in state.party.ever})
        names = [*mentions_for(state.sheet).names(folded.tidy), *players.find(folded)]
        # "the innkeeper" is a name and a word
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
    """Yield the terms to add, as far as they occur in memories."""
    scene = list(_scene_words(stream, asked))
    level, lines = stream.state.npc(stream.scope.owner_id or "").mood, language_of(stream.state.sheet).lines
    mood = lines("recall.mood", "low" if level <= LOW else "high") if asked.is_open and not LOW < level < HIGH else ()
    others = {word: alike for word in asked.words if (alike := synonyms(word))}
    frequencies = _frequencies(stream, query, [*scene, *mood, *others, *chain.from_iterable(others.values())])
    heard = len(stream.index.follow_messages(stream.state)) if query.messages else 0
    seldom = max(SELDOM, (len(stream) + heard) // 200)
    yield from (word for word in scene if frequencies[word])
    for word, alike in others.items():
        if frequencies[word] <= seldom:
            yield from islice((other for other in alike if frequencies[other]), FOR_ONE_WORD)
    yield from (word for word in mood if frequencies[word])


def _scene_words(stream: MemoryStream, asked: _ParsedQuestion) -> Iterator[str]:
    """Yield the words of the current place's name and of the names of the people present."""
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
    """Return the number of memories (and messages) that contain each word; 0 for one that is not a single term."""
    term_of = {word: found[0] if len(found := analyse(word).terms) == 1 else "" for word in listed}
    messages = [stream.index.follow_messages(stream.state).postings] if query.messages else []
    counts = document_frequencies(term_of.values(), stream.index.entries.postings, *messages)
    return {word: counts[term] for word, term in term_of.items()}
