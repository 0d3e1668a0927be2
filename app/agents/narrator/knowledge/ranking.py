"""Which of the passages that a person may say answers a question, or that none does: a dozen signals of meaning and
words, weighed by ``benchmarks/train_passages.py`` on questions of players (``tests/data/answering``)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.passages import Known
from app.agents.narrator.knowledge.wanted import (
    SPECIFIC,
    AnswerKind,
    asking_words,
    asks_of_player,
    holds_kind,
    wanted_kind,
)
from app.agents.narrator.understanding.naming import everybody
from app.agents.narrator.understanding.typed_words import name_words
from app.language.analysis.synonyms import synonyms
from app.language.analysis.terms import analyse, term_set, terms_of
from app.language.language import Language, cached_by_language
from app.models.sheets.fact import letters_of
from app.scheduling import checkpoint

SIGNALS = (
    "meaning", "asked", "lead", "topic_meaning", "covered", "of_topic", "unknown", "beside", "named", "held",
    "lacking", "matched", "news",
)  # fmt: skip
"""What a passage is judged by: the cosine of the question and the passage; how far the likeness (the cosine, or for
words alone the part of words in common) of the nearest of the questions that it answers lies above `_FAR`; by how much
the passage is nearer than the best of other topics; the cosine of the question and the whole topic; the part of the
question's terms that the passage holds, and that its topic and its names hold in addition, by how rare they are; the
part that nothing of what the person may say holds; the part of those terms that name no topic that the passage holds;
whether the question names its topic; whether it holds or lacks the kind of answer that is wanted, by the questions that
it answers where it has any, else by what the question does not say; ln(1 + the number of terms that it holds); and
ln(1 + the number of its terms that the question does not say)."""
SURENESS = ("score", "apart", "unknown")
"""What decides whether the likeliest passage is an answer: its score, by how much that is above the next one that says
something else, and the part of the question's terms that nothing holds."""
_FAR = 0.55
"""Cosine of two questions up to which they are not alike."""
_MEASURE = 0.25
"""What a term counts for that names a measure, where a number is wanted."""
NEAR, NEAR_OPENED = 0.4, 0.25
"""The part of the floor from which on a topic that a question names is told, and one that a remark names for which it
has waited."""
_COUNTED = (AnswerKind.NUMBER, AnswerKind.TIME)
_LIKE = 0.7
"""What a synonym of a term counts for."""

Floats = NDArray[np.float64]


class Ranked(NamedTuple):
    """The likeliest passage, None where none is likely enough to be an answer; and the likeliest one of an untold topic
    that the question names, None where it is too unlikely even for that."""

    answer: Known | None
    near: Known | None


class PassageModel:
    """The trained weights of the signals and of the decision, with vectors (``meaning``) and for ``words`` alone."""

    def __init__(self, trained: dict[str, dict[str, float]]) -> None:
        self._weights = {key: np.array([each[name] for name in SIGNALS]) for key, each in trained.items()}
        self._sure = {key: np.array([each[name] for name in SURENESS]) for key, each in trained.items()}
        self._trained = trained

    def scores(self, signals: Floats, key: str) -> Floats:
        """Return the score of each row of signals: the higher, the likelier its passage answers."""
        scores: Floats = signals @ self._weights[key]
        return scores

    def chance(self, sureness: Floats, key: str) -> float:
        """Return the chance that the likeliest passage answers."""
        return float(1.0 / (1.0 + np.exp(-(sureness @ self._sure[key] + self._trained[key]["none"]))))

    def floor(self, key: str, *, of_topic: bool = True) -> float:
        """Return the chance from which on a passage is an answer; one that belongs to no topic has to be surer."""
        return self._trained[key]["floor" if of_topic else "floor_beside"]


@lru_cache(maxsize=8)
def passage_model(language: Language) -> PassageModel | None:
    """Return the model of a language; None where its pack has none."""
    trained = language.data("passage_weights")
    return PassageModel(trained) if trained else None


