"""Handles edits of memories by hand."""

from app.errors import Conflict, NotPossible
from app.events import commands
from app.events.handlers.base import Handler, HandlerResult
from app.memory.entries.markers import HAND_MADE, REPLACES
from app.memory.stream.incremental_views import current_fact
from app.memory.stream.owners import scope_of_memory
from app.memory.stream.remembering import remember
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.events import play
from app.models.memory import MemoryEntry, MemoryStatus, Scope
from app.models.refusals import memories
from app.models.state.game_state import GameState

BY_HAND = "hand"  # `MemoryStatus.archived_by` of a memory that was archived by hand


class MemoryHandler(Handler):
    """Adds, pins, archives, restores and replaces memories. Nothing is deleted, so that an undo restores everything."""

    async def add(self, command: commands.AddMemoryCommand, state: GameState) -> HandlerResult:
        """Add a memory to a scope.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The event MemoryAdded.

        Raises:
            NotFound: As `AddMemoryCommand` lists them; nothing has changed.
        """
        if command.location_id is not None:
            state.place(command.location_id)
        stream = MemoryStream(state, command.scope)
        context = MemoryContext(
            content=command.text,
            location_id=command.location_id,
            subjects=command.subjects,
            importance=command.importance,
            metadata={HAND_MADE: True},
        )
        memory_id = stream.add(command.memory_kind, context).id or ""
        if command.pinned:
            stream.pin(memory_id)
        added = play.MemoryAdded(scope=stream.scope, memory_id=memory_id, text=command.text, pinned=command.pinned)
        return HandlerResult(events=(added,))

    async def pin(self, command: commands.PinMemoryCommand, state: GameState) -> HandlerResult:
        """Pin or unpin a memory.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The event MemoryPinned.

        Raises:
            NotFound, NotPossible: As `PinMemoryCommand` lists them; nothing has changed.
        """
        stream = _stream_of(state, command.memory_id)
        status = stream.status(command.memory_id)
        if status.pinned is command.pinned:
            why = memories.MemoryPinnedAlready if command.pinned else memories.MemoryNotPinned
            raise NotPossible(why(memory=command.memory_id))
        if command.pinned:
            _check_in_use(command.memory_id, status)
        stream.pin(command.memory_id, pinned=command.pinned)
        text = stream.get(command.memory_id).summary
        pinned = play.MemoryPinned(scope=stream.scope, memory_id=command.memory_id, text=text, pinned=command.pinned)
        return HandlerResult(events=(pinned,))

    async def archive(self, command: commands.ArchiveMemoryCommand, state: GameState) -> HandlerResult:
        """Archive a memory by hand.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The event MemoryArchived.

        Raises:
            NotFound, NotPossible: As `ArchiveMemoryCommand` lists them; nothing has changed.
        """
        stream = _stream_of(state, command.memory_id)
        _check_in_use(command.memory_id, stream.status(command.memory_id))
        stream.archive([command.memory_id], by=BY_HAND)
        text = stream.get(command.memory_id).summary
        return HandlerResult(events=(play.MemoryArchived(scope=stream.scope, memory_id=command.memory_id, text=text),))

    async def restore(self, command: commands.RestoreMemoryCommand, state: GameState) -> HandlerResult:
        """Restore a memory, unless another one has superseded it or holds the same fact now.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The event MemoryRestored.

        Raises:
            NotFound, NotPossible: As `RestoreMemoryCommand` lists them; nothing has changed.
        """
        stream, memory_id = _stream_of(state, command.memory_id), command.memory_id
        entry, status = stream.get(memory_id), stream.status(memory_id)
        holds = current_fact(state, stream.scope, entry.subject_key) if entry.subject_key is not None else None
        if status.archived_by is None and status.superseded_by is None:
            raise NotPossible(memories.MemoryNotArchived(memory=memory_id))
        if (other := status.superseded_by or (holds.id if holds is not None else None)) is not None:
            raise NotPossible(memories.MemoryReplacedEdit(memory=memory_id, other=other))
        stream.restore(memory_id)
        return HandlerResult(events=(play.MemoryRestored(scope=stream.scope, memory_id=memory_id, text=entry.summary),))

    async def replace(self, command: commands.ReplaceMemoryCommand, state: GameState) -> HandlerResult:
        """Supersede a memory by one with another text; the new one takes over the pin.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The event MemoryReplaced.

        Raises:
            NotFound, NotPossible: As `ReplaceMemoryCommand` lists them; nothing has changed.
        """
        stream = _stream_of(state, command.memory_id)
        status = stream.status(command.memory_id)
        _check_in_use(command.memory_id, status)
        old = stream.get(command.memory_id)
        memory_id = remember(state, stream.scope, _corrected(old, status, command.text, state)).id or ""
        stream.supersede(command.memory_id, memory_id)
        if status.pinned:
            stream.pin(memory_id)
        replaced = play.MemoryReplaced(
            scope=stream.scope, memory_id=memory_id, replaced_id=command.memory_id, text=command.text
        )
        return HandlerResult(events=(replaced,))

    async def bring_in(self, command: commands.ImportMemoriesCommand, state: GameState) -> HandlerResult:
        """Append the memories of another agent, which has reflected on them already: they lead to no reflection.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The event MemoriesImported.

        Raises:
            NotFound, Conflict: As `ImportMemoriesCommand` lists them; nothing has changed.
        """
        person, scope, now = state.npc(command.npc_id), Scope.npc(command.npc_id), state.clock.minutes
        if command.first_id != state.next_memory_id(scope):
            raise Conflict(f"The next memory is {state.next_memory_id(scope)}, not {command.first_id}: try again.")
        accumulated, last_id = person.importance_accumulator, ""
        for memory in command.memories:
            entry = memory.entry(now, created_at=state.written_at, npc_ids=(command.npc_id,), turn=state.turn)
            last_id = remember(state, scope, entry).id or ""
            if (status := memory.status(now)) is not None:
                state.set_status(last_id, status)
        person.importance_accumulator = accumulated
        imported = play.MemoriesImported(
            npc_id=command.npc_id, first_id=command.first_id, last_id=last_id, count=len(command.memories)
        )
        return HandlerResult(events=(imported,))


def _corrected(old: MemoryEntry, status: MemoryStatus, text: str, state: GameState) -> MemoryEntry:
    """Return the old memory with another text, without its keywords, which belong to the old text."""
    fields = {
        "id": None,
        "created_at": state.written_at,
        "summary": text,
        "importance": old.importance if status.importance is None else status.importance,
        "keywords": (),
        "evidence": (old.id,),
        "metadata": {**old.metadata, HAND_MADE: True, REPLACES: old.id},
    }
    return MemoryEntry.model_validate(old.model_dump() | fields)


def _stream_of(state: GameState, memory_id: str) -> MemoryStream:
    return MemoryStream(state, scope_of_memory(state, memory_id))


def _check_in_use(memory_id: str, status: MemoryStatus) -> None:
    """Raise NotPossible for a memory that another has replaced, or that is archived."""
    if status.superseded_by is not None:
        raise NotPossible(memories.MemoryReplacedEdit(memory=memory_id, other=status.superseded_by))
    if status.archived_by is not None:
        raise NotPossible(memories.MemoryArchivedAlready(memory=memory_id, by=status.archived_by))
