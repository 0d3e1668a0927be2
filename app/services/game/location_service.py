"""Moves of the party and of people between places."""

from app.errors import InvalidInput
from app.interfaces.services.location import PARTY
from app.models.state.game_state import GameState


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
        if location_id is not None:
            game_state.place(location_id)
        if entity_id == PARTY:
            if location_id is None:
                raise InvalidInput("The party is always somewhere.")
            game_state.scenario.current_location_id = location_id
            game_state.place(location_id).visits += 1
            game_state.clock.scene += 1
        else:
            game_state.npc(entity_id).current_location_id = location_id
        here = {npc.instance_id for npc in game_state.present()}
        for player_id, npc_ids in list(game_state.party.addressees.items()):
            if not here.issuperset(npc_ids):
                game_state.party.address(player_id, (npc_id for npc_id in npc_ids if npc_id in here))
