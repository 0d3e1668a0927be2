"""Handles commands about companions."""

from app.errors import NotPossible
from app.events import commands
from app.events.handlers.base import Handler, HandlerResult
from app.models.events.actions import CompanionJoined, CompanionLeft
from app.models.refusals import actions as refusals
from app.models.refusals.people import PersonNotHere
from app.models.state.conditions import holds
from app.models.state.game_state import GameState


class CompanionHandler(Handler):
    """The handler of the commands about companions, the people who go with the party. Each method carries out one
    command: it changes the state and returns a `HandlerResult`, or raises an error that it lists; nothing has changed
    then."""

    async def join(self, command: commands.JoinCompanionCommand, state: GameState) -> HandlerResult:
        """Let a person go with the party from now on.

        Args:
            command: The person.
            state: The game, which is changed.

        Returns:
            A result with the event CompanionJoined.

        Raises:
            NotFound: The game has no such person.
            NotPossible: The person is not at the party's place; is a companion already; or the scenario gives the
                person no condition for joining, or one that does not hold. Nothing has changed then.
        """
        if state.npc(command.npc_id) not in state.present():
            raise NotPossible(PersonNotHere(npc_id=command.npc_id))
        if command.npc_id in state.party.companions:
            raise NotPossible(refusals.CompanionAlready(npc_id=command.npc_id))
        condition = state.sheets.npc(command.npc_id).joins
        if condition is None or not holds(condition, state):
            raise NotPossible(refusals.CompanionUnwilling(npc_id=command.npc_id, condition=condition))
        state.party.companions.append(command.npc_id)
        return HandlerResult(events=(CompanionJoined(npc_id=command.npc_id),))

    async def leave(self, command: commands.LeaveCompanionCommand, state: GameState) -> HandlerResult:
        """Let a companion stay where it is.

        Args:
            command: The person.
            state: The game, which is changed.

        Returns:
            A result with the event CompanionLeft.

        Raises:
            NotFound: The game has no such person.
            NotPossible: The person is not a companion of the party. Nothing has changed then.
        """
        state.npc(command.npc_id)
        if command.npc_id not in state.party.companions:
            raise NotPossible(refusals.CompanionNone(npc_id=command.npc_id))
        state.party.companions.remove(command.npc_id)
        return HandlerResult(events=(CompanionLeft(npc_id=command.npc_id),))
