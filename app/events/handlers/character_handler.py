"""Handles commands of a character's player or agent: about its memories and its goals."""

from app.errors import NotFound, NotPossible
from app.events import commands
from app.events.handlers.base import Handler, HandlerResult, check_readable
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
from app.models.plain_reasons import ValueFault
from app.models.refusals import memories, people
from app.models.state.game_state import GameState


class CharacterHandler(Handler):
    """The handler of the commands of a character's player or agent: to seed memories, to form, reinforce and link a
    person's own, to update its goals, and to decide for it. No refusal reveals what others remember. Each method
    carries out one command: it changes the state and returns a `HandlerResult`, or raises an error that it lists;
    nothing has changed then."""

    async def seed_memories(self, command: commands.SeedMemoriesCommand, state: GameState) -> HandlerResult:  # noqa: ARG002  # a handle
        """Bring the memories that the scenario gives to people, places and the world up to date: add those that are
        missing, supersede those whose text has changed, archive those that it no longer has, and keep edits by hand.

        Args:
            command: The command, which has no fields.
            state: The game, which is changed.

        Returns:
            A result with the event MemoriesSeeded.

        Raises:
            NotPossible: There is nothing to add, to supersede or to archive. Nothing has changed then.
        """
        result = seed(state, state.written_at)
        if not result.added and not result.superseded:
            raise NotPossible(memories.MemoryNoneToSeed())
        seeded = MemoriesSeeded(added=result.added, superseded=result.superseded, unchanged=result.unchanged)
        return HandlerResult(events=(seeded,))

    async def play_character(self, command: commands.PlayCharacterCommand, state: GameState) -> HandlerResult:
        """Let a player or agent decide what a person does for some game minutes; meanwhile its own mind moves it
        nowhere.

        Args:
            command: The person, and for how many game minutes from now; 0 gives it back to its mind.
            state: The game, which is changed.

        Returns:
            A result without events.

        Raises:
            NotFound: The game has no such person. Nothing has changed then.
        """
        state.npc(command.npc_id).mind.played_until = state.clock.minutes + command.minutes
        return HandlerResult()

    async def form_memory(self, command: commands.FormMemoryCommand, state: GameState) -> HandlerResult:
        """Form a memory of a person; earlier memories of feelings that it brings back become stronger. Without an
        importance one is computed.

        Args:
            command: The person; the text, kind, importance, subjects and tags of the memory; and the ids of the
                memories and messages from which it follows (``because``).
            state: The game, which is changed.

        Returns:
            A result with the event MemoryFormed, then one MemoryReinforced for each feeling that was below the greatest
            strength (100).

        Raises:
            NotFound: The game has no such person; or an id of ``because`` is neither a memory of the person nor a
                message that the person heard.
            InvalidInput: A subject or a label (``tags``) holds nothing but blanks. Nothing has changed then.
        """
        check_readable(command.subjects, ValueFault.SUBJECT_BLANK)
        check_readable(command.tags, ValueFault.LABEL_BLANK)
        stream = MemoryStream(state, Scope.npc(command.npc_id))
        for key in command.because:
            _own(stream, command.npc_id, key)
        kind, about = command.memory_kind, command.subjects
        wish = FormedText(command.text, kind, about, command.importance, command.tags, command.because)
        added, importance, resonates = form(stream, command.npc_id, wish)
        formed = MemoryFormed(
            npc_id=command.npc_id, memory_id=added.id or "", memory_kind=added.kind, importance=importance
        )
        return HandlerResult(events=(formed, *_reinforced(stream, command.npc_id, resonates)))

    async def reinforce_memory(self, command: commands.ReinforceMemoryCommand, state: GameState) -> HandlerResult:
        """Raise the strength of a memory of a person by 1, so that it decays more slowly; one of the greatest strength
        (100) stays as it is, without an error.

        Args:
            command: The person, and the id of one of its memories, neither archived nor superseded.
            state: The game, which is changed.

        Returns:
            A result with the event MemoryReinforced; without events at the greatest strength.

        Raises:
            NotFound: The game has no such person, or the person has no such memory; a message (``m-<index>``) is not a
                memory.
            NotPossible: The memory is archived, or superseded by a newer one. Nothing has changed then.
        """
        stream = MemoryStream(state, Scope.npc(command.npc_id))
        if parse_message_id(command.memory_id) is not None:
            raise NotFound(memories.MemoryIsSaid(memory=command.memory_id))
        _check_in_use(stream, _own(stream, command.npc_id, command.memory_id))
        return HandlerResult(events=_reinforced(stream, command.npc_id, [command.memory_id]))

    async def associate_memories(self, command: commands.AssociateMemoriesCommand, state: GameState) -> HandlerResult:
        """Link two memories of a person, or messages that it heard, by a memory of their relation; each link is made
        once.

        Args:
            command: The person, the ids of two of its memories or messages, and the relation.
            state: The game, which is changed.

        Returns:
            A result with the event MemoriesAssociated.

        Raises:
            NotFound: The game has no such person; or an id is neither a memory of the person nor a message that the
                person heard.
            NotPossible: The two ids are the same; a memory is archived or superseded; or there is an active link from
                the first to the second by the same relation (upper and lower case count as equal). Nothing has changed
                then.
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
        """Set the progress of a person's goal. The error for an unknown goal names the goals that the person has.

        Args:
            command: The person, the goal's id, the new progress, its reason in words (``note``), and the id of the
                memory or commitment that caused it (``because``).
            state: The game, which is changed.

        Returns:
            A result with the event GoalUpdated.

        Raises:
            NotFound: The game has no such person, or the person has no such goal.
            NotPossible: The goal has this progress already. Nothing has changed then.
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
