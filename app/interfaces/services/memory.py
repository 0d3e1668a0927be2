"""The port through which handlers request memories of events."""

from collections.abc import Sequence
from typing import Protocol

from app.models.memory import PruneResult, Related
from app.models.state.game_state import GameState


class IMemoryService(Protocol):
    """A service that requests captures, which are summaries of the messages since the last one that become memories,
    and condenses old memories (`prune`). In a game a request is only queued, and the summary is made with the game's
    other pending work."""

    async def on_location_exit(self, game_state: GameState, location_id: str | None = None) -> None:
        """Request a summary of a visit as a memory of the place and of the people there, when the party leaves it.

        Args:
            game_state: The game, whose list of pending summaries is changed.
            location_id: The place; None for the party's current one.

        Raises:
            InvalidInput: No place is given and the party is at no place.
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
            event_kind: The kind of event, as ``quest_completed``: 1 to 120 characters on one line.
            tags: Further tags of the memory, each 1 to 120 characters on one line.
            related: By kind (``quest_id``, ``npc_ids`` …) the `Id`, or ids, of the event's subjects. All of them reach
                the memory: the first of each kind in its field, people in ``npc_ids``, all others as subjects.

        Raises:
            InvalidInput: The kind or a tag breaks these limits, or a key or id of ``related`` is no `Id`.
        """

    async def prune(self, game_state: GameState) -> PruneResult:
        """Condense the memories that are old enough, without a model, and archive those that exceed the limits of each
        owner. Pinned and hand-made ones stay, and nothing is deleted.

        Of each owner the settings keep 200 observations (``observations_kept``), 50 reflections, 7 plans and all
        summaries (``keep_memories``), unless they are set to other numbers.

        Args:
            game_state: The game, which is changed.

        Returns:
            How many observations, reflections and summaries exceeded a limit and were archived, and how many
            conversations were condensed; plans are not counted.
        """