async def likeliest(
    exchange: Exchange,
    question: str,
    passages: Sequence[Known],
    matter: frozenset[str] = frozenset(),
    *,
    near_from: float = NEAR,
) -> Ranked:
    """Return the passages that are likeliest to answer a question: one that has this question as its own, else the one
    of the highest score, if that is high enough.

    Args:
        exchange: The person and the player.
        question: The question.
        passages: What the person may say.
        matter: The ids of the topics that the talk is about, where the question only points at them.
        near_from: The part of the floor from which on a topic that is named comes near enough.
    """
    model = passage_model(exchange.language)
    if not matter and _asks_own_number(exchange, question):
        passages = [each for each in passages if each.is_of_players]
    if model is None or not passages:
        return Ranked(None, None)
    asked = letters_of(question)
    own = next((each for each in passages if asked and asked in map(letters_of, each.asks)), None)
    if own is not None:
        return Ranked(own, None)
    cosines = await cosines_of(exchange, question, passages)
    await checkpoint()
    key, rows = "words" if cosines is None else "meaning", signals(exchange, question, passages, cosines, matter)
    scores, floor = model.scores(rows, key), model.floor(key)
    is_filling = filling(question, rows, passages)
    if asks_only_of_person(exchange, question):
        is_filling &= rows[:, SIGNALS.index("covered")] > 0
    best, sureness = best_passage(scores, rows, passages, is_filling)
    is_asked = passages[best].is_fact and rows[best, SIGNALS.index("asked")] > 0
    least = floor if passages[best].topic is not None or is_asked else model.floor(key, of_topic=False)
    answer = passages[best] if is_filling[best] and model.chance(sureness, key) >= least else None
    is_fit = (rows[:, SIGNALS.index("named")] > 0) & is_filling
    untold = [at for at, known in enumerate(passages) if is_fit[at] and not (known.is_told or known.is_fact)]
    near = max(untold, key=lambda at: scores[at], default=None)
    if (
        near is not None
        and model.chance(best_passage(scores, rows, passages, is_filling, near)[1], key) < near_from * floor
    ):
        near = None
    return Ranked(answer, None if near is None else passages[near])


def _asks_own_number(exchange: Exchange, question: str) -> bool:
    """Return whether a question asks for a number or time of the player's own, and names nothing that it is of."""
    is_own = wanted_kind(question) in _COUNTED and asks_of_player(question)
    return is_own and terms_of("narrator.measures").issuperset(asked_terms(exchange, question))


def asks_only_of_person(exchange: Exchange, question: str) -> bool:
    """Return whether a question for a number or a time names a person and nothing else: ``how long will Mara be?``

    Args:
        exchange: The person asked and the player.
        question: The question.
    """
    asked = asked_terms(exchange, question)
    cast = term_set(" ".join(" ".join(name) for thing in everybody(exchange.state) for name in thing.names))
    return wanted_kind(question) in _COUNTED and bool(asked) and cast.issuperset(asked)


async def fills(exchange: Exchange, question: str, text: str, passages: Sequence[Known] = ()) -> bool:
    """Return whether words that are none of the passages answer a question, as surely as a passage has to.

    Args:
        exchange: The person and the player.
        question: The question.
        text: The words, as of a memory.
        passages: What else may be said.
    """
    if passage_model(exchange.language) is None:
        return True
    found = await likeliest(exchange, question, [Known(text), *passages])
    return found.answer is not None and found.answer.text == text


def filling(question: str, rows: Floats, passages: Sequence[Known]) -> NDArray[np.bool_]:
    """Return which passages may answer: those that hold the kind of answer. A sentence may hold a reason or a manner
    that its words do not show.

    Args:
        question: The question.
        rows: The signals of the passages.
        passages: The passages.
    """
    is_specific = wanted_kind(question) in SPECIFIC
    may_lack = np.array([not (is_specific or each.asks) for each in passages])
    return np.asarray((rows[:, SIGNALS.index("lacking")] == 0) | may_lack)


def best_passage(
    scores: Floats, rows: Floats, passages: Sequence[Known], fit: NDArray[np.bool_], chosen: int | None = None
) -> tuple[int, Floats]:
    """Return which of the passages that may answer has the highest score, and its `SURENESS`.

    Args:
        scores: The scores of the passages.
        rows: Their signals.
        passages: The passages.
        fit: Which of them may answer; where none may, any is taken.
        chosen: The passage to take instead of the one with the highest score.
    """
    fitting = np.where(fit, scores, -np.inf) if fit.any() else scores
    best = int(np.argmax(fitting)) if chosen is None else chosen
    text = passages[best].text
    apart_from = (at for at, each in enumerate(passages) if text not in each.text and each.text not in text)
    others = (float(scores[at]) for at in apart_from if np.isfinite(fitting[at]) or scores[at] < scores[best])
    apart = scores[best] - max(others, default=scores[best] - 1.0)
    return best, np.array([scores[best], apart, rows[best, SIGNALS.index("unknown")]])


