"""The preset `hybrid`: words, meaning, neighbours, people, time and importance combined."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.terms import Shape, analyse, topic
from app.language.times.when import QuestionHints, date_relevance, question_hints
from app.memory.index.columns import Columns
from app.memory.index.documents import EntryDocuments, MessageDocuments, entry_candidates, message_candidates
from app.memory.index.message_view import message_entry
from app.memory.index.postings import K1, inverse_frequencies
from app.memory.index.speakers import speakers_named
from app.memory.index.vectors import Vectors, unit_vector
from app.memory.recall.distinct import Distinct
from app.memory.recall.query import Preset, RecallQuery, ScoreBreakdown, ScoredMemory
from app.memory.recall.scoring import best, importance_share, recencies
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry

LIMIT = 10
NAMES = ("words", "meaning", "neighbour", "when", "shape", "who", "recency", "importance")

Floats = NDArray[np.float64]
_NO_MESSAGES = MessageDocuments()


@dataclass(frozen=True, kw_only=True)
class HybridWeights:
    """Weights of `hybrid`. *Relevance* is ``words`` (BM25 as a share of the attainable) and ``meaning`` (cosine).
    ``neighbour`` is the share of the better neighbour's relevance, ``answer`` more of it after a question; ``when`` is
    for the time asked for, half of it in the week after a date; ``shape`` is the share of relevance gained by holding
    the time or number asked for, ``asks`` lost by only asking; ``who`` of all gained where a named speaker speaks."""

    words: float = 1.0
    meaning: float = 0.85
    neighbour: float = 0.5
    answer: float = 0.2
    when: float = 0.3
    shape: float = 0.3
    asks: float = 0.3
    who: float = 0.4
    recency: float = 0.02
    importance: float = 0.02


@dataclass(frozen=True)
class _Question:
    """A query, read once for all documents."""

    terms: dict[str, float]
    attainable: float
    vector: Vectors | None
    asked: QuestionHints
    who: dict[str, float]
    now: int


def hybrid(stream: MemoryStream, query: RecallQuery, weights: HybridWeights) -> list[ScoredMemory]:
    """The memories and messages that answer the query best, without duplicates."""
    index = stream.index
    entries = index.entries
    messages = index.follow_messages(stream.state) if query.messages else _NO_MESSAGES
    allowed = entry_candidates(entries, query), message_candidates(messages, query)
    limit = LIMIT if query.limit is None else query.limit
    sizes = (len(found if only is None else only) for found, only in zip((entries, messages), allowed, strict=True))
    if not limit or not any(sizes):
        return []
    question = _question(entries, messages, query)
    parts = _parts(entries, question, weights), _parts(messages, question, weights)
    scores = [reduce(np.add, found) for found in parts]
    chosen = Distinct(stream)
    memories: list[MemoryEntry] = []
    rows: list[list[float]] = []
    for space, document in _descending(scores, allowed, limit):
        found = messages if space else entries
        if space:
            message = stream.state.conversation_history[int(messages.columns["position"][document])]
            memory = message_entry(message, stream.scope)
        else:
            memory = entries.entries[document]
        if not chosen.take(memory, found.postings.length(document), int(found.columns["sketch"][document])):
            continue
        memories.append(memory)
        rows.append([part[document] for part in parts[space]])
        if len(memories) == limit:
            break
    given = tuple(np.array(rows).reshape(len(rows), len(NAMES)).T)
    return ScoreBreakdown(Preset.HYBRID, NAMES, given, wanted=frozenset(question.terms)).hits(memories)


def _question(entries: EntryDocuments, messages: MessageDocuments, query: RecallQuery) -> _Question:
    days = (int(documents.columns["day"].max(initial=0)) for documents in (entries, messages) if query.dates)
    named = (name for documents in (entries, messages) for name in speakers_named(documents, query.words))
    found = topic(query.words, "recall.frame") or analyse(query.words).terms
    terms = inverse_frequencies(found, entries.postings, messages.postings)
    return _Question(
        terms=terms,
        attainable=(K1 + 1) * sum(terms.values()),
        vector=unit_vector(query.vector) if query.vector is not None else None,
        asked=question_hints(query.words, query.now, max(days, default=0)),
        who=dict.fromkeys(analyse(" ".join(named)).terms, 1.0),
        now=query.now,
    )


def _parts(
    documents: EntryDocuments | MessageDocuments, question: _Question, weights: HybridWeights
) -> tuple[Floats, ...]:
    """The components of every document, in the order of `NAMES`."""
    columns = documents.columns
    none = np.zeros(len(documents))
    if not len(documents):
        return (none,) * len(NAMES)
    words = documents.postings.bm25(question.terms)
    words *= weights.words / (question.attainable or 1.0)
    meaning = none
    if question.vector is not None and weights.meaning:
        meaning = np.maximum(documents.vectors.similarities(question.vector), 0).astype(np.float64)
        meaning *= weights.meaning
    relevance = words + meaning
    shape = columns["shape"]
    neighbour = neighbour_gain(relevance, columns["follows"], (shape & int(Shape.ASKS)) != 0, weights)
    when = none
    if question.asked.span is not None or question.asked.days is not None:
        when = weights.when * _when(documents.columns, question.asked)
    gained = relevance * _gains(int(question.asked.shape), weights)[shape]
    who = none
    if question.who:
        who = (weights.who * (documents.postings.bm25(question.who) > 0)) * (relevance + neighbour + when + gained)
    recency = recencies(question.now - columns["time"], columns["decay_rate"])
    recency *= weights.recency
    importance = weights.importance * importance_share(columns["importance"])
    return words, meaning, neighbour, when, gained, who, recency, importance


def _when(columns: Columns, asked: QuestionHints) -> Floats:
    """From 0 to 1, how well each document fits the time asked for."""
    found = np.zeros(len(columns))
    if asked.span is not None:
        time = columns["time"]
        found[(time >= asked.span[0]) & (time <= asked.span[1])] = 1.0
    if asked.days is not None:
        np.maximum(found, date_relevance(columns["day"], asked.days), out=found)
    return found


@lru_cache(maxsize=64)
def _gains(asked: int, weights: HybridWeights) -> Floats:
    """By a text's shape, the share of its relevance that it gains or loses."""
    asks = int(Shape.ONLY_ASKS)
    gains = [weights.shape * bool(shape & asked) - weights.asks * bool(shape & asks) for shape in range(2 * asks)]
    return np.array(gains)


