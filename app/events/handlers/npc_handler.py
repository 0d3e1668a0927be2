"""Handles commands about people."""

from app.errors import NotFound, NotPossible
from app.events import commands
from app.events.handlers.base import Handler, HandlerResult
from app.interfaces.services.location import ILocationService
from app.interfaces.services.memory import IMemoryService
from app.models.command import Command
from app.models.events.play import AttitudeChanged, NPCMoved, TopicTold
from app.models.refusals import actions, people
from app.models.sheets.person import TopicSheet
from app.models.sheets.quest import QuestStatus
from app.models.state.conditions import can_tell_topic, holds, npc_barred_from, topic_text_here
from app.models.state.game_state import GameState


def check_move(state: GameState, npc_id: str, location_id: str | None) -> None:
    """Check that a person can be moved to a place, or off the map.

    Raises:
        NotFound: The game has no such person or place.
        NotPossible: The person is dead, is there already, or the scenario keeps it at other places.
    """
    npc = state.npc(npc_id)
    if npc.dead:
        raise NotPossible(actions.ActorDead(actor_id=npc_id))
    if location_id == npc.current_location_id:
        raise NotPossible(people.PersonThereAlready(npc_id=npc_id))
    if location_id is not None:
        state.place(location_id)
        if npc_barred_from(state, npc_id, location_id):
            raise NotPossible(people.PersonStays(npc_id=npc_id, places=state.sheets.npc(npc_id).stays_at))


class NPCHandler(Handler):
    """The handler of the commands about people: to move them, to change their attitude, to let them tell topics. Each
    method carries out one command: it changes the state and returns a `HandlerResult`, or raises an error that it
    lists; nothing has changed then.

    Args:
        location_service: Moves the party and people (an `ILocationService`).
        memory_service: Requests the summaries that become memories (an `IMemoryService`).
    """

    def __init__(self, location_service: ILocationService, memory_service: IMemoryService) -> None:
        self._locations = location_service
        self._memory = memory_service

    async def move_npc(self, command: commands.MoveNPCCommand, state: GameState) -> HandlerResult:
        """Move a person to another place or off the map. A person that leaves a place will get a summary of
        what it said and what was said to it or about it there as a memory, when the game does its pending work.

        Args:
            command: The person, and the id of the place to go to; None for off the map.
            state: The game, which is changed.

        Returns:
            A result with the event NPCMoved.

        Raises:
            NotFound: The game has no such person or place.
            NotPossible: The person is dead; is there (or off the map) already; or the scenario allows only other places
                for the person. Nothing has changed then.
        """
        left = state.npc(command.npc_id).current_location_id
        check_move(state, command.npc_id, command.location_id)
        if left is not None:
            await self._memory.on_npc_exit(state, command.npc_id)
        self._locations.move_entity(state, command.npc_id, command.location_id)
        return HandlerResult(events=(NPCMoved(npc_id=command.npc_id, from_id=left, to_id=command.location_id),))

    async def set_attitude(self, command: commands.SetNPCAttitudeCommand, state: GameState) -> HandlerResult:
        """Change a person's attitude to the party.

        Args:
            command: The person, and its new attitude.
            state: The game, which is changed.

        Returns:
            A result with the event AttitudeChanged.

        Raises:
            NotFound: The game has no such person.
            NotPossible: The person has this attitude already. Nothing has changed then.
        """
        npc = state.npc(command.npc_id)
        if npc.attitude is command.attitude:
            raise NotPossible(people.PersonFeelsAlready(npc_id=command.npc_id, attitude=command.attitude))
        npc.attitude = command.attitude
        return HandlerResult(events=(AttitudeChanged(npc_id=command.npc_id, attitude=command.attitude),))

    async def ask_topic(self, command: commands.AskTopicCommand, state: GameState) -> HandlerResult:
        """Let a person at the party's place tell one of its topics, in the words of the scenario.

        Args:
            command: The ids of the person and of the topic.
            state: The game, which is changed.

        Returns:
            A result with the event TopicTold, and with the topic's consequences as commands that follow: to reveal a
            secret, start a quest, hand over a thing, change the attitude.

        Raises:
            NotFound: The game has no such person, or the person no such topic.
            NotPossible: The person is not at the party's place, or the topic's condition or place does not allow it
                yet. Nothing has changed then.
        """
        npc, sheet = state.npc(command.npc_id), state.sheets.npc(command.npc_id)
        if npc not in state.present():
            raise NotPossible(people.PersonNotHere(npc_id=command.npc_id))
        if (topic := next((topic for topic in sheet.topics if topic.id == command.topic_id), None)) is None:
            raise NotFound(people.TopicUnknown(npc_id=command.npc_id, topic_id=command.topic_id))
        if not can_tell_topic(state, command.npc_id, topic):
            raise _silent(state, command.npc_id, topic)
        first_time = topic.id not in npc.topics_told
        if first_time:
            npc.topics_told.append(topic.id)
        text = topic.text if first_time or not topic.again else topic.again
        event = TopicTold(npc_id=command.npc_id, topic_id=topic.id, first_time=first_time, text=text)
        return HandlerResult(events=(event,), follow_ups=tuple(_consequences(state, command.npc_id, topic, first_time)))


def _silent(state: GameState, npc_id: str, topic: TopicSheet) -> NotPossible:
    instead = topic_text_here(state, npc_id, topic)
    if not holds(topic.condition, state):
        return NotPossible(people.PersonSilent(npc_id=npc_id, condition=topic.condition, text=instead))
    return NotPossible(people.PersonSilentHere(npc_id=npc_id, places=topic.places, text=instead))


def _consequences(state: GameState, npc_id: str, topic: TopicSheet, first_time: bool) -> list[Command]:
    """Return the commands that follow from telling a topic; the attitude last, as a worse one could make the others
    impossible."""
    npc, following = state.npc(npc_id), list[Command]()
    if topic.reveals_secret is not None:
        place, _ = state.sheets.secret(topic.reveals_secret)
        if topic.reveals_secret not in state.place(place.id).discovered_secrets:
            following.append(commands.DiscoverSecretCommand(secret_id=topic.reveals_secret))
    if topic.starts_quest is not None:
        sheet = state.sheets.quest(topic.starts_quest)
        if state.quest(sheet.id).status is QuestStatus.NOT_STARTED and holds(sheet.start_condition, state):
            following.append(commands.StartQuestCommand(quest_id=sheet.id))
    if topic.gives_item is not None and topic.gives_item in npc.items:
        following.append(commands.GiveItemCommand(item_id=topic.gives_item, npc_id=npc_id, to_party=True))
    if first_time and topic.sets_attitude is not None and topic.sets_attitude is not npc.attitude:
        following.append(commands.SetNPCAttitudeCommand(npc_id=npc_id, attitude=topic.sets_attitude))
    return following
