"""Ways between places for people: over exits that are neither hidden nor locked."""

from collections.abc import Collection

from app.models.state.conditions import entrances
from app.models.state.game_state import GameState
from app.scenarios.scenario_reach import reachable


def anchor_of(state: GameState, npc_id: str) -> str | None:
    """Where somebody belongs: its home, else where it works. Who belongs nowhere stays where it is."""
    sheet = state.sheets.npc(npc_id)
    return sheet.home_location or sheet.work_location


def may_go(state: GameState, npc_id: str, places: Collection[str]) -> list[str]:
    """Those of the places that somebody gets home from, and where it is; all where it is cut off from home already."""
    anchor, here = anchor_of(state, npc_id), state.npc(npc_id).current_location_id
    homeward = () if anchor is None or here is None else reachable(anchor, entrances(state))
    is_cut_off = bool(homeward) and here not in homeward
    return [place for place in places if is_cut_off or place in homeward or place == here]
