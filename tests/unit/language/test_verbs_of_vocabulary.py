"""Which words may be verbs as they are ordered, by the other forms that the vocabulary has of them."""

import pytest

from app.language.analysis.lexicon import is_adverb, is_doing, is_verb


@pytest.mark.parametrize("word", ["tuck", "sneak", "dig", "buy", "poke", "carry", "alphabetise", "squint"])
def test_a_word_with_another_form_of_a_verb_or_none_that_is_known_may_be_one(word: str) -> None:
    assert is_verb(word)


@pytest.mark.parametrize(
    "word", ["nice", "five", "eleven", "dead", "tucks", "drops", "careful", "her", "with", "morning", ""]
)
def test_a_word_without_one_and_a_form_of_a_verb_is_none(word: str) -> None:
    assert not is_verb(word)


def test_the_form_for_what_is_being_done_is_that_of_a_verb() -> None:
    assert is_doing("wrapping")
    assert not [word for word in ("morning", "herring", "evening", "king", "wrap") if is_doing(word)]


def test_an_adverb_is_known_by_its_ending() -> None:
    assert is_adverb("deftly")
    assert not is_adverb("deft")
