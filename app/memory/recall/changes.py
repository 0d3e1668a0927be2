"""Detection of a later statement that replaces an earlier one, where a question is about both: a logistic regression
over meaning and words, trained by ``benchmarks/train_changes.py`` (``tests/data/changed``)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from app.language.language import Language, current_language
from app.language.reading.stating import Statement
from app.memory.index.player_statements import Statements
from app.memory.index.postings import inverse_frequencies
from app.memory.index.vectors import Vectors, unit_vector
from app.memory.recall.told_answers import AnswerModel, Floats, Integers, answer_model, stored_numbers

SIGNALS = (
    "nearest", "meaning", "covered", "shared", "held", "denied", "negative", "rule", "revises", "reverses",
    "asked", "asked_before", "asked_now", "lead", "rank", "change",
)  # fmt: skip
"""Of an earlier and a later statement: the cosine of their nearest passages, that of both as a whole, and the mean of
the nearest for each passage of the earlier one; the part of the earlier and of the later one's terms that both have, by
how rare they are; whether one of them is negative, and whether the later one is; whether the later supersedes the
earlier by words, says that something is otherwise, or takes something back unnamed; the cosine of the question with the
later one, and of the mapped question with the earlier, the later, and the former less the latter; 1 / the later one's
rank among all others by it; and how much the later one sounds like a change."""
COMPARED = 16
"""Later messages that are compared: the nearest to the question, and as many that are nearest to the earlier one."""

Stated = Callable[[int], Sequence[Statement]]
"""The statements of a message by its index."""


class ChangeModel:
    """The trained weights of signals, and the direction of sentences that say that something has changed."""

    def __init__(self, trained: Mapping[str, Any]) -> None:
        self.direction = stored_numbers(trained["direction"])
        self._weights = np.array([trained["weights"][name] for name in SIGNALS])
        self._none = float(trained["none"])
        self.least = float(trained["least"])
        """The chance from which on the later statement replaces the earlier one."""

    def chances(self, signals: Floats) -> Floats:
        """Return the chance of each row that the later statement replaces the earlier one."""
        chances: Floats = 1 / (1 + np.exp(-(signals @ self._weights + self._none)))
        return chances


@lru_cache(maxsize=8)
def change_model(language: Language) -> ChangeModel | None:
    """Return the model of a language; None where its pack has none."""
    trained = language.data("change_weights")
    return ChangeModel(trained) if trained else None


@dataclass(frozen=True)
class Told:
    """Passages by one speaker that a question is compared with (``among``), and what each message states."""

    index: Statements
    among: Integers
    stated: Stated
    question: str
    vector: Vectors


def replaced_by(told: Told, message: int) -> int | None:
    """Return the message that replaces what an earlier one stated, directly or through others.

    Args:
        told: The passages of the same speaker that somebody heard, and the question.
        message: The index of the earlier message.

    Returns:
        The index of the message; None if the earlier one still holds, if there is no model, or if any of the passages
        has no vector.
    """
    model, answers = change_model(current_language()), answer_model(current_language())
    vectors, probe = told.index.vectors, told.index.vectors.of(0)
    if model is None or answers is None or probe is None or not answers.knows(probe) or vectors.lacks(told.among):
        return None
    held = message
    while len(later := later_messages(told, answers, held)):
        chances = model.chances(change_signals(told, answers, model.direction, held, later))
        best = int(chances.argmax())
        if chances[best] < model.least:
            break
        held = int(later[best])
    return None if held == message else held


def later_messages(told: Told, answers: AnswerModel, message: int) -> Integers:
    """Return the later messages that are compared with one, in order."""
    of_message = told.index.columns["message"][told.among]
    later = told.among[of_message > message]
    if not len(later):
        return later
    messages = told.index.columns["message"][later]
    near: set[int] = set()
    for vector in (answers.mapped(told.vector), _whole(told.index, message)):
        order = np.argsort(-told.index.vectors.similarities_of(later, vector), kind="stable")
        near.update(dict.fromkeys(messages[order].tolist()[: 2 * COMPARED]))
    return np.array(sorted(near), dtype=np.intp)


def change_signals(
    told: Told, answers: AnswerModel, direction: Vectors, message: int, later: Sequence[int] | Integers
) -> Floats:
    """Return the `SIGNALS` of a message and some later ones, one a row."""
    index, mapped = told.index, answers.mapped(told.vector)
    first, rows = _said(told, message), []
    asked = {each: _nearest(index, each, told.vector) for each in (message, *map(int, later))}
    others = np.unique(index.columns["message"][told.among])
    near = {int(each): _nearest(index, int(each), mapped) for each in others}
    for each in map(int, later):
        said = _said(told, each)
        cosines = first.vectors @ said.vectors.T
        both = first.terms.keys() & said.terms.keys()
        shared = sum(first.terms[term] for term in both)
        above = sum(other > near[each] for at, other in near.items() if at != message)
        rows.append((
            cosines.max(), first.whole @ said.whole, cosines.max(axis=1).mean(),
            shared / (sum(first.terms.values()) or 1.0), shared / (sum(said.terms.values()) or 1.0),
            first.is_negative is not said.is_negative, said.is_negative,
            any(one.supersedes(two) for one in said.stated if one.can_supersede for two in first.stated),
            any(one.revises for one in said.stated), any(one.reverses for one in said.stated),
            asked[each], near[message], near[each], near[message] - near[each], 1 / (1 + above),
            said.whole @ direction,
        ))  # fmt: skip
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(SIGNALS))


class _Said(NamedTuple):
    """What is compared of a message: its passages' vectors, their mean, its terms with weights, its statements."""

    vectors: Vectors
    whole: Vectors
    terms: dict[str, float]
    stated: Sequence[Statement]
    is_negative: bool


def _said(told: Told, message: int) -> _Said:
    stated = told.stated(message)
    terms = frozenset[str]().union(*(each.numbers.union(each.content) for each in stated))
    weighed = inverse_frequencies(sorted(terms), told.index.postings)
    vectors = _vectors(told.index, message)
    return _Said(vectors, _whole(told.index, message), weighed, stated, any(each.is_negative for each in stated))


def _vectors(index: Statements, message: int) -> Vectors:
    first, last = np.searchsorted(index.columns["message"], (message, message + 1))
    return index.vectors.rows[index.vectors.row_of_document[first:last]]


def _whole(index: Statements, message: int) -> Vectors:
    return unit_vector(_vectors(index, message).mean(axis=0))


def _nearest(index: Statements, message: int, vector: Vectors) -> float:
    return float(np.vecdot(_vectors(index, message), vector).max())
