"""One JSONL file per agent, ``state/memories/{agent}.jsonl``, and its state, ``state/agents/{agent}.json``."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from app.errors import InvalidInput
from app.interchange import bounded
from app.memory.entries.markers import without_gifted
from app.memory.entries.scoring import UNSCORED
from app.models.base import is_id
from app.models.clock import MINUTES_PER_DAY
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, MemoryStatus
from app.models.memory_id import make_memory_id

KEPT = "jsonl"  # the key in an entry's metadata for fields of a line that the format does not name
ACCUMULATOR = "importance_accumulator"
MAX_LINE = 2**20
MAX_DAY = 100_000
MAX_DEPTH_OF_THOUGHT = 1000
_KINDS = {name: MemoryKind(name) for name in ("observation", "reflection", "plan", "artifact", "conversation")}
_NAMED = ("id", "created", "type", "depth", "description", "importance", "tags", "evidence", "metadata")
_REQUIRED = ("id", "type", "description", "importance", "tags")
_SCENE = re.compile(r"day-(\d{1,9})/scene-(\d{1,9})", re.ASCII)


@dataclass(frozen=True)
class JsonlAgent:
    agent_id: str
    entries: tuple[MemoryEntry, ...] = ()
    state: Mapping[str, Any] = field(default_factory=dict)


def agents_in(root: Path) -> list[str]:
    """List the ids of the agents that have a file of memories under ``root``; files of other names are ignored."""
    return sorted(path.stem for path in (root / "state" / "memories").glob("*.jsonl") if is_id(path.stem))


def root_of(memories: Path) -> Path | None:
    """Return the folder of an agent's files, from its file of memories there; None for a file that lies elsewhere."""
    root = memories.absolute().parent.parent.parent
    is_there = is_id(memories.stem) and _paths(root, memories.stem)[0] == memories.absolute()
    return root if is_there else None


def read_agent(root: Path, agent_id: str, *, at: datetime) -> JsonlAgent:
    """Read an agent; a missing state file is an empty state. ``at`` is the time of the import.

    Raises:
        InvalidInput: A line is wrong; the error names it.
    """
    memories, path = _paths(root, agent_id)
    entries = entries_from_lines(bounded.read_bytes(memories), at=at)
    state: dict[str, Any] = {}
    if path.exists():
        state = bounded.an_object(bounded.parsed(bounded.read_bytes(path), path.name), path.name)
    if state.get(ACCUMULATOR) is not None:
        bounded.a_number(state[ACCUMULATOR], f"{path.name}: {ACCUMULATOR}", 0)
    return JsonlAgent(agent_id, entries, state)


def write_agent(root: Path, agent: JsonlAgent, statuses: Mapping[str, MemoryStatus] | None = None) -> None:
    memories, state = _paths(root, agent.agent_id)
    data = jsonl_lines(agent.entries, statuses or {})
    bounded.write_json(state, dict(agent.state), indent=2)
    bounded.write_bytes(memories, data)


def entries_from_lines(data: bytes, *, at: datetime) -> tuple[MemoryEntry, ...]:
    lines = enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1)
    full = [(f"Line {number}", line) for number, line in lines if line.strip()]
    if len(full) > bounded.MAX_MEMORIES:
        raise InvalidInput(f"The file has {len(full):,} lines; an import takes at most {bounded.MAX_MEMORIES:,}.")
    entries: dict[str | None, MemoryEntry] = {}
    for what, line in full:
        if len(line) > MAX_LINE:
            raise InvalidInput(f"{what} is longer than {MAX_LINE // 2**10} KiB.")
        entry = _entry(bounded.an_object(bounded.parsed(line, what), what, _REQUIRED), what, at)
        if entry.id in entries:
            raise InvalidInput(f"{what}: its id is that of an earlier line.")
        entries[entry.id] = entry
    return tuple(entries.values())


def adopted(entries: Sequence[MemoryEntry], owner_id: str, first_number: int = 1) -> tuple[MemoryEntry, ...]:
    """Return the entries with the ids that `GameState.remember` would give them from ``first_number`` on, in
    evidence too."""
    bounded.an_id(owner_id, "The owner of the memories")
    names = {entry.id: make_memory_id(owner_id, number) for number, entry in enumerate(entries, first_number)}
    return tuple(
        entry.model_copy(
            update={"id": names[entry.id], "evidence": tuple(names.get(name, name) for name in entry.evidence)}
        )
        for entry in entries
    )


