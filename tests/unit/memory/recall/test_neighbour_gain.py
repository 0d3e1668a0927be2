"""What a document gains from those beside it: an answer gains more from its question than the other way round."""

import numpy as np
import pytest
from numpy.typing import NDArray

from app.memory.recall.hybrid import HybridWeights, neighbour_gain

WEIGHTS = HybridWeights()
ASKS_FIRST = np.array([True, False, False])
NOBODY_ASKS = np.zeros(3, dtype=np.bool_)
FOLLOWS = np.array([False, True, True])


def gains(relevance: list[float], asks: NDArray[np.bool_], follows: NDArray[np.bool_] = FOLLOWS) -> list[float]:
    return list(neighbour_gain(np.array(relevance), follows, asks, WEIGHTS))


def test_what_follows_a_relevant_question_gains_more_than_what_follows_a_statement() -> None:
    assert gains([1.0, 0.0, 0.0], ASKS_FIRST) == pytest.approx([0, WEIGHTS.neighbour + WEIGHTS.answer, 0])
    assert gains([1.0, 0.0, 0.0], NOBODY_ASKS) == pytest.approx([0, WEIGHTS.neighbour, 0])


def test_a_question_gains_no_more_from_what_stands_before_it_for_being_one() -> None:
    assert gains([1.0, 0.0, 0.0], np.array([False, True, False])) == pytest.approx([0, WEIGHTS.neighbour, 0])


def test_of_two_neighbours_the_better_one_counts() -> None:
    assert gains([0.2, 0.0, 1.0], NOBODY_ASKS)[1] == pytest.approx(WEIGHTS.neighbour)


def test_what_does_not_follow_is_no_neighbour() -> None:
    assert gains([1.0, 0.0, 1.0], ASKS_FIRST, np.array([False, False, False])) == [0, 0, 0]


def test_one_document_has_no_neighbour() -> None:
    assert neighbour_gain(np.array([1.0]), np.array([False]), np.array([True]), WEIGHTS).tolist() == [0]


def test_of_two_documents_each_is_the_others_neighbour() -> None:
    follows, asks = np.array([False, True]), np.array([True, False])
    found = neighbour_gain(np.array([1.0, 0.5]), follows, asks, WEIGHTS)
    assert found.tolist() == pytest.approx([0.5 * WEIGHTS.neighbour, WEIGHTS.neighbour + WEIGHTS.answer])


def test_every_document_has_its_own_neighbours() -> None:
    """Some follow the one before, some ask; each value is another."""
    relevance = [0.1, 0.7, 0.2, 0.9, 0.4]
    follows = np.array([False, True, False, True, True])
    asks = np.array([False, True, True, False, True])
    found = neighbour_gain(np.array(relevance), follows, asks, WEIGHTS)
    half, more = WEIGHTS.neighbour, WEIGHTS.neighbour + WEIGHTS.answer
    expected = [0.7 * half, 0.1 * half, 0.9 * half, max(0.2 * more, 0.4 * half), 0.9 * half]
    assert found.tolist() == pytest.approx(expected)
