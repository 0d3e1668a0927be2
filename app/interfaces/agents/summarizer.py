"""The port of the summarizers, which condense messages into a memory."""

from collections.abc import Sequence
from typing import Protocol

from app.models.instances.npc_instance import NPCInstance
from app.models.memory import Related
from app.models.messages.message import Message
from app.models.state.game_state import GameState


class ISummarizer(Protocol):
    """A writer of summaries: it condenses messages into 2 to 3 sentences in the past tense.

    Of the state, implementations read the sheets only. An implementation may have an attribute ``model``: the
    next turn waits for a summarizer whose ``model`` is ``offline``, and for no other.
    """

    async def summarize_location_session(
        self, game_state: GameState, location_id: str, messages: Sequence[Message]
    ) -> str:
        """Summarize outcomes and changes at a place during one visit.

        Args:
            game_state: The game, for reading.
            location_id: The place.
            messages: The messages of the visit, oldest first.

        Returns:
            2 to 3 sentences; "" after two failed attempts.

        Raises:
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def summarize_npc_interactions(
        self, game_state: GameState, npc: NPCInstance, messages: Sequence[Message]
    ) -> str:
        """Summarize relationships, promises, conflicts and outcomes, as far as a person witnessed them.

        Args:
            game_state: The game, for reading.
            npc: The person.
            messages: The messages that the person witnessed, oldest first.

        Returns:
            2 to 3 sentences; "" after two failed attempts.

        Raises:
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def summarize_world_update(
        self, game_state: GameState, event_kind: str, messages: Sequence[Message], related: Related
    ) -> str:
        """Summarize outcomes of quests, acts and encounters, and what they imply, since the last world update.

        Args:
            game_state: The game, for reading.
            event_kind: The event that asks for the summary, as ``quest_completed``.
            messages: The messages since the last world update, oldest first.
            related: By kind (as ``quest_id``) the id or ids of the event's subjects.

        Returns:
            2 to 3 sentences; "" after two failed attempts.

        Raises:
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """
