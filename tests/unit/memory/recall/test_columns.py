"""Growing columns, codes and occurrences."""

import numpy as np
import pytest

from app.memory.index.columns import Codes, Columns, KeywordIndex, Occurrences, grown
from tests.unit.memory.recall.streams import context, mara_stream, observed


@pytest.mark.parametrize(("size", "expected"), [(0, 1), (1, 2), (64, 97), (101, 152)])
def test_an_array_grows_by_half_and_one(size: int, expected: int) -> None:
    larger = grown(np.arange(size))
    assert len(larger) == expected
    assert larger[:size].tolist() == list(range(size))


def test_columns_hold_what_was_appended_put_and_not_cut() -> None:
    columns = Columns(a=np.int32, b=np.float64)
    for number in range(200):
        columns.append(number, number / 2)
    columns.put("b", 150, 7.5)
    columns.cut(500)
    assert len(columns) == 200
    assert columns["a"].tolist() == list(range(200))
    columns.cut(151)
    assert columns["b"].tolist() == [*(number / 2 for number in range(150)), 7.5]


def test_codes_are_given_in_order_and_no_document_has_that_of_an_unknown_value() -> None:
    codes = Codes()
    given = [codes.of(value) for value in ("inn", None, "market", "inn")]
    assert given == [0, -1, 1, 0]
    assert [codes.known(value) for value in ("inn", "market")] == [0, 1]
    assert codes.known("tower") not in given


def test_occurrences_are_ascending_and_can_be_cut() -> None:
    found = Occurrences()
    for key, position in (("a", 0), ("a", 0), ("b", 1), ("a", 2), ("b", 3)):
        found.add(key, position)
    assert {key: found.of(key).tolist() for key in (*found, "c")} == {"a": [0, 0, 2], "b": [1, 3], "c": []}
    found.cut(2)
    assert {key: found.of(key).tolist() for key in found} == {"a": [0, 0], "b": [1]}
    found.cut(1)
    assert list(found) == ["a"]


def test_keywords_overlap_by_what_either_has_also_after_the_index_was_cut() -> None:
    stream = mara_stream()
    observed(stream, [context("silver cellar"), context("silver", keywords=("lantern",)), context("rain")])
    index = KeywordIndex(stream.all())
    assert index.overlaps(["silver", "owl"]).tolist() == pytest.approx([1 / 3, 1 / 3, 0])
    assert index.overlaps([]).tolist() == [0, 0, 0]
    assert index.overlaps(["rain"]).tolist() == [0, 0, 1]
    index.rebase(stream.all()[::2], 1)
    assert index.overlaps(["silver", "rain"]).tolist() == pytest.approx([1 / 3, 1 / 2])
