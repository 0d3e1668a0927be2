"""What a handler asks of the places."""

from typing import Protocol

from app.models.state.game_state import GameState

PARTY = "party"


class ILocationService(Protocol):
    def move_entity(self, game_state: GameState, entity_id: str, location_id: str | None) -> None:
        """Put the party (`PARTY`) or a person into a place (None: off the map). NotFound for an unknown one."""
