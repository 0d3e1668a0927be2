"""The preset `hybrid`: words, meaning, neighbours, people, time and importance combined."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.terms import Shape, analyse, topic
from app.language.times.when import QuestionHints, date_relevance, question_hints
from app.memory.entries.scoring import best, importance_share, recencies
from app.memory.index.columns import Columns
from app.memory.index.documents import EntryDocuments, MessageDocuments
from app.memory.index.message_view import message_entry, message_text
from app.memory.index.postings import K1, document_frequencies, inverse_frequencies
from app.memory.index.vectors import Vectors, unit_vector
from app.memory.recall.candidates import entry_candidates, message_candidates
from app.memory.recall.distinct import Deduplicator
from app.memory.recall.query import BY_MEANING, Preset, RecallQuery, ScoreBreakdown, ScoredMemory
from app.memory.recall.speakers import corrected, speakers_named
from app.memory.stream.stream import MemoryStream

LIMIT = 10

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
_NO_MESSAGES = MessageDocuments()


@dataclass(frozen=True, kw_only=True)
class HybridWeights:
    """What each signal of a document counts; the score is their sum. Trained by `benchmarks.train_recall`, but for
    ``recency`` and ``importance``, which dialogues say nothing of, and ``near_meaning``, which was .82 and is set to
    what dialogues of others bear.

    ``words`` is BM25 as a share of the attainable, without the names of speakers unless the query holds nothing else;
    ``meaning`` is the cosine. ``near_words`` (names included) and ``near_meaning`` are those of up to three documents
    before and after in the same scene, see `NEAR`. ``answer`` is the meaning of the question before a document,
    ``scene`` the best meaning in its scene; without a vector both are of words. ``when`` is how well it fits the time
    asked for. ``shape`` is words and meaning together, of what holds the time or number asked for. ``who`` is 1 for
    what a person named says or is named in, ``length`` ln(1 + terms)."""

    words: float = 0.43
    meaning: float = 1.0
    near_words: float = 0.94
    near_meaning: float = 0.4
    answer: float = 0.53
    scene: float = 0.57
    when: float = 1.13
    shape: float = 0.49
    who: float = 0.27
    length: float = 0.11
    recency: float = 0.02
    importance: float = 0.02


WITH_MEANING = HybridWeights()
WORDS_ALONE = HybridWeights(
    words=1.0, meaning=0.0, near_words=1.4, near_meaning=0.0, answer=0.74, scene=0.3, when=0.95, shape=1.21,
    who=0.2, length=0.1,
)  # fmt: skip
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
    """A query, read once for all documents: the names of speakers in it (``who``) and its other ``terms``, each with
    its inverse document frequency."""

    terms: dict[str, float]
    who: dict[str, float]
    vector: Vectors | None
    asked: QuestionHints
    now: int


def hybrid(stream: MemoryStream, query: RecallQuery, weights: HybridWeights | None = None) -> list[ScoredMemory]:
    """The memories and messages that answer the query best, without duplicates. ``weights`` replace those trained."""
    if weights is None:
        weights = WORDS_ALONE if query.vector is None else WITH_MEANING
    index = stream.index
    entries = index.entries
    messages = index.follow_messages(stream.state) if query.messages else _NO_MESSAGES
    first_message = len(entries)
    allowed = np.append(entry_candidates(entries, query), message_candidates(messages, query) + first_message)
    limit = LIMIT if query.limit is None else query.limit
    if not limit or not len(allowed):
        return []
    question, spaces = read_query(entries, messages, query), (entries, messages)
    found = [signals(documents, question) for documents in spaces]
    scores = np.append(*(_weighted(each, weights, NAMES) for each in found))
    counted = [(name, getattr(weights, name)) for name in NAMES]
    chosen, memories, rows = Deduplicator(), [], []
    for document in _descending(scores, allowed, limit):
        space = int(document >= first_message)
        documents, at = spaces[space], document - space * first_message
        if space:
            message = stream.state.conversation_history[int(messages.columns["position"][at])]
            if chosen.has_accepted(message_text(message)):
                continue
        memory = message_entry(message, stream.scope) if space else entries.entries[at]
        if chosen.accept(memory, int(documents.postings.lengths[at]), int(documents.columns["sketch"][at])):
            memories.append(memory)
            signals_of = found[space]
            rows.append([weight * signals_of[name][at] if name in signals_of else 0.0 for name, weight in counted])
        if len(memories) == limit:
            break
    parts = tuple(np.array(rows).reshape(len(rows), len(NAMES)).T)
    usual = 0.0
    if query.vector is not None:
        usual = _usual(np.append(*(_weighted(each, weights, BY_MEANING) for each in found)), weights)
    wanted = frozenset(question.terms | question.who)
    return ScoreBreakdown(Preset.HYBRID, NAMES, parts, wanted, usual=usual).hits(memories)


def _weighted(found: Mapping[str, Floats], weights: HybridWeights, names: Sequence[str]) -> Floats:
    """The weighted sum of some signals, by document."""
    total = np.zeros(len(found["words"]))
    for name in filter(found.__contains__, names):
        total += getattr(weights, name) * found[name]
    return total


def _usual(meaning: Floats, weights: HybridWeights) -> float:
    """The median of all documents' weighted meaning, drawn towards that of unrelated ones where they are few."""
    unrelated, middle = UNRELATED * weights.meaning, len(meaning) // 2
    median = float(np.partition(meaning, middle)[middle])
    drawn = (median * len(meaning) + unrelated * FEW) / (len(meaning) + FEW)
    return min(drawn, unrelated + UNRELATED * weights.near_meaning)


