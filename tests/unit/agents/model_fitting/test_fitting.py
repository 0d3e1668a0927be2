"""Texts cut to a number of tokens, in any script and however much of them has to be escaped."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.agents.fitting import SMALLEST, clipped_to, fitted
from app.memory.prompt_data import data_line, estimate

LONG = ["The owl calls. " * 400, "Сова кричит. " * 400, "梟が鳴いている。" * 400, '"\\"<>' * 1000, "\u2028" * 3000]


def tokens(text: str) -> int:
    return estimate(data_line(text))


@pytest.mark.parametrize("text", LONG)
def test_a_long_text_keeps_its_two_ends_and_what_there_is_room_for(text: str) -> None:
    made = clipped_to(text, 300)
    assert 280 <= tokens(made) <= 300
    head, tail = made.split(" [...] ")
    assert text.startswith(head)
    assert text.endswith(tail)


def test_short_texts_are_whole_and_leave_their_room_to_long_ones() -> None:
    texts = ["Short.", *LONG[:3], "Curt."]
    made = fitted(texts, 1_000)
    assert (made[0], made[4]) == ("Short.", "Curt.")
    assert sum(map(tokens, made)) <= 1_000
    assert all(tokens(text) > 300 for text in made[1:4])


def test_what_fits_is_left_alone() -> None:
    assert fitted(["One.", "Two."], 10) == ["One.", "Two."]
    assert fitted([], 10) == []


@given(st.lists(st.text(max_size=300), max_size=20), st.integers(-50, 2_000))
def test_every_text_appears_and_all_together_keep_to_the_limit_where_that_is_possible(
    texts: list[str], limit: int
) -> None:
    made = fitted(texts, limit)
    assert len(made) == len(texts)
    assert all(bool(new) == bool(old) for new, old in zip(made, texts, strict=True))
    least = sum(tokens(clipped_to(text, 0)) for text in texts)
    assert sum(map(tokens, made)) <= max(limit, least * 2)
    assert all(len(new) >= min(len(old), SMALLEST - 1) for new, old in zip(made, texts, strict=True))
