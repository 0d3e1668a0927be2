"""What a handler tells the memory about."""

from collections.abc import Sequence
from typing import Protocol

from app.models.memory import PruneResult, Related
from app.models.state.game_state import GameState


class IMemoryService(Protocol):
    """Asks for captures when something happens that is worth remembering."""

    async def on_location_exit(self, game_state: GameState, location_id: str | None = None) -> None:
        """The party leaves a place (None: the current one; InvalidInput if it is nowhere)."""

    async def on_npc_exit(self, game_state: GameState, npc_id: str) -> None:
        """A person leaves the place where it is."""

    async def on_world_event(
        self, game_state: GameState, event_kind: str, tags: Sequence[str] | None = None, related: Related | None = None
    ) -> None:
        """Ask for a memory of something that the world remembers.

        Args:
            game_state: The game.
            event_kind: What happened, as ``quest_completed``.
            tags: Further tags of the memory.
            related: By kind (``quest_id``, ``npc_ids`` …) the id or the ids that it is about. All reach the memory: of
                each kind the first in its field, people in ``npc_ids``, all others as subjects.

        Raises:
            InvalidInput: What is given is no event.
        """

    async def prune(self, game_state: GameState) -> PruneResult:
        """Archive what exceeds the limits; nothing is deleted."""