def read_query(entries: EntryDocuments, messages: MessageDocuments, query: RecallQuery) -> ReadQuery:
    """What a query asks of these documents."""
    days = (int(documents.columns["day"].max(initial=0)) for documents in (entries, messages) if query.dates)
    named = (name for documents in (entries, messages) for name in speakers_named(documents, query.words))
    found = topic(query.words, "recall.frame") or analyse(query.words).terms
    names = analyse(" ".join(named)).terms
    listed, indexes = [*found, *names], (entries.postings, messages.postings)
    if (
        0 in document_frequencies(listed, *indexes).values()
        and (text := corrected(query.words, *indexes)) != query.words
    ):
        return read_query(entries, messages, replace(query, text=text, terms=()))
    terms = inverse_frequencies(listed, *indexes)
    asked = question_hints(query.words, query.now, max(days, default=0))
    return ReadQuery(
        terms={term: weight for term, weight in terms.items() if term not in names},
        who={name: terms[name] for name in names},
        vector=unit_vector(query.vector) if query.vector is not None else None,
        asked=asked if query.span is None else replace(asked, span=query.span),
        now=query.now,
    )


def signals(documents: EntryDocuments | MessageDocuments, question: ReadQuery) -> dict[str, Floats]:
    """The signals of every document by name, unweighted; a signal that the question does not ask for is missing."""
    if not len(documents):
        return {"words": np.zeros(0)}
    columns, asked = documents.columns, question.asked
    follows, shape = columns["follows"], columns["shape"]
    words, named = (documents.postings.bm25(terms) for terms in (question.terms, question.who))
    most_words, most_named = ((K1 + 1) * sum(terms.values()) for terms in (question.terms, question.who))
    about = (words + named) / (most_words + most_named or 1.0)
    leading = relevance = words = words / most_words if most_words and most_named else about
    narrated = columns["narrated"]
    found = {"words": words, "near_words": near(about, follows, narrated)}
    if question.vector is not None:
        leading = np.maximum(documents.vectors.similarities(question.vector), 0).astype(np.float64)
        relevance = words + leading
        found |= {"meaning": leading, "near_meaning": near(leading, follows, narrated)}
    if asked.shape:
        found["shape"] = relevance * ((shape & int(asked.shape)) != 0)
    if question.who:
        found["who"] = (named > 0).astype(np.float64)
    return found | {
        "answer": after_question(leading, follows, (shape & int(Shape.ASKS)) != 0, narrated),
        "scene": best_of_scene(leading, follows),
        "when": _when(columns, asked),
        "length": np.log1p(documents.postings.lengths),
        "recency": recencies(question.now - columns["time"], columns["decay_rate"]),
        "importance": importance_share(columns["importance"]),
    }


def _when(columns: Columns, asked: QuestionHints) -> Floats:
    """From 0 to 1, how well each document fits the time asked for."""
    found = np.zeros(len(columns))
    if asked.span is not None:
        time = columns["time"]
        found[(time >= asked.span[0]) & (time <= asked.span[1])] = 1.0
    if asked.days is not None:
        np.maximum(found, date_relevance(columns["day"], asked.days), out=found)
    return found


def near(values: Floats, follows: Flags, narrated: Flags | None = None) -> Floats:
    """Weigh the values of the documents before and after each one in its scene with `NEAR`.

    Args:
        values: A value for each document.
        follows: Whether a document goes on from the one before.
        narrated: Which documents are narration. What people say is near what people say, whatever is told in between.
    """
    found, joined = np.zeros(len(values)), follows
    for distance, weight in enumerate(NEAR, 1):
        if len(values) <= distance:
            break
        joined = follows[1:] if distance == 1 else joined[1:] & follows[1 : 1 - distance]
        shares = weight * joined
        found[distance:] += shares * values[:-distance]
        found[:-distance] += shares * values[distance:]
    if narrated is not None and narrated.any():
        spoken = np.flatnonzero(~narrated)
        found[spoken] = near(values[spoken], _follows_among(spoken, follows))
    return found


def after_question(values: Floats, follows: Flags, asks: Flags, narrated: Flags) -> Floats:
    """Find the value of the question that a document follows; 0 where it follows none.

    Args:
        values: A value for each document.
        follows: Whether a document goes on from the one before.
        asks: Which documents ask.
        narrated: Which documents are narration; an answer may come after it.
    """
    found = np.zeros(len(values))
    found[1:] = values[:-1] * (follows[1:] & asks[:-1])
    if narrated.any():
        spoken = np.flatnonzero(~narrated)
        none = np.zeros(len(spoken), dtype=np.bool_)
        found[spoken] = after_question(values[spoken], _follows_among(spoken, follows), asks[spoken], none)
    return found


def _follows_among(chosen: NDArray[np.intp], follows: Flags) -> Flags:
    """Whether each chosen document goes on, in one scene, from the chosen one before it."""
    scene = np.cumsum(~follows)[chosen]
    goes_on = np.zeros(len(chosen), dtype=np.bool_)
    goes_on[1:] = scene[1:] == scene[:-1]
    return goes_on


def best_of_scene(values: Floats, follows: Flags) -> Floats:
    """The greatest value in the scene of each document."""
    begins = np.flatnonzero(~follows)
    if not len(begins) or begins[0]:
        begins = np.concatenate(([0], begins))
    best_ones: Floats = np.maximum.reduceat(values, begins)
    return np.repeat(best_ones, np.diff(np.append(begins, len(values))))


def _descending(scores: Floats, allowed: NDArray[np.intp], limit: int) -> Iterator[int]:
    """The allowed documents, best first; ties in order. Sorted as far as read."""
    count, done, together = 2 * limit + 16, 0, scores[allowed]
    while done < len(allowed):
        ranked = best(together, count)
        yield from allowed[ranked[done:]].tolist()
        done, count = len(ranked), 8 * count
