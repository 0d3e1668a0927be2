"""What a model repeats from memory is found, and nothing else."""

import random
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from app.language.analysis.quoting import repeated_marks, traced
from app.models.messages.mark import Mark, MarkKind
from app.models.messages.speech import Span
from tests.worlds import message

MEMORY = "Élan promised Mara to bring her a lantern before the next dusk falls."


def spans(text: str, *shown: str) -> list[Span]:
    return [mark[:2] for mark in repeated_marks(text, {f"inn-{at}": each for at, each in enumerate(shown)})]


def quoted(text: str, *shown: str) -> list[str]:
    return [text[start:end] for start, end in spans(text, *shown)]


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


def test_each_quotation_carries_the_id_of_its_memory_also_where_two_run_into_each_other() -> None:
    first, second = "one two three four five six seven eight nine", "two three four five six seven eight nine ten"
    text = "one two three four five six seven eight nine ten"
    assert repeated_marks(text, {"inn-001": first, "mara-002": second}) == (
        Mark(0, text.index(" ten"), MarkKind.REPEATED, "inn-001"),
        Mark(text.index("three"), len(text), MarkKind.REPEATED, "mara-002"),
    )


def test_a_run_is_not_glued_together_from_two_memories() -> None:
    shown = ("one two three four five", "six seven eight nine ten eleven")
    assert quoted("one two three four five six seven eight nine ten", *shown) == []


def test_a_message_made_of_a_quotation_only_has_nothing_fresh() -> None:
    assert message(0, MEMORY, quoted=tuple(spans(MEMORY, MEMORY))).fresh_content == "…"


def test_scripts_without_blanks_are_matched_sign_by_sign() -> None:
    assert quoted("她说：老板娘答应给他一盏灯笼。好的。", "老板娘答应给他一盏灯笼") == ["老板娘答应给他一盏灯笼。"]


def test_nothing_shown_or_nothing_said_is_no_quotation() -> None:
    assert spans(MEMORY) == []
    assert spans(MEMORY, "", "too short") == []
    assert spans("", MEMORY) == []


def test_a_long_repetitive_text_is_one_span() -> None:
    text = "la " * 20_000
    assert spans(text, text) == [(0, len(text) - 1)]


@given(st.integers(0, 10_000))
def test_spans_are_in_order_apart_and_at_least_eight_words_of_a_memory(seed: int) -> None:
    chance = random.Random(seed)
    memory = " ".join(chance.choices("abc", k=30))
    text = " ".join(chance.choices("abc", k=60))
    found = spans(text, memory)
    assert all(a[1] <= b[0] for a, b in pairwise(found))
    for start, end in found:
        assert len(text[start:end].split()) >= 8
        assert " ".join(text[start:end].split()[:8]) in memory


@given(st.text(max_size=200), st.text(max_size=200))
def test_no_text_breaks_it(text: str, memory: str) -> None:
    for start, end in spans(text, memory, text):
        assert 0 <= start < end <= len(text)


REMEMBERED = {
    "m-1": "say I promise to ring it once for Henrik before the tide turns",
    "m-4": "I promise to ring it once for Henrik, and to bring the blue float back.",
    "tove-002": "Mara promised to ring the bell.",
}


def traced_in(text: str, *sources: str) -> list[tuple[str, str | None]]:
    """The words of each mark and its source, of a text that repeats these from end to end."""
    marks = [Mark(0, len(text), MarkKind.REPEATED, source) for source in sources]
    return [(text[mark.start : mark.end], mark.source) for mark in traced(text, marks, REMEMBERED.__getitem__)]


def test_of_several_sources_the_one_with_the_longest_run_has_it() -> None:
    text = "I promise to ring it once for Henrik before the tide turns."
    assert traced_in(text, "m-4", "tove-002", "m-1") == [(text, "m-1")]


def test_each_run_has_its_own_source_and_the_words_between_have_none() -> None:
    text = "You said “I promise to ring it once for Henrik before the tide turns” and to bring the blue float back."
    assert traced_in(text, "m-1", "m-4") == [
        (text, None),
        ("I promise to ring it once for Henrik before the tide turns", "m-1"),
        ("and to bring the blue float back.", "m-4"),
    ]


def test_fewer_than_five_words_are_no_run_unless_they_are_all_that_is_repeated() -> None:
    assert traced_in("Something of a promise to ring it.", "m-1") == [("Something of a promise to ring it.", None)]
    assert traced_in("“for Henrik.”", "m-1") == [("“for Henrik.”", None), ("for Henrik.", "m-1")]


@given(
    st.lists(st.sampled_from(["m-1", "m-4", "tove-002"]), unique=True), st.text(alphabet="I promse tblu", max_size=80)
)
def test_runs_never_overlap_and_lie_within_what_was_marked(sources: list[str], text: str) -> None:
    marks = [Mark(0, len(text), MarkKind.REPEATED, source) for source in sources]
    found = [mark for mark in traced(text, marks, REMEMBERED.__getitem__) if mark.source]
    assert all(0 <= mark.start < mark.end <= len(text) for mark in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
