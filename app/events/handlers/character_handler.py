"""Orders of a character's player or agent: what it keeps in mind, strengthens and links, how far its goals are."""

from typing import Any

from app.errors import NotFound
from app.events import commands
from app.events.handlers.base import Handler, HandlerResult
from app.language.analysis.emotions import feeling_of
from app.language.analysis.mentions import mentions_for
from app.language.rendering.distortions import DISTORTED, filter_of
from app.language.rendering.refusing import not_found, refusal_text, refused
from app.memory.prompt_data import clipped
from app.memory.seeding.seeding import seed
from app.memory.stream.associations import RELATION, association_of, association_text, similar_feelings
from app.memory.stream.goals import goals_of
from app.memory.stream.importance import composed_importance, people_nearby
from app.memory.stream.markers import ASSOCIATION, TYPE
from app.memory.stream.remembering import known_name
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.base import visible
from app.models.command import Event
from app.models.events.mind import GoalUpdated, MemoriesAssociated, MemoriesSeeded, MemoryFormed, MemoryReinforced
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, Scope
from app.models.memory_id import parse_message_id
from app.models.state.game_state import GameState

_SHOWN = 60  # characters of each goal that a refusal shows


class CharacterHandler(Handler):
    """Seeds memories; lets people form, reinforce and link their own. No refusal tells what others remember."""

    async def seed_memories(self, command: commands.SeedMemoriesCommand, state: GameState) -> HandlerResult:  # noqa: ARG002  # a handle
        """Bring gifted memories up to date. NotPossible where they are so already."""
        result = seed(state, state.written_at)
        if not result.added and not result.superseded:
            raise refused(state, "memory-none-to-seed")
        seeded = MemoriesSeeded(added=result.added, superseded=result.superseded, unchanged=result.unchanged)
        return HandlerResult(events=(seeded,))

    async def play_character(self, command: commands.PlayCharacterCommand, state: GameState) -> HandlerResult:
        state.npc(command.npc_id).mind.played_until = state.clock.minutes + command.minutes
        return HandlerResult()

    async def form_memory(self, command: commands.FormMemoryCommand, state: GameState) -> HandlerResult:
        """Keep something, with what it is worth to the person; feelings that it brings back become stronger."""
        npc = state.npc(command.npc_id)
        stream = MemoryStream(state, Scope.npc(command.npc_id))
        subjects = _subjects(state, command)
        parts = composed_importance(state, command.npc_id, command.text, kind=command.memory_kind, subjects=subjects)
        feeling = feeling_of(command.text)._replace(impact=parts.emotional_impact)
        resonates = similar_feelings(stream, command.text, feeling, subjects)
        importance = parts.importance if command.importance is None else command.importance
        added = stream.add(
            command.memory_kind,
            MemoryContext(
                content=command.text,
                location_id=npc.current_location_id,
                subjects=subjects,
                tags=tuple(key for key in subjects if not known_name(state, key)),
                origin=MemoryOrigin.INTERNAL,
                importance=importance,
                metadata={**parts.as_metadata(), **_coloured(state, command.npc_id, command.text)},
            ),
        )
        formed = MemoryFormed(
            npc_id=command.npc_id, memory_id=added.id or "", memory_kind=added.kind, importance=importance
        )
        return HandlerResult(events=(formed, *_reinforced(stream, command.npc_id, resonates)))

    async def reinforce_memory(self, command: commands.ReinforceMemoryCommand, state: GameState) -> HandlerResult:
        """Make a memory stronger, and so last longer; one that is as strong as can be stays so."""
        stream = MemoryStream(state, Scope.npc(command.npc_id))
        if parse_message_id(command.memory_id) is not None:
            raise not_found(state, "memory-is-said", memory=command.memory_id)
        _check_stands(stream, _own(stream, command.npc_id, command.memory_id))
        return HandlerResult(events=_reinforced(stream, command.npc_id, [command.memory_id]))

    async def associate_memories(self, command: commands.AssociateMemoriesCommand, state: GameState) -> HandlerResult:
        """Link two memories, or things that were said, by a memory of their relation; each link once."""
        stream = MemoryStream(state, Scope.npc(command.npc_id))
        if command.first_id == command.second_id:
            raise refused(state, "memory-to-itself", memory=command.first_id)
        first, second = (_own(stream, command.npc_id, key) for key in (command.first_id, command.second_id))
        for entry in (first, second):
            _check_stands(stream, entry)
        if (known := association_of(stream, command.first_id, command.second_id, command.relation)) is not None:
            raise refused(state, "memory-linked", link=known.id or "", first=command.first_id, second=command.second_id)
        text = association_text(stream, (command.first_id, command.second_id), command.relation)
        added = stream.add(
            MemoryKind.SEMANTIC,
            MemoryContext(
                content=command.relation,
                subjects=tuple(dict.fromkeys((*first.subjects, *second.subjects))),
                origin=MemoryOrigin.INTERNAL,
                importance=max(stream.importance(first), stream.importance(second)),
                evidence=(command.first_id, command.second_id),
                metadata={TYPE: ASSOCIATION, RELATION: command.relation, **_coloured(state, command.npc_id, text)},
            ),
        )
        linked = MemoriesAssociated(
            npc_id=command.npc_id, memory_id=added.id or "", first_id=command.first_id, second_id=command.second_id
        )
        return HandlerResult(events=(linked,))

    async def update_goal(self, command: commands.UpdateGoalCommand, state: GameState) -> HandlerResult:
        """Note how far a goal has come. NotFound names the goals there are."""
        npc, goals = state.npc(command.npc_id), goals_of(state, command.npc_id)
        name = state.name(command.npc_id)
        position = next((n for n, goal in enumerate(goals) if goal.id == command.goal_id), None)
        if position is None:
            there = "; ".join(f"{goal.id} ({clipped(' '.join(goal.text.split()), _SHOWN)})" for goal in goals)
            there = there or refusal_text(state, "goal-none")
            raise not_found(state, "goal-unknown", person=name, goal=command.goal_id, there=there)
        goal = goals[position]
        if goal.progress == command.progress:
            raise refused(state, "goal-is-there", goal=goal.id, person=name, progress=str(goal.progress))
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
    """A person's own memory, or what it has heard; NotFound in the same words for any other id."""
    try:
        return stream.get(memory_id)
    except NotFound:
        name = stream.state.name(npc_id)
        raise not_found(stream.state, "memory-not-own", person=name, memory=memory_id) from None


