"""Handles commands of a character's player or agent: about its memories and its goals."""

from app.errors import NotFound, NotPossible
from app.events import commands
from app.events.handlers.base import Handler, HandlerResult
from app.memory.entries.markers import ASSOCIATION, TYPE
from app.memory.seeding.seeding import seed
from app.memory.stream.associations import RELATION, association_of, association_text
from app.memory.stream.forming import FormedText, coloured, form
from app.memory.stream.goals import goals_of
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.command import Event
from app.models.events.mind import GoalUpdated, MemoriesAssociated, MemoriesSeeded, MemoryFormed, MemoryReinforced
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, Scope
from app.models.memory_id import parse_message_id
from app.models.refusals import memories, people
from app.models.state.game_state import GameState


class CharacterHandler(Handler):
    """Seeds memories; lets people form, reinforce and link their own and update their goals; lets a player or agent
    decide for a person. No refusal reveals what others remember."""

    async def seed_memories(self, command: commands.SeedMemoriesCommand, state: GameState) -> HandlerResult:  # noqa: ARG002  # a handle
        """Seed the gifted memories of the sheets, and supersede those that have changed.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The event MemoriesSeeded.

        Raises:
            NotPossible: As `SeedMemoriesCommand` lists them; nothing has changed.
        """
        result = seed(state, state.written_at)
        if not result.added and not result.superseded:
            raise NotPossible(memories.MemoryNoneToSeed())
        seeded = MemoriesSeeded(added=result.added, superseded=result.superseded, unchanged=result.unchanged)
        return HandlerResult(events=(seeded,))

    async def play_character(self, command: commands.PlayCharacterCommand, state: GameState) -> HandlerResult:
        """Let a player or agent decide what a person does until a game time.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            No event.

        Raises:
            NotFound: As `PlayCharacterCommand` lists them; nothing has changed.
        """
        state.npc(command.npc_id).mind.played_until = state.clock.minutes + command.minutes
        return HandlerResult()

    async def form_memory(self, command: commands.FormMemoryCommand, state: GameState) -> HandlerResult:
        """Form a memory; earlier feelings that it brings back become stronger. Without an importance one is computed.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The events MemoryFormed, then MemoryReinforced for each feeling that was below the greatest strength.

        Raises:
            NotFound: As `FormMemoryCommand` lists them; nothing has changed.
        """
        stream = MemoryStream(state, Scope.npc(command.npc_id))
        wish = FormedText(command.text, command.memory_kind, command.subjects, command.importance)
        added, importance, resonates = form(stream, command.npc_id, wish)
        formed = MemoryFormed(
            npc_id=command.npc_id, memory_id=added.id or "", memory_kind=added.kind, importance=importance
        )
        return HandlerResult(events=(formed, *_reinforced(stream, command.npc_id, resonates)))

    async def reinforce_memory(self, command: commands.ReinforceMemoryCommand, state: GameState) -> HandlerResult:
        """Strengthen a memory, so that it decays more slowly; one of the greatest strength stays as it is.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The events MemoryReinforced, or no event at the greatest strength.

        Raises:
            NotFound, NotPossible: As `ReinforceMemoryCommand` lists them; nothing has changed.
        """
        stream = MemoryStream(state, Scope.npc(command.npc_id))
        if parse_message_id(command.memory_id) is not None:
            raise NotFound(memories.MemoryIsSaid(memory=command.memory_id))
        _check_in_use(stream, _own(stream, command.npc_id, command.memory_id))
        return HandlerResult(events=_reinforced(stream, command.npc_id, [command.memory_id]))

    async def associate_memories(self, command: commands.AssociateMemoriesCommand, state: GameState) -> HandlerResult:
        """Link two memories or messages by a memory of their relation; each link is made once.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The event MemoriesAssociated.

        Raises:
            NotFound, NotPossible: As `AssociateMemoriesCommand` lists them; nothing has changed.
        """
        stream = MemoryStream(state, Scope.npc(command.npc_id))
        if command.first_id == command.second_id:
            raise NotPossible(memories.MemoryToItself(memory=command.first_id))
        first, second = (_own(stream, command.npc_id, key) for key in (command.first_id, command.second_id))
        for entry in (first, second):
            _check_in_use(stream, entry)
        if (link := association_of(stream, command.first_id, command.second_id, command.relation)) is not None:
            first_id, second_id = command.first_id, command.second_id
            raise NotPossible(memories.MemoryLinked(memory=link.id or "", first=first_id, second=second_id))
        text = association_text(stream, (command.first_id, command.second_id), command.relation)
        added = stream.add(
            MemoryKind.SEMANTIC,
            MemoryContext(
                content=command.relation,
                subjects=tuple(dict.fromkeys((*first.subjects, *second.subjects))),
                origin=MemoryOrigin.INTERNAL,
                importance=max(stream.importance(first), stream.importance(second)),
                evidence=(command.first_id, command.second_id),
                metadata={TYPE: ASSOCIATION, RELATION: command.relation, **coloured(state, command.npc_id, text)},
            ),
        )
        linked = MemoriesAssociated(
            npc_id=command.npc_id, memory_id=added.id or "", first_id=command.first_id, second_id=command.second_id
        )
        return HandlerResult(events=(linked,))

    async def update_goal(self, command: commands.UpdateGoalCommand, state: GameState) -> HandlerResult:
        """Set the progress of a goal. The refusal of an unknown one names the person's goals.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The event GoalUpdated.

        Raises:
            NotFound, NotPossible: As `UpdateGoalCommand` lists them; nothing has changed.
        """
        npc, goals = state.npc(command.npc_id), goals_of(state, command.npc_id)
        position = next((n for n, goal in enumerate(goals) if goal.id == command.goal_id), None)
        if position is None:
            raise NotFound(people.GoalUnknown(npc_id=command.npc_id, goal=command.goal_id, goals=tuple(goals)))
        goal = goals[position]
        if goal.progress == command.progress:
            raise NotPossible(people.GoalIsThere(npc_id=command.npc_id, goal=goal.id, progress=goal.progress))
        goals[position] = goal.model_copy(update={"progress": command.progress, "note": command.note})
        npc.goals = goals
        updated = GoalUpdated(
            npc_id=command.npc_id,
            goal_id=goal.id,
            before=goal.progress,
            progress=command.progress,
            because=command.because,
        )
        return HandlerResult(events=(updated,))


def _own(stream: MemoryStream, npc_id: str, memory_id: str) -> MemoryEntry:
    """Return a person's own memory, or a message that it heard; any other id is refused in the same words."""
    try:
        return stream.get(memory_id)
    except NotFound:
        raise NotFound(memories.MemoryNotOwn(npc_id=npc_id, memory=memory_id)) from None


def _check_in_use(stream: MemoryStream, entry: MemoryEntry) -> None:
    status = stream.state.status(entry.id)
    if status.superseded_by is not None:
        raise NotPossible(memories.MemoryReplacedBefore(memory=entry.id or "", other=status.superseded_by))
    if status.archived_by is not None:
        raise NotPossible(memories.MemoryPutAway(memory=entry.id or ""))


def _reinforced(stream: MemoryStream, npc_id: str, memory_ids: list[str]) -> tuple[Event, ...]:
    return tuple(
        MemoryReinforced(npc_id=npc_id, memory_id=key, strength=stream.status(key).strength)
        for key in stream.reinforce(memory_ids)
    )
