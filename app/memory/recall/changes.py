"""Detection of a later statement that replaces an earlier one, where a question is about both: a logistic regression
over meaning and words, trained by ``benchmarks/train_changes.py`` (``tests/data/changed``)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
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
_RULE = SIGNALS.index("rule")
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

    def within_reach(self, signals: Floats) -> Integers:
        """Return the rows that may reach `least`, whatever the signal ``rule`` is, which takes longer than all others.

        Args:
            signals: The signals; ``rule`` is ignored.
        """
        best = signals.copy()
        best[:, _RULE] = self._weights[_RULE] > 0
        return np.flatnonzero(self.chances(best) >= self.least)

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
    """Passages by one speaker that a question is compared with (``among``, all passages of each message), and what each
    message states. What is compared of a message is kept: it is compared with several others."""

    index: Statements
    among: Integers
    stated: Stated
    question: str
    vector: Vectors
    _said: dict[int, "_Said"] = field(default_factory=dict, init=False, repr=False)
    _near: dict[bytes, "_Nearest"] = field(default_factory=dict, init=False, repr=False)
    _weights: dict[str, float] = field(default_factory=dict, init=False, repr=False)

    def nearest(self, vector: Vectors) -> "_Nearest":
        """Return how near each message is to a vector, by its nearest passage."""
        key = vector.tobytes()
        if (near := self._near.get(key)) is None:
            messages, first = np.unique(self.index.columns["message"][self.among], return_index=True)
            cosines = self.index.vectors.similarities_of(self.among, vector)
            near = self._near[key] = _Nearest(messages, np.maximum.reduceat(cosines, first))
        return near

    def said(self, message: int) -> "_Said":
        """Return what is compared of a message."""
        if (said := self._said.get(message)) is None:
            stated = self.stated(message)
            terms = frozenset[str]().union(*(each.numbers.union(each.content) for each in stated))
            vectors, weighed = _vectors(self.index, message), self._weighed(terms)
            said = self._said[message] = _Said(
                vectors,
                unit_vector(vectors.mean(axis=0)),
                weighed,
                sum(weighed.values()),
                stated,
                superseding=[each for each in stated if each.can_supersede],
                is_negative=any(each.is_negative for each in stated),
                revises=any(each.revises for each in stated),
                reverses=any(each.reverses for each in stated),
            )
        return said

    def _weighed(self, terms: frozenset[str]) -> dict[str, float]:
        if new := terms - self._weights.keys():
            self._weights.update(inverse_frequencies(new, self.index.postings))
        return {term: self._weights[term] for term in sorted(terms)}


def replaced_by(told: Told, message: int) -> int | None:
    """Return the message that replaces what an earlier one stated, directly or through others.

    Args:
        told: The passages of the same speaker that a person heard, and the question.
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
        signals = _signals_without_rule(told, answers, model.direction, held, later)
        near = model.within_reach(signals)
        signals[near, _RULE] = _rules(told, held, later[near])
        chances = model.chances(signals[near])
        if not len(near) or chances.max() < model.least:
            break
        held = int(later[near[chances.argmax()]])
    return None if held == message else held


def later_messages(told: Told, answers: AnswerModel, message: int) -> Integers:
    """Return the later messages that are compared with one, in order."""
    of_message = told.index.columns["message"][told.among]
    later = told.among[of_message > message]
    if not len(later):
        return later
    messages = told.index.columns["message"][later]
    near: set[int] = set()
    for vector in (answers.mapped(told.vector), told.said(message).whole):
        order = np.argsort(-told.index.vectors.similarities_of(later, vector), kind="stable")
        near.update(dict.fromkeys(messages[order].tolist()[: 2 * COMPARED]))
    return np.array(sorted(near), dtype=np.intp)


def change_signals(
    told: Told, answers: AnswerModel, direction: Vectors, message: int, later: Sequence[int] | Integers
) -> Floats:
    """Return the `SIGNALS` of a message and some later ones, one a row."""
    if not len(later):
        return np.zeros((0, len(SIGNALS)))
    signals = _signals_without_rule(told, answers, direction, message, later)
    signals[:, _RULE] = _rules(told, message, later)
    return signals


def _rules(told: Told, message: int, later: Iterable[int]) -> list[bool]:
    """Return whether each of some later messages supersedes a message by words."""
    first = told.said(message).stated
    others = (told.said(int(each)).superseding for each in later)
    return [any(one.supersedes(two) for one in superseding for two in first) for superseding in others]


def _signals_without_rule(
    told: Told, answers: AnswerModel, direction: Vectors, message: int, later: Sequence[int] | Integers
) -> Floats:
    """Return the same with 0 for ``rule``."""
    first, others = told.said(message), [told.said(int(each)) for each in later]
    begins = np.cumsum([0, *(len(said.vectors) for said in others[:-1])])
    cosines = np.maximum.reduceat(first.vectors @ np.concatenate([said.vectors for said in others]).T, begins, axis=1)
    wholes = np.stack([said.whole for said in others])
    asked, near = told.nearest(told.vector), told.nearest(answers.mapped(told.vector))
    ranked, before, now = np.sort(near.cosines[near.messages != message]), near.of(message), near.of(later)
    above = len(ranked) - np.searchsorted(ranked, now, side="right")
    return np.column_stack([
        cosines.max(axis=0), np.vecdot(wholes, first.whole), cosines.mean(axis=0),
        np.array([_by_words(first, said) for said in others], dtype=np.float64),
        asked.of(later), np.full(len(others), before), now, before - now.astype(np.float64), 1 / (1 + above),
        np.vecdot(wholes, direction),
    ])  # fmt: skip


def _by_words(first: "_Said", said: "_Said") -> tuple[float, ...]:
    """Return the signals of an earlier and a later message that are made of their words, with 0 for ``rule``."""
    shared = sum(first.terms[term] for term in first.terms.keys() & said.terms.keys())
    return (
        shared / (first.total or 1.0), shared / (said.total or 1.0),
        first.is_negative is not said.is_negative, said.is_negative,
        0.0, said.revises, said.reverses,
    )  # fmt: skip


class _Said(NamedTuple):
    """What is compared of a message: its passages' vectors, their mean, its terms with weights and the sum of these,
    its statements and those that can supersede another, and whether any is negative, revises or reverses."""

    vectors: Vectors
    whole: Vectors
    terms: dict[str, float]
    total: float
    stated: Sequence[Statement]
    superseding: Sequence[Statement]
    is_negative: bool
    revises: bool
    reverses: bool


class _Nearest(NamedTuple):
    """Messages in order, and the cosine of each."""

    messages: Integers
    cosines: Vectors

    def of(self, messages: int | Sequence[int] | Integers) -> Vectors:
        return self.cosines[np.searchsorted(self.messages, messages)]


def _vectors(index: Statements, message: int) -> Vectors:
    first, last = np.searchsorted(index.columns["message"], (message, message + 1))
    return index.vectors.rows[index.vectors.row_of_document[first:last]]