def _check_stands(stream: MemoryStream, entry: MemoryEntry) -> None:
    status = stream.state.status(entry.id)
    if status.superseded_by is not None:
        raise refused(stream.state, "memory-replaced", memory=entry.id or "", other=status.superseded_by)
    if status.archived_by is not None:
        raise refused(stream.state, "memory-put-away", memory=entry.id or "")


def _reinforced(stream: MemoryStream, npc_id: str, memory_ids: list[str]) -> tuple[Event, ...]:
    return tuple(
        MemoryReinforced(npc_id=npc_id, memory_id=key, strength=stream.status(key).strength)
        for key in stream.reinforce(memory_ids)
    )


def _coloured(state: GameState, npc_id: str, text: str) -> dict[str, Any]:
    """How a text seems to a person whose memory colours what it keeps; empty where that is the truth."""
    distortion = filter_of(state.sheets.npc(npc_id))
    seems = text if distortion is None else distortion(text)
    return {} if seems == text else {DISTORTED: seems}


def _subjects(state: GameState, command: commands.FormMemoryCommand) -> tuple[str, ...]:
    """The ids that a memory is about: those it was given, names as ids, then the others named in it. A feeling that was
    given some is about these alone: "I like Hedda for her patience with Nils" is no feeling about Nils."""
    present = people_nearby(state, command.npc_id)
    given = [found for subject in command.subjects for found in _ids_of(state, subject, present)]
    if given and command.memory_kind is MemoryKind.EMOTIONAL:
        return tuple(dict.fromkeys(given))
    named = [npc_id for npc_id in mentions_for(state.sheet).people(command.text, present) if npc_id != command.npc_id]
    return tuple(dict.fromkeys((*given, *named)))


def _ids_of(state: GameState, subject: str, present: list[str]) -> list[str]:
    """The ids of those who bear a name, those present before all others; a name of no one as it is."""
    name = " ".join(visible(subject).split())
    folded = name.casefold()
    if name in state.npcs:
        return [name]
    players = [player.id for player in state.party.ever if folded in (player.id, player.name.casefold())]
    if players:
        return players
    whole = (found for found in mentions_for(state.sheet).names(name) if found.written.casefold() == folded)
    people = [npc_id for found in whole for npc_id in found.ids if npc_id in state.npcs]
    return [npc_id for npc_id in people if npc_id in present] or people or [name]
