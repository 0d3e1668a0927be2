"""Which documents of an index a query lets through."""

from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

from app.memory.index.columns import Occurrences
from app.memory.index.documents import KINDS, Documents, EntryDocuments, MessageDocuments
from app.memory.recall.query import Archived, RecallQuery
from app.models.memory import MemoryKind

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
    if query.types:
        masks.append(np.isin(entries.columns["type"], [entries.types.known(name) for name in query.types]))
    if query.without_types and (left_out := [entries.types.known(name) for name in query.without_types]):
        masks.append(~np.isin(entries.columns["type"], left_out))
    if query.minimum_importance is not None:
        masks.append(entries.columns["importance"] >= query.minimum_importance)
    return _positions(masks)


def message_candidates(messages: MessageDocuments, query: RecallQuery) -> NDArray[np.intp] | None:
    """The same for messages."""
    asks_for_memories = query.types or query.minimum_importance is not None or query.archived is Archived.ONLY
    if asks_for_memories or (query.kinds and MemoryKind.CONVERSATION not in query.kinds):
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
