"""Condensing messages into a memory."""

from collections.abc import Sequence
from typing import Protocol

from app.models.instances.npc_instance import NPCInstance
from app.models.memory import Related
from app.models.messages.message import Message
from app.models.state.game_state import GameState


class ISummarizer(Protocol):
    """Each method answers 2-3 sentences in the past tense, "" after two failures; of the state it reads sheets. The
    next turn waits for one that `is_offline` by its ``model``, and for no other."""

    async def summarize_location_session(
        self, game_state: GameState, location_id: str, messages: Sequence[Message]
    ) -> str:
        """Outcomes and changes at this place during the visit."""

    async def summarize_npc_interactions(
        self, game_state: GameState, npc: NPCInstance, messages: Sequence[Message]
    ) -> str:
        """Relationships, promises, conflicts and outcomes, as far as this person witnessed them."""

    async def summarize_world_update(
        self, game_state: GameState, event_kind: str, messages: Sequence[Message], related: Related
    ) -> str:
        """Quest, act and encounter outcomes and what they imply, since the last world update."""
