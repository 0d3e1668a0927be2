"""Conversion between memories of agents of other programs and those of a person of a game."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import numpy as np
from pydantic import ValidationError

from app.errors import InvalidInput
from app.events.commands.memory import ImportMemoriesCommand
from app.interchange.agents import genagents, jsonl
from app.interchange.bounded import read_bytes
from app.interfaces.embeddings import IVectors
from app.memory.entries.markers import without_gifted
from app.models.base import first_problem
from app.models.imported import MAX_IMPORTED, ImportedMemory, as_before
from app.models.memory import MemoryEntry, MemoryStatus, Scope
from app.models.state.game_state import GameState

MAX_COMMAND = 16 * 2**20  # bytes of an import in a game's journal
_FRESH = MemoryStatus()
_SHOWN_OF_A_PERSON = ("name", "age", "occupation", "description", "background", "traits", "skills", "values", "goals")


def import_command(
    path: Path, state: GameState, npc_id: str, *, at: datetime, agent_id: str | None = None
) -> ImportMemoriesCommand:
    """Make the command that imports an agent's memories into a game.

    Args:
        path: A genagents folder, a ``.jsonl`` file, or a folder of such files.
        state: The game.
        npc_id: The person who gets the memories.
        at: The time of the import.
        agent_id: Which agent of a folder of files.

    Raises:
        InvalidInput: It is none of these, or too large; the error is one line.
    """
    first_id = state.next_memory_id(Scope.npc(npc_id))
    number = len(state.npc(npc_id).npc_memories) + 1
    statuses: Mapping[str, MemoryStatus] = {}
    if (path / "meta.json").exists():
        agent = genagents.read_folder(path, npc_id, at=at, first_number=number)
        entries, statuses = agent.entries, agent.statuses
    else:
        entries = jsonl.adopted(_lines(path, agent_id, at), npc_id, number)
    if not 1 <= len(entries) <= MAX_IMPORTED:
        raise InvalidInput(f"The agent has {len(entries):,} memories; a game takes 1 to {MAX_IMPORTED:,} at a time.")
    own = {entry.id for entry in entries}
    memories = tuple(
        _imported(entry, statuses.get(entry.id or "", _FRESH), own, n) for n, entry in enumerate(entries, 1)
    )
    command = ImportMemoriesCommand(npc_id=npc_id, first_id=first_id, memories=memories)
    if len(command.model_dump_json(exclude_defaults=True)) > MAX_COMMAND:
        raise InvalidInput(f"The memories take more than the {MAX_COMMAND // 2**20} MiB that a game takes at a time.")
    return command


def _lines(path: Path, agent_id: str | None, at: datetime) -> tuple[MemoryEntry, ...]:
    if path.is_file():
        return jsonl.entries_from_lines(read_bytes(path), at=at)
    there = jsonl.agents_in(path)
    if agent_id is None and len(there) == 1:
        agent_id = there[0]
    if agent_id not in there:
        choices = f" There are: {', '.join(there[:20])}." if there else ""
        raise InvalidInput(f"There is no such agent: neither meta.json nor a file of memories.{choices}")
    return jsonl.read_agent(path, agent_id, at=at).entries


def _imported(entry: MemoryEntry, status: MemoryStatus, own: set[str | None], number: int) -> ImportedMemory:
    same = {name: getattr(entry, name) for name in ("importance", "game_time", "scene", "depth", "tags", "metadata")}
    changed = {
        "text": entry.summary,
        "memory_kind": entry.kind,
        "last_recalled": status.last_recalled,
        "evidence": tuple(name for name in entry.evidence if name in own),
    }
    try:
        return ImportedMemory.model_validate(same | changed)
    except ValidationError as error:
        raise InvalidInput(f"Memory number {number} does not fit a game, {first_problem(error)}.") from None


def _exported(state: GameState, npc_id: str) -> tuple[tuple[MemoryEntry, ...], dict[str, MemoryStatus]]:
    """Return all memories but gifted ones, with their statuses."""
    pairs = [as_before(entry, state.status(entry.id)) for entry in without_gifted(state.memories(Scope.npc(npc_id)))]
    return tuple(entry for entry, _ in pairs), {entry.id or "": status for entry, status in pairs}


async def write_genagents(folder: Path, state: GameState, npc_id: str, agent_id: str, vectors: IVectors) -> int:
    """Write a person as a genagents folder, with the vectors that exist, and return the number of memories."""
    entries, statuses = _exported(state, npc_id)
    texts = [entry.summary for entry in entries]
    computed = zip(texts, await vectors.vectors(texts), strict=True)
    embeddings = {text: vector.astype(np.float64) for text, vector in computed if vector is not None}
    sheet = state.sheets.npc(npc_id).model_dump(mode="json", include=set(_SHOWN_OF_A_PERSON), exclude_defaults=True)
    genagents.write_folder(folder, genagents.AgentFolder({"id": agent_id}, sheet, entries, statuses, embeddings))
    return len(entries)


def write_jsonl(root: Path, state: GameState, npc_id: str, agent_id: str) -> int:
    """Write a person as a JSONL file and a state file, and return the number of memories."""
    entries, statuses = _exported(state, npc_id)
    gathered = {"importance_accumulator": state.npc(npc_id).importance_accumulator}
    jsonl.write_agent(root, jsonl.JsonlAgent(agent_id, entries, gathered), statuses)
    return len(entries)
