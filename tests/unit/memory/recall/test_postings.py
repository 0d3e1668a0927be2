"""The inverted index: reading texts, finding them by their words, forgetting what came last."""

import random
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.language.analysis import terms
from app.language.analysis.lexicon import lexicon
from app.language.analysis.terms import analyse
from app.language.analysis.text import words
from app.memory.index.postings import Postings, inverse_frequencies
from tests.unit.memory.recall.streams import WORDS

ODD = ("May", "in May", "May 7", "key,", "(Tobin's)", "blue-green", "yesterday", "forty", "1311", "the", "鍵を", "Key?")
written = st.one_of(
    st.text(max_size=40),
    st.lists(st.sampled_from([*WORDS, *ODD, "\n", "\u00a0", "\x1c", "’"]), max_size=12).map(" ".join),
    st.lists(st.sampled_from([*WORDS, *ODD, "'", "-", "\u0301"]), max_size=6).map("".join),
)
documents = st.lists(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join), max_size=40)


@given(st.lists(written, max_size=4))
def test_a_text_is_analysed_as_its_words_are(texts: list[str]) -> None:
    """Also the second time, when what stands between two blanks is known; but for "May", which a text makes a month."""
    for text in (*texts, *texts):
        by_word = [term for word in words(text) for term in analyse(word).terms]
        assert [term for term in analyse(text).terms if term != "may"] == [term for term in by_word if term != "may"]


def test_a_text_without_blanks_is_not_kept_as_a_word() -> None:
    """What is hostile or written without blanks may be 10,000 characters long each time."""
    postings = Postings()
    for number in range(20):
        text = f"{number}-" * 500 + "鍵" * 500
        postings.add(text)
        assert analyse(text) == analyse(text)
        analyse("鍵" * 500 + str(number))
    assert max(map(len, postings.spellings), default=0) <= terms.LONGEST_KEPT
    assert all(len(piece) <= terms.LONGEST_KEPT for piece in lexicon().analysed)


@pytest.mark.parametrize(("length", "is_kept"), [(1, True), (0, True), (-1, False)])
def test_words_up_to_a_length_are_kept_as_they_are_written(length: int, is_kept: bool) -> None:
    """``length`` is how much shorter than the longest."""
    postings, word = Postings(), "k" * (terms.LONGEST_KEPT - length)
    postings.add(word)
    assert (word in postings.spellings) is (word in lexicon().analysed) is is_kept


def literal_bm25(texts: list[str], question: str) -> list[float]:
    """The textbook formula, term by term and text by text."""
    held = [analyse(text).terms for text in texts]
    average = sum(map(len, held)) / len(held) or 1
    scores = [0.0] * len(held)
    for term in dict.fromkeys(analyse(question).terms):
        count = sum(term in found for found in held)
        weight = log(1 + (len(held) - count + 0.5) / (count + 0.5))
        for position, found in enumerate(held):
            times = found.count(term)
            scores[position] += weight * 2.2 * times / (times + 1.2 * (0.25 + 0.75 * len(found) / average))
    return scores


def bm25(postings: Postings, question: str) -> list[float]:
    return list(map(float, postings.bm25(inverse_frequencies(analyse(question).terms, postings))))


def test_words_are_found_as_texts_come() -> None:
    chance = random.Random(1)
    texts: list[str] = []
    postings = Postings()
    for _ in range(60):
        texts.append(" ".join(chance.choices(WORDS, k=chance.randint(0, 9))))
        postings.add(texts[-1])
        question = " ".join(chance.choices([*WORDS, "unheard-of"], k=3))
        assert bm25(postings, question) == pytest.approx(literal_bm25(texts, question))
    assert [postings.lengths[n] for n in range(60)] == [len(analyse(text).terms) for text in texts]


@given(documents, documents, st.integers(0, 45))
def test_what_is_cut_off_was_never_there(before: list[str], after: list[str], size: int) -> None:
    """To the last bit: who had more and forgot it answers as who never had it."""
    cut, plain = Postings(), Postings()
    for text in before:
        cut.add(text)
    bm25(cut, "key owl")
    cut.cut(size)
    for text in before[:size]:
        plain.add(text)
    for text in after:
        assert cut.add(text) == plain.add(text)
    assert len(cut) == len(plain)
    for question in ("key owl", "silver promise key", "rain", "Tobin forty"):
        assert bm25(cut, question) == bm25(plain, question)


def test_one_text_may_come_in_two_parts() -> None:
    """An entry is found by its text and by the keywords kept beside it."""
    postings = Postings()
    postings.add("The owl flew.", "brass key, yesterday?")
    assert postings.lengths[0] == len(analyse("owl flew brass key yesterday").terms)
    assert np.count_nonzero(postings.bm25({"key": 1.0, "owl": 1.0})) == 1


def test_a_question_asked_before_the_cut_is_answered_anew_after_it() -> None:
    """Although there are as many texts as before, and the words are the same."""
    postings = Postings()
    postings.add("key key owl")
    before = bm25(postings, "key")
    postings.cut(0)
    postings.add("owl rain")
    assert bm25(postings, "key") == [0.0] != before


def test_frequencies_count_documents_and_the_last_answer_is_not_taken_for_another() -> None:
    postings = Postings()
    for text in ("key key", "key owl", "", "rain"):
        postings.add(text)
    for _ in range(2):
        assert postings.frequencies(["key", "owl", "none"]) == {"key": 2, "owl": 1}
        assert postings.frequencies(["owl", "key"]) == {"owl": 1, "key": 2}
    postings.add("key")
    assert postings.frequencies(["owl", "key"]) == {"owl": 1, "key": 3}
    assert postings.frequencies([]) == {}
