"""The port through which handlers request memories of events."""

from collections.abc import Sequence
from typing import Protocol

from app.models.memory import PruneResult, Related
from app.models.state.game_state import GameState


class IMemoryService(Protocol):
    """A service that requests captures: summaries of the messages since the last one, which become memories. In a game
    a request is only queued, and the summary is made with the game's other pending work."""

    async def on_location_exit(self, game_state: GameState, location_id: str | None = None) -> None:
        """Request a summary of a visit as a memory of the place and of the people there, when the party leaves it.

        Args:
            game_state: The game, whose list of pending summaries is changed.
            location_id: The place; None for the party's current one.

        Raises:
            InvalidInput: No place is given and the party is at none.
            NotFound: The game has no such place.
        """

    async def on_npc_exit(self, game_state: GameState, npc_id: str) -> None:
        """Request a summary as a memory of a person, when it leaves its place: of the messages that it spoke, was
        addressed in or was named in, as far as it witnessed them.

        Args:
            game_state: The game, whose list of pending summaries is changed.
            npc_id: The person.

        Raises:
            NotFound: The game has no such person.
        """

    async def on_world_event(
        self, game_state: GameState, event_kind: str, tags: Sequence[str] | None = None, related: Related | None = None
    ) -> None:
        """Request a summary as a memory of the world, when something happens that the world remembers.

        Args:
            game_state: The game, whose list of pending summaries is changed.
            event_kind: The kind of event, as ``quest_completed``.
            tags: Further tags of the memory.
            related: By kind (``quest_id``, ``npc_ids`` …) the id or ids of the event's subjects. All of them reach the
                memory: the first of each kind in its field, people in ``npc_ids``, all others as subjects.

        Raises:
            InvalidInput: The kind, a tag or an id is malformed.
        """

    async def prune(self, game_state: GameState) -> PruneResult:
        """Archive the memories that exceed the limits of each owner; pinned and hand-made ones stay, and nothing is
        deleted.

        Args:
            game_state: The game, which is changed.

        Returns:
            How many memories were archived: observations, reflections, summaries, and conversations that were
            condensed.
        """
