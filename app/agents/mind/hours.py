"""The day of a plan: it begins at 06:00, and what is planned for 02:00 is for the night that follows."""

from collections.abc import Iterable

from app.interfaces.agents.mind import PlannedItem
from app.models.state.clock import MINUTES_PER_DAY
from app.models.state.plan import PLAN_HOUR

PAUSE = 30
"""Minutes before the next item from which on the one whose time has passed is still worth taking up."""


def of_day(minutes: int) -> int:
    """Minutes since the plan's day began, of a game time or a time of day."""
    return (minutes - PLAN_HOUR) % MINUTES_PER_DAY


def from_now(items: Iterable[PlannedItem], now: int, *, takes_up: bool = True) -> list[PlannedItem]:
    """The items in order of time without those whose time has passed; ``takes_up``: the last of these begins now."""
    ordered = sorted(items, key=lambda item: of_day(item.minute))
    coming = [item for item in ordered if of_day(item.minute) >= of_day(now)]
    passed = ordered[: len(ordered) - len(coming)]
    if takes_up and passed and not (coming and of_day(coming[0].minute) - of_day(now) <= PAUSE):
        coming.insert(0, passed[-1].model_copy(update={"minute": now % MINUTES_PER_DAY}))
    return coming
