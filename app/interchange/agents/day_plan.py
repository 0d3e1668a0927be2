"""The plan for the day in an agent's state file, ``today_plan``: read for a game, and written again."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from app.errors import InvalidInput, NotFound
from app.interchange import bounded
from app.interfaces.services.location import PARTY
from app.language.analysis.names import without_article
from app.memory.stream.owners import find_scopes
from app.models.base import first_problem, on_one_line
from app.models.clock import MINUTES_PER_DAY, day_of, hour_text
from app.models.imported import ImportedAgent
from app.models.memory import MemorySource
from app.models.minds.plan import MAX_PLANNED, PLAN_HOUR, PlanItem, PlanStatus, plan_end
from app.models.state.game_state import GameState

PLAN = "today_plan"
_ITEMS = "items"  # the field of an object that holds the items
_LONGEST = 300  # characters of a description
_MARK = "-imported-"
_TIME = re.compile(r"(?<!\d)([01]?\d|2[0-3]):([0-5]\d)(?!\d)", re.ASCII)
_OVER = (PlanStatus.COMPLETED, PlanStatus.CANCELLED)


def plan_of(today_plan: Any, state: GameState, npc_id: str) -> tuple[PlanItem, ...] | None:
    """Read a plan for the present day of a game.

    Args:
        today_plan: A list of items ``{description, time, place, with, priority, status}`` or of texts, an object with
            such a list as ``items``, or a text with an item a line. A time is a text that holds ``07:30``, or minutes;
            an item without one begins with the item before. Places and people are ids or names; those that the game
            does not have are left out.
        state: The game.
        npc_id: The person.

    Returns:
        The items in order of time, none of them begun but the last whose time has come; None for no plan.

    Raises:
        InvalidInput: It is no plan, or has more items than a day; the error is one line.
    """
    rows = _rows(today_plan)
    if not rows:
        return None
    if len(rows) > MAX_PLANNED:
        raise InvalidInput(f"{PLAN} has {len(rows)} items; a day has at most {MAX_PLANNED}.")
    now = state.clock.minutes
    midnight = plan_end(now) - PLAN_HOUR - MINUTES_PER_DAY
    prefix, before = f"plan-{npc_id}-{day_of(midnight)}{_MARK}", now - midnight
    items: list[PlanItem] = []
    for number, row in enumerate(rows, 1):
        what = f"Item {number} of {PLAN}"
        given = {"description": row} if isinstance(row, str) else bounded.an_object(row, what, ("description",))
        minute = _minute(given.get("time", row if isinstance(row, str) else None), what)
        before = before if minute is None else minute + MINUTES_PER_DAY * (minute < PLAN_HOUR)
        item = _item(given, f"{prefix}{number}", midnight + before, state, what)
        others = tuple(other for other in item.with_ids if other != npc_id)
        items.append(item.model_copy(update={"with_ids": others}))
    return _begun(sorted(items, key=lambda item: item.time), now)


def today_plan_of(state: GameState, npc_id: str) -> Any:
    """Return a person's plan as a state file has it: as it was imported, where nothing has changed since."""
    npc = state.npc(npc_id)
    if npc.mind.plan_until is None or npc.mind.plan_until <= state.clock.minutes:
        return []
    agent = npc.agent or ImportedAgent()
    imported = {item.id: item for item in agent.plan or ()}
    original = None if agent.state is None else _thawed(agent).get(PLAN)
    if original is not None and imported and list(imported.values()) == npc.plan:
        return original
    rows = {f"{_MARK}{number}": row for number, row in enumerate(_rows(original), 1)}
    return [_row(item, imported.get(item.id), rows) for item in npc.plan]


def _thawed(agent: ImportedAgent) -> dict[str, Any]:
    state: dict[str, Any] = agent.model_dump(mode="json")["state"]
    return state


def _rows(today_plan: Any) -> list[Any]:
    if isinstance(today_plan, Mapping):
        today_plan = today_plan.get(_ITEMS)
    if today_plan is None:
        return []
    if isinstance(today_plan, str):
        return [line for line in today_plan.splitlines() if line.strip()]
    return bounded.a_list(today_plan, PLAN)


def _item(given: Mapping[str, Any], item_id: str, time: int, state: GameState, what: str) -> PlanItem:
    priority, others = given.get("priority"), given.get("with")
    names = [others] if isinstance(others, str) else others if isinstance(others, list) else []
    company = (PARTY if name == PARTY else _meant(state, name, MemorySource.NPC) for name in names)
    is_number = isinstance(priority, int) and not isinstance(priority, bool)
    try:
        return PlanItem(
            id=item_id,
            description=on_one_line(bounded.a_text(given["description"], f"{what}: description"))[:_LONGEST],
            place=_meant(state, given.get("place"), MemorySource.LOCATION),
            time=time,
            with_ids=tuple(dict.fromkeys(each for each in company if each is not None)),
            priority=min(max(priority, 1), 5) if is_number and priority is not None else 3,
            status=_status(given.get("status")),
        )
    except ValidationError as error:
        raise InvalidInput(f"{what} is not valid, {first_problem(error)}.") from None


def _minute(time: Any, what: str) -> int | None:
    """Return minutes after midnight; None where there is no time."""
    if time is None:
        return None
    if isinstance(time, str):
        found = _TIME.search(time)
        return None if found is None else int(found[1]) * 60 + int(found[2])
    return int(bounded.a_number(time, f"{what}: time", 0)) % MINUTES_PER_DAY


def _meant(state: GameState, name: Any, source: MemorySource) -> str | None:
    """Return the id of the one place or person that a text names; None for none or several."""
    if not isinstance(name, str):
        return None
    try:
        scopes = find_scopes(state, without_article(name))
    except NotFound:
        return None
    ids = [scope.owner_id for scope in scopes if scope.source is source]
    return ids[0] if len(ids) == 1 else None


def _status(status: Any) -> PlanStatus:
    return PlanStatus(status) if isinstance(status, str) and status in set(PlanStatus) else PlanStatus.PENDING


def _begun(items: Sequence[PlanItem], now: int) -> tuple[PlanItem, ...]:
    """Cancel the items before the last one whose time has come, except completed ones: only the last is to be done
    now."""
    last = max((n for n, item in enumerate(items) if item.time <= now and item.status not in _OVER), default=0)
    return tuple(
        item if n >= last or item.status in _OVER else item.model_copy(update={"status": PlanStatus.CANCELLED})
        for n, item in enumerate(items)
    )


def _row(item: PlanItem, imported: PlanItem | None, rows: Mapping[str, Any]) -> Any:
    """Return an item as the file had it, with the status that it has come to; else as the game has it."""
    row = None if imported is None else rows.get(f"{_MARK}{item.id.rpartition(_MARK)[2]}")
    if row is not None and item == imported:
        return row
    if isinstance(row, dict):
        return row | {"status": item.status.value}
    return {
        "id": item.id,
        "description": item.description,
        "place": item.place,
        "time": hour_text(item.time),
        "with": list(item.with_ids),
        "priority": item.priority,
        "status": item.status.value,
    }
