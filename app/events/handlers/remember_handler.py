"""Handles the command to remember something, which makes the people and places that it names first."""

from app.errors import NotPossible
from app.events import commands
from app.events.canon.making import made_id
from app.events.handlers.base import Handler, HandlerResult, check_readable
from app.memory.stream.forming import FormedText, form
from app.memory.stream.naming_owners import called, owner_called, person_called, place_called
from app.memory.stream.remembering import utterance_of
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.command import Event
from app.models.events.mind import MemoryFormed
from app.models.events.play import MemoryAdded
from app.models.memory import MemorySource, Scope
from app.models.messages.payload import Utterance
from app.models.messages.speech import ActKind, SpeechAct
from app.models.plain_reasons import ValueFault
from app.models.refusals.canon import CanonPeopleFull
from app.models.refusals.memories import MemoryInStory
from app.models.sheets.canon import CanonChange, PersonEntry, PlaceEntry
from app.models.sheets.location import LocationSheet
from app.models.sheets.person import NPCSheet
from app.models.state.game_state import GameState
from app.models.state.newcomers import admit

MOST_OWNERS = 1_000  # people, and places, of a game that were made by being named


class RememberHandler(Handler):
    """The handler of memories without a story. It carries out one command: it changes the state and returns a
    `HandlerResult`, or raises an error that it lists; nothing has changed then."""

    async def remember(self, command: commands.RememberCommand, state: GameState) -> HandlerResult:
        """Add a memory to a person, a place or the world. In a memory alone make the owner and the place that are new,
        and move the clock on to the memory's time.

        Args:
            command: The owner; the text, kind, subjects, time, place, importance and speaker of the memory; and whether
                it was said in confidence.
            state: The game, which is changed.

        Returns:
            A result with MemoryFormed, or with MemoryAdded for a memory of a place or of the world. There is no event
            for a new person or place.

        Raises:
            NotPossible: In a game with a story: there is no such owner or place, or ``at`` is later than the clock. In
                a memory alone: a new person or place is needed, and there are 1,000 already.
            InvalidInput: A subject holds nothing but blanks. Nothing has changed then.
        """
        check_readable(command.about, ValueFault.SUBJECT_BLANK)
        _check_room(command, state)
        if command.at is not None and command.at > state.clock.minutes:
            state.clock.advance(command.at - state.clock.minutes)
        place_id = None if command.place is None else _place(state, command.place)
        owner = owner_called(state, command.owner) or Scope.npc(_person(state, command.owner))
        stream = MemoryStream(state, owner)
        said = _said(command, state)
        if owner.source is MemorySource.NPC and owner.owner_id is not None:
            formed = FormedText(
                command.text,
                command.memory_kind,
                command.about,
                command.importance,
                at=command.at,
                place_id=place_id,
                said=said,
            )
            entry, importance, _ = form(stream, owner.owner_id, formed)
            kept: Event = MemoryFormed(
                npc_id=owner.owner_id, memory_id=entry.id or "", memory_kind=entry.kind, importance=importance
            )
        else:
            context = MemoryContext(
                content=command.text,
                game_time=command.at,
                location_id=place_id or owner.owner_id,
                subjects=tuple(person_called(state, name) or name for name in command.about),
                importance=command.importance,
                payload=said,
            )
            entry = stream.add(command.memory_kind, context)
            kept = MemoryAdded(scope=owner, memory_id=entry.id or "", text=entry.summary, pinned=False)
        return HandlerResult(events=(kept,))


def _check_room(command: commands.RememberCommand, state: GameState) -> None:
    """Refuse to make a person or a place, or to let time pass, in a story; and to make more than the limit."""
    is_new = owner_called(state, command.owner) is None
    is_new_place = command.place is not None and place_called(state, command.place) is None
    is_ahead = command.at is not None and command.at > state.clock.minutes
    if (is_new or is_new_place or is_ahead) and not state.sheet.is_memory_alone:
        raise NotPossible(MemoryInStory())
    if (is_new and len(state.npcs) >= MOST_OWNERS) or (is_new_place and len(state.sheet.locations) >= MOST_OWNERS):
        raise NotPossible(CanonPeopleFull(limit=MOST_OWNERS))


def _person(state: GameState, name: str) -> str:
    """Make a person of a name, without a mind and off the map."""
    sheet = NPCSheet(id=made_id(state, name), name=" ".join(name.split()), description="", has_mind=False)
    _add(state, PersonEntry(sheet=sheet))
    return sheet.id


def _place(state: GameState, name: str) -> str:
    """Return the place of a name; one that there is not yet is made, without ways."""
    if (known := place_called(state, name)) is not None:
        return known
    sheet = LocationSheet(id=made_id(state, name), name=" ".join(name.split()), description="")
    _add(state, PlaceEntry(sheet=sheet))
    return sheet.id


def _add(state: GameState, change: CanonChange) -> None:
    state.add_canon(change)
    admit(state)


def _said(command: commands.RememberCommand, state: GameState) -> Utterance | None:
    """Return the text as an utterance; None where it is none. A confidence always is one, if need be of a nameless
    speaker."""
    if command.said_by is None and not command.is_confidential:
        return None
    now = state.clock.minutes if command.at is None else command.at
    name = command.said_by or ""
    players = [player.id for player in state.party.ever if called(player.name) == called(name)]
    speaker_id = person_called(state, name)
    said = utterance_of(state, [speaker_id] if speaker_id is not None else players, name, command.text, now)
    if said.speaker_name:  # the id that the speaker gets when it is made
        said = said.model_copy(update={"speaker_id": made_id(state, name)})
    if not command.is_confidential:
        return said
    confided = SpeechAct(kind=ActKind.CONFIDENCE, span=(0, len(command.text)))
    return said.model_copy(update={"acts": (*said.acts, confided)})
