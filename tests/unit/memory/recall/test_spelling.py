"""Typing slips in a question: only what is no word of the language, nor of the memory asked, is corrected."""

from pathlib import Path

import pytest

from app.language.analysis.lexicon import may_be_mistyped, one_slip_away
from app.language.language import using
from app.memory.index.postings import Postings
from app.memory.recall.speakers import corrected
from benchmarks.dialogues import load
from benchmarks.evidence import WAYS, measure, slipped
from tests.examples import examples
from tests.fakes.pseudo_locale import pseudo_locale

pytestmark = pytest.mark.long

GAMES = Path(__file__).parents[3] / "data" / "evidence_hard" / "games"


def indexed(*texts: str) -> Postings:
    postings = Postings()
    for text in texts:
        postings.add(text)
    return postings


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("where is the lantren?", "where is the lantern?"),
        ("who took the lanern?", "who took the lantern?"),
        ("the lanttern, where?", "the lantern, where?"),
        ("the lsntern", "the lantern"),
        ("how far is Brackwatr?", "how far is brackwater?"),
    ],
)
def test_a_slip_is_read_as_the_word_of_the_memory(typed: str, meant: str) -> None:
    assert corrected(typed, indexed("Mara: The lantern hangs in the mill at Brackwater.")) == meant


@pytest.mark.parametrize(
    "typed",
    [
        "where is the horse?",  # a word of the language, however near to another
        "is Marta here?",  # a name that may be somebody else's
        "a cta",  # too short to be sure
        "xyzzy",
    ],
)
def test_a_known_word_and_what_is_near_to_nothing_stay(typed: str) -> None:
    assert corrected(typed, indexed("Mara: The house stands beside a cart.")) == typed


def test_a_word_that_only_the_memory_knows_stays() -> None:
    assert corrected("the weirdol", indexed("the weirdol", "the weirdon")) == "the weirdol"


def test_of_several_words_the_most_frequent_is_meant() -> None:
    assert corrected("the bwll", indexed("a bell", "the bell", "a ball")) == "the bell"


def test_a_word_of_what_was_taken_back_is_neither_known_nor_meant() -> None:
    postings = indexed("the lantern", "a lantren stood there")
    assert corrected("the lantren", postings) == "the lantren"
    postings.cut(1)
    assert corrected("the lantren", postings) == "the lantern"
    postings.cut(0)
    assert corrected("the lantren", postings) == "the lantren"


def test_stems_are_known() -> None:
    assert not may_be_mistyped("whispers")
    assert may_be_mistyped("wispers")
    assert one_slip_away("bell", ["ball", "bells", "cellar", "blel"]) == ["ball", "bells", "blel"]


def test_a_language_without_a_list_of_words_corrects_nothing() -> None:
    with pseudo_locale() as language:
        language.files = {}
        with using(language):
            assert not may_be_mistyped("lantren")


def test_one_slip_in_each_question_costs_little() -> None:
    """Words alone: before slips were corrected, each cost a sixth of what was found."""
    dialogues, way = load(GAMES), next(way for way in WAYS if way.name == "hybrid, messages")
    clean = measure(dialogues, way, {})["all"][10]
    seeds = range(1, examples(2) + 1)
    with_slips = [measure([slipped(each, seed) for each in dialogues], way, {})["all"][10] for seed in seeds]
    assert min(with_slips) > 0.93 * clean
