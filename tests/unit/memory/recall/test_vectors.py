"""Rows of vectors and the documents that they belong to."""

from math import inf, nan, sqrt
from typing import Any

import numpy as np
import pytest
from pytest_mock import MockerFixture

from app.errors import InvalidInput
from app.memory.index.vectors import VectorRows, unit_vector

NORTH, EAST = np.array([1.0, 0.0], dtype=np.float32), np.array([0.0, 1.0], dtype=np.float32)


def rows_of(*texts: str, without: str = "") -> VectorRows:
    """A document for each text, at an angle of as many degrees as it says."""
    rows = VectorRows()
    for text in texts:
        rows.add_document(text)
        if text not in without.split():
            rows.give(text, np.array([np.cos(np.radians(float(text))), np.sin(np.radians(float(text)))]))
    return rows


def test_vectors_given_in_another_order_stay_with_their_documents() -> None:
    rows = VectorRows()
    for text in ("north", "east"):
        rows.add_document(text)
    rows.give("east", np.array([1.0, 0.0]))
    rows.give("north", np.array([0.0, 1.0]))
    assert not rows.is_aligned
    assert rows.similarities(np.array([1.0, 0.0], dtype=np.float32)).tolist() == [0.0, 1.0]


@pytest.mark.parametrize(
    ("texts", "without", "expected"),
    [
        (("0", "90", "180"), "", [1, 0, -1]),
        (("0", "0", "90"), "", [1, 1, 0]),
        (("90", "0", "90", "0"), "", [0, 1, 0, 1]),
        (("180", "0", "90"), "180", [0, 1, 0]),
        (("0", "180"), "0 180", [0, 0]),
        ((), "", []),
    ],
)
def test_every_way_to_the_similarities_gives_the_same(
    texts: tuple[str, ...], without: str, expected: list[float]
) -> None:
    rows = rows_of(*texts, without=without)
    assert rows.similarities(NORTH).tolist() == pytest.approx(expected, abs=1e-6)
    for some in (list(range(len(texts))), [0] * bool(texts), []):
        chosen = np.array(some, dtype=np.intp)
        wanted = pytest.approx([expected[n] for n in some], abs=1e-6)
        assert rows.similarities_of(chosen, NORTH).tolist() == wanted
        assert rows.exact(chosen, NORTH).tolist() == wanted


def test_rows_that_hold_no_vector_yet_are_not_computed_with(mocker: MockerFixture) -> None:
    signalling = np.uint32(0x7F800001).view(np.float32)  # computing with it warns, as with whatever unused memory holds

    def unused(shape: tuple[int, ...], dtype: Any) -> Any:
        return np.full(shape, signalling if dtype == np.float32 else 0, dtype=dtype)

    mocker.patch("app.memory.index.vectors.np.empty", side_effect=unused)
    rows = rows_of(*map(str, range(0, 90, 10)), "180", without="180")
    with np.errstate(all="raise"):
        assert rows.similarities_of(np.array([0, 9], dtype=np.intp), NORTH).tolist() == [1.0, 0.0]
        assert rows.exact(np.array([0, 9], dtype=np.intp), NORTH).tolist() == [1.0, 0.0]


def test_of_a_few_among_many_documents_only_their_own_rows_are_read(mocker: MockerFixture) -> None:
    rows = rows_of("0", "60", "90", *map(str, range(100, 109)), without="90")
    whole = mocker.spy(rows, "similarities")
    assert rows.similarities_of(np.array([1, 2]), NORTH).tolist() == pytest.approx([0.5, 0])
    assert rows.similarities_of(np.array([0]), NORTH).tolist() == pytest.approx([1])
    assert whole.call_count == 0
    assert rows.similarities_of(np.array([0, 1, 2]), NORTH).tolist() == pytest.approx([1, 0.5, 0])
    assert whole.call_count == 1


def test_rows_are_aligned_while_every_document_has_the_row_of_its_number() -> None:
    rows = rows_of("0", "1")
    assert rows.is_aligned
    rows.add_document("2")
    assert not rows.is_aligned
    rows.give("2", EAST)
    assert rows.is_aligned
    rows.add_document("0")
    assert not rows.is_aligned
    assert rows.waiting() == []
    rows.cut(3)
    assert rows.is_aligned
    rows.cut(0)
    assert rows.is_aligned
    assert (rows.dimensions, len(rows.rows)) == (2, 0)


def test_more_rows_than_there_was_room_for_are_kept() -> None:
    texts = [f"{number / 2}" for number in range(150)]
    rows = rows_of(*texts)
    assert len(rows.rows) == 150
    assert rows.similarities(NORTH).tolist() == pytest.approx(
        [float(np.cos(np.radians(float(text)))) for text in texts], abs=1e-6
    )


def test_waiting_texts_come_in_order_up_to_the_limit() -> None:
    rows = rows_of("5", "6", "5", "7", without="5 6 7")
    assert [rows.waiting(limit) for limit in (None, 0, 2, 9)] == [["5", "6", "7"], [], ["5", "6"], ["5", "6", "7"]]
    rows.give("6", NORTH)
    rows.give("no such text", NORTH)
    assert rows.waiting() == ["5", "7"]
    assert len(rows.rows) == 1


def test_vectors_of_other_dimensions_are_refused() -> None:
    rows = rows_of("0", "9", without="9")
    other = np.ones(3, dtype=np.float32)
    with pytest.raises(InvalidInput, match="has 3 dimensions, earlier ones have 2"):
        rows.give("9", other)
    assert rows.waiting() == ["9"]
    for ask in (rows.similarities, rows.check, lambda query: rows.similarities_of(np.array([], dtype=np.intp), query)):
        with pytest.raises(InvalidInput, match="3 dimensions"):
            ask(other)
    assert VectorRows().similarities(other).tolist() == []
    assert VectorRows().dimensions == 0


@pytest.mark.parametrize(
    ("given", "unit"),
    [
        ((3, 4), (0.6, 0.8)),
        ((0, 0), (0, 0)),
        ((-2,), (-1,)),
        ((1e-150, 0), (1, 0)),
        ((1e-300, 1e-300), (sqrt(0.5), sqrt(0.5))),
        ((1e150, -1e150), (sqrt(0.5), -sqrt(0.5))),
        ((0, 5e-324), (0, 1)),
    ],
)
def test_a_unit_vector_has_length_one_however_small_or_large_its_numbers(
    given: tuple[float, ...], unit: tuple[float, ...]
) -> None:
    assert unit_vector(given).tolist() == pytest.approx(unit, abs=1e-7)
    assert unit_vector(given).dtype == np.float32


@pytest.mark.parametrize("given", [(), (nan, 1), (inf, 0), (1.0, -inf), ((1.0, 0.0), (0.0, 1.0))])
def test_what_is_no_row_of_finite_numbers_is_refused(given: tuple[float, ...]) -> None:
    with pytest.raises(InvalidInput, match="one row of finite numbers"):
        unit_vector(given)
