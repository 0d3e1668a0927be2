"""The small functions that score memories."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.language.language import using
from app.memory.entries.scoring import (
    best,
    heuristic_importance,
    importance_from_hundred,
    importance_share,
    importance_to_hundred,
    overlap,
    recencies,
)
from app.memory.index.postings import Postings, inverse_frequencies
from app.models.memory import MemoryKind, MemoryOrigin
from app.models.memory_kinds import KIND_ROWS
from tests.fakes.pseudo_locale import pseudo_locale, scrambled


@pytest.mark.parametrize(
    ("kind", "minutes"),
    [
        (MemoryKind.OBSERVATION, 360),
        (MemoryKind.CONVERSATION, 360),
        (MemoryKind.ARTIFACT, 360),
        (MemoryKind.EMOTIONAL, 360),
        (MemoryKind.PLAN, 720),
        (MemoryKind.REFLECTION, 1440),
        (MemoryKind.SUMMARY, 1440),
        (MemoryKind.GIFTED, None),
    ],
)
def test_kinds_fade_at_their_own_pace(kind: MemoryKind, minutes: float | None) -> None:
    assert KIND_ROWS[kind].half_life == minutes


@pytest.mark.parametrize(
    ("age", "span", "expected"), [(360, 360, 0.5), (720, 360, 0.25), (0, 360, 1), (-5, 360, 1), (10**6, None, 1)]
)
def test_recency_halves_with_each_half_life(age: float, span: float | None, expected: float) -> None:
    rate = 0.0 if span is None else 1 / span
    assert recencies(np.array([age]), np.array([rate]))[0] == expected


@given(st.integers(0, 100))
def test_importance_of_a_hundred_survives_the_way_there_and_back(importance: int) -> None:
    scaled = importance_from_hundred(importance)
    assert 1 <= scaled <= 10
    assert importance_to_hundred(scaled) == importance
    assert importance_share(scaled) == pytest.approx(importance / 100)


@pytest.mark.parametrize(
    ("kind", "text", "subjects", "origin", "expected"),
    [
        (MemoryKind.OBSERVATION, "A tree.", (), None, 5),
        (MemoryKind.REFLECTION, "A tree.", (), None, 7),
        (MemoryKind.PLAN, "A tree.", (), None, 6),
        (MemoryKind.OBSERVATION, "An IMPORTANT and significant tree.", (), None, 6),
        (MemoryKind.OBSERVATION, "A friend, a relationship.", (), None, 6),
        (MemoryKind.OBSERVATION, "She realized it.", (), None, 6),
        (MemoryKind.OBSERVATION, "A tree.", ("a", "b"), None, 5),
        (MemoryKind.OBSERVATION, "A tree.", ("a", "b", "c"), None, 6),
        (MemoryKind.OBSERVATION, "A tree.", (), MemoryOrigin.DIALOGUE, 6),
        (MemoryKind.REFLECTION, "Important friend learned.", ("a", "b", "c"), MemoryOrigin.DIALOGUE, 10),
    ],
)
def test_the_heuristic_counts_what_usually_matters(
    kind: MemoryKind, text: str, subjects: tuple[str, ...], origin: MemoryOrigin | None, expected: float
) -> None:
    assert heuristic_importance(kind, text, subjects, origin) == expected


def test_what_usually_matters_is_read_in_the_language_of_the_game() -> None:
    with pseudo_locale() as language, using(language):
        for text in ("An important tree.", "A friend.", "She learned it."):
            assert heuristic_importance(MemoryKind.OBSERVATION, scrambled(text)) == 6
            assert heuristic_importance(MemoryKind.OBSERVATION, text) == 5


def test_overlap_is_jaccard() -> None:
    assert overlap({"a", "b"}, {"b", "c"}) == pytest.approx(1 / 3)
    assert overlap(["a", "a"], ["a"]) == 1
    assert overlap([], {"a"}) == overlap({"a"}, []) == overlap([], []) == 0


@given(st.lists(st.integers(0, 4), max_size=30), st.integers(0, 35))
def test_the_best_are_those_of_a_stable_descending_sort(scores: list[int], count: int) -> None:
    expected = sorted(range(len(scores)), key=lambda position: -scores[position])[:count]
    assert best(np.array(scores, dtype=np.float64), count).tolist() == expected


DOCUMENTS: tuple[list[str], ...] = (["key", "cellar"], ["key", "key", "owl", "owl"], ["rain"], [])


def test_bm25_agrees_with_the_textbook() -> None:
    postings = Postings()
    for terms in DOCUMENTS:
        postings.add(" ".join(terms))
    weights = inverse_frequencies(["key", "key", "rain", "unknown"], postings)
    average = sum(map(len, DOCUMENTS)) / len(DOCUMENTS)
    expected = []
    for terms in DOCUMENTS:
        score = 0.0
        for term in ("key", "rain"):
            holding = sum(term in other for other in DOCUMENTS)
            weight = np.log(1 + (len(DOCUMENTS) - holding + 0.5) / (holding + 0.5))
            times = terms.count(term)
            score += weight * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * len(terms) / average))
        expected.append(score)
    assert postings.bm25(weights).tolist() == pytest.approx(expected)
    assert list(weights) == ["key", "rain", "unknown"]
    assert weights["unknown"] > weights["rain"] > weights["key"] > 0


def test_bm25_of_nothing_is_nothing() -> None:
    assert Postings().bm25({"key": 1.0}).tolist() == []
    empty = Postings()
    empty.add("")
    assert empty.bm25({"key": 1.0}).tolist() == [0]
