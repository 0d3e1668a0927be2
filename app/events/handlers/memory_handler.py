"""Handles edits of memories by hand."""

from collections.abc import Mapping
from typing import Any

from app.errors import Conflict, NotPossible
from app.events import commands
from app.events.handlers.base import Handler, HandlerResult, check_readable
from app.events.handlers.mind_handler import check_plan
from app.memory.entries.markers import HAND_MADE, REPLACES
from app.memory.stream.incremental_views import current_fact
from app.memory.stream.owners import scope_of_memory
from app.memory.stream.remembering import remember
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.command import Command
from app.models.events import play
from app.models.imported import ImportedAgent
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryEntry, MemoryStatus, Scope
from app.models.minds.plan import plan_end
from app.models.plain_reasons import Clash, Clashes, ValueFault
from app.models.refusals import memories
from app.models.state.game_state import GameState

BY_HAND = "hand"  # `MemoryStatus.archived_by` of a memory that was archived by hand


class MemoryHandler(Handler):
    """The handler of edits of memories by hand: to add, pin, archive, restore, replace and import them. Nothing is
    deleted, so that an undo restores everything. Each method carries out one command: it changes the state and returns
    a `HandlerResult`, or raises an error that it lists; nothing has changed then."""

    async def add(self, command: commands.AddMemoryCommand, state: GameState) -> HandlerResult:
        """Add a memory that is written by hand to a place, a person or the world.

        Args:
            command: The owner of the memory; its text, kind, importance, subjects and place; and whether it is pinned.
            state: The game, which is changed.

        Returns:
            A result with the event MemoryAdded.

        Raises:
            NotFound: The game has no such owner or place.
            InvalidInput: A subject holds nothing but blanks. Nothing has changed then.
        """
        check_readable(command.subjects, ValueFault.SUBJECT_BLANK)
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
        """Pin a memory, so that it is never archived when old memories are pruned, or unpin it.

        Args:
            command: The id of the memory, and whether it is to be pinned or unpinned.
            state: The game, which is changed.

        Returns:
            A result with the event MemoryPinned.

        Raises:
            NotFound: The game has no such memory.
            NotPossible: To pin: it is pinned already, archived, or superseded by a newer memory. To unpin: it is not
                pinned. Nothing has changed then.
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
        """Archive a memory by hand, so that it is neither shown nor recalled any more.

        Args:
            command: The id of the memory.
            state: The game, which is changed.

        Returns:
            A result with the event MemoryArchived.

        Raises:
            NotFound: The game has no such memory.
            NotPossible: It is archived already, or superseded by a newer memory. Nothing has changed then.
        """
        stream = _stream_of(state, command.memory_id)
        _check_in_use(command.memory_id, stream.status(command.memory_id))
        stream.archive([command.memory_id], by=BY_HAND)
        text = stream.get(command.memory_id).summary
        return HandlerResult(events=(play.MemoryArchived(scope=stream.scope, memory_id=command.memory_id, text=text),))

    async def restore(self, command: commands.RestoreMemoryCommand, state: GameState) -> HandlerResult:
        """Restore an archived memory, unless a newer one has superseded it or holds the same fact.

        Args:
            command: The id of the memory.
            state: The game, which is changed.

        Returns:
            A result with the event MemoryRestored.

        Raises:
            NotFound: The game has no such memory.
            NotPossible: It is not archived; a newer memory supersedes it; or the owner has a newer memory of the same
                fact. Nothing has changed then.
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
        """Supersede a memory by a new one with another text, which is pinned if the old one was.

        Args:
            command: The id of the memory, and the new text.
            state: The game, which is changed.

        Returns:
            A result with the event MemoryReplaced.

        Raises:
            NotFound: The game has no such memory.
            NotPossible: It is archived, or superseded by a newer memory. Nothing has changed then.
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
        """Append memories of an agent of another program to those of a person, and keep what else the agent is. As that
        agent has reflected on the memories, they lead to no reflection.

        Args:
            command: The person, the id that its next memory gets, the memories, and the agent; None for memories alone.
            state: The game, which is changed.

        Returns:
            A result with the event MemoriesImported, and where the agent has a plan for the day, with the command that
            follows to set it.

        Raises:
            NotFound: The game has no such person; or an item of the plan names an unknown place or companion.
            Conflict: ``first_id`` is not the id of the person's next memory.
            NotPossible: Two items of the plan have the same id. Nothing has changed then.
        """
        person, scope, now = state.npc(command.npc_id), Scope.npc(command.npc_id), state.clock.minutes
        if command.first_id != state.next_memory_id(scope):
            raise Conflict(
                Clashes(clash=Clash.NEXT_MEMORY, present=state.next_memory_id(scope), expected=command.first_id)
            )
        plan = _plan_of(command, state)
        accumulated, last_id = person.importance_accumulator, command.first_id
        for memory in command.memories:
            entry = memory.entry(now, created_at=state.written_at, npc_ids=(command.npc_id,), turn=state.turn)
            last_id = remember(state, scope, entry).id or ""
            if (status := memory.status(now)) is not None:
                state.set_status(last_id, status)
        person.importance_accumulator = accumulated
        imported = play.MemoriesImported(
            npc_id=command.npc_id, first_id=command.first_id, last_id=last_id, count=len(command.memories)
        )
        if command.agent is not None:
            _take_over(command.agent, person, state)
        return HandlerResult(events=(imported,), follow_ups=plan)


def _plan_of(command: commands.ImportMemoriesCommand, state: GameState) -> tuple[Command, ...]:
    """Return the command that sets the imported plan until the next 06:00, if there is one and it is possible."""
    if command.agent is None or command.agent.plan is None:
        return ()
    order = commands.SetPlanCommand(
        npc_id=command.npc_id, items=command.agent.plan, until=plan_end(state.clock.minutes)
    )
    check_plan(order, state)
    return (order,)


def _take_over(agent: ImportedAgent, person: NPCInstance, state: GameState) -> None:
    """Keep what an agent is; its accumulator holds, and what was to become of the plan before it does not."""
    person.agent = agent.after(person.agent)
    if agent.importance_accumulator is not None:
        person.importance_accumulator = agent.importance_accumulator
    if agent.plan is not None:
        person.mind.surprised_at = None
        state.minds.intents = [
            intent
            for intent in state.minds.intents
            if intent.npc_id != person.instance_id or not any(map(_sets_a_plan, intent.commands))
        ]


def _sets_a_plan(command: Mapping[str, Any]) -> bool:
    return command.get("kind") == "set_plan"


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
