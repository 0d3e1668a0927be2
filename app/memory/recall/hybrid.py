"""The preset `hybrid`: one sum of twelve terms, of words, meaning, neighbours, people, time, importance and age."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.asked_acts import acts_named
from app.language.analysis.terms import Shape, analyse, topic
from app.language.times.when import QuestionHints, date_relevance, question_hints
from app.memory.entries.scoring import best, importance_share, recencies_on_two_scales
from app.memory.index.columns import Columns
from app.memory.index.documents import EntryDocuments, MessageDocuments
from app.memory.index.message_view import message_entry, message_text
from app.memory.index.postings import K1, document_frequencies, inverse_frequencies
from app.memory.index.vectors import Vectors, unit_vector
from app.memory.recall.candidates import entry_candidates, message_candidates
from app.memory.recall.distinct import Deduplicator
from app.memory.recall.query import Preset, RecallQuery, ScoreBreakdown, ScoredMemory
from app.memory.recall.speakers import corrected, speakers_named
from app.memory.stream.stream import MemoryStream
from app.models.messages.speech import ActKind, mask_of

LIMIT = 10

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
_NO_MESSAGES = MessageDocuments()


@dataclass(frozen=True, kw_only=True)
class HybridWeights:
    """The weight of each term of a document; the score is the sum of the weighted terms.

    Every term is from 0 to 1. Without a vector of the query, or of a document, all are scored by words alone: words
    then take the place of meaning in every term, and have its weight as well.

    Attributes:
        words: The part of the query's words that the document has, rare words counting more (BM25 over the most that a
            document can have); without the names of speakers unless the query holds nothing else.
        meaning: The cosine with the query's vector.
        around: Words (names included) and meaning of up to three documents before and after in the same scene.
        answer: How near the question before the document is to the query, less a quarter of what the document is; 0 for
            narration and for who has asked it.
        scene: The best meaning in its scene.
        time: How well it fits the time asked for.
        form: Its words and meaning if it holds the time or number asked for, or ends with a question where the query is
            about what was asked; at least a half if it is the speech act asked for, such as a promise.
        who: 1 for what a person named says or is named in.
        length: 1 from `FULL` terms on, so that an exclamation does not come before a sentence.
        importance: ``(i - 1) / 9``.
        recency: From 1 down to 0, on two scales, see `app.memory.entries.scoring.recencies_on_two_scales`.
        reinforced: ``1 - 0.5 ** n`` for a memory reinforced n times.
    """

    words: float = 0.43
    meaning: float = 1.0
    around: float = 3.1
    answer: float = 0.5
    scene: float = 0.3
    time: float = 0.8
    form: float = 1.4
    who: float = 0.27
    length: float = 0.46
    importance: float = 0.2
    recency: float = 0.22
    reinforced: float = 0.3


DEFAULT_WEIGHTS = HybridWeights()
NAMES = tuple(field.name for field in fields(HybridWeights))
FEW = 8
"""Documents of which the median counts half."""
UNRELATED = 0.25
"""The meaning that unrelated sentences may have with the embedded embedder. More is never usual: a whole stream may be
about what is asked."""
NEAR = (0.5, 0.3, 0.2)
"""The weights of the first, second and third document before and after one."""
AROUND_MEANING = 0.2
"""The share of meaning in `HybridWeights.around`; the rest is that of words."""
OWN = 0.25
"""The part of a document's own meaning that is deducted from `HybridWeights.answer`, so that what was asked comes
before what was answered to it where both are near."""
AS_SAID, FADING = 0.5, 0.001
"""The recency of an old message, that of a memory of a day, and what a new one has more, which only parts equals."""
ENDS_ASKING = mask_of((ActKind.QUESTION, ActKind.REQUEST))
"""Speech acts that a text with a question at its end may be, where no reader has marked it."""
FULL = 10
"""Terms of a document from which on a longer one has no advantage."""


@dataclass(frozen=True)
class ReadQuery:
    """A query, read once for all documents: the names of speakers in it (``who``) and its other ``terms``, each with
    its inverse document frequency; ``acts`` is a mask of the speech acts asked for."""

    terms: dict[str, float]
    who: dict[str, float]
    vector: Vectors | None
    asked: QuestionHints
    acts: int
    now: int


def hybrid(stream: MemoryStream, query: RecallQuery, weights: HybridWeights = DEFAULT_WEIGHTS) -> list[ScoredMemory]:
    """Return the memories and messages that answer the query best, without duplicates.

    Meaning counts only if every document searched has its vector: a line without one would otherwise come after lines
    that have one, and what is recalled would depend on how fast vectors were made.
    """
    index = stream.index
    entries = index.entries
    messages = index.follow_messages(stream.state) if query.messages else _NO_MESSAGES
    first_message = len(entries)
    allowed_entries, allowed_messages = entry_candidates(entries, query), message_candidates(messages, query)
    allowed = np.append(allowed_entries, allowed_messages + first_message)
    limit = LIMIT if query.limit is None else query.limit
    if not limit or not len(allowed):
        return []
    spaces = (entries, messages)
    if entries.vectors.lacks(allowed_entries) or messages.vectors.lacks(allowed_messages):
        query = replace(query, vector=None)
    if query.vector is None:
        weights = replace(weights, words=weights.words + weights.meaning, meaning=0.0)
    question = read_query(entries, messages, query)
    terms_of = [terms(documents, question) for documents in spaces]
    scores = np.append(*(_weighted(found, weights, NAMES) for found in terms_of))
    counted = [(name, getattr(weights, name)) for name in NAMES]
    meanings = [_by_meaning(found, weights) for found in terms_of]
    usual = 0.0 if query.vector is None else _usual(np.append(*meanings), weights)
    chosen, memories, rows, likeness = Deduplicator(), [], [], []
    for document in _descending(scores, allowed, limit):
        space = int(document >= first_message)
        documents, at = spaces[space], document - space * first_message
        if space:
            message = stream.state.conversation_history[int(messages.columns["position"][at])]
            if chosen.has_seen(message_text(message)):
                continue
        memory = message_entry(message, stream.scope) if space else entries.entries[at]
        if chosen.accept(memory, int(documents.postings.lengths[at]), int(documents.columns["sketch"][at])):
            memories.append(memory)
            found = terms_of[space]
            rows.append([weight * found[name][at] if name in found else 0.0 for name, weight in counted])
            likeness.append(_likeness(found, at, weights, float(meanings[space][at]) - usual))
        if len(memories) == limit:
            break
    parts = tuple(np.array(rows).reshape(len(rows), len(NAMES)).T)
    wanted = frozenset(question.terms | question.who)
    given = tuple(weight for _, weight in counted)
    is_asked = bool(wanted) or query.vector is not None
    likely = np.array(likeness) if is_asked else None
    breakdown = ScoreBreakdown(Preset.HYBRID, NAMES, parts, wanted, likeness=likely, weights=given)
    return breakdown.hits(memories)


def _weighted(found: Mapping[str, Floats], weights: HybridWeights, names: Sequence[str]) -> Floats:
    """Return the weighted sum of some terms, by document."""
    total = np.zeros(len(found["words"]))
    for name in filter(found.__contains__, names):
        total += getattr(weights, name) * found[name]
    return total


def _likeness(found: Mapping[str, Floats], at: int, weights: HybridWeights, excess: float) -> float:
    """Return how like the question a document is, whatever its time and importance: its weighted words, and its meaning
    as far as it exceeds the usual. Unrelated documents have less than 0.15."""
    words = weights.words * float(found["words"][at]) + weights.around * float(found["around_words"][at])
    return words + max(excess, 0.0)


def _by_meaning(found: Mapping[str, Floats], weights: HybridWeights) -> Floats:
    """Return the weighted terms of meaning of every document; zeros where words alone are compared."""
    if "meaning" not in found:
        return np.zeros(len(found["words"]))
    own, around = weights.meaning * found["meaning"], weights.around * found["around_meaning"]
    meaning: Floats = own + around + weights.answer * found["answer"]
    return meaning


def _usual(meaning: Floats, weights: HybridWeights) -> float:
    """Return the median of all documents' weighted meaning, drawn towards that of unrelated ones where they are few."""
    unrelated, middle = UNRELATED * weights.meaning, len(meaning) // 2
    median = float(np.partition(meaning, middle)[middle])
    drawn = (median * len(meaning) + unrelated * FEW) / (len(meaning) + FEW)
    return min(drawn, unrelated * (1 + AROUND_MEANING))


