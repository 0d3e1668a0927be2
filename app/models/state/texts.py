"""Descriptions as the game has made of them."""

from app.models.sheets.described import Described
from app.models.state.conditions import holds
from app.models.state.game_state import GameState


def description_now(state: GameState, part: Described) -> str:
    """Return the description of a place, thing, detail or person: of its variants the first whose condition holds, else
    the usual one."""
    variant = next((variant.text for variant in part.variants if holds(variant.condition, state)), None)
    return str(getattr(part, "description", "")) if variant is None else variant
