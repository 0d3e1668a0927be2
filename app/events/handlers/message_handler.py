"""Handles commands about messages that people carry for players."""

from app.errors import NotPossible
from app.events import commands
from app.events.handlers.base import Handler, HandlerResult
from app.events.handlers.party_handler import player_of
from app.memory.messengers import is_deliverable, message_hindrance, pass_on
from app.models.events.actions import MessageDelivered, MessageEntrusted
from app.models.messages.carried import CarriedMessage
from app.models.refusals import people
from app.models.state.game_state import GameState


class MessageHandler(Handler):
    """The handler of the commands about messages that people carry. Each method carries out one command: it changes the
    state and returns a `HandlerResult`, or raises an error that it lists; nothing has changed then."""

    async def entrust_message(self, command: commands.EntrustMessageCommand, state: GameState) -> HandlerResult:
        """Give a person a message for another.

        Args:
            command: The ids of the messenger, of the person it is for and of the player who sends it; the words.
            state: The game, which is changed.

        Returns:
            A result with the event MessageEntrusted.

        Raises:
            NotFound: The game has no such person, or the party no such player.
            NotPossible: The messenger is not at the party's place, or declines. Nothing has changed then.
        """
        by_id = player_of(state, command.by_id or state.party.players[0].id).id
        messenger = state.npc(command.npc_id)
        if messenger not in state.present():
            raise NotPossible(people.PersonNotHere(npc_id=command.npc_id))
        if (why := message_hindrance(state, command.npc_id, command.to_id)) is not None:
            raise NotPossible(people.MessageDeclined(npc_id=command.npc_id, to_id=command.to_id, why=why))
        messenger.carries.append(
            CarriedMessage(
                by_id=by_id,
                to_id=command.to_id,
                words=command.words,
                given_at=state.clock.minutes,
                turn=state.turn,
            )
        )
        return HandlerResult(events=(MessageEntrusted(npc_id=command.npc_id, to_id=command.to_id, by_id=by_id),))

    async def deliver_message(self, command: commands.DeliverMessageCommand, state: GameState) -> HandlerResult:
        """Let a person pass on a message; both remember it, and what it promises, asks or invites to counts from now
        on.

        Args:
            command: The ids of the messenger and of the person it is for.
            state: The game, which is changed.

        Returns:
            A result with the event MessageDelivered.

        Raises:
            NotFound: The game has no such person.
            NotPossible: The messenger carries no message for that person, a player or agent plays the messenger, or one
                of the two is asleep, dead or elsewhere. Nothing has changed then.
        """
        messenger = state.npc(command.npc_id)
        state.npc(command.to_id)
        if not is_deliverable(state, command.npc_id, command.to_id):
            raise NotPossible(people.MessageNotCarried(npc_id=command.npc_id, to_id=command.to_id))
        message = pass_on(state, command.npc_id, command.to_id)
        event = MessageDelivered(
            npc_id=command.npc_id,
            to_id=command.to_id,
            by_id=message.by_id,
            words=message.words,
            at=messenger.current_location_id or "",
        )
        return HandlerResult(events=(event,))
