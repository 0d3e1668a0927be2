"""What a mind answers about a day, made into the items of a plan; what completed items do for people's goals."""

from collections.abc import Iterable, Sequence

from app.cognition.day.intents import because
from app.events.commands.mind import UpdateGoalCommand, UpdatePlanItemCommand
from app.interfaces.agents.mind import PlannedItem, PlanRequest
from app.memory.stream.goals import goal_served, open_goals
from app.models.base import has_control_characters
from app.models.command import Command
from app.models.instances.npc_instance import NPCInstance
from app.models.state.clock import MINUTES_PER_DAY, day_of
from app.models.state.game_state import GameState
from app.models.state.plan import DONE, PLAN_HOUR, PlanItem, PlanStatus, plan_end

KEPT = 8  # items done or under way that a changed plan still shows; the newest

LEAST, MOST = 5, 8  # items of a whole day's plan
WHOLE_DAY_UNTIL = 9 * 60  # minute after midnight up to which a plan is for a whole day
STEP = 10  # points of 100 by which an item that is completed brings its goal further


def plan_day(now: int) -> int:
    """The day of a plan made at a game time: it begins at 06:00."""
    return day_of(plan_end(now) - MINUTES_PER_DAY)


def least_items(request: PlanRequest) -> int:
    """How many items an answer needs: a whole day's plan some, a later or changed one none."""
    is_whole = not request.surprise and PLAN_HOUR <= request.now % MINUTES_PER_DAY <= WHOLE_DAY_UNTIL
    return LEAST if is_whole else 0


def usable_items(request: PlanRequest, answer: Iterable[PlannedItem], now: int) -> list[PlanItem]:
    """The answer in order of time, without past times, unknown places and people, and too many items.
    An item that has just begun at ``now`` begins then; none from before a surprise (``request.now``) does. Of several
    items at one time the most important stays. The ids are preliminary."""
    items = sorted(filter(None, (_item(request, item) for item in answer)), key=lambda item: item.time)
    items = _from(items, request.now, takes_up=not request.surprise)
    items = _from(items, now, takes_up=True)
    by_time: dict[int, PlanItem] = {}
    for item in items:
        if item.time not in by_time or item.priority > by_time[item.time].priority:
            by_time[item.time] = item
    most_important = sorted(by_time.values(), key=lambda item: -item.priority)[:MOST]
    return sorted(most_important, key=lambda item: item.time)


def _item(request: PlanRequest, given: PlannedItem) -> PlanItem | None:
    description = readable(given.description)
    if not description:
        return None
    midnight = plan_end(request.now) - PLAN_HOUR - MINUTES_PER_DAY
    is_next_morning = given.minute < PLAN_HOUR
    people = {person.id for person in request.people if person.id != request.person.npc_id}
    return PlanItem(
        id="plan",
        description=description,
        place=given.place if any(place.id == given.place for place in request.places) else None,
        time=midnight + given.minute + is_next_morning * MINUTES_PER_DAY,
        with_ids=tuple(other for other in dict.fromkeys(given.with_ids) if other in people),
        priority=given.priority,
        purpose=given.purpose,
        about=readable(given.about),
    )


def _from(items: Sequence[PlanItem], begin: int, *, takes_up: bool) -> list[PlanItem]:
    """The items from a time on; with ``takes_up`` the last one before it too, which begins then."""
    coming = [item for item in items if item.time >= begin]
    passed = items[: len(items) - len(coming)]
    if takes_up and passed and not (coming and coming[0].time == begin):
        coming.insert(0, passed[-1].model_copy(update={"time": begin}))
    return coming


def numbered(npc: NPCInstance, items: Iterable[PlanItem], now: int) -> list[PlanItem]:
    """The items under ids of their own: a number that was given once that day is not given again."""
    prefix = f"plan-{npc.instance_id}-{plan_day(now)}-"
    given = [item.id.removeprefix(prefix) for item in npc.plan if item.id.startswith(prefix)]
    last = max((int(number) for number in given if number.isascii() and number.isdecimal()), default=0)
    return [item.model_copy(update={"id": f"{prefix}{last + n}"}) for n, item in enumerate(items, start=1)]


def goal_steps(state: GameState, orders: Iterable[Command]) -> list[UpdateGoalCommand]:
    """What orders that complete items of plans do for people's goals; one step for an item, however often ordered."""
    completed = dict.fromkeys(
        (order.npc_id, order.item_id)
        for order in orders
        if isinstance(order, UpdatePlanItemCommand) and order.status is PlanStatus.COMPLETED
    )
    over = (PlanStatus.COMPLETED, PlanStatus.CANCELLED)
    steps: list[UpdateGoalCommand] = []
    for npc_id, item_id in completed:
        under_way = (item for item in state.npc(npc_id).plan if item.id == item_id and item.status not in over)
        what = next((item.description for item in under_way), "")
        if what and (goal := goal_served(what, open_goals(state, npc_id))) is not None:
            note, progress = because(state, "goal-step", what=readable(what)), min(DONE, goal.progress + STEP)
            steps.append(UpdateGoalCommand(npc_id=npc_id, goal_id=goal.id, progress=progress, note=note))
    return steps


def readable(text: str) -> str:
    """A mind's words on one line, without control characters; may be empty."""
    return " ".join("".join(sign for sign in text if sign.isspace() or not has_control_characters(sign)).split())
