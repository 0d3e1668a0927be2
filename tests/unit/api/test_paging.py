"""Pages by the key of the last item."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.api.paging import Paging
from app.errors import InvalidInput
from tests.wording import raises_in_words


def key(item: int) -> tuple[int]:
    return (item,)


@given(st.sets(st.integers(-1000, 1000)), st.integers(1, 7))
def test_all_pages_together_are_the_list(items: set[int], limit: int) -> None:
    ordered, found, cursor = sorted(items), list[int](), None
    while True:
        page, cursor = Paging(limit, cursor).of(ordered, key)
        assert len(page) <= limit
        found += page
        if cursor is None:
            break
    assert found == ordered


def test_what_comes_and_goes_between_pages_moves_nothing_else() -> None:
    first, cursor = Paging(2, None).of([1, 3, 5, 7], key)
    assert first == [1, 3]
    assert Paging(2, cursor).of([0, 2, 5, 7], key) == ([5, 7], None)


@pytest.mark.parametrize("cursor", ["", "x", "e30=", "W10=x", "WyJhIl0=", "é"])
def test_a_cursor_of_something_else_is_refused(cursor: str) -> None:
    with raises_in_words(InvalidInput, match="next_cursor"):
        Paging(2, cursor).of([1, 2, 3], key)
