"""People's meters: how energy, hunger and mood change as game time passes."""

from app.models.instances.npc_instance import Activity, NPCInstance
from app.models.sheets.scenario import MeterRates
from app.models.state.game_state import GameState

LOWEST, HIGHEST = 0.0, 100.0


def pass_hours(state: GameState, hours: int) -> None:
    """Let so many full hours work on everybody's meters; who is off the map stays as it is.

    Meters change only where an hour of the clock is full, each hour by itself and by what people do and who is with
    them at that moment. So any split of a span gives exactly the same meters as long as nothing else happens, and a
    short step changes none of them.
    """
    rates = state.sheet.meters
    for npc in state.npcs.values() if hours else ():
        if npc.current_location_id is None:
            continue
        energy, hunger, mood = _rates(rates, npc, in_company=is_in_company(state, npc))
        npc.energy = _after(npc.energy, energy, hours)
        npc.hunger = _after(npc.hunger, hunger, hours)
        npc.mood = _after(npc.mood, mood, hours)


def is_in_company(state: GameState, npc: NPCInstance) -> bool:
    """Whether somebody else is there and awake; the party is always awake."""
    if npc.current_location_id == state.scenario.current_location_id is not None:
        return True
    others = (other for other in state.present(npc.current_location_id) if other is not npc)
    return any(other.activity is not Activity.SLEEPING for other in others)


def _rates(rates: MeterRates, npc: NPCInstance, *, in_company: bool) -> tuple[float, float, float]:
    """Energy, hunger and mood in an hour."""
    if npc.activity is Activity.SLEEPING:
        return rates.energy_asleep, rates.hunger * rates.asleep, rates.mood * rates.asleep
    return rates.energy, rates.hunger, rates.mood_in_company if in_company else rates.mood


def _after(value: float, rate: float, hours: int) -> float:
    """Hour by hour, not by one product: sums of floats depend on how they are split."""
    for _ in range(hours):
        changed = min(HIGHEST, max(LOWEST, value + rate))
        if changed == value:
            break
        value = changed
    return value
