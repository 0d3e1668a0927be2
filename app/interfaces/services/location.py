"""The port through which handlers move the party and people."""

from typing import Protocol

from app.models.state.game_state import GameState

PARTY = "party"
"""The id of the party wherever an id of a person may name it."""


class ILocationService(Protocol):
    """A service that moves the party and people between places. Handlers of commands call it once they have checked
    the move; an error refuses the command.

    The only method is `move_entity`, which is not awaited. A `Container` makes the service, and a handler whose
    constructor has a parameter ``location_service`` gets it.
    """

    def move_entity(self, game_state: GameState, entity_id: str, location_id: str | None) -> None:
        """Put the party or a person at a place. People who are then not with the party are no longer addressed by
        players.

        Args:
            game_state: The game, which is changed.
            entity_id: ``party`` (`PARTY`), or a person's id.
            location_id: The place; None takes a person off the map.

        Raises:
            NotFound: The game has no such person or place.
            InvalidInput: The party would be at no place.
        """