def read_query(entries: EntryDocuments, messages: MessageDocuments, query: RecallQuery) -> ReadQuery:
    """Read what a query asks of these documents."""
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
    weights = inverse_frequencies(listed, *indexes)
    asked, acts = question_hints(query.words, query.now, max(days, default=0)), acts_named(query.words)
    if acts & ENDS_ASKING:
        asked = replace(asked, shape=asked.shape | Shape.ASKS)
    return ReadQuery(
        terms={term: weight for term, weight in weights.items() if term not in names},
        who={name: weights[name] for name in names},
        vector=unit_vector(query.vector) if query.vector is not None else None,
        asked=asked if query.span is None else replace(asked, span=query.span),
        acts=acts,
        now=query.now,
    )


def terms(documents: EntryDocuments | MessageDocuments, question: ReadQuery) -> dict[str, Floats]:
    """Return the terms of `HybridWeights` of every document by name, unweighted, and ``around_words`` and
    ``around_meaning``, of which ``around`` is the sum; a term that the question does not ask for is missing."""
    if not len(documents):
        return {"words": np.zeros(0)}
    columns, asked = documents.columns, question.asked
    follows, shape, narrated = columns["follows"], columns["shape"], columns["narrated"]
    words, named = (documents.postings.bm25(weights) for weights in (question.terms, question.who))
    most_words, most_named = ((K1 + 1) * sum(weights.values()) for weights in (question.terms, question.who))
    about = (words + named) / (most_words + most_named or 1.0)
    leading = words = words / most_words if most_words and most_named else about
    around_words, found = near(about, follows, narrated) / 2, dict[str, Floats]()
    if question.vector is not None:
        leading = np.maximum(documents.vectors.similarities(question.vector), 0).astype(np.float64)
        around_words *= 1 - AROUND_MEANING
        around_meaning = AROUND_MEANING / 2 * near(leading, follows, narrated)
        found = {"meaning": leading, "around_meaning": around_meaning}
    asked_before = after_question(leading, follows, (shape & int(Shape.ASKS)) != 0, narrated, columns["speaker"])
    asked_before[narrated] = 0  # a person answers, narration goes on
    found |= {
        "words": words,
        "around_words": around_words,
        "around": np.minimum(around_words + found.get("around_meaning", 0.0), 1),
        "answer": np.maximum(asked_before - OWN * leading, 0),
        "scene": best_of_scene(leading, follows),
        "time": _time(columns, asked),
        "length": np.minimum(np.log1p(documents.postings.lengths) / np.log1p(FULL), 1),
        "importance": importance_share(columns["importance"]),
        "recency": _recency(documents, question.now),
    }
    if (strength := columns["strength"]).any():
        found["reinforced"] = 1 - np.exp2(-strength.astype(np.float64))
    if asked.shape:
        found["form"] = (words + leading) / 2 * ((shape & int(asked.shape)) != 0)
    if question.acts:
        performs = (2 + words + leading) / 4 * ((columns["acts"] & question.acts) != 0)
        found["form"] = np.maximum(found.get("form", 0.0), performs)
    if question.who:
        found["who"] = (named > 0).astype(np.float64)
    return found


