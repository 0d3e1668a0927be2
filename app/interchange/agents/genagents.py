"""Agent folders of genagents (Park et al. 2024, "Generative Agent Simulations of 1,000 People"), lossless both ways."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.errors import InvalidInput
from app.interchange import bounded
from app.memory.entries.markers import without_gifted
from app.memory.entries.scoring import UNSCORED, importance_from_hundred, importance_to_hundred
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, MemoryStatus
from app.models.memory_id import make_memory_id

KEPT = "genagents"  # the key in an entry's metadata
MAX_DIMENSION = 16_384
_NODES, _EMBEDDINGS = Path("memory_stream", "nodes.json"), Path("memory_stream", "embeddings.json")
_FRESH = MemoryStatus()
_FIELDS = ("node_id", "node_type", "content", "importance", "created", "last_retrieved", "pointer_id")

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class AgentFolder:
    """An agent of the genagents project (simulated people with memories), as its folder holds it.

    Attributes:
        meta: The object in ``meta.json``, with the agent's ``id``.
        scratch: The object in ``scratch.json``: a description of the person.
        entries: The memories in the order of the stream. Their ``game_time`` is ``created``, in the agent's time steps.
        statuses: The statuses of memories that have one: memory id to status. Their ``last_recalled`` is
            ``last_retrieved``, in time steps.
        embeddings: The vectors: the text of a memory to its vector, an array of float64; all have one length.
    """

    meta: Mapping[str, Any]
    scratch: Mapping[str, Any] = field(default_factory=dict)
    entries: tuple[MemoryEntry, ...] = ()
    statuses: Mapping[str, MemoryStatus] = field(default_factory=dict)
    embeddings: Mapping[str, Floats] = field(default_factory=dict)


def read_folder(folder: Path, owner_id: str, *, at: datetime, first_number: int = 1) -> AgentFolder:
    """Read an agent folder.

    Args:
        folder: The folder.
        owner_id: Begins the ids of its memories.
        at: The time of the import.
        first_number: The number of the first memory's id.

    Raises:
        InvalidInput: A file is missing or wrong; the error names it.
    """
    if not folder.is_dir():
        raise InvalidInput("There is no such agent folder.")
    meta = bounded.an_object(_read(folder / "meta.json"), "meta.json")
    if "id" not in meta:
        raise InvalidInput("meta.json names no id.")
    scratch = bounded.an_object(_read(folder / "scratch.json"), "scratch.json")
    nodes = bounded.a_list(_read(folder / _NODES), "nodes.json")
    entries, statuses = entries_from_nodes(nodes, owner_id, at=at, first_number=first_number)
    return AgentFolder(meta, scratch, entries, statuses, vectors_of(_read(folder / _EMBEDDINGS)))


def write_folder(folder: Path, agent: AgentFolder) -> None:
    """Write an agent folder; each file is replaced whole, and gifted memories are left out.

    Raises:
        InvalidInput: The agent does not fit the format; nothing is written.
        StorageFailed: A file could not be written.
    """
    entries = without_gifted(agent.entries)
    given = {entry.summary for entry in agent.entries} - {entry.summary for entry in entries}
    vectors = {text: vector.tolist() for text, vector in agent.embeddings.items() if text not in given}
    _check_lengths(vectors)
    files = {
        Path("meta.json"): bounded.as_json(bounded.as_object(agent.meta, "meta.json"), "meta.json"),
        Path("scratch.json"): bounded.as_json(bounded.as_object(agent.scratch, "scratch.json"), "scratch.json"),
        _NODES: bounded.as_json(nodes_of(entries, agent.statuses), "nodes.json", indent=2),
        _EMBEDDINGS: bounded.as_json(vectors, "embeddings.json"),
    }
    for name, data in files.items():
        bounded.write_bytes(folder / name, data)


def entries_from_nodes(
    nodes: Sequence[Any], owner_id: str, *, at: datetime, first_number: int = 1
) -> tuple[tuple[MemoryEntry, ...], dict[str, MemoryStatus]]:
    """Return the nodes as entries with ids of ``owner_id`` from ``first_number`` on, and their statuses.

    Raises:
        InvalidInput: A node is wrong, or two have the same ``node_id``.
    """
    bounded.an_id(owner_id, "The owner of the memories")
    checked = [_checked(node, f"node number {number} of nodes.json") for number, node in enumerate(nodes, 1)]
    names = {node["node_id"]: make_memory_id(owner_id, number) for number, node in enumerate(checked, first_number)}
    if len(names) < len(checked):
        raise InvalidInput("nodes.json has two nodes with the same node_id.")
    known: dict[int | str, MemoryEntry] = {}
    for position, node in enumerate(checked):
        known[node["node_id"]] = entry_of(node, position, names, known, at=at)
    statuses = {names[node["node_id"]]: MemoryStatus(last_recalled=int(node["last_retrieved"])) for node in checked}
    return tuple(known.values()), statuses


def entry_of(
    node: Mapping[str, Any],
    position: int,
    names: Mapping[int | str, str],
    known: Mapping[int | str, MemoryEntry],
    *,
    at: datetime,
) -> MemoryEntry:
    """Return a checked node as an entry. ``names`` holds the ids of all entries by node id, ``known`` the earlier
    entries."""
    pointers = [pointer for pointer in node["pointer_id"] or () if pointer in names]
    is_reflection = node["node_type"] == "reflection"
    fields = {
        "created_at": at,
        "source": MemorySource.NPC,
        "id": names[node["node_id"]],
        "summary": node["content"],
        "kind": MemoryKind.REFLECTION if is_reflection else MemoryKind.OBSERVATION,
        "importance": importance_from_hundred(node["importance"]),
        "game_time": int(node["created"]),
        "evidence": tuple(names[pointer] for pointer in pointers),
        "depth": 1 + max((known[p].depth for p in pointers if p in known), default=0) if is_reflection else 0,
    }
    status = MemoryStatus(last_recalled=int(node["last_retrieved"]))
    node_ids = {names[pointer]: pointer for pointer in pointers}
    plain = _plain(MemoryEntry.model_validate(fields), status, node_ids) | {"node_id": position}
    kept = {key: value for key, value in node.items() if key not in plain or plain[key] != value}
    return MemoryEntry.model_validate(fields | {"metadata": {KEPT: kept} if kept else {}})


def nodes_of(entries: Sequence[MemoryEntry], statuses: Mapping[str, MemoryStatus]) -> list[dict[str, Any]]:
    """Return the entries as nodes, in order; unknown kinds become observations, a missing importance 5 of 10."""
    current = [statuses.get(entry.id or "", _FRESH) for entry in entries]
    kept = list(map(_kept, entries, current))
    node_ids = _node_ids(kept)
    by_name = {entry.id: node_id for entry, node_id in zip(entries, node_ids, strict=True) if entry.id is not None}
    nodes = []
    for entry, status, node_id, exact in zip(entries, current, node_ids, kept, strict=True):
        node = _plain(entry, status, by_name) | exact | {"node_id": node_id}
        nodes.append(_checked({name: node[name] for name in (*_FIELDS, *node)}, f"memory {entry.id}"))
    return nodes


def _node_ids(kept: Sequence[Mapping[str, Any]]) -> list[int | str]:
    """Return the original id of each node, else its position as genagents counts, or the next free number."""
    reserved = {node["node_id"] for node in kept if "node_id" in node}
    fresh = (number for number in count(len(kept)) if number not in reserved)
    ids: dict[int | str, None] = {}
    for position, node in enumerate(kept):
        original = node.get("node_id", None if position in reserved else position)
        ids[next(fresh) if original is None or original in ids else original] = None
    return list(ids)


def vectors_of(embeddings: Any) -> dict[str, Floats]:
    """Return the vectors of ``embeddings.json`` as arrays, all of one dimension.

    Raises:
        InvalidInput: A row is wrong, or there are too many.
    """
    rows = bounded.an_object(embeddings, "embeddings.json")
    if len(rows) > bounded.MAX_MEMORIES or any(len(text) > bounded.MAX_TEXT for text in rows):
        raise InvalidInput("embeddings.json holds too many or too long texts.")
    for number, row in enumerate(rows.values(), 1):
        what = f"vector number {number} of embeddings.json"
        if not all(
            isinstance(value, int | float) and not isinstance(value, bool) for value in bounded.a_list(row, what)
        ):
            raise InvalidInput(f"{what} must be a list of numbers.")
    _check_lengths(rows)
    return {text: np.array(row, dtype=np.float64) for text, row in rows.items()}


def _check_lengths(rows: Mapping[str, Sequence[float]]) -> None:
    """Raise InvalidInput unless all vectors have the same dimension, from 1 to MAX_DIMENSION."""
    dimension = None
    for number, row in enumerate(rows.values(), 1):
        dimension = dimension or len(row)
        if len(row) != dimension or not 1 <= len(row) <= MAX_DIMENSION:
            what = f"vector number {number} of embeddings.json"
            raise InvalidInput(f"{what} has {len(row)} numbers; all must have the same count, 1 to {MAX_DIMENSION:,}.")


def _read(path: Path) -> Any:
    return bounded.parsed(bounded.read_bytes(path), path.name)


def _checked(value: Any, what: str) -> dict[str, Any]:
    node = bounded.an_object(value, what, _FIELDS)
    if node["node_type"] not in ("observation", "reflection"):
        raise InvalidInput(f"{what}: node_type must be observation or reflection.")
    bounded.a_text(node["content"], f"{what}: content")
    bounded.a_number(node["importance"], f"{what}: importance", 0, 100)
    bounded.a_number(node["created"], f"{what}: created")
    bounded.a_number(node["last_retrieved"], f"{what}: last_retrieved")
    pointers = [] if node["pointer_id"] is None else bounded.a_list(node["pointer_id"], f"{what}: pointer_id")
    if not all(map(_is_node_id, [node["node_id"], *pointers])):
        raise InvalidInput(f"{what}: node_id and those in pointer_id must be whole numbers or texts.")
    return node


def _plain(entry: MemoryEntry, status: MemoryStatus, node_ids: Mapping[str, int | str]) -> dict[str, Any]:
    """Return the entry as a node without an id, from its own fields."""
    created = entry.game_time or 0
    return {
        "node_type": "reflection" if entry.kind is MemoryKind.REFLECTION else "observation",
        "content": entry.summary,
        "importance": importance_to_hundred(status.importance or entry.importance or UNSCORED),
        "created": created,
        "last_retrieved": created if status.last_recalled is None else status.last_recalled,
        "pointer_id": [node_ids[name] for name in entry.evidence if name in node_ids] or None,
    }


def _kept(entry: MemoryEntry, status: MemoryStatus) -> dict[str, Any]:
    """Return what the original node said more exactly than the entry can, without what has changed since."""
    kept = entry.model_dump(include={"metadata"})["metadata"].get(KEPT)
    if not isinstance(kept, dict):
        return {}
    if not _is_node_id(kept.get("node_id")):
        kept.pop("node_id", None)
    if status.importance is not None:
        kept.pop("importance", None)
    seen = kept.get("last_retrieved")
    if not isinstance(seen, float) or int(seen) != status.last_recalled:
        kept.pop("last_retrieved", None)
    return kept


def _is_node_id(value: Any) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)
