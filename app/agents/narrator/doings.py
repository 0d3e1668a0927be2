"""What a person says of its day: what it is about now, and what it means to do next."""

from app.agents.narrator.packed import pattern
from app.agents.narrator.sight import the_place
from app.agents.narrator.variants import pick
from app.language.language import language_of
from app.language.rendering.filling import sentence
from app.models.game_state import GameState
from app.models.plan import PlanItem, PlanStatus


def asks_of_doings(text: str) -> bool:
    """Whether somebody is asked what it does, or means to do."""
    return pattern("doings").search(" ".join(text[:500].split())) is not None


def told_doings(state: GameState, npc_id: str) -> str:
    """What the person answers, from its plan; "" where it has none that still holds."""
    npc = state.npc(npc_id)
    if npc.mind.plan_until is None or npc.mind.plan_until <= state.clock.minutes:
        return ""
    active = next((item for item in npc.plan if item.status is PlanStatus.ACTIVE), None)
    coming = next((item for item in npc.plan if item.status is PlanStatus.PENDING), None)
    words = {"now": _words(state, npc_id, active), "next": _words(state, npc_id, coming)}
    if active is None and coming is None:
        return ""
    which = "both" if active and coming else "now" if active else "next"
    variants = language_of(state.sheet).lines("manners.doings", which)
    return sentence(pick(state, f"doings {npc_id}", variants).format(**words))


def _words(state: GameState, npc_id: str, item: PlanItem | None) -> str:
    """``have breakfast at the Bakehouse``; the place only where it is another one."""
    if item is None:
        return ""
    words = pattern("in_brackets").sub("", item.description).strip(" .")
    words = words[:1].lower() + words[1:]
    is_elsewhere = item.place is not None and item.place != state.npc(npc_id).current_location_id
    if not (is_elsewhere and item.place):
        return words
    return language_of(state.sheet).render("answers.at-place", words=words, place=the_place(state.name(item.place)))
