"""Ids of what is remembered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from app.models.memory_id import MemoryId, make_memory_id, make_message_id, parse_memory_id, parse_message_id

owners = st.from_regex(r"[a-z0-9]{1,8}(?:[-_][a-z0-9]{1,5}){0,3}", fullmatch=True)


@given(st.none() | owners.filter("world".__ne__), st.integers(1, 10**9))
def test_an_id_says_whose_it_is_and_which(owner: str | None, number: int) -> None:
    made = make_memory_id(owner, number)
    assert parse_memory_id(made) == (owner, number)
    assert TypeAdapter(MemoryId).validate_python(made) == made


@given(st.integers(0, 10**9))
def test_a_message_is_named_by_its_position(index: int) -> None:
    assert parse_message_id(make_message_id(index)) == index


def test_ids_are_written_as_they_always_were() -> None:
    assert make_memory_id("guard-1", 42) == "guard-1-042"
    assert make_memory_id("mara", 1234) == "mara-1234"
    assert make_memory_id(None, 1) == "world-001"
    assert make_message_id(7) == "m-7"


@pytest.mark.parametrize("text", ["", "-", "mara", "-042", "mara-", "mara-x1", "mara-4²", "mara-٤"])
def test_what_names_no_number_is_no_id_of_a_memory(text: str) -> None:
    assert parse_memory_id(text) is None
    assert parse_message_id(text) is None


@pytest.mark.parametrize("text", ["mara-007", "m-", "m-x", "mm-7", "m-1-007", "m-" + "9" * 5000])
def test_what_is_no_message_is_no_id_of_one(text: str) -> None:
    """Nor are digits a number that no conversation reaches."""
    assert parse_message_id(text) is None
    assert parse_memory_id("mara-" + "9" * 5000) is None
