"""Cutting a typed line: by its marks, into sentences, into clauses."""

from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.agents.narrator.reading.line_reader import read_by_words
from app.agents.narrator.reading.parts import LinePart, clauses, marked_parts, may_begin, sentence_spans
from app.agents.narrator.understanding.typed_words import Phrase, word_set
from tests.examples import examples
from tests.worlds import new_game

STATE = new_game()
SAID, DONE = True, False

PIECES = st.sampled_from(
    [
        *("take the lantern", "go", "n", "east", "Mara", "the old well", "hello", "don't", "1.5", "e.g.", "I", "nod"),
        *(" ", " ", " ", ", ", ". ", "? ", "! ", "; ", "… ", "\n", " and ", " then ", " and then ", " n ", " plus "),
        *('"', "“", "”", "«", "»", "„", "*", "**", "_", "'", "’", "-", " – ", " & ", "…", "é", "漢字", "\u00a0", "👍"),
    ]
)
LINES = st.lists(PIECES, max_size=20).map("".join) | st.text(max_size=80)


def cut(line: str) -> list[tuple[str, bool | None]]:
    return [(part.text, part.is_speech) for part in marked_parts(line)]


def split(text: str, *names: str) -> list[str]:
    """The clauses of a text in which some names stand."""
    found = [(text.index(name), text.index(name) + len(name)) for name in names]
    spans = clauses(
        LinePart(text, 0), lambda before, after: any(start < before and after <= end for start, end in found)
    )
    return [text[begin:end] for begin, end in spans]


def sentences(text: str) -> list[str]:
    return [text[begin:end] for begin, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        (
            'I nod. "Well met," I say, "friend."',
            [("I nod.", DONE), ("Well met,", SAID), ("I say,", DONE), ("friend.", SAID)],
        ),
        ("“Hello!” I wave", [("Hello!", SAID), ("I wave", DONE)]),
        ("«Salut» he bows", [("Salut", SAID), ("he bows", DONE)]),
        ("„Hallo“ – bow", [("Hallo", SAID), ("– bow", DONE)]),
    ],
)
def test_quotation_marks_are_speech_and_the_rest_of_the_line_is_done(
    line: str, parts: list[tuple[str, bool | None]]
) -> None:
    assert cut(line) == parts


def test_a_quotation_that_is_not_closed_reaches_to_the_end() -> None:
    assert cut('I say: "come in and sit') == [("I say:", DONE), ("come in and sit", SAID)]


@pytest.mark.parametrize("line", ["*sighs* what a day *sits*", "**sighs** what a day **sits**"])
def test_asterisks_are_a_deed_and_the_rest_of_the_line_is_said(line: str) -> None:
    assert cut(line) == [("sighs", DONE), ("what a day", SAID), ("sits", DONE)]


def test_within_quotations_asterisks_mark_nothing() -> None:
    assert cut('"I *do* mind" I say') == [("I *do* mind", SAID), ("I say", DONE)]


def test_a_single_asterisk_marks_nothing() -> None:
    assert cut("*take the lantern") == [("take the lantern", None)]


def test_a_line_without_marks_is_one_part_of_no_mark() -> None:
    assert cut("take the lantern, and go") == [("take the lantern, and go", None)]


def test_an_apostrophe_is_no_quotation() -> None:
    assert cut("don't take Mara's 'lantern'") == [("don't take Mara's 'lantern'", None)]


