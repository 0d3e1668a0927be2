"""Ways between places for people: over exits that are neither hidden nor locked."""

from collections import deque
from collections.abc import Collection

from app.models.state.conditions import open_ways
from app.models.state.game_state import GameState


def way_to(state: GameState, start: str, goals: Collection[str]) -> tuple[str, ...] | None:
    """The places on the way to the nearest goal, that goal last; () where one is at a goal, None where no way leads.

    The way through the fewest places; of equal ones the one whose exits stand first in the sheets.
    """
    if start in goals:
        return ()
    came_from: dict[str, str] = {start: start}
    waiting = deque([start])
    while waiting:
        place = waiting.popleft()
        for way in open_ways(state, place):
            if way.to in came_from:
                continue
            came_from[way.to] = place
            if way.to in goals:
                return _trail(came_from, start, way.to)
            waiting.append(way.to)
    return None


def _trail(came_from: dict[str, str], start: str, goal: str) -> tuple[str, ...]:
    trail = [goal]
    while came_from[trail[-1]] != start:
        trail.append(came_from[trail[-1]])
    return tuple(reversed(trail))


def places_with_a_way_to(state: GameState, goal: str) -> Collection[str]:
    """From where a place can be reached, itself among them."""
    entrances: dict[str, list[str]] = {}
    for sheet in state.sheet.locations:
        for way in open_ways(state, sheet.id):
            entrances.setdefault(way.to, []).append(sheet.id)
    reached = {goal: None}
    waiting = [goal]
    for place in waiting:
        for entrance in entrances.get(place, ()):
            if entrance not in reached:
                reached[entrance] = None
                waiting.append(entrance)
    return reached.keys()


def anchor_of(state: GameState, npc_id: str) -> str | None:
    """Where somebody belongs: its home, else where it works. Who belongs nowhere stays where it is."""
    sheet = state.sheets.npc(npc_id)
    return sheet.home_location or sheet.work_location


def within_return(state: GameState, npc_id: str) -> Collection[str] | None:
    """The places from which somebody gets back to where it belongs; None where it is cut off already: then all are one.

    So that nobody goes through a door that locks behind it.
    """
    anchor, here = anchor_of(state, npc_id), state.npc(npc_id).current_location_id
    if anchor is None or here is None:
        return ()
    homeward = places_with_a_way_to(state, anchor)
    return homeward if here in homeward else None


def may_go(state: GameState, npc_id: str, places: Collection[str]) -> list[str]:
    """Those of the places that somebody would come back from; where it is itself always counts."""
    safe = within_return(state, npc_id)
    here = state.npc(npc_id).current_location_id
    return [place for place in places if safe is None or place in safe or place == here]
