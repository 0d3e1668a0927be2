"""Other words for the same thing."""

import json
from importlib import resources

import pytest

from app.language.analysis.synonyms import synonyms
from app.language.analysis.terms import analyse

DATA = json.loads(resources.files("app.language.en").joinpath("synonyms.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("dwell", "live"),
        ("living", "dwell"),
        ("dwelt", "live"),
        ("live", "lives"),
        ("tavern", "inn"),
        ("blade", "sword"),
        ("scared", "afraid"),
        ("bought", "purchase"),
        ("STOLE", "rob"),
        ("wives", "spouse"),
    ],
)
def test_words_of_one_group_stand_for_each_other_in_any_form(word: str, other: str) -> None:
    assert other in synonyms(word)


def test_a_kind_gives_what_is_of_it_but_not_the_other_way_round() -> None:
    assert "axe" in synonyms("weapons")
    assert "weapon" not in synonyms("axe")


def test_a_word_in_two_groups_does_not_join_them() -> None:
    assert {"brother", "mother"} <= {word for kin in ("sibling", "parent") for word in synonyms(kin)}
    assert "mother" not in synonyms("brother")


@pytest.mark.parametrize("word", ["", "the", "Tobin", "looking-glass", "…", "火", "x" * 5000, "kind", "well"])
def test_words_without_a_group_have_none(word: str) -> None:
    assert synonyms(word) == ()


def test_a_word_is_never_its_own_synonym() -> None:
    for group in DATA["alike"]:
        for word in group.split():
            assert analyse(word).terms[0] not in [analyse(other).terms[0] for other in synonyms(word)]


def test_the_file_holds_whole_groups_of_single_words_that_recall_can_match_by() -> None:
    assert len(DATA["alike"]) >= 250
    for words in (*DATA["alike"], *(f"{kind} {members}" for kind, members in DATA["narrower"].items())):
        terms = [analyse(word).terms for word in words.split()]
        assert all(len(found) == 1 for found in terms), words
        assert len({found[0] for found in terms}) == len(terms) >= 2, words
