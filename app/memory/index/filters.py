"""Which documents of an index a query lets through."""

from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

from app.memory.index.columns import Occurrences
from app.memory.index.documents import KINDS, SOURCES, Documents, EntryDocuments, MessageDocuments
from app.memory.recall.query import Archived, RecallQuery
from app.models.memory import MemoryKind, MemorySource

Mask = NDArray[np.bool_]


def entry_candidates(entries: EntryDocuments, query: RecallQuery) -> NDArray[np.intp] | None:
    """Positions of the entries that the query allows, in stream order; None for all."""
    masks = list(_common(entries, query))
    if query.archived is Archived.ONLY:
        masks.append(entries.columns["inactive"])
    elif query.archived is Archived.EXCLUDE and entries.inactive_count:
        masks.append(~entries.columns["inactive"])
    if query.kinds:
        masks.append(np.isin(entries.columns["kind"], [KINDS[kind] for kind in query.kinds]))
    if query.sources:
        masks.append(np.isin(entries.columns["source"], [SOURCES[source] for source in query.sources]))
    if query.types:
        masks.append(np.isin(entries.columns["type"], [entries.types.known(name) for name in query.types]))
    if query.without_types and (left_out := [entries.types.known(name) for name in query.without_types]):
        masks.append(~np.isin(entries.columns["type"], left_out))
    if query.tags:
        masks.append(_having(entries.tags, query.tags, len(entries)))
    if query.minimum_importance is not None:
        masks.append(entries.columns["importance"] >= query.minimum_importance)
    if query.min_depth is not None:
        masks.append(entries.columns["depth"] >= query.min_depth)
    if query.max_depth is not None:
        masks.append(entries.columns["depth"] <= query.max_depth)
    return _positions(masks)


def message_candidates(messages: MessageDocuments, query: RecallQuery, source: MemorySource) -> NDArray[np.intp] | None:
    """The same for messages, seen as memories of ``source``."""
    speaks_of_memories = query.tags or query.types or query.minimum_importance is not None or (query.min_depth or 0) > 0
    other_kinds = query.kinds and MemoryKind.CONVERSATION not in query.kinds
    other_sources = query.sources and source not in query.sources
    is_archive = query.archived is Archived.ONLY
    if speaks_of_memories or other_kinds or other_sources or is_archive or (query.max_depth or 0) < 0:
        return np.zeros(0, dtype=np.intp)
    return _positions(list(_common(messages, query)))


def _common(documents: Documents, query: RecallQuery) -> Iterable[Mask]:
    if query.subjects:
        yield _having(documents.subjects, query.subjects, len(documents))
    if query.location_id is not None:
        yield documents.columns["place"] == documents.places.known(query.location_id)
    if query.since is not None:
        yield documents.columns["time"] >= query.since
    if query.until is not None:
        yield (documents.columns["time"] <= query.until) & (documents.columns["time"] >= 0)
    if query.first_turn is not None:
        yield documents.columns["turn"] >= query.first_turn
    if query.last_turn is not None:
        yield (documents.columns["turn"] <= query.last_turn) & (documents.columns["turn"] >= 0)


def _having(occurrences: Occurrences, keys: Collection[str], size: int) -> Mask:
    mask = np.zeros(size, dtype=np.bool_)
    for key in keys:
        mask[occurrences.of(key.casefold())] = True
    return mask


def _positions(masks: list[Mask]) -> NDArray[np.intp] | None:
    if not masks:
        return None
    return np.flatnonzero(masks[0] if len(masks) == 1 else np.logical_and.reduce(masks))
