"""Hits: likeness, relevance, and the line that says why."""

from math import log

import numpy as np
import pytest

from app.errors import InvalidInput
from app.memory.recall.query import (
    MAX_QUERY,
    RELEVANT,
    STEEPNESS,
    Preset,
    RecallQuery,
    ScoreBreakdown,
    ScoredMemory,
)
from app.models.memory import MemoryEntry, MemorySource
from tests.worlds import NOW

NAMES = ("words", "meaning", "around", "time")


def breakdown(
    *rows: tuple[float, ...], wanted: frozenset[str] = frozenset(), note: str = "", likeness: float | None = None
) -> ScoreBreakdown:
    parts = tuple(np.array(column) for column in zip(*rows, strict=True))
    like = None if likeness is None else np.full(len(rows), likeness)
    return ScoreBreakdown(Preset.HYBRID, NAMES, parts, wanted, note, likeness=like, weights=(0.5, 1.0, 2.0, 1.0))


def hits(
    *rows: tuple[float, ...], wanted: frozenset[str] = frozenset(), note: str = "", likeness: float | None = None
) -> list[ScoredMemory]:
    entry = MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary="The brass key, a key.")
    return breakdown(*rows, wanted=wanted, note=note, likeness=likeness).hits([entry] * len(rows))


def test_each_hit_has_its_own_components_and_rank() -> None:
    first, second = hits((0.5, 0.25, 0.125, 0), (0, 1, 0, 2))
    assert (first.rank, first.score, first.components) == (
        1,
        0.875,
        dict(zip(NAMES, (0.5, 0.25, 0.125, 0), strict=True)),
    )
    assert (second.rank, second.score, second.components) == (2, 3, dict(zip(NAMES, (0, 1, 0, 2), strict=True)))


@pytest.mark.parametrize("rank", [1, 2])
def test_a_hit_is_relevant_by_how_like_the_question_it_is_whatever_its_score(rank: int) -> None:
    likeness = -log(1 - RELEVANT) / STEEPNESS
    for more, is_relevant in ((1e-9, True), (-1e-9, False)):
        hit = hits(*[(0, 0, 0, 1)] * rank, likeness=likeness + more)[-1]
        assert hit.relevance == pytest.approx(RELEVANT)
        assert hit.is_relevant is is_relevant


@pytest.mark.parametrize(("likeness", "relevance"), [(0.0, 0.0), (0.1, 0.181), (0.5, 0.632), (1.0, 0.865), (9.0, 1.0)])
def test_relevance_spreads_from_0_to_1(likeness: float, relevance: float) -> None:
    assert hits((0, 0, 0, 1), likeness=likeness)[0].relevance == pytest.approx(relevance, abs=5e-4)


@pytest.mark.parametrize(("score", "relevance"), [(-1, 0), (0.25, 0.25), (3, 1)])
def test_where_nothing_was_asked_the_score_is_the_relevance(score: float, relevance: float) -> None:
    assert hits((score, 0, 0, 0))[0].relevance == relevance


@pytest.mark.parametrize(
    ("row", "wanted", "note", "why"),
    [
        ((1, 0.005, 0, 0), {"key", "owl"}, "", "hybrid 1.00 = 0.5 × words 2.00 + 1 × meaning 0.01 (key)"),
        ((1, 0.0049, -0.25, 0), set(), "", "hybrid 0.75 = 0.5 × words 2.00 + 2 × around -0.12"),
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
