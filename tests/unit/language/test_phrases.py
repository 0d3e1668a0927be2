"""How names stand in a sentence, and whether a thing is several."""

import pytest

from app.language.rendering.phrases import as_asked, listed, plural_number, the


@pytest.mark.parametrize(
    ("names", "joint", "text"),
    [
        ([], "and", ""),
        (["a"], "and", "a"),
        (["a", "b"], "and", "a and b"),
        (["a", "b", "c", "d"], "or", "a, b, c or d"),
        (["", "b"], "and", " and b"),
    ],
)
def test_names_are_joined(names: list[str], joint: str, text: str) -> None:
    assert listed(iter(names), joint) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("lantern", "the lantern"),
        ("The Lantern", "the Lantern"),
        ("THE END", "THE END"),
        ("Mara's ring", "Mara's ring"),
        ("two coins", "the two coins"),
        ("3 coins", "3 coins"),
        ("an egg", "an egg"),
    ],
)
def test_a_thing_has_its_article_once(name: str, text: str) -> None:
    assert the(name) == text


def test_a_topic_keeps_its_own_words() -> None:
    assert [as_asked(topic) for topic in ("The bell", "Henrik", "the bell")] == ["the bell", "Henrik", "the bell"]


@pytest.mark.parametrize(
    "name", ["the nets", "boots", "keys on a ring", "bundle of letters and sticks", "Wolves of the North", "old dice"]
)
def test_a_thing_whose_noun_is_of_several_is_several(name: str) -> None:
    assert plural_number(name) == (1 if name.startswith("bundle") else 2)


@pytest.mark.parametrize(
    "name",
    ["lantern", "a pair of boots", "brass compass", "looking glass", "lens", "canvas", "bus", "specimen", "Ö", ""],
)
def test_a_thing_whose_noun_only_looks_so_is_one(name: str) -> None:
    assert plural_number(name) == 1


def test_what_its_author_says_of_a_thing_holds() -> None:
    assert (plural_number("the herd", plural=True), plural_number("Ganges", plural=False)) == (2, 1)