class Cosines(NamedTuple):
    """By passage the cosine of the question and its text, the nearest of its questions (-1: it has none), and its
    topic."""

    text: Floats
    asked: Floats
    topic: Floats


async def cosines_of(exchange: Exchange, question: str, passages: Sequence[Known]) -> Cosines | None:
    """Return how near a question is to passages by meaning; None where there are no vectors."""
    topics = [_topic_text(each) for each in passages]
    texts = list(dict.fromkeys([question, *(each.text for each in passages), *topics, *_questions(passages)]))
    vectors = await exchange.recaller.vectors(texts)
    if vectors is None or any(vector is None for vector in vectors):
        return None
    by_text = dict(
        zip(texts, np.array(vectors, dtype=np.float32) @ np.array(vectors[0], dtype=np.float32), strict=True)
    )
    return Cosines(
        np.array([by_text[each.text] for each in passages], dtype=np.float64),
        np.array([max((by_text[text] for text in each.asks), default=-1.0) for each in passages], dtype=np.float64),
        np.array([by_text[text] for text in topics], dtype=np.float64),
    )


def _questions(passages: Iterable[Known]) -> list[str]:
    return [text for each in passages for text in each.asks]


def _topic_text(known: Known) -> str:
    return f"{known.topic.name}: {known.topic.text}" if known.topic else known.text


def asked_terms(exchange: Exchange, question: str) -> list[str]:
    """Return the terms that a question asks after, without the names of the two who talk and what only frames it."""
    left_out = terms_of("narrator.question_frame") | terms_of("answering.frame")
    left_out |= term_set(" ".join((*exchange.own_names, exchange.player)))
    left_out |= term_set(asking_words(question))
    return list(dict.fromkeys(term for term in analyse(question).terms if term not in left_out))


def signals(
    exchange: Exchange,
    question: str,
    passages: Sequence[Known],
    cosines: Cosines | None,
    matter: frozenset[str] = frozenset(),
) -> Floats:
    """Return the `SIGNALS` of passages, one a row; the topics of ``matter`` count as named."""
    kind, asked = wanted_kind(question), asked_terms(exchange, question)
    terms = [_terms_of(each) for each in passages]
    everything = [part for each in terms for part in (each.own, each.around)]
    rare = _rarity(asked, everything)
    if kind in _COUNTED:  # "pounds" and "years" say what is wanted more than of what
        measures = terms_of("narrator.measures")
        rare = {term: weight * (_MEASURE if term in measures else 1.0) for term, weight in rare.items()}
    total = sum(rare.values()) or 1.0
    said, all_asked = term_set(question), frozenset(asked)
    unknown = sum(weight for term, weight in rare.items() if not _held(term, *everything)) / total
    cast = term_set(" ".join(thing.name for thing in everybody(exchange.state))) - said
    rows = []
    for known, each in zip(passages, terms, strict=True):
        own = {term: _held(term, each.own) for term in rare}
        covered = sum(weight * own[term] for term, weight in rare.items()) / total
        whole = sum(weight * _held(term, each.own, each.around) for term, weight in rare.items()) / total
        is_matter_missing = kind is AnswerKind.YES_OR_NO and known.is_of_self and bool(rare) and not any(own.values())
        fits = False if is_matter_missing else _fits(kind, known, cast, said)
        rest = rare.keys() - each.names
        about = sum(rare[term] for term in rest)
        beside = sum(rare[term] * own[term] for term in rest) / about if rest else 0.0
        is_meant = known.topic is not None and known.topic.id in matter
        is_named = is_meant or any(name <= all_asked for name in each.of_names)
        rows.append((
            covered, whole - covered, unknown, beside, float(is_named), float(fits is True), float(fits is False),
            log(1 + sum(own.values())), log(1 + len(each.text - said)),
        ))  # fmt: skip
    words = np.array(rows, dtype=np.float64)
    if cosines is None:
        alike = np.array([max((_likeness(question, each) for each in known.asks), default=0.0) for known in passages])
        nothing = np.zeros(len(rows))
        return np.column_stack([nothing, np.maximum(0.0, alike - _FAR), nothing, nothing, words])
    near = np.maximum(cosines.text, cosines.asked)
    topics = [known.topic.id if known.topic else known.names for known in passages]
    others = _best_of_others(near.tolist(), topics)
    alike = np.maximum(0.0, cosines.asked - _FAR)
    meaning = np.column_stack([cosines.text, alike, near - np.array(others), cosines.topic])
    return np.column_stack([meaning, words])


