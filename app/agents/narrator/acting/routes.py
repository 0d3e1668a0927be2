"""How places that the party has been to hang together, as far as it knows."""

from collections import deque

from app.models.state.conditions import holds, visible_exits
from app.models.state.game_state import GameState


def known_places(state: GameState) -> list[str]:
    """Everywhere the party has been, and where the ways lead that it has seen there; not where it is."""
    been = [key for key, place in state.scenario.location_states.items() if place.visits > 0]
    seen = [way.to for key in been for way in state.sheets.location(key).exits if holds(way.hidden_until, state)]
    return [key for key in dict.fromkeys((*been, *seen)) if key != state.here.id]


def first_step(state: GameState, goal: str) -> str | None:
    """The neighbouring place through which another place is reached, by way of visited places only."""
    begun = [way.to for way in visible_exits(state)]
    seen = {state.here.id, *begun}
    queue = deque((place, place) for place in begun)
    while queue:
        place, first = queue.popleft()
        if place == goal:
            return first
        if state.place(place).visits == 0:
            continue
        for way in state.sheets.location(place).exits:
            if way.to not in seen and holds(way.hidden_until, state):
                seen.add(way.to)
                queue.append((way.to, first))
    return None
