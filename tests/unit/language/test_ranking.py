"""Choosing the most telling sentences."""

from app.language.analysis.ranking import rank_sentences

TEXT = [
    "The owl took the tower at dusk.",
    "The owl sat in the tower and the bell was silent.",
    "Mara poured a cup.",
    "At dusk the owl took the tower.",
    "",
]


def test_the_sentence_most_others_are_like_comes_first() -> None:
    assert rank_sentences(TEXT, [1.0] * 5, 1) == [0]


def test_what_was_said_already_is_not_said_again() -> None:
    assert rank_sentences(TEXT, [1.0] * 5, 3) == [0, 1, 2]


def test_weights_can_turn_the_order() -> None:
    assert rank_sentences(TEXT, [1.0, 1.0, 9.0, 1.0, 1.0], 1) == [2]


def test_nothing_and_less_than_asked_for_are_answered() -> None:
    assert rank_sentences([], [], 3) == []
    assert rank_sentences(["", "..."], [1.0, 1.0], 5) == [0, 1]
