"""Moves of the party and of people between places."""

from app.errors import InvalidInput
from app.interfaces.services.location import PARTY
from app.models.plain_reasons import ValueFault, ValueUnfit
from app.models.state.game_state import GameState
from app.models.state.moving import move_party, move_person


class LocationService:
    """An `ILocationService` that carries out moves whose conditions were checked before."""

    def move_entity(self, game_state: GameState, entity_id: str, location_id: str | None) -> None:
        """Put the party or a person at a place. Players speak no longer to people who are not with the party.

        Args:
            game_state: The game, which is changed.
            entity_id: ``party``, or a person's id.
            location_id: The place; None takes a person off the map.

        Raises:
            NotFound: The game has no such person or place.
            InvalidInput: The party would be at no place.
        """
        if entity_id != PARTY:
            move_person(game_state, entity_id, location_id)
        elif location_id is None:
            raise InvalidInput(ValueUnfit(fault=ValueFault.PLACE_NONE))
        else:
            move_party(game_state, location_id)
