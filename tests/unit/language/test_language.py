"""Rendering templates of a pack."""

import re

import pytest

from app.language.language import Language, default_language

LONG = "x" * 40_000


def language() -> Language:
    templates = "two = { $one }, { $two }!\nmany = { $n ->\n    [one] a year\n   *[other] years\n}\n"
    return Language("en", {}, {"t": templates}, {})


def test_slots_are_filled() -> None:
    assert language().render("t.two", one="a", two="b") == "a, b!"


def test_a_slot_may_be_as_long_as_an_author_likes() -> None:
    assert language().render("t.two", one=LONG, two="b") == f"{LONG}, b!"


def test_a_long_slot_is_not_read_for_marks_of_others() -> None:
    hostile = f"\ue000two\ue001{LONG}"
    assert language().render("t.two", one=hostile, two=LONG) == f"{hostile}, {LONG}!"


def test_a_number_chooses_among_forms() -> None:
    assert [language().render("t.many", n=number) for number in (1, 2)] == ["a year", "years"]


def test_a_slot_that_is_missing_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"t\.two"):
        language().render("t.two", one="a")


def test_a_template_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError):
        language().render("t.three")
    assert not default_language().has("engine.three")


def test_what_is_put_together_without_fluent_is_what_fluent_makes_of_it() -> None:
    pack, compared = default_language(), 0
    for section, templates in pack.templates.items():
        for key in re.findall(r"^([a-z][\w-]*) *=", templates, re.MULTILINE):
            bundle = pack._bundle(section, key)  # Fluent itself
            pattern = bundle.get_message(key).value
            assert pattern is not None
            slots = {name: f"<{name}> …" for name in re.findall(r"\$([\w-]+)", templates)}
            filled, errors = bundle.format_pattern(pattern, slots)
            assert not errors
            assert pack.render(f"{section}.{key}", **slots) == filled
            compared += pack._parts(f"{section}.{key}") is not None
    assert compared > 100
