"""What a document gains from those beside it in its scene."""

import numpy as np
import pytest

from app.memory.recall.hybrid import NEAR, after_question, best_of_scene, near

ONE_SCENE = np.array([False, True, True, True, True])
TWO_SCENES = np.array([False, True, True, False, True])
VALUES = np.array([0.1, 0.7, 0.2, 0.9, 0.4])
SPOKEN = np.zeros(5, dtype=np.bool_)
IN_TURN = np.array([0, 1, 0, 1, 0])


def test_what_stands_beside_counts_less_the_farther_it_is_on_both_sides() -> None:
    first, second, third = NEAR
    expected = [
        first * 0.7 + second * 0.2 + third * 0.9,
        first * (0.1 + 0.2) + second * 0.9 + third * 0.4,
        first * (0.7 + 0.9) + second * (0.1 + 0.4),
        first * (0.2 + 0.4) + second * 0.7 + third * 0.1,
        first * 0.9 + second * 0.2 + third * 0.7,
    ]
    assert near(VALUES, ONE_SCENE).tolist() == pytest.approx(expected)


def test_what_belongs_to_another_scene_is_not_near() -> None:
    first, second, _ = NEAR
    expected = [
        first * 0.7 + second * 0.2,
        first * (0.1 + 0.2),
        first * 0.7 + second * 0.1,
        first * 0.4,
        first * 0.9,
    ]
    assert near(VALUES, TWO_SCENES).tolist() == pytest.approx(expected)
    assert near(VALUES, np.zeros(5, dtype=np.bool_)).tolist() == [0] * 5


@pytest.mark.parametrize("size", range(5))
def test_few_documents_have_what_neighbours_there_are(size: int) -> None:
    found = near(np.ones(size), np.arange(size) > 0)
    expected = [sum(NEAR[abs(at - n) - 1] for at in range(size) if 0 < abs(at - n) <= 3) for n in range(size)]
    assert found.tolist() == pytest.approx(expected)


def test_what_follows_a_question_has_its_value() -> None:
    asks = np.array([True, False, False, True, True])
    assert after_question(VALUES, ONE_SCENE, asks, SPOKEN, IN_TURN).tolist() == [0, 0.1, 0, 0, 0.9]
    assert after_question(VALUES, TWO_SCENES, np.ones(5, dtype=np.bool_), SPOKEN, IN_TURN).tolist() == [
        0,
        0.1,
        0.7,
        0,
        0.9,
    ]
    assert after_question(VALUES[:1], ONE_SCENE[:1], asks[:1], SPOKEN[:1], IN_TURN[:1]).tolist() == [0]


def test_nobody_answers_its_own_question() -> None:
    asks = np.array([True, True, False, True, True])
    speaker = np.array([0, 0, 1, 1, 0])
    assert after_question(VALUES, ONE_SCENE, asks, SPOKEN, speaker).tolist() == [0, 0, 0.7, 0, 0.9]
    narrated = np.array([False, True, False, False, False])
    assert after_question(VALUES, ONE_SCENE, asks, narrated, np.array([0, 2, 0, 1, 0])).tolist()[2] == 0


def test_what_is_told_in_between_parts_no_answer_from_its_question() -> None:
    asks, narrated = np.array([True, False, False, False, False]), np.array([False, True, False, True, False])
    assert after_question(VALUES, ONE_SCENE, asks, narrated, np.array([0, 2, 1, 2, 0])).tolist() == [0, 0.1, 0.1, 0, 0]
    spoken = near(VALUES[[0, 2, 4]], ONE_SCENE[:3])
    assert near(VALUES, ONE_SCENE, narrated)[[0, 2, 4]].tolist() == pytest.approx(spoken.tolist())
    apart = np.array([False, True, False, True, True])
    assert after_question(VALUES, apart, asks, narrated, np.array([0, 2, 1, 2, 0])).tolist() == [0, 0.1, 0, 0, 0]


@pytest.mark.parametrize("first_follows", [False, True])
def test_the_best_of_a_scene_is_that_of_all_in_it(first_follows: bool) -> None:
    follows = TWO_SCENES.copy()
    follows[0] = first_follows
    assert best_of_scene(VALUES, follows).tolist() == [0.7, 0.7, 0.7, 0.9, 0.9]
    assert best_of_scene(VALUES[:1], follows[:1]).tolist() == [0.1]
