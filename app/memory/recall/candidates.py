"""Which documents of an index a query allows."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from app.memory.index.documents import Documents, EntryDocuments, MessageDocuments, having
from app.memory.recall.query import RecallQuery
from app.models.memory import MemoryKind


def entry_candidates(entries: EntryDocuments, query: RecallQuery) -> NDArray[np.intp]:
    """Return the positions of the active entries that the query allows, in stream order."""
    masks = list(_common(entries, query))
    if entries.active_counts.total() < len(entries):
        masks.append(~entries.columns["inactive"])
    if query.kinds:
        masks.append(entries.of_kinds(*query.kinds))
    if query.types:
        masks.append(entries.of_types(*query.types))
    if query.without_types:
        masks.append(~entries.of_types(*query.without_types))
    if query.minimum_importance is not None:
        masks.append(entries.columns["importance"] >= query.minimum_importance)
    return _positions(masks, len(entries))


def message_candidates(messages: MessageDocuments, query: RecallQuery) -> NDArray[np.intp]:
    """The same for messages."""
    asks_for_memories = query.types or query.minimum_importance is not None
    if asks_for_memories or (query.kinds and MemoryKind.CONVERSATION not in query.kinds):
        return np.zeros(0, dtype=np.intp)
    masks = list(_common(messages, query))
    if not query.orders:
        masks.append(~messages.columns["ordered"])
    return _positions(masks, len(messages))


def _common(documents: Documents, query: RecallQuery) -> Iterable[NDArray[np.bool_]]:
    if query.subjects:
        yield having(documents.subjects, query.subjects, len(documents))
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


def _positions(masks: list[NDArray[np.bool_]], size: int) -> NDArray[np.intp]:
    return np.flatnonzero(np.logical_and.reduce(masks)) if masks else np.arange(size)
