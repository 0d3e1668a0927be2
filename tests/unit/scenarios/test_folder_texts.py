"""Texts in Markdown: what an author's lines become, and lines for every text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.scenarios.folders.markdown import WIDTH, lines_of, read_markdown, text_of
from app.scenarios.folders.source_values import flattened
from app.scenarios.folders.yaml_reading import read_yaml
from app.scenarios.folders.yaml_writing import yaml_of

SIGNS = st.text(st.sampled_from([*"ab #\\<>-*+|.1!'\":{}[],&?%@`~=é…\n\t\u00a0\u2028\ufeff"]), max_size=40)
TEXTS = SIGNS | st.text(max_size=120) | st.lists(st.sampled_from(["word", "and so on", "1.", "- a"])).map(" ".join)


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ("One line\nand another.", "One line and another."),
        ("A paragraph.\n\n\nAnother.", "A paragraph.\n\nAnother."),
        ("A verse,\\\nits end.", "A verse,\nits end."),
        ("A verse,  \nits end.", "A verse,\nits end."),
        ("To bring:\n- rope\n- tar", "To bring:\n- rope\n- tar"),
        ("1. rope\n2. tar", "1. rope\n2. tar"),
        ("It was in\n1789. Nobody knew.", "It was in 1789. Nobody knew."),
        ("> a\n> b", "> a\n> b"),
        ("\\# no heading", "# no heading"),
        ("\\\\ a backslash", "\\ a backslash"),
        ("Some *stars* and <b>.", "Some *stars* and <b>."),
        ("", ""),
    ],
)
def test_lines_of_markdown_are_paragraphs(lines: str, text: str) -> None:
    assert text_of(lines.split("\n")) == text


def test_notes_of_the_author_are_no_text() -> None:
    read = read_markdown("# Quay\n<!-- a note -->\nStones.\n<!--\n## Search\n-->\nAnd a ring.")
    assert [(section.heading, section.text) for section in read.sections] == [("", ""), ("Quay", "Stones. And a ring.")]


def test_front_matter_ends_at_its_line_and_dashes_later_are_text() -> None:
    read = read_markdown("---\na: 1\n---\nText\n---\nmore")
    assert (read.front_matter, [section.text for section in read.sections]) == ("a: 1", ["Text --- more"])


@given(TEXTS)
def test_lines_that_are_written_for_a_text_are_read_as_this_text(text: str) -> None:
    lines = lines_of(text)
    if lines is not None:
        read = read_markdown("\n".join(["---", "---", *lines, "", "## Search", "", "Sand."]))
        assert [(section.heading, section.text) for section in read.sections] == [("", text), ("Search", "Sand.")]


def test_prose_is_written_as_lines_of_a_width() -> None:
    text = f"{'Some words. ' * 30}\n\nAnd a verse,\nin two lines.".replace(" \n", "\n")
    lines = lines_of(text)
    assert lines is not None
    assert max(map(len, lines)) <= WIDTH


@given(
    st.recursive(
        TEXTS | st.booleans() | st.none() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
        max_leaves=12,
    ).filter(lambda value: isinstance(value, dict | list))
)
def test_yaml_that_is_written_is_read_as_the_same_value(value: object) -> None:
    read = read_yaml(yaml_of(value), "x.yaml", 1, [])
    assert read is not None
    assert repr(flattened(read).raw) == repr(value)
