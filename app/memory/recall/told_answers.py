"""Finds the statement of a player that answers a later question, if there is one: a small model over meaning and words,
trained by ``benchmarks/train_answers.py`` on questions in other words (``tests/data/told``)."""

from base64 import b64decode
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.terms import Shape, analyse, topic
from app.language.language import Language, current_language
from app.language.times.when import question_hints
from app.memory.index.player_statements import Statements
from app.memory.index.postings import inverse_frequencies
from app.memory.index.vectors import Vectors, unit_vector

SIGNALS = (
    "meaning", "lead", "shared", "covered", "time", "number", "name", "place", "reason", "held", "lacking",
    "held_shared", "lacking_shared", "own", "length",
)  # fmt: skip
"""What a passage is judged by, beside the cosine of the mapped question: the cosine of the question as it is, and by
how much it is above the best of other messages; the part of the question's terms that it holds, by how rare they are,
and the part of its terms that the question holds; whether it holds a time, number, name, place or reason that is asked
for (-1: asked for, and it does not); whether it holds or lacks any of them, and this times the part of the terms;
whether both or neither are about who speaks; ln(1 + terms)."""
NEAREST = 16
"""Passages that are compared with each other: the nearest by meaning and words."""
FULLER = 0.5
"""The part of the likeliest passage's chance from which on two sentences with it are told instead of it alone: the one
may depend on the other, as in "I own a vineyard. A neighbour works it."."""
_SAME = 0.999
"""Cosine from which on two vectors of one text are of one embedder."""
_HELD_BY = {"who": "name", "where": "place", "why": "reason"}
"""By what a question asks (an expression of the section ``recollection``) the expression of what answers it."""

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]


class LikelyAnswer(NamedTuple):
    """A message, the passage of it that answers best, and the chance that it does."""

    message: int
    passage: str
    chance: float


class AnswerModel:
    """What is trained: a map of a question's vector towards those of its answers, and the weights of signals."""

    def __init__(self, trained: Mapping[str, Any]) -> None:
        self._probe = unit_vector(stored_numbers(trained["probe"]))
        self._into, self._back = stored_numbers(trained["into"]), stored_numbers(trained["back"])
        self._mapped = float(trained["mapped"])
        self._weights = np.array([trained["weights"][name] for name in SIGNALS])
        self._none = float(trained["none"])
        self.sure, self.likely = float(trained["sure"]), float(trained["likely"])
        """The chances from which on a message is told as the answer, and as what comes nearest to one."""

    def knows(self, probe: Vectors) -> bool:
        """Whether vectors are of the embedder that the model was trained with, by that of the fixed text."""
        return len(probe) == len(self._probe) and float(probe @ self._probe) >= _SAME

    def mapped(self, question: Vectors) -> Vectors:
        """Where the vector of an answer is looked for; no unit vector."""
        mapped: Vectors = (question + (question @ self._into) @ self._back).astype(np.float32)
        return mapped

    def chances(self, mapped: Floats, signals: Floats) -> Floats:
        """The chance of each row that it answers; together with that of none they sum to 1."""
        scores = np.append(self._mapped * mapped + signals @ self._weights, self._none)
        raised = np.exp(scores - scores.max())
        chances: Floats = (raised / raised.sum())[:-1]
        return chances


@lru_cache(maxsize=8)
def answer_model(language: Language) -> AnswerModel | None:
    """The model of a language; None where its pack has none."""
    trained = language.data("answer_weights")
    return AnswerModel(trained) if trained else None


def answering(index: Statements, among: Integers, question: str, vector: Vectors) -> list[LikelyAnswer]:
    """Return the messages that may answer a question, the likeliest first; ``among`` are numbers of passages. There are
    none where the language has no model, where the vectors are not of its embedder, or where a passage has none."""
    model, probe = answer_model(current_language()), index.vectors.of(0)
    if model is None or probe is None or not model.knows(probe) or not len(among) or index.vectors.lacks(among):
        return []
    near = nearest(index, among, question, vector, model.mapped(vector))
    mapped = index.vectors.similarities_of(near, model.mapped(vector)).astype(np.float64)
    chances = model.chances(mapped, signals(index, near, question, vector))
    found: dict[int, LikelyAnswer] = {}
    likeliest: dict[int, float] = {}
    for at in np.argsort(-chances, kind="stable").tolist():
        message, passage, chance = int(index.columns["message"][near[at]]), index.texts[near[at]], float(chances[at])
        best = found.get(message) or LikelyAnswer(message, passage, 0.0)
        is_fuller = best.passage in passage and chance >= FULLER * likeliest.setdefault(message, chance)
        told = passage if is_fuller else best.passage
        found[message] = LikelyAnswer(message, told, best.chance + chance)
    return sorted(found.values(), key=lambda each: -each.chance)


def nearest(index: Statements, among: Integers, question: str, *vectors: Vectors) -> Integers:
    """The passages nearest to a question by its vectors and its words together."""
    meaning = sum(index.vectors.similarities_of(among, vector).astype(np.float64) for vector in vectors)
    words = index.postings.bm25(_terms(index, question))[among]
    return among[np.argsort(-(meaning + words / (words.max(initial=0.0) or 1.0)), kind="stable")[:NEAREST]]


def signals(index: Statements, passages: Integers, question: str, vector: Vectors) -> Floats:
    """The `SIGNALS` of some passages, one a row."""
    language, terms = current_language(), _terms(index, question)
    total, own = sum(terms.values()) or 1.0, language.pattern("stating.own")
    asks_shape, is_own = question_hints(question, 0).shape, own.search(question) is not None
    wanted = {
        asks: language.pattern(f"recollection.{held}")
        for asks, held in _HELD_BY.items()
        if language.pattern(f"recollection.{asks}").search(question)
    }
    rows = []
    for passage in (index.texts[at] for at in passages.tolist()):
        read = analyse(passage)
        had = set(read.terms)
        shared = sum(weight for term, weight in terms.items() if term in had) / total
        kinds = [_held(asks_shape & shape, read.shape & shape) for shape in (Shape.TIME, Shape.NUMBER)]
        kinds += [_held(asks in wanted, asks in wanted and wanted[asks].search(passage)) for asks in _HELD_BY]
        any_held, any_lacking = float(max(kinds) > 0), float(min(kinds) < 0)
        rows.append((
            shared, len(had & terms.keys()) / max(1, len(had)), *kinds, any_held, any_lacking,
            any_held * shared, any_lacking * shared,
            float((own.search(passage) is not None) is is_own), np.log1p(len(read.terms)),
        ))  # fmt: skip
    meaning = index.vectors.similarities_of(passages, vector).astype(np.float64)
    of_message = index.columns["message"][passages]
    others = np.where(of_message[:, None] == of_message, 0.0, meaning).max(axis=1, initial=0.0)
    return np.column_stack([meaning, meaning - others, np.array(rows).reshape(len(rows), len(SIGNALS) - 2)])


def _held(is_asked: object, is_there: object) -> float:
    return (1.0 if is_there else -1.0) if is_asked else 0.0


def _terms(index: Statements, question: str) -> dict[str, float]:
    """The terms of a question, each with its inverse document frequency."""
    return inverse_frequencies(topic(question, "recall.frame") or analyse(question).terms, index.postings)


def stored_numbers(stored: Mapping[str, Any]) -> Vectors:
    """Return an array of numbers that is stored as signed bytes and what one of them is."""
    whole = np.frombuffer(b64decode(stored["bytes"]), dtype=np.int8).astype(np.float32)
    numbers: Vectors = (whole * np.float32(stored["each"])).reshape(stored["shape"])
    return numbers
