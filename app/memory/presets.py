"""The simple ways to choose memories: the last ones, by situation, as genagents does, as a chronicle."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, repeat

import numpy as np
from numpy.typing import NDArray

from app.errors import InvalidInput
from app.memory.filters import entry_candidates
from app.memory.genagents import Candidates, GenagentsWeights, chosen_as_published
from app.memory.recall_query import Preset, RecallQuery, ScoredMemory
from app.memory.recent import last_visits
from app.memory.scoring import best, importance_share, recencies
from app.memory.stream_index import EntryDocuments
from app.memory.terms import analyse, keywords_of
from app.models.memory import MemoryEntry

RECENT = 3
CHRONICLE = 50
SITUATIONAL = 10
GENAGENTS = 120


@dataclass(frozen=True, kw_only=True)
class SituationalWeights:
    """What counts for the preset `situational`."""

    recency: float = 0.5
    importance: float = 0.3
    overlap: float = 0.2


def recent(entries: EntryDocuments, query: RecallQuery) -> list[ScoredMemory]:
    """The last captured memories, oldest first; ``limit`` counts visits, of which all pieces are given.

    Scores count down from 1 by visit.
    """
    allowed = entry_candidates(entries, query)
    positions = range(len(entries)) if allowed is None else allowed.tolist()
    limit = RECENT if query.limit is None else query.limit
    visits = last_visits([entries.entries[n] for n in positions], limit, lambda _: False) if limit else []
    hits = [(entry, 1 / (age + 1)) for age, visit in enumerate(visits) for entry in visit]
    hits.reverse()
    return [
        ScoredMemory(entry, score, rank, ("recent",), (score,), Preset.RECENT, note=f"one of the last {limit} visits")
        for rank, (entry, score) in enumerate(hits, start=1)
    ]


def chronicle(entries: EntryDocuments, query: RecallQuery) -> list[ScoredMemory]:
    """The last 50 and every reflection (depth over 0); with a topic the entries whose tags match it. In stream order.

    A tag matches a topic if they share a word. Of more than ``limit`` the newest are given.
    """
    allowed = entry_candidates(entries, query)
    positions = np.arange(len(entries)) if allowed is None else allowed
    topic = query.words.strip()
    if topic:
        note = f"tagged {topic}"
        wanted = _tagged(entries, topic)
        positions = positions[np.isin(positions, wanted)]
    else:
        note = f"one of the last {CHRONICLE}, or a reflection"
        is_last = np.arange(len(positions)) >= len(positions) - CHRONICLE
        positions = positions[is_last | (entries.columns["depth"][positions] > 0)]
    if query.limit is not None:
        positions = positions[len(positions) - min(query.limit, len(positions)) :]
    return [
        ScoredMemory(entries.entries[position], 1.0, rank, ("chosen",), (1.0,), Preset.CHRONICLE, note=note)
        for rank, position in enumerate(positions.tolist(), start=1)
    ]


def _tagged(entries: EntryDocuments, topic: str) -> NDArray[np.intp]:
    words = _words(topic)
    matching = [tag for tag in entries.tags if tag == topic.casefold() or words & _words(tag)]
    found = [entries.tags.of(tag) for tag in matching]
    return np.unique(np.concatenate(found)).astype(np.intp) if found else np.zeros(0, dtype=np.intp)


def _words(text: str) -> set[str]:
    return set(analyse(text.replace("_", " ").replace(":", " ").replace("-", " ")).terms)


def situational(entries: EntryDocuments, query: RecallQuery, weights: SituationalWeights) -> list[ScoredMemory]:
    """Recency, importance and keyword overlap, the best first."""
    allowed = entry_candidates(entries, query)
    asked = frozenset(analyse(query.words).terms)
    positions = np.arange(len(entries)) if allowed is None else allowed
    parts = (
        weights.recency * recencies(query.now - entries.columns["time"], entries.columns["decay_rate"])[positions],
        weights.importance * importance_share(entries.columns["importance"])[positions],
        weights.overlap * entries.keywords.overlaps(keywords_of(query.words))[positions],
    )
    chosen = best(parts[0] + parts[1] + parts[2], SITUATIONAL if query.limit is None else query.limit)
    return scored(
        entries.entries,
        positions[chosen],
        ("recency", "importance", "overlap"),
        [part[chosen] for part in parts],
        preset=Preset.SITUATIONAL,
        wanted=asked,
    )


def genagents(entries: EntryDocuments, query: RecallQuery, weights: GenagentsWeights) -> list[ScoredMemory]:
    """The published retrieval of genagents, oldest first; see `app.memory.genagents`."""
    candidates = Candidates(entries, entry_candidates(entries, query))
    limit = GENAGENTS if query.limit is None else query.limit
    positions, parts = chosen_as_published(candidates, query, weights, limit)
    return scored(entries.entries, positions, ("recency", "relevance", "importance"), parts, preset=Preset.GENAGENTS)


def scored(
    entries: Sequence[MemoryEntry],
    positions: NDArray[np.intp],
    names: tuple[str, ...],
    parts: Sequence[NDArray[np.float64]],
    *,
    preset: Preset,
    wanted: frozenset[str] = frozenset(),
) -> list[ScoredMemory]:
    """The hits of an answer, in its order; ``parts`` are the components of each."""
    scores = np.zeros(len(positions))
    for part in parts:
        scores += part
    rows = zip(
        map(entries.__getitem__, positions.tolist()),
        scores.tolist(),
        count(1),
        repeat(names),
        zip(*(part.tolist() for part in parts), strict=True),
        repeat(preset),
        repeat(wanted),
        repeat(""),
        strict=False,
    )
    return list(map(partial(tuple.__new__, ScoredMemory), rows))  # as `_make` does, at twice the speed


def checked_weights(weights: object) -> None:
    """InvalidInput for a weight that is not a finite number."""
    for name, value in vars(weights).items():
        if not np.isfinite(value):
            raise InvalidInput(f"The weight {name} is not a finite number.")