def neighbour_gain(
    relevance: Floats, follows: NDArray[np.bool_], asks: NDArray[np.bool_], weights: HybridWeights
) -> Floats:
    """What each document gains from the better of its two neighbours."""
    found = np.zeros(len(relevance))
    if len(relevance) > 1:
        joined = follows[1:]
        found[1:] = relevance[:-1] * (joined * (weights.neighbour + weights.answer * asks[:-1]))
        np.maximum(found[:-1], relevance[1:] * (joined * weights.neighbour), out=found[:-1])
    return found


def _descending(
    scores: Sequence[Floats], allowed: Sequence[NDArray[np.intp] | None], limit: int
) -> Iterator[tuple[int, int]]:
    """(0 for entry or 1 for message, document), best first; ties in order, entries first. Sorted as far as read."""
    open_to = [found if only is None else found[only] for found, only in zip(scores, allowed, strict=True)]
    together = np.concatenate(open_to) if len(open_to[1]) else open_to[0]
    count, done = 2 * limit + 16, 0
    while done < len(together):
        ranked = best(together, count)
        for position in ranked[done:].tolist():
            space = int(position >= len(open_to[0]))
            within, only = position - space * len(open_to[0]), allowed[space]
            yield space, within if only is None else int(only[within])
        done, count = len(ranked), 8 * count
