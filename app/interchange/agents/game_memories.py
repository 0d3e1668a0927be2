"""Conversion between agents of other programs and a person of a game: memories, scratch and state."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import ValidationError

from app.errors import InvalidInput
from app.events.commands.memory import ImportMemoriesCommand
from app.interchange.agents import genagents, jsonl
from app.interchange.agents.day_plan import PLAN, plan_of, today_plan_of
from app.interchange.agents.jsonl import ACCUMULATOR
from app.interchange.bounded import read_bytes
from app.interfaces.embeddings import IVectors
from app.language.rendering.refusing import worded
from app.memory.entries.markers import without_gifted
from app.memory.stream.owners import find_person
from app.models.base import first_problem
from app.models.imported import MAX_IMPORTED, ImportedAgent, ImportedMemory, as_before
from app.models.memory import MemoryEntry, MemoryStatus, Scope
from app.models.state.game_state import GameState

MAX_COMMAND = 16 * 2**20  # bytes of an import in a game's journal
Form = Literal["genagents", "jsonl"]
_FRESH = MemoryStatus()
_SHOWN_OF_A_PERSON = ("name", "age", "occupation", "description", "background", "traits", "skills", "values", "goals")


def import_agent(path: Path | str, state: GameState, npc: str, *, agent_id: str | None = None) -> ImportMemoriesCommand:
    """Make the command that imports an agent of another program into a person of a game.

    Args:
        path: A folder of the project genagents, with its ``meta.json``; a ``.jsonl`` file, with a memory in each line;
            or a folder with the files ``state/memories/<agent id>.jsonl`` and, if there is a state,
            ``state/agents/<agent id>.json``.
        state: The game, for reading.
        npc: The person who gets the agent's memories, in addition to their own, by name, alias or id.
        agent_id: The id of the agent in such a folder of ``.jsonl`` files; None if it has one agent. Ignored for
            another ``path``.

    Returns:
        The command, for `TurnService.execute` on the same state.

    Raises:
        InvalidInput: There is no such agent, or ``agent_id`` is None and the folder has several; one of its files is
            wrong or cannot be read; it has nothing to import, or more than 5,000 memories or 16 MiB; or several people
            have the name.
        NotFound: The game has no such person.
    """
    with worded(state):
        npc_id = find_person(state, npc)
    return import_command(Path(path), state, npc_id, at=datetime.now(UTC), agent_id=agent_id)


async def export_agent(
    folder: Path | str,
    state: GameState,
    npc: str,
    *,
    form: Form = "genagents",
    agent_id: str | None = None,
    vectors: IVectors | None = None,
) -> int:
    """Write a person of a game as an agent of another program. Files of an earlier export are replaced.

    Args:
        folder: The folder to write to; it is made if it does not exist.
        state: The game, for reading.
        npc: The person, by name, alias or id.
        form: The format. ``genagents``: ``meta.json``, ``scratch.json``, ``memory_stream/nodes.json`` and
            ``memory_stream/embeddings.json``. ``jsonl``: ``state/memories/<agent id>.jsonl`` and
            ``state/agents/<agent id>.json``.
        agent_id: The id of the agent: the ``id`` in ``meta.json``, or with ``jsonl`` the name of the two files. None
            for the id of the person.
        vectors: Computes the vectors of the memories of a genagents folder; a memory for which it gives none, also
            because the embedding model fails, is written without. None writes no vectors.

    Returns:
        How many memories were written. Memories that the scenario gave the person are not written.

    Raises:
        NotFound: The game has no such person.
        InvalidInput: Several people have the name, ``agent_id`` is not a valid `Id` (with ``jsonl``), or a memory does
            not fit the format; nothing is written.
        StorageFailed: A file could not be written. Each file is replaced as a whole, but some files of the folder may
            be new and others old.
    """
    with worded(state):
        npc_id = find_person(state, npc)
    if form == "jsonl":
        return write_jsonl(Path(folder), state, npc_id, agent_id or npc_id)
    return await write_genagents(Path(folder), state, npc_id, agent_id or npc_id, vectors)


def import_command(
    path: Path, state: GameState, npc_id: str, *, at: datetime, agent_id: str | None = None
) -> ImportMemoriesCommand:
    """Make the command that imports an agent into a game: its memories, scratch and state.

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
    agent: ImportedAgent | None = None
    if (path / "meta.json").exists():
        read = genagents.read_folder(path, npc_id, at=at, first_number=number)
        entries, statuses = read.entries, read.statuses
        agent = _agent(meta=read.meta, scratch=read.scratch)
    else:
        lines = _lines(path, agent_id, at)
        entries = jsonl.adopted(lines.entries, npc_id, number)
        if lines.state:
            plan = plan_of(lines.state.get(PLAN), state, npc_id)
            agent = _agent(state=lines.state, plan=plan, importance_accumulator=lines.state.get(ACCUMULATOR))
    brings_something = entries or (agent is not None and (agent.scratch or agent.state))
    if len(entries) > MAX_IMPORTED or not brings_something:
        raise InvalidInput(f"The agent has {len(entries):,} memories; a game takes 1 to {MAX_IMPORTED:,} at a time.")
    own = {entry.id for entry in entries}
    memories = tuple(
        _imported(entry, statuses.get(entry.id or "", _FRESH), own, n) for n, entry in enumerate(entries, 1)
    )
    command = ImportMemoriesCommand(npc_id=npc_id, first_id=first_id, memories=memories, agent=agent)
    if len(command.model_dump_json(exclude_defaults=True)) > MAX_COMMAND:
        raise InvalidInput(f"The memories take more than the {MAX_COMMAND // 2**20} MiB that a game takes at a time.")
    return command