def jsonl_lines(entries: Sequence[MemoryEntry], statuses: Mapping[str, MemoryStatus]) -> bytes:
    """Return the entries as lines of UTF-8, without gifted ones; other kinds become observations, a missing
    importance 5."""
    lines = [_line(entry, statuses.get(entry.id or "", MemoryStatus())) for entry in without_gifted(entries)]
    return b"".join(json.dumps(line, ensure_ascii=False, allow_nan=False).encode() + b"\n" for line in lines)


def _paths(root: Path, agent_id: str) -> tuple[Path, Path]:
    bounded.an_id(agent_id, "The agent's id")
    return root / "state" / "memories" / f"{agent_id}.jsonl", root / "state" / "agents" / f"{agent_id}.json"


def _entry(line: dict[str, Any], what: str, at: datetime) -> MemoryEntry:
    kind = _KINDS.get(line["type"]) if isinstance(line["type"], str) else None
    if kind is None:
        raise InvalidInput(f"{what}: type must be one of {', '.join(_KINDS)}.")
    scene = None if line.get("created") is None else bounded.a_text(line["created"], f"{what}: created", 200)
    metadata = bounded.an_object(_given(line, "metadata", {}), f"{what}: metadata")
    others = {name: value for name, value in line.items() if name not in _NAMED}
    if KEPT in metadata:
        raise InvalidInput(
            f"{what}: its metadata may not hold {KEPT!r}; that is where other fields of a line are kept."
        )
    fields = {
        "created_at": at,
        "source": MemorySource.NPC,
        "id": bounded.a_text(line["id"], f"{what}: id", 80),
        "summary": bounded.a_text(line["description"], f"{what}: description"),
        "kind": kind,
        "importance": bounded.a_number(line["importance"], f"{what}: importance", 1, 10),
        "depth": _depth(_given(line, "depth", 0), what),
        "scene": scene,
        "game_time": _minutes(scene),
        "tags": _texts(line["tags"], f"{what}: tags"),
        "evidence": _texts(_given(line, "evidence", []), f"{what}: evidence"),
        "metadata": metadata | ({KEPT: others} if others else {}),
    }
    try:
        return MemoryEntry.model_validate(fields)
    except ValidationError as error:
        raise InvalidInput(f"{what}: {error.errors()[0]['loc'][0]} is not valid.") from None


def _given(line: Mapping[str, Any], name: str, default: Any) -> Any:
    return default if line.get(name) is None else line[name]


def _depth(value: Any, what: str) -> int:
    if not isinstance(bounded.a_number(value, f"{what}: depth", 0, MAX_DEPTH_OF_THOUGHT), int):
        raise InvalidInput(f"{what}: depth must be a whole number.")
    return int(value)


def _texts(value: Any, what: str) -> tuple[str, ...]:
    return tuple(bounded.a_text(item, what, 1000) for item in bounded.a_list(value, what, 10_000))


def _minutes(scene: str | None) -> int | None:
    """Return the game time of a scene: the format names only day and number, so scenes are an hour apart from 08:00."""
    match = _SCENE.fullmatch(scene or "")
    if match is None:
        return None
    day, number = min(int(match[1]), MAX_DAY), int(match[2])
    return max(day - 1, 0) * MINUTES_PER_DAY + 60 * (8 + min(max(number - 1, 0), 15))


def _line(entry: MemoryEntry, status: MemoryStatus) -> dict[str, Any]:
    if entry.id is None:
        raise InvalidInput("A memory without an id cannot be exported; append it to a game first.")
    metadata = entry.model_dump(include={"metadata"})["metadata"]
    others = metadata.pop(KEPT, {})
    importance = status.importance or entry.importance or UNSCORED
    line = {
        "id": entry.id,
        **({} if entry.scene is None else {"created": entry.scene}),
        "type": entry.kind.value if entry.kind.value in _KINDS else MemoryKind.OBSERVATION.value,
        "depth": entry.depth,
        "description": entry.summary,
        "importance": int(importance) if importance == int(importance) else importance,
        "tags": list(entry.tags),
        "evidence": list(entry.evidence),
        "metadata": metadata,
    }
    line = others | line if isinstance(others, dict) and not others.keys() & set(_NAMED) else line
    bounded.check_value(line, f"Memory {entry.id}")
    return line
