"""Contrasts that corrections are known by, whatever their words: other values of one class, the same words negated."""

import pytest

from app.language.language import default_language
from app.language.reading.likelihood import Likelihood, Outline, between, within
from app.language.reading.linear import NO_WEIGHTS
from app.language.reading.tokens import Spelling, sentences_of

LANGUAGE = default_language()
LIKELIHOOD = Likelihood(LANGUAGE, NO_WEIGHTS)


def outlines(text: str) -> list[Outline]:
    sentences = sentences_of(text, [(0, len(text))], Spelling(LANGUAGE))
    return [LIKELIHOOD.outline(sentence) for sentence in sentences]


def test_numbers_days_and_names_are_values_and_a_word_that_begins_a_sentence_is_no_name() -> None:
    (outline,) = outlines("Tell Hedda it is on Monday at 7 or eight.")
    assert dict(outline.values) == {"hedda": "NAME", "monday": "DAYS", "7": "NUMBERS", "eight": "NUMBERS"}


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("It is on Friday, not on Monday.", "BETWEEN"),
        ("It is not on Monday but on Friday.", "BEFORE"),
        ("It is on Monday and on Friday.", ""),
    ],
)
def test_two_values_of_a_class_are_told_apart_by_where_a_negation_stands(text: str, where: str) -> None:
    (outline,) = outlines(text)
    assert set(within(outline)) == {"TWO", "TWO DAYS", f"TWO {where}", f"TWO DAYS {where}"}


def test_values_of_two_classes_are_no_contrast() -> None:
    (outline,) = outlines("It is on Friday at seven.")
    assert not set(within(outline))


def test_another_value_than_in_the_sentence_before_is_a_contrast_and_the_same_value_is_none() -> None:
    one, two, three = outlines("The boat leaves at seven. No, it leaves at eight. So be there at eight.")
    assert {"<OTHER", "<OTHER NUMBERS"} <= set(between("<", two, one))
    assert "<SAME NUMBERS" in set(between("<", three, two))
    assert "<OTHER" not in set(between("<", three, two))


def test_the_same_words_with_and_without_a_negation_are_a_turn() -> None:
    one, two = outlines("It's not a stick! It's a sword!")
    assert {">TURN-", ">ECHO2-", ">ECHO3-"} <= set(between(">", one, two))
    assert {"<TURN+", "<ECHO2+", "<ECHO3+"} <= set(between("<", two, one))


def test_a_sentence_that_is_only_fillers_shares_nothing() -> None:
    one, two = outlines("Well, no. It rains.")
    assert "<SHARE0" in set(between("<", two, one))
