"""Hits: likeness, relevance, and the line that says why."""

import numpy as np
import pytest

from app.errors import InvalidInput
from app.memory.recall.query import (
    BEST_RELEVANT,
    MAX_QUERY,
    RELEVANT,
    Preset,
    RecallQuery,
    ScoreBreakdown,
    ScoredMemory,
)
from app.models.memory import MemoryEntry, MemorySource
from tests.worlds import NOW

NAMES = ("words", "meaning", "near_words", "when")


def breakdown(
    *rows: tuple[float, ...], wanted: frozenset[str] = frozenset(), note: str = "", usual: float = 0
) -> ScoreBreakdown:
    parts = tuple(np.array(column) for column in zip(*rows, strict=True))
    return ScoreBreakdown(Preset.HYBRID, NAMES, parts, wanted=wanted, note=note, usual=usual)


def hits(
    *rows: tuple[float, ...], wanted: frozenset[str] = frozenset(), note: str = "", usual: float = 0
) -> list[ScoredMemory]:
    entry = MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary="The brass key, a key.")
    return breakdown(*rows, wanted=wanted, note=note, usual=usual).hits([entry] * len(rows))


def test_each_hit_has_its_own_components_and_rank() -> None:
    first, second = hits((0.5, 0.25, 0.125, 0), (0, 1, 0, 2))
    assert (first.rank, first.score, first.components) == (
        1,
        0.875,
        dict(zip(NAMES, (0.5, 0.25, 0.125, 0), strict=True)),
    )
    assert (second.rank, second.score, second.components) == (2, 3, dict(zip(NAMES, (0, 1, 0, 2), strict=True)))


@pytest.mark.parametrize("usual", [0.0, 0.25])
@pytest.mark.parametrize(("rank", "least"), [(1, BEST_RELEVANT), (2, RELEVANT), (3, RELEVANT)])
def test_a_hit_is_relevant_by_how_much_it_exceeds_what_is_usual(usual: float, rank: int, least: float) -> None:
    """Of the time it only fits, nothing counts."""
    for more, is_relevant in ((1e-9, True), (-1e-9, False)):
        hit = hits(*[(0, usual + 0.0625, least - 0.0625 + more, 1)] * rank, usual=usual)[-1]
        assert hit.likeness == pytest.approx(least)
        assert hit.is_relevant is is_relevant


@pytest.mark.parametrize(
    ("row", "wanted", "note", "why"),
    [
        ((1, 0.005, 0, 0), {"key", "owl"}, "", "hybrid 1.00 = words 1.00 + meaning 0.01 (key)"),
        ((1, 0.0049, -0.25, 0), set(), "", "hybrid 0.75 = words 1.00 + near words -0.25"),
        ((0, 0, 0, 0), set(), "a note", "hybrid 0.00 (a note)"),
        ((0, 0, 0, 0), {"brass", "key"}, "a note", "hybrid 0.00 (brass, key; a note)"),
        ((0, 0, 0, 0), set(), "", "hybrid 0.00"),
    ],
)
def test_why_names_what_counts_the_words_shared_and_the_note(
    row: tuple[float, ...], wanted: set[str], note: str, why: str
) -> None:
    [hit] = hits(row, wanted=frozenset(wanted), note=note)
    assert hit.why == why


def test_a_limit_is_zero_or_more() -> None:
    assert RecallQuery(now=0, limit=0).limit == 0
    with pytest.raises(InvalidInput, match="0 or more"):
        RecallQuery(now=0, limit=-1)


def test_the_words_of_a_query_are_its_text_and_terms_up_to_a_length() -> None:
    assert RecallQuery(now=0, text="a", terms=("b", "c")).words == "a b c"
    assert RecallQuery(now=0, terms=("b",)).words == "b"
    assert len(RecallQuery(now=0, text="key " * MAX_QUERY).words) <= MAX_QUERY
