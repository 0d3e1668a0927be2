"""Of a long text, the part that speaks of what was asked."""

from hypothesis import given
from hypothesis import strategies as st

from app.memory.prompt_data import passage

LONG = " ".join(
    [
        "The morning was grey and the gulls were loud.",
        "Old Tobin counted his nets twice and swore at the knots.",
        "He hid the silver whistle under the third flagstone of the loft.",
        "Then he went down to the harbour to see the boats come in.",
        "Nobody asked him anything, and he was glad of that.",
    ]
)


def test_a_short_text_stays_whole() -> None:
    assert passage("He hid it.", "where?", 100) == "He hid it."


def test_of_a_long_text_the_sentence_that_was_asked_for_stays() -> None:
    found = passage(LONG, "Where is the whistle hidden?", 160)
    assert "under the third flagstone of the loft." in found
    assert found.startswith("[...] ")
    assert found.endswith(" [...]")


def test_where_nothing_is_shared_beginning_and_end_stay() -> None:
    found = passage(LONG, "Zebras?", 120)
    assert found.startswith("The morning")
    assert found.endswith("glad of that.")


@given(st.text(max_size=600), st.text(max_size=60), st.integers(40, 300))
def test_it_is_never_longer_than_asked_for(text: str, question: str, limit: int) -> None:
    assert len(passage(text, question, limit)) <= limit


@given(st.lists(st.sampled_from(LONG.split(". ")), min_size=1, max_size=30), st.integers(60, 300))
def test_of_sentences_it_keeps_whole_ones_where_one_fits(parts: list[str], limit: int) -> None:
    assert len(passage(". ".join(parts), "Where did Tobin hide the whistle?", limit)) <= limit
