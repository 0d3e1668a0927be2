"""Our best way to find the one thing that is meant: words, meaning, what stands beside it, time and weight, fused."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.memory.distinct import Distinct
from app.memory.filters import entry_candidates, message_candidates
from app.memory.postings import inverse_frequencies
from app.memory.recall_query import Preset, RecallQuery, ScoredMemory
from app.memory.scoring import best, importance_share, recencies
from app.memory.stream import MemoryStream
from app.memory.stream_index import EntryDocuments, MessageDocuments, message_entry
from app.memory.terms import analyse
from app.memory.vectors import Vectors, unit_vector
from app.memory.when import Asked, asked
from app.models.memory import MemoryEntry

LIMIT = 10
NAMES = ("words", "meaning", "neighbour", "when", "shape", "recency", "importance")

_FRAME = frozenset(
    analyse("tell mention talk discuss remember recall happen kind type sort describe conversation according").terms
)
"""Words of questions that are seldom those of their answers."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class HybridWeights:
    """What counts for the preset `hybrid`.

    ``words`` is the share of the best BM25; ``neighbour`` the part of the better neighbour's words and meaning;
    ``when`` is added inside the time that a question names; ``shape`` is the part of its own words and meaning that a
    text gains by holding a time or a number if one is asked for.
    """

    words: float = 1.0
    meaning: float = 0.5
    neighbour: float = 0.5
    when: float = 0.3
    shape: float = 0.15
    recency: float = 0.05
    importance: float = 0.05


@dataclass(frozen=True)
class _Question:
    """A query, read once for all documents."""

    terms: dict[str, float]
    vector: Vectors | None
    asked: Asked
    now: int


def hybrid(stream: MemoryStream, query: RecallQuery, weights: HybridWeights) -> list[ScoredMemory]:
    """The memories and messages that answer the query best; the same thing is not said twice."""
    index = stream.index
    entries, messages = index.entries, index.follow_messages(stream.state)
    question = _question(entries, messages, query)
    words = [documents.postings.bm25(question.terms) for documents in (entries, messages)]
    top = max((float(found.max()) for found in words if len(found)), default=0.0) or 1.0
    parts = _parts(entries, words[0] / top, question, weights), _parts(messages, words[1] / top, question, weights)
    scores = [_sum(found) for found in parts]
    allowed = entry_candidates(entries, query), message_candidates(messages, query, stream.scope.source)
    limit = LIMIT if query.limit is None else query.limit
    chosen = Distinct(stream, frozenset(question.terms))
    hits: list[ScoredMemory] = []
    for space, document in _descending(scores, allowed, limit) if limit else ():
        memory = _message(stream, messages, document) if space else entries.entries[document]
        shared = chosen.take(memory)
        if shared is None:
            continue
        row = tuple(float(part[document]) for part in parts[space])
        score, note = float(scores[space][document]), ", ".join(shared)
        hits.append(ScoredMemory(memory, score, len(hits) + 1, NAMES, row, Preset.HYBRID, note))
        if len(hits) == limit:
            break
    return hits


def _sum(parts: list[Floats]) -> Floats:
    scores = np.zeros(len(parts[0]))
    for part in parts:
        scores += part
    return scores


def _question(entries: EntryDocuments, messages: MessageDocuments, query: RecallQuery) -> _Question:
    found = analyse(query.words).terms
    terms = [term for term in found if term not in _FRAME] or found
    return _Question(
        terms=inverse_frequencies(terms, [entries.postings, messages.postings]),
        vector=unit_vector(query.vector) if query.vector is not None else None,
        asked=asked(query.words, query.now),
        now=query.now,
    )


def _parts(
    documents: EntryDocuments | MessageDocuments, words: Floats, question: _Question, weights: HybridWeights
) -> list[Floats]:
    """The components of every document, in the order of `NAMES`; ``words`` is BM25 as a share of the best."""
    none = np.zeros(len(words))
    own = weights.words * words
    meaning = none
    if question.vector is not None and weights.meaning:
        cosines = documents.vectors.similarities(question.vector)
        meaning = weights.meaning * np.maximum(cosines, 0).astype(np.float64)
    relevance = own + meaning
    span, shape, time = question.asked.span, question.asked.shape, documents.columns["time"]
    when: Floats = none
    if span is not None:
        when = weights.when * ((time >= span[0]) & (time <= span[1])).astype(np.float64)
    shaped = weights.shape * relevance * ((documents.columns["shape"] & int(shape)) != 0) if shape else none
    return [
        own,
        meaning,
        weights.neighbour * beside(relevance, documents.columns["follows"]),
        when,
        shaped,
        weights.recency * recencies(question.now - time, documents.columns["decay_rate"]),
        weights.importance * importance_share(documents.columns["importance"]),
    ]


def beside(relevance: Floats, follows: NDArray[np.bool_]) -> Floats:
    """The higher relevance of a document's neighbours: the one it goes on from and the one that goes on from it."""
    found = np.zeros(len(relevance))
    if len(relevance) > 1:
        before = np.where(follows[1:], relevance[:-1], 0)
        after = np.where(follows[1:], relevance[1:], 0)
        found[1:] = before
        np.maximum(found[:-1], after, out=found[:-1])
    return found


def _descending(
    scores: Sequence[Floats], allowed: Sequence[NDArray[np.intp] | None], limit: int
) -> Iterator[tuple[int, int]]:
    """(0 for an entry, 1 for a message; its document), the best first; ties: entries, messages, each in their order.

    Few are sorted as long as few are wanted.
    """
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


def _message(stream: MemoryStream, messages: MessageDocuments, document: int) -> MemoryEntry:
    position = int(messages.columns["position"][document])
    return message_entry(stream.state.conversation_history[position], stream.scope)
