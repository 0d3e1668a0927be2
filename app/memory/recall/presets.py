"""The simple presets: recent, situational, chronicle."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from app.language.analysis.terms import analyse, keywords_of
from app.language.language import current_language
from app.memory.entries.markers import replaced_id
from app.memory.entries.scoring import best, importance_share, recencies
from app.memory.index.documents import EntryDocuments
from app.memory.recall.candidates import entry_candidates
from app.memory.recall.query import Preset, RecallQuery, ScoreBreakdown, ScoredMemory
from app.models.memory import MemoryEntry, MemoryKind

RECENT = 3
CHRONICLE = 50
SITUATIONAL = 10
_RECENCY, _IMPORTANCE, _OVERLAP = 0.5, 0.3, 0.2
"""Weights of the preset `situational`."""


def last_visits(
    entries: Sequence[MemoryEntry], count: int, is_inactive: Callable[[MemoryEntry], bool]
) -> list[list[MemoryEntry]]:
    """Return the last summaries as visits, each with its pieces, newest first.

    Args:
        entries: All entries of the scope; a replacement takes the position of the entry it replaces.
        count: Most visits.
        is_inactive: Returns whether to skip an entry.
    """
    visits: list[list[MemoryEntry]] = []
    for entry in _newest_first(entries):
        if entry.kind is not MemoryKind.SUMMARY or is_inactive(entry):
            continue
        if visits and entry.visit is not None and entry.visit == visits[-1][-1].visit:
            visits[-1].append(entry)
        elif len(visits) == count:
            break
        else:
            visits.append([entry])
    return visits


def _newest_first(entries: Sequence[MemoryEntry]) -> Iterator[MemoryEntry]:
    """Yield the summaries from the end; a replacement takes the position of the entry it replaces."""
    waiting: dict[str | None, list[MemoryEntry]] = {}
    for entry in reversed(entries):
        if entry.kind is not MemoryKind.SUMMARY and not entry.metadata and entry.id not in waiting:
            continue  # nearly all entries of a person: its perceptions
        at_this_position = [*waiting.pop(entry.id, ()), entry]
        replaced = replaced_id(entry)
        if replaced is None:
            yield from at_this_position
        else:
            waiting.setdefault(replaced, []).extend(at_this_position)
    for without_place in waiting.values():
        yield from without_place


def recent(entries: EntryDocuments, query: RecallQuery) -> list[ScoredMemory]:
    """Return the last summaries, oldest first. ``limit`` counts visits with all their pieces; scores are 1 / rank."""
    is_excluded = np.ones(len(entries), dtype=np.bool_)
    is_excluded[entry_candidates(entries, query)] = False
    limit = RECENT if query.limit is None else query.limit
    visits = last_visits(entries.entries, limit, lambda entry: bool(is_excluded[entries.position_of[entry.id or ""]]))
    hits = [(entry, 1 / (age + 1)) for age, visit in enumerate(visits) for entry in visit]
    hits.reverse()
    scores = np.array([score for _, score in hits])
    note = current_language().render("recall.why-visits", number=str(limit))
    how = ScoreBreakdown(Preset.RECENT, ("recent",), (scores,), note=note)
    return how.hits(entry for entry, _ in hits)


def latest_with_reflections(entries: EntryDocuments, query: RecallQuery) -> list[ScoredMemory]:
    """Return the last 50 entries and every reflection (depth over 0), or for a topic the entries with a tag that shares
    a word with it; in stream order, the newest ``limit``."""
    positions = entry_candidates(entries, query)
    topic = query.words.strip()
    if topic:
        note = current_language().render("recall.why-tagged", topic=topic)
        words = _terms(topic)
        tagged = [entries.tags.of(tag) for tag in entries.tags if tag == topic.casefold() or words & _terms(tag)]
        positions = positions[np.isin(positions, np.concatenate([*tagged, np.zeros(0, np.int32)]))]
    else:
        note = current_language().render("recall.why-chronicle", number=str(CHRONICLE))
        is_last = np.arange(len(positions)) >= len(positions) - CHRONICLE
        positions = positions[is_last | (entries.columns["depth"][positions] > 0)]
    if query.limit is not None:
        positions = positions[len(positions) - min(query.limit, len(positions)) :]
    how = ScoreBreakdown(Preset.CHRONICLE, ("chosen",), (np.ones(len(positions)),), note=note)
    return how.hits(map(entries.entries.__getitem__, positions.tolist()))


def _terms(text: str) -> set[str]:
    return set(analyse(text.replace("_", " ").replace(":", " ").replace("-", " ")).terms)


def situational(entries: EntryDocuments, query: RecallQuery) -> list[ScoredMemory]:
    """Return the best entries by recency, importance and keyword overlap, best first."""
    query_terms = frozenset(analyse(query.words).terms)
    positions = entry_candidates(entries, query)
    parts = (
        _RECENCY * recencies(query.now - entries.columns["time"], entries.columns["decay_rate"])[positions],
        _IMPORTANCE * importance_share(entries.columns["importance"])[positions],
        _OVERLAP * entries.keywords.overlaps(keywords_of(query.words))[positions],
    )
    chosen = best(parts[0] + parts[1] + parts[2], SITUATIONAL if query.limit is None else query.limit)
    shares = tuple(part[chosen] for part in parts)
    how = ScoreBreakdown(Preset.SITUATIONAL, ("recency", "importance", "overlap"), shares, query_terms)
    return how.hits(map(entries.entries.__getitem__, positions[chosen].tolist()))