def _recency(documents: EntryDocuments | MessageDocuments, now: int) -> Floats:
    """Return the recency of each document. What was said is kept word for word and hardly fades: of equal lines the
    latest comes first."""
    columns = documents.columns
    recency = recencies_on_two_scales(now - columns["time"], columns["decay_rate"])
    return AS_SAID + FADING * recency if isinstance(documents, MessageDocuments) else recency


def _time(columns: Columns, asked: QuestionHints) -> Floats:
    """Return how well each document fits the time asked for, from 0 to 1."""
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


def after_question(
    values: Floats, follows: Flags, asks: Flags, narrated: Flags, speaker: NDArray[np.integer]
) -> Floats:
    """Find the value of the question that a document follows; 0 where it follows none, and where the same one goes on.

    Args:
        values: A value for each document.
        follows: Whether a document goes on from the one before.
        asks: Which documents ask.
        narrated: Which documents are narration; an answer may come after it.
        speaker: A code of who speaks.
    """
    found = np.zeros(len(values))
    found[1:] = values[:-1] * (follows[1:] & asks[:-1] & (speaker[1:] != speaker[:-1]))
    if narrated.any():
        at = np.flatnonzero(~narrated)
        none = np.zeros(len(at), dtype=np.bool_)
        found[at] = after_question(values[at], _follows_among(at, follows), asks[at], none, speaker[at])
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
