"""What a person says of its day: what it is about now, and what it means to do next."""

import re

from app.agents.narrator.sight import the_place
from app.agents.narrator.variants import pick
from app.language.rendering.filling import sentence
from app.models.game_state import GameState
from app.models.plan import PlanItem, PlanStatus

_ASKED = re.compile(
    r"\bwhat\s+(?:are|were)\s+you\s+(?:doing|up\s+to|about|busy\s+with|going\s+to\s+do)\b"
    r"|\bwhat\s+(?:are\s+your|is\s+your)\s+(?:plans?|day)\b|\byour\s+(?:plans?|day)\s+(?:for\s+)?(?:today|tonight|like)\b"
    r"|\bwhat\s+(?:will|do|would)\s+you\s+(?:do|plan|mean)\b.{0,20}\b(?:today|tonight|tomorrow|now|next|later|then)\b"
    r"|\bwhat\s+keeps\s+you\s+busy\b|\bwhere\s+are\s+you\s+(?:going|off\s+to|headed|bound)\b"
    r"|^(?:your|his|her|their)\s+(?:plans?|day)$",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\s*\([^)]*\)")
_BOTH = (
    "{now}, that is what I am about. Then {next}.",
    "Nothing that could not be seen: {now}. After that, {next}.",
    "My day? {now}; and then {next}.",
)
_NOW = ("{now}, and that is the day.", "{now}. After that, nothing that I know of.")
_NEXT = ("Nothing just now. Later, {next}.", "I have a while yet. Then {next}.")


def asks_of_doings(text: str) -> bool:
    """Whether somebody is asked what it does, or means to do."""
    return _ASKED.search(" ".join(text[:500].split())) is not None


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
    variants: tuple[str, ...] = _BOTH
    if active is None or coming is None:
        variants = _NOW if active is not None else _NEXT
    return sentence(pick(state, f"doings {npc_id}", variants).format(**words))


def _words(state: GameState, npc_id: str, item: PlanItem | None) -> str:
    """``have breakfast at the Bakehouse``; the place only where it is another one."""
    if item is None:
        return ""
    words = _ASIDE.sub("", item.description).strip(" .")
    words = words[:1].lower() + words[1:]
    is_elsewhere = item.place is not None and item.place != state.npc(npc_id).current_location_id
    return f"{words} at {the_place(state.name(item.place))}" if is_elsewhere and item.place else words