def _agent(**fields: Any) -> ImportedAgent:
    try:
        return ImportedAgent.model_validate(fields)
    except ValidationError as error:
        raise InvalidInput(f"The agent does not fit a game, {first_problem(error)}.") from None


def _lines(path: Path, agent_id: str | None, at: datetime) -> jsonl.JsonlAgent:
    if path.is_file():
        if (root := jsonl.root_of(path)) is not None:
            return jsonl.read_agent(root, path.stem, at=at)
        return jsonl.JsonlAgent(path.stem, jsonl.entries_from_lines(read_bytes(path), at=at))
    there = jsonl.agents_in(path)
    if agent_id is None and len(there) == 1:
        agent_id = there[0]
    if agent_id not in there:
        choices = f" There are: {', '.join(there[:20])}." if there else ""
        raise InvalidInput(f"There is no such agent: neither meta.json nor a file of memories.{choices}")
    return jsonl.read_agent(path, agent_id, at=at)


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


async def write_genagents(folder: Path, state: GameState, npc_id: str, agent_id: str, vectors: IVectors | None) -> int:
    """Write a person as a genagents folder, with the vectors that exist, and return the number of memories. The scratch
    is the imported one; where there was none, or an empty one, it is made of the sheet."""
    entries, statuses = _exported(state, npc_id)
    texts = [entry.summary for entry in entries]
    computed = [None] * len(texts) if vectors is None else await vectors.vectors(texts)
    known = zip(texts, computed, strict=True)
    embeddings = {text: vector.astype(np.float64) for text, vector in known if vector is not None}
    kept = _kept(state, npc_id)
    meta = (kept["meta"] or {}) | {"id": agent_id}
    sheet = state.sheets.npc(npc_id).model_dump(mode="json", include=set(_SHOWN_OF_A_PERSON), exclude_defaults=True)
    genagents.write_folder(folder, genagents.AgentFolder(meta, kept["scratch"] or sheet, entries, statuses, embeddings))
    return len(entries)


def write_jsonl(root: Path, state: GameState, npc_id: str, agent_id: str) -> int:
    """Write a person as a JSONL file and a state file, and return the number of memories."""
    entries, statuses = _exported(state, npc_id)
    accumulated = state.npc(npc_id).importance_accumulator
    gathered = (_kept(state, npc_id)["state"] or {}) | {
        ACCUMULATOR: int(accumulated) if accumulated.is_integer() else accumulated,
        PLAN: today_plan_of(state, npc_id),
    }
    jsonl.write_agent(root, jsonl.JsonlAgent(agent_id, entries, gathered), statuses)
    return len(entries)


def _kept(state: GameState, npc_id: str) -> dict[str, Any]:
    """Return what was kept of an imported agent, as JSON."""
    return (state.npc(npc_id).agent or ImportedAgent()).model_dump(mode="json")