@pytest.mark.parametrize("line", ['""', '"', "* *", '"..." ?'])
def test_marks_around_no_word_make_no_part(line: str) -> None:
    assert cut(line) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I wait. You? Go!", ["I wait.", "You?", "Go!"]),
        ("go east\nlook", ["go east", "look"]),
        ("hm… yes; no", ["hm…", "yes;", "no"]),
        ("wait 1.5 hours. go", ["wait 1.5 hours.", "go"]),
        ("what?! ... no", ["what?!", "... no"]),
        ("stop. ...", ["stop."]),
        ("...", []),
        ("", []),
    ],
)
def test_a_sentence_ends_with_its_sign_before_a_blank_or_with_the_line(text: str, found: list[str]) -> None:
    assert sentences(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("take the lamp and go", ["take the lamp", "go"]),
        ("take the lamp and then go", ["take the lamp", "go"]),
        ("take the lamp, go", ["take the lamp,", "go"]),
        ("take the lamp – go", ["take the lamp –", "go"]),
        ("take it n go", ["take it", "go"]),
        ("and go", ["and go"]),
        ("go and", ["go"]),
        ("go and then", ["go"]),
        ("take it, go and", ["take it,", "go"]),
        ("take it, n", ["take it,", "n"]),
        ("if you open it, I go", ["if you open it, I go"]),
        ("unless you open it, I go", ["unless you open it, I go"]),
        ("go", ["go"]),
    ],
)
def test_a_clause_ends_at_a_joint_or_at_a_sign(text: str, found: list[str]) -> None:
    assert split(text) == found


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("take the salt and pepper and go", "salt and pepper", ["take the salt and pepper", "go"]),
        ("greet Hale, the smith, and go", "Hale, the smith", ["greet Hale, the smith", "go"]),
    ],
)
def test_no_clause_begins_within_a_name(text: str, name: str, found: list[str]) -> None:
    assert split(text, name) == found


@pytest.mark.parametrize("text", ["wait 1.5 hours", "meet me at 12:30", "pay 1,000 coins"])
def test_no_clause_begins_within_a_number(text: str) -> None:
    assert split(text) == [text]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("wander n and look around", ["wander n", "look around"]),
        ("wander n, look around", ["wander n,", "look around"]),
        ("wander n n look around", ["wander n", "look around"]),
        ("wander n and then look", ["wander n", "look"]),
    ],
)
def test_a_direction_that_is_spelled_like_a_joint_stays_in_its_clause(text: str, found: list[str]) -> None:
    assert split(text) == found


def test_after_ten_clauses_the_rest_is_one() -> None:
    found = split(", ".join("abcdefghijklm"))
    assert len(found) == 10
    assert found[-1] == "j, k, l, m"


@settings(max_examples=examples(200))
@given(LINES)
@example('"a" b *c*')
def test_marks_take_no_word_and_change_no_order(line: str) -> None:
    parts = marked_parts(line)
    assert [word for part in parts for word in Phrase.of(part.text).norms] == [*Phrase.of(line).norms]
    assert all(line[part.start : part.end] == part.text for part in parts)


@settings(max_examples=examples(200))
@given(LINES)
def test_sentences_take_no_word_and_change_no_order(text: str) -> None:
    assert [word for each in sentences(text) for word in Phrase.of(each).norms] == [*Phrase.of(text).norms]


@settings(max_examples=examples(200))
@given(LINES)
@example("and then and go and")
@example("go n and then n")
def test_clauses_take_nothing_but_joints(text: str) -> None:
    left = iter(Phrase.of(text).norms)
    for word in (word for each in split(text) for word in Phrase.of(each).norms):
        assert all(passed in word_set("joints") for passed in _before(word, left))
    assert all(passed in word_set("joints") for passed in left)


def _before(word: str, words: Iterator[str]) -> list[str]:
    """What comes before a word, which must come."""
    passed = list[str]()
    for each in words:
        if each == word:
            return passed
        passed.append(each)
    raise AssertionError(f"{word!r} is not in the text, or not in this order")


@settings(max_examples=examples(60))
@given(LINES)
def test_a_line_that_is_read_keeps_all_its_words_but_joints(line: str) -> None:
    left = iter(Phrase.of(line).norms)
    for word in (word for part in read_by_words(STATE, line) for word in Phrase.of(part.text).norms):
        assert all(passed in word_set("joints") for passed in _before(word, left))
    assert all(passed in word_set("joints") for passed in left)


@pytest.mark.parametrize("clause", ["wait for him", "who rang the bell", "I wave", "tell her the truth"])
def test_a_clause_with_words_of_its_own_may_be_a_part(clause: str) -> None:
    assert may_begin(clause)


@pytest.mark.parametrize("clause", ["the seventh man", "a rope", "two candles", "and then", "what is that", "", "…"])
def test_no_part_begins_with_a_determiner_or_has_stop_words_alone(clause: str) -> None:
    assert not may_begin(clause)
