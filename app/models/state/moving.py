"""Moves of the party and of people, whose conditions were checked before."""

from app.models.state.game_state import GameState


def move_party(state: GameState, location_id: str) -> tuple[str, ...]:
    """Put the party at a place, with its companions that are with it.

    Args:
        state: The game, which is changed.
        location_id: The place.

    Returns:
        The companions that came along.

    Raises:
        NotFound: The game has no such place.
    """
    place = state.place(location_id)
    left = state.scenario.current_location_id
    along = [npc_id for npc_id in state.party.companions if state.npc(npc_id).current_location_id == left]
    state.scenario.current_location_id = location_id
    place.visits += 1
    state.clock.scene += 1
    for npc_id in along:
        state.npc(npc_id).current_location_id = location_id
    _end_talks(state)
    return tuple(along)


def move_person(state: GameState, npc_id: str, location_id: str | None) -> None:
    """Put a person at a place; None takes it off the map.

    Args:
        state: The game, which is changed.
        npc_id: The person.
        location_id: The place.

    Raises:
        NotFound: The game has no such person or place.
    """
    if location_id is not None:
        state.place(location_id)
    state.npc(npc_id).current_location_id = location_id
    _end_talks(state)


def _end_talks(state: GameState) -> None:
    here = {npc.instance_id for npc in state.present()}
    for player_id, npc_ids in list(state.party.addressees.items()):
        if not here.issuperset(npc_ids):
            state.party.address(player_id, (npc_id for npc_id in npc_ids if npc_id in here))
