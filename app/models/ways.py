"""The ways out of a place, as the party sees them."""

from app.models.conditions import holds
from app.models.game_state import GameState
from app.models.location import ExitSheet


def visible_exits(state: GameState) -> list[ExitSheet]:
    """The exits of the party's place that are not hidden, in the sheet's order; locked ones are visible."""
    return [way for way in state.here.exits if holds(way.hidden_until, state)]


def is_open(way: ExitSheet, state: GameState) -> bool:
    """Whether nothing locks the way."""
    return holds(way.locked_until, state)


def open_ways(state: GameState, location_id: str) -> list[ExitSheet]:
    """The exits of any place that are neither hidden nor locked."""
    ways = state.sheets.location(location_id).exits
    return [way for way in ways if holds(way.hidden_until, state) and is_open(way, state)]
