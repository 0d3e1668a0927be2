"""Cutting long texts at sentences, and joining the vectors of the pieces."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.embeddings.pieces import MAX_PIECES, cut, mean_pooled, unit


def _words(text: str) -> int:
    return len(text.split())


def test_a_text_that_fits_stays_whole() -> None:
    assert cut("One two. Three four.", _words, 4) == ["One two. Three four."]


def test_a_longer_text_is_cut_between_sentences() -> None:
    text = "The bell rang twice. Nobody came. The tide went out at dawn."
    assert cut(text, _words, 6) == ["The bell rang twice. Nobody came.", "The tide went out at dawn."]


def test_a_sentence_too_long_by_itself_is_cut_between_words() -> None:
    sentence = "one two three four five six seven eight nine ten"
    pieces = cut(sentence, _words, 4)
    assert all(_words(piece) <= 4 for piece in pieces)
    assert " ".join(pieces) == sentence


def test_a_word_too_long_by_itself_is_cut_between_characters() -> None:
    assert "".join(cut("x" * 100, len, 30)).replace(" ", "") == "x" * 100


def test_a_text_without_end_has_at_most_so_many_pieces() -> None:
    assert len(cut("Word. " * 10_000, _words, 3)) == MAX_PIECES


@given(st.text(max_size=300), st.integers(min_value=4, max_value=40))
def test_no_piece_is_longer_than_the_window(text: str, window: int) -> None:
    pieces = cut(text, _words, window)
    assert pieces
    assert all(_words(piece) <= window for piece in pieces)


def test_the_vector_of_a_cut_text_is_the_mean_of_its_pieces_at_length_one() -> None:
    rows = unit(np.array([[1, 0], [0, 1], [0, 1], [3, 4]], dtype=np.float32))
    whole = mean_pooled(rows, [2, 1, 1])
    assert np.allclose(whole, [[0.5**0.5, 0.5**0.5], [0, 1], [0.6, 0.8]])
    assert whole.dtype == np.float32


def test_a_row_of_zeros_is_no_division_by_zero() -> None:
    assert unit(np.zeros((1, 3), dtype=np.float32)).tolist() == [[0, 0, 0]]
