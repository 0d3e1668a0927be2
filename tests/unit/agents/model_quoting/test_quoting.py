"""What a model repeats from memory is found, and nothing else."""

import random
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from app.language.analysis.quoting import recalled_spans
from tests.worlds import message

MEMORY = "Élan promised Mara to bring her a lantern before the next dusk falls."


def quoted(text: str, *shown: str) -> list[str]:
    return [text[start:end] for start, end in recalled_spans(text, shown)]


def test_a_run_of_eight_words_is_found() -> None:
    text = "Mara smiles. You promised Mara to bring her a lantern before noon, did you not?"
    assert quoted(text, MEMORY) == ["promised Mara to bring her a lantern before"]


def test_seven_words_are_no_quotation() -> None:
    assert quoted("He promised Mara to bring her a lantern, no more.", MEMORY) == []


def test_the_run_is_as_long_as_it_goes_and_takes_its_closing_punctuation() -> None:
    assert quoted(f"She nods: “{MEMORY}” Then silence.", MEMORY) == [MEMORY + "”"]


def test_case_punctuation_and_line_breaks_do_not_hide_a_quotation() -> None:
    text = "ÉLAN — promised,\nMARA: to bring her 'a lantern' before… and so on"
    assert quoted(text, MEMORY) == ["ÉLAN — promised,\nMARA: to bring her 'a lantern' before…"]


def test_straight_and_curly_apostrophes_are_the_same() -> None:
    assert quoted(
        "It's the innkeeper’s lantern that you've lost again tonight.",
        MEMORY,
        "It’s the innkeeper's lantern that you’ve lost again",
    ) == ["It's the innkeeper’s lantern that you've lost again"]


def test_two_quotations_are_two_spans() -> None:
    other = "The owl took the tower on a night without any moon."
    text = f"{MEMORY} Meanwhile, {other}"
    assert quoted(text, MEMORY, other) == [MEMORY, other]


def test_a_run_is_not_glued_together_from_two_memories() -> None:
    shown = ("one two three four five", "six seven eight nine ten eleven")
    assert quoted("one two three four five six seven eight nine ten", *shown) == []


def test_a_message_made_of_a_quotation_only_has_nothing_fresh() -> None:
    spans = recalled_spans(MEMORY, [MEMORY])
    assert message(0, MEMORY, quoted=spans).fresh_content == "…"


def test_scripts_without_blanks_are_matched_sign_by_sign() -> None:
    assert quoted("她说：老板娘答应给他一盏灯笼。好的。", "老板娘答应给他一盏灯笼") == ["老板娘答应给他一盏灯笼。"]


def test_nothing_shown_or_nothing_said_is_no_quotation() -> None:
    assert recalled_spans(MEMORY, []) == ()
    assert recalled_spans(MEMORY, ["", "too short"]) == ()
    assert recalled_spans("", [MEMORY]) == ()


def test_a_long_repetitive_text_is_one_span() -> None:
    text = "la " * 20_000
    assert recalled_spans(text, [text]) == ((0, len(text) - 1),)


@given(st.integers(0, 10_000))
def test_spans_are_in_order_apart_and_at_least_eight_words_of_a_memory(seed: int) -> None:
    chance = random.Random(seed)
    memory = " ".join(chance.choices("abc", k=30))
    text = " ".join(chance.choices("abc", k=60))
    spans = recalled_spans(text, [memory])
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    for start, end in spans:
        assert len(text[start:end].split()) >= 8
        assert " ".join(text[start:end].split()[:8]) in memory


@given(st.text(max_size=200), st.text(max_size=200))
def test_no_text_breaks_it(text: str, memory: str) -> None:
    for start, end in recalled_spans(text, [memory, text]):
        assert 0 <= start < end <= len(text)
