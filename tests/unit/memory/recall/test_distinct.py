"""Which of several hits say the same."""

import pytest
from pytest_mock import MockerFixture

from app.memory.index.documents import entry_terms
from app.memory.recall.distinct import Deduplicator
from app.models.memory import MemoryEntry
from tests.unit.memory.recall.streams import context, mara_stream, observed

NINE = "north east south west silver cellar lantern bridge owl"


def taken(entries: list[MemoryEntry]) -> list[bool]:
    distinct = Deduplicator()
    terms = [entry_terms(entry) for entry in entries]
    return [distinct.accept(entry, len(found.terms), found.sketch) for entry, found in zip(entries, terms, strict=True)]


@pytest.mark.parametrize(
    ("first", "second", "is_new"),
    [
        (NINE, f"{NINE} rain", False),
        (NINE, f"{NINE} rain promise", True),
        (f"{NINE} rain", NINE, False),
        (NINE, NINE.upper(), False),
        ("the", "of the", True),
        ("The, of", "the,  OF", False),
        ("!", "?", True),
        ("rain", "owl", True),
        ("the", "owl", True),
    ],
)
def test_texts_say_the_same_from_nine_tenths_of_their_terms_on(first: str, second: str, is_new: bool) -> None:
    """Where there are no terms, letter by letter."""
    stream = mara_stream()
    assert taken(observed(stream, [context(first), context(second)])) == [True, is_new]


def test_a_text_that_was_taken_is_known_without_being_compared_but_keywords_may_make_it_another() -> None:
    stream = mara_stream()
    plain, tagged = observed(stream, [context(NINE), context("rain", keywords=("storm", "flood"))])
    distinct = Deduplicator()
    for entry in (plain, tagged):
        marks = entry_terms(entry)
        assert not distinct.has_seen(entry.summary)
        assert distinct.accept(entry, len(marks.terms), marks.sketch)
    assert distinct.has_seen(NINE)
    assert not distinct.has_seen("rain")
    alone = observed(stream, [context("rain")])[0]
    assert distinct.accept(alone, len(entry_terms(alone).terms), entry_terms(alone).sketch)
    assert not distinct.has_seen(None)


def test_texts_whose_sketches_differ_much_are_not_compared_by_their_terms(mocker: MockerFixture) -> None:
    stream = mara_stream()
    first, second = observed(stream, [context(NINE), context("Tobin promised Hesper forty eels")])
    marks = [entry_terms(one) for one in (first, second)]
    read = mocker.patch("app.memory.recall.distinct.entry_terms")
    distinct = Deduplicator()
    assert all(
        distinct.accept(one, len(mark.terms), mark.sketch) for one, mark in zip((first, second), marks, strict=True)
    )
    read.assert_not_called()