def _best_of_others(near: Sequence[float], topics: Sequence[str]) -> list[float]:
    """Return by passage how near the nearest passage of another topic is; 0 where there is no other topic."""
    best: dict[str, float] = {}
    for topic, value in zip(topics, near, strict=True):
        best[topic] = max(value, best.get(topic, value))
    of_others = {one: max((value for other, value in best.items() if other != one), default=0.0) for one in best}
    return [of_others[topic] for topic in topics]


class _Terms(NamedTuple):
    """The terms of a passage: its ``own``, with those of its questions; those ``around`` it, in its names and topic;
    those of its ``text`` alone; those of its ``names``; and ``of_names`` those of each name."""

    own: frozenset[str]
    around: frozenset[str]
    text: frozenset[str]
    names: frozenset[str]
    of_names: tuple[frozenset[str], ...]


def _terms_of(known: Known) -> _Terms:
    return _terms_in(known.text, known.asks, known.all_names, known.topic.text if known.topic else "")


@cached_by_language(1024)
def _terms_in(text: str, asks: tuple[str, ...], names: tuple[str, ...], topic: str) -> _Terms:
    called = " ".join(names)
    return _Terms(
        own=term_set(" ".join((text, *asks))),
        around=term_set(f"{called} {topic}"),
        text=term_set(text),
        names=term_set(called),
        of_names=tuple(filter(None, map(term_set, names))),
    )


def _likeness(question: str, other: str) -> float:
    """Return the part of the words of two questions that they have in common."""
    one, two = set(name_words(question)), set(name_words(other))
    return 2 * len(one & two) / (len(one) + len(two) or 1)


def _fits(kind: AnswerKind, known: Known, cast: frozenset[str], said: frozenset[str]) -> bool | None:
    """Return whether a passage holds the kind of answer in addition to the question's own words; None where any passage
    may."""
    if known.asks:
        is_held = kind in map(wanted_kind, known.asks)
        return None if kind in (AnswerKind.NOTHING, AnswerKind.THING) and not is_held else is_held
    if kind in (AnswerKind.NOTHING, AnswerKind.YES_OR_NO, AnswerKind.THING):
        return None
    unsaid = (word if terms.isdisjoint(said) else signs for word, terms, signs in _words_of(known.text))
    return holds_kind(kind, " ".join(unsaid), cast)


@cached_by_language(1024)
def _words_of(passage: str) -> tuple[tuple[str, frozenset[str], str], ...]:
    """Return the words of a passage, each with its terms and with what is shown of it where the question says it: only
    its signs."""
    signs = ("".join(sign for sign in word if not sign.isalnum()) or "…" for word in passage.split())
    return tuple((word, term_set(word), rest) for word, rest in zip(passage.split(), signs, strict=True))


def _held(term: str, *terms: frozenset[str]) -> float:
    """Return how far any of these holds a term: wholly, or by a synonym."""
    for each in terms:
        if term in each:
            return 1.0
    others = _others(term)
    for each in terms if others else ():
        if not others.isdisjoint(each):
            return _LIKE
    return 0.0


@cached_by_language(4096)
def _others(term: str) -> frozenset[str]:
    return term_set(" ".join(synonyms(term)))


def _rarity(asked: Iterable[str], texts: Sequence[frozenset[str]]) -> dict[str, float]:
    """Return the terms of a question, each with its inverse document frequency among what the person may say."""
    counts = {term: sum(term in text for text in texts) for term in asked}
    return {term: log(1 + (len(texts) + 1) / (count + 1)) for term, count in counts.items()}
