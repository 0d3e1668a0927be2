"""The estimate of tokens, beside what a real tokenizer counts."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.prompt_data import estimate
from benchmarks.tokens import DATA, digest, texts

TEXTS = dict(texts())
COUNTED = json.loads((DATA / "counts.json").read_bytes())["counts"]


def test_every_text_has_a_count_of_its_own_and_nothing_else_has() -> None:
    """After a change of a golden prompt: ``python -m benchmarks.tokens``, with mistral-common installed."""
    assert {name: counted["digest"] for name, counted in COUNTED.items()} == {
        name: digest(text) for name, text in TEXTS.items()
    }
    assert len(TEXTS) > 15


@pytest.mark.parametrize("name", TEXTS)
def test_the_estimate_is_no_less_than_the_tokens_and_at_most_a_tenth_more(name: str) -> None:
    tokens = COUNTED[name]["tokens"]
    assert tokens <= estimate(TEXTS[name]) <= 1.1 * tokens


@given(st.text(), st.text())
def test_two_texts_on_two_lines_take_at_most_what_each_takes_and_one_more(one: str, other: str) -> None:
    """So that parts that fit one by one fit together."""
    assert estimate(f"{one}\n{other}") <= estimate(one) + estimate(other) + 1


@given(st.text(min_size=1), st.text())
def test_a_longer_text_takes_more(one: str, more: str) -> None:
    assert 0 < estimate(one) <= estimate(one + more)
