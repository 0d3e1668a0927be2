"""Owners of memories by their whole names: an unknown name is that of a new owner."""

from app.models.base import visible_name
from app.models.memory import Scope
from app.models.state.game_state import GameState


def called(name: str) -> str:
    """Return a name as names are compared: without outer and repeated blanks, in one case."""
    return " ".join(visible_name(name).split()).casefold()


def person_called(state: GameState, name: str) -> str | None:
    """Return the id of the person with this id, whole name or alias; None without one."""
    wanted = called(name)
    for npc in state.sheet.npcs:
        if wanted == npc.id or wanted in map(called, (npc.name, *npc.aliases)):
            return npc.id
    return None


def place_called(state: GameState, name: str) -> str | None:
    """Return the id of the place with this id, whole name or alias; None where there is none."""
    wanted = called(name)
    for place in state.sheet.locations:
        if wanted == place.id or wanted in map(called, (place.name, *place.aliases)):
            return place.id
    return None


def owner_called(state: GameState, name: str) -> Scope | None:
    """Return the scope of the person or place with this whole name, or that of the world; None where there is none."""
    if (npc_id := person_called(state, name)) is not None:
        return Scope.npc(npc_id)
    if (place_id := place_called(state, name)) is not None:
        return Scope.location(place_id)
    return Scope.world() if called(name) == Scope.world().key else None
