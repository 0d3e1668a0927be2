"""The preset `hybrid`: words, meaning, neighbours, people, time and importance combined."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.terms import Shape, analyse, topic
from app.language.times.when import QuestionHints, date_relevance, question_hints
from app.memory.index.columns import Columns
from app.memory.index.documents import EntryDocuments, MessageDocuments, entry_candidates, message_candidates
from app.memory.index.message_view import message_entry
from app.memory.index.postings import K1, inverse_frequencies
from app.memory.index.speakers import speakers_named, spoken_by
from app.memory.index.vectors import Vectors, unit_vector
from app.memory.recall.distinct import Distinct
from app.memory.recall.query import BY_MEANING, Preset, RecallQuery, ScoreBreakdown, ScoredMemory
from app.memory.recall.scoring import best, importance_share, recencies
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry

LIMIT = 10

Floats = NDArray[np.float64]
_NO_MESSAGES = MessageDocuments()


@dataclass(frozen=True, kw_only=True)
class HybridWeights:
    """What each signal of a document counts; the score is their sum. Trained by `benchmarks.train_recall` but for
    ``recency`` and ``importance``, which dialogues say nothing of.

    ``words`` is BM25 as a share of the attainable, ``meaning`` the cosine, both from 0 to 1. ``near_words`` and
    ``near_meaning`` are those of up to three documents before and after in the same scene, see `NEAR`. ``answer`` is
    the meaning of the question before a document, ``scene`` the best meaning in its scene; without a vector both are
    of words. ``length`` is ln(1 + terms); ``when`` is how well it fits the time asked for. The others are 0 or 1:
    whether it holds the time or number asked for, only asks, is spoken by a person named, or names one."""

    words: float = 0.4
    meaning: float = 1.0
    near_words: float = 1.24
    near_meaning: float = 0.84
    answer: float = 0.34
    scene: float = 0.28
    when: float = 1.02
    shape: float = 0.16
    asks: float = -0.04
    speaker: float = 0.28
    mention: float = 0.16
    length: float = 0.19
    recency: float = 0.02
    importance: float = 0.02


WITH_MEANING = HybridWeights()
WORDS_ALONE = HybridWeights(
    words=1.0,
    meaning=0.0,
    near_words=1.42,
    near_meaning=0.0,
    scene=0.29,
    when=0.72,
    shape=0.13,
    asks=-0.03,
    speaker=0.16,
    mention=0.07,
    length=0.13,
)
NAMES = tuple(field.name for field in fields(HybridWeights))
FEW = 8
"""Documents of which the median counts half."""
UNRELATED = 0.25
"""The meaning that unrelated sentences may have with the embedded embedder. More is never usual: a whole stream may be
about what is asked."""
NEAR = (0.5, 0.3, 0.2)
"""What the first, second and third document before and after count for the one between them."""


@dataclass(frozen=True)
class ReadQuery:
    """A query, read once for all documents."""

    terms: dict[str, float]
    attainable: float
    vector: Vectors | None
    asked: QuestionHints
    named: tuple[str, ...]
    who: dict[str, float]
    now: int


def hybrid(stream: MemoryStream, query: RecallQuery, weights: HybridWeights | None = None) -> list[ScoredMemory]:
    """The memories and messages that answer the query best, without duplicates. ``weights`` replace those trained."""
    if weights is None:
        weights = WORDS_ALONE if query.vector is None else WITH_MEANING
    index = stream.index
    entries = index.entries
    messages = index.follow_messages(stream.state) if query.messages else _NO_MESSAGES
    allowed = entry_candidates(entries, query), message_candidates(messages, query)
    limit = LIMIT if query.limit is None else query.limit
    sizes = (len(found if only is None else only) for found, only in zip((entries, messages), allowed, strict=True))
    if not limit or not any(sizes):
        return []
    question, values = read_query(entries, messages, query), [getattr(weights, name) for name in NAMES]
    parts = [
        [value * signal for value, signal in zip(values, signals(documents, question), strict=True)]
        for documents in (entries, messages)
    ]
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
        if not chosen.take(memory, int(found.postings.lengths[document]), int(found.columns["sketch"][document])):
            continue
        memories.append(memory)
        rows.append([part[document] for part in parts[space]])
        if len(memories) == limit:
            break
    given = tuple(np.array(rows).reshape(len(rows), len(NAMES)).T)
    usual = 0.0 if query.vector is None else _usual_meaning(parts, weights)
    return ScoreBreakdown(Preset.HYBRID, NAMES, given, frozenset(question.terms), usual=usual).hits(memories)


def _usual_meaning(parts: Sequence[Sequence[Floats]], weights: HybridWeights) -> float:
    """The median of `BY_MEANING` over all documents, drawn towards that of unrelated ones where they are few."""
    places = [NAMES.index(name) for name in BY_MEANING]
    found = np.concatenate([reduce(np.add, [part[place] for place in places]) for part in parts])
    unrelated = UNRELATED * weights.meaning
    median = float(np.median(found) * len(found) + unrelated * FEW) / (len(found) + FEW)
    return min(median, unrelated + UNRELATED * weights.near_meaning)


def read_query(entries: EntryDocuments, messages: MessageDocuments, query: RecallQuery) -> ReadQuery:
    """What a query asks of these documents."""
    days = (int(documents.columns["day"].max(initial=0)) for documents in (entries, messages) if query.dates)
    found_names = (name for documents in (entries, messages) for name in speakers_named(documents, query.words))
    named = tuple(dict.fromkeys(found_names))
    found = topic(query.words, "recall.frame") or analyse(query.words).terms
    terms = inverse_frequencies(found, entries.postings, messages.postings)
    return ReadQuery(
        terms=terms,
        attainable=(K1 + 1) * sum(terms.values()),
        vector=unit_vector(query.vector) if query.vector is not None else None,
        asked=question_hints(query.words, query.now, max(days, default=0)),
        named=named,
        who=dict.fromkeys(analyse(" ".join(named)).terms, 1.0),
        now=query.now,
    )


def signals(documents: EntryDocuments | MessageDocuments, question: ReadQuery) -> tuple[Floats, ...]:
    """The signals of every document in the order of `NAMES`, unweighted."""
    columns = documents.columns
    none = np.zeros(len(documents))
    if not len(documents):
        return (none,) * len(NAMES)
    words = documents.postings.bm25(question.terms)
    words /= question.attainable or 1.0
    follows, shape = columns["follows"], columns["shape"]
    meaning = near_meaning = none
    if question.vector is not None:
        meaning = np.maximum(documents.vectors.similarities(question.vector), 0).astype(np.float64)
        near_meaning = near(meaning, follows)
    leading = words if question.vector is None else meaning
    speaker = mention = none
    if question.named:
        speaker = spoken_by(documents, question.named)
        mention = np.maximum((documents.postings.bm25(question.who) > 0) - speaker, 0)
    return (
        words,
        meaning,
        near(words, follows),
        near_meaning,
        after_question(leading, follows, (shape & int(Shape.ASKS)) != 0),
        best_of_scene(leading, follows),
        _when(columns, question.asked),
        ((shape & int(question.asked.shape)) != 0).astype(np.float64),
        ((shape & int(Shape.ONLY_ASKS)) != 0).astype(np.float64),
        speaker,
        mention,
        np.log1p(documents.postings.lengths),
        recencies(question.now - columns["time"], columns["decay_rate"]),
        importance_share(columns["importance"]),
    )


def _when(columns: Columns, asked: QuestionHints) -> Floats:
    """From 0 to 1, how well each document fits the time asked for."""
    found = np.zeros(len(columns))
    if asked.span is not None:
        time = columns["time"]
        found[(time >= asked.span[0]) & (time <= asked.span[1])] = 1.0
    if asked.days is not None:
        np.maximum(found, date_relevance(columns["day"], asked.days), out=found)
    return found


def near(values: Floats, follows: NDArray[np.bool_]) -> Floats:
    """For each document the values of those before and after it in its scene, weighted with `NEAR`. ``follows``:
    whether a document goes on from the one before."""
    found, joined = np.zeros(len(values)), follows
    for distance, weight in enumerate(NEAR, 1):
        if len(values) <= distance:
            break
        joined = follows[1:] if distance == 1 else joined[1:] & follows[1 : 1 - distance]
        shares = weight * joined
        found[distance:] += shares * values[:-distance]
        found[:-distance] += shares * values[distance:]
    return found


def after_question(values: Floats, follows: NDArray[np.bool_], asks: NDArray[np.bool_]) -> Floats:
    """The value of the question that a document follows; 0 where it follows none."""
    found = np.zeros(len(values))
    found[1:] = values[:-1] * (follows[1:] & asks[:-1])
    return found


def best_of_scene(values: Floats, follows: NDArray[np.bool_]) -> Floats:
    """The greatest value in the scene of each document."""
    begins = np.flatnonzero(~follows)
    if not len(begins) or begins[0]:
        begins = np.concatenate(([0], begins))
    best_ones: Floats = np.maximum.reduceat(values, begins)
    return np.repeat(best_ones, np.diff(np.append(begins, len(values))))


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
