"""People's days: when a plan is due, how far its items have come, and what becomes of a mind's answer."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.cognition.day.perceive import CAUSE, DANGER, VISIT, surprise
from app.cognition.planned_commands import because, intend
from app.cognition.portrait import known_people, known_places, may_go, portrait, weekday
from app.cognition.remembering.recalling import mark_used, recollections
from app.events.commands.mind import SetPlanCommand, UpdatePlanItemCommand
from app.interfaces.agents.mind import LEAST_ITEMS, MOST_ITEMS, BadAnswer, IMind, PlannedItem, PlanRequest
from app.interfaces.model_names import is_offline
from app.interfaces.services.location import PARTY
from app.language.language import language_of
from app.language.rendering.naming import Naming, in_quotes
from app.memory.entries.scoring import heuristic_importance
from app.memory.recall.recaller import Recaller
from app.memory.stream.occasions import occasions
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.base import on_one_line
from app.models.clock import MINUTES_PER_DAY, day_of, hour_text
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryKind, MemoryOrigin, Scope
from app.models.minds.mind_state import Job, OpenQuestion
from app.models.minds.plan import PLAN_HOUR, PlanItem, PlanStatus, plan_end
from app.models.state.cadence import Cadence
from app.models.state.game_state import GameState

RECALLED = 15
KEPT = 8  # items done or under way that a changed plan still shows; the newest
LATELY = 70  # game minutes for which a person's new knowledge is considered
_MATTERS = 3  # priority from which on what was left undone is thought of again


def has_plan(npc: NPCInstance, now: int) -> bool:
    """Whether its plan is still valid, however much of it is left."""
    return npc.mind.plan_until is not None and now < npc.mind.plan_until


def plan_is_due(state: GameState, npc: NPCInstance) -> bool:
    """Return whether a person has to plan: from 06:00 on without a valid plan, and with one after a surprise."""
    now = state.clock.minutes
    decided = (intent.commands for intent in state.minds.intents if intent.npc_id == npc.instance_id)
    if any(command.get("kind") == "set_plan" for commands in decided for command in commands):
        return False
    if has_plan(npc, now):
        return npc.mind.surprised_at is not None
    return now % MINUTES_PER_DAY >= Cadence.of(state).plan_hour


def next_item(npc: NPCInstance, now: int) -> PlanItem | None:
    """The first item by time that is pending and whose time has come; none once the plan has expired."""
    pending = [item for item in npc.plan if item.status is PlanStatus.PENDING and item.time <= now]
    return min(pending, key=lambda item: item.time) if pending and has_plan(npc, now) else None


def current_item(npc: NPCInstance, now: int) -> PlanItem | None:
    """Return the item of the plan that begins now, else the one under way."""
    if not has_plan(npc, now):
        return None
    return next_item(npc, now) or next((item for item in npc.plan if item.status is PlanStatus.ACTIVE), None)


def plan_commands(state: GameState, npc: NPCInstance) -> list[UpdatePlanItemCommand]:
    """The changes of status that are due: an item that begins ends the one under way, and so does the plan's end. What
    ends is completed if the person is where it was to be, else cancelled; what never began is cancelled."""
    now = state.clock.minutes
    beginning, is_over = next_item(npc, now), not has_plan(npc, now)
    changes: list[tuple[PlanItem, PlanStatus]] = []
    for item in npc.plan:
        if item.status is PlanStatus.ACTIVE and (beginning is not None or is_over):
            is_there = item.place in (None, npc.current_location_id)
            changes.append((item, PlanStatus.COMPLETED if is_there else PlanStatus.CANCELLED))
        elif item.status is PlanStatus.PENDING and is_over:
            changes.append((item, PlanStatus.CANCELLED))
    if beginning is not None:
        changes.append((beginning, PlanStatus.ACTIVE))
    return [UpdatePlanItemCommand(npc_id=npc.instance_id, item_id=item.id, status=status) for item, status in changes]


@dataclass(frozen=True)
class PlanWork:
    """Makes a plan for the day, or changes what is left of it after a surprise."""

    recaller: Recaller

    def prepare(self, state: GameState, job: Job) -> PlanRequest | None:
        """None where there is a plan and nothing has changed it, or where the person is nowhere."""
        npc_id = job.npc_id or ""
        npc, sheet, now = state.npc(npc_id), state.sheets.npc(npc_id), state.clock.minutes
        if npc.current_location_id is None or not plan_is_due(state, npc):
            return None
        is_changed = has_plan(npc, now)
        language, known = language_of(state.sheet), known_places(state, npc_id)
        # No one plans to be where it could not come back from; who belongs nowhere stays where it is.
        safe = set(may_go(state, npc_id, [place.id for place in known]))
        places = tuple(place for place in known if place.id in safe)
        hour = Cadence.of(state).plan_hour
        since, undone = plan_end(now, hour) - 2 * MINUTES_PER_DAY, (PlanStatus.PENDING, PlanStatus.CANCELLED)
        recent = (item for item in npc.plan if item.status in undone and item.time >= since)
        left_undone = tuple(item for item in recent if item.priority >= _MATTERS)
        known_occasions = occasions(state, npc_id, now, plan_end(now, hour))
        terms, kinds = language.lines("recall.plan"), (MemoryKind.OBSERVATION, MemoryKind.REFLECTION)
        return PlanRequest(
            person=portrait(state, npc_id),
            now=now,
            weekday=weekday(now, language),
            places=places,
            home=sheet.home_location if sheet.home_location in safe else None,
            work=sheet.work_location if sheet.work_location in safe else None,
            people=known_people(state, npc_id),
            hints=sheet.schedule_hints,
            left_undone=() if is_changed else left_undone,
            memories=recollections(state, npc_id, self.recaller, limit=RECALLED, terms=terms, kinds=kinds),
            surprise=str(job.facts.get("surprise") or language.render("reasons.surprise")) if is_changed else "",
            visitor_id=PARTY if job.facts.get(VISIT) else None,
            is_danger=bool(job.facts.get(DANGER)),
            planned=tuple(item_line(state, item) for item in npc.plan) if is_changed else (),
            occasions=tuple(each for each in known_occasions if each.place_id in safe),
            questions=tuple(_askable(state, npc, safe)),
            remaining=tuple(item for item in npc.plan if item.time > now) if is_changed else (),
            plan_hour=hour,
        )

    async def think(self, mind: IMind, request: PlanRequest) -> tuple[PlannedItem, ...]:
        """BadAnswer for a model's whole day of too few items that can be used; the heuristic's is taken as it is."""
        answer = await mind.plan(request)
        found = len(usable_items(request, answer, request.now))
        if request.is_of_whole_day and found < LEAST_ITEMS and not is_offline(mind):
            count = f"{LEAST_ITEMS} to {MOST_ITEMS}"
            raise BadAnswer(f"a day has {count} items at different times; of this one {found} can be used")
        return answer

    def apply(
        self, state: GameState, job: Job, request: PlanRequest, answer: tuple[PlannedItem, ...], *, by_model: bool
    ) -> None:
        """The plan is set at the next tick and remembered now. An answer for a day that is over is left out."""
        npc, now = state.npc(job.npc_id or ""), state.clock.minutes
        surprised_at = npc.mind.surprised_at
        if surprised_at is not None and surprised_at <= request.now:
            npc.mind.surprised_at = None
        if by_model:
            mark_used(state, npc.instance_id, request.memories)
        hour = Cadence.of(state).plan_hour
        if plan_end(now, hour) != plan_end(request.now, hour) or has_plan(npc, now) != bool(request.surprise):
            return
        items = numbered(npc, usable_items(request, answer, now), now, hour)
        if request.surprise and not items:
            return
        over = [item for item in npc.plan if item.status in (PlanStatus.COMPLETED, PlanStatus.ACTIVE)]
        kept = over[-KEPT:] if request.surprise else []
        cause, why = str(job.facts.get(CAUSE) or ""), request.surprise
        order = SetPlanCommand(
            npc_id=npc.instance_id, items=(*kept, *items), until=plan_end(now, hour), reason=why, because=cause
        )
        intend(state, npc.instance_id, [order], request.surprise or language_of(state.sheet).render("reasons.new-day"))
        if items:
            _remember(state, npc, items, request.surprise)


def consider(state: GameState, npc: NPCInstance) -> None:
    """Ask a person's mind whether what it has come to know of lately, an occasion or a question that it wants to ask,
    changes what is left of its day."""
    now, until = state.clock.minutes, npc.mind.plan_until
    if until is None or until <= now:
        return
    planned = {(item.place, item.time) for item in npc.plan}
    known = occasions(state, npc.instance_id, now + Cadence.of(state).tick, until, made_since=now - LATELY)
    new = (each for each in known if each.learned > now - LATELY and (each.place_id, each.at) not in planned)
    if (first := next(new, None)) is not None:
        surprise(state, npc, because(state, "occasion", words=in_quotes(first.words)), cause=first.because)
        return
    causes = {item.because for item in npc.plan}
    asked = (each for each in npc.mind.questions if each.raised_at > now - LATELY and each.because not in causes)
    if (question := next(asked, None)) is not None and _whom(state, question) is not None:
        who = Naming(state, npc.instance_id).person(_whom(state, question) or "")
        surprise(state, npc, because(state, "question", who=who), cause=question.because)


def _whom(state: GameState, question: OpenQuestion) -> str | None:
    """Return the id of the person who would be asked for an answer to a question."""
    whom = question.whom_id or question.about_id
    return whom if whom in state.npcs else None


def _askable(state: GameState, npc: NPCInstance, safe: Collection[str]) -> Iterator[tuple[OpenQuestion, str]]:
    """Yield the person's open questions, each with the place where the one to ask works or lives."""
    for each in npc.mind.questions:
        sheet = state.sheets.npc(whom) if (whom := _whom(state, each)) is not None else None
        place = None if sheet is None else sheet.work_location if each.whom_id else sheet.home_location
        if place is not None and place in safe:
            yield each, place


def item_line(state: GameState, item: PlanItem) -> str:
    """``09:00 Work through the morning, at the Mill (active)``."""
    return _item_text(Naming(state), item, "plan-item", status=item.status.value)


def _item_text(name: Naming, item: PlanItem, template: str, **slots: str) -> str:
    slots |= {"time": hour_text(item.time), "what": item.description}
    if item.place is None:
        return name.language.render(f"minds.{template}", **slots)
    return name.language.render(f"minds.{template}-at", place=name.place(item.place), **slots)


def _remember(state: GameState, npc: NPCInstance, items: list[PlanItem], surprise: str) -> None:
    name, now, hour = Naming(state, npc.instance_id), state.clock.minutes, Cadence.of(state).plan_hour
    content = name.language.render(
        "minds.plan-changed" if surprise else "minds.plan-made",
        weekday=weekday(now - hour, name.language),
        day=plan_day(now, hour),
        parts="; ".join(_item_text(name, item, "planned") for item in items),
    )
    subjects = tuple(dict.fromkeys(other for item in items for other in item.with_ids))
    MemoryStream(state, Scope.npc(npc.instance_id)).add(
        MemoryKind.PLAN,
        MemoryContext(
            content=content,
            subjects=subjects,
            origin=MemoryOrigin.INTERNAL,
            importance=heuristic_importance(MemoryKind.PLAN, content, subjects),
        ),
    )


def plan_day(now: int, plan_hour: int = PLAN_HOUR) -> int:
    """The day of a plan made at a game time: it begins at 06:00, or the minute of the day ``plan_hour``."""
    return day_of(plan_end(now, plan_hour) - MINUTES_PER_DAY)


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
    most_important = sorted(by_time.values(), key=lambda item: -item.priority)[:MOST_ITEMS]
    return sorted(most_important, key=lambda item: item.time)


def _item(request: PlanRequest, given: PlannedItem) -> PlanItem | None:
    description = on_one_line(given.description)
    if not description:
        return None
    midnight = plan_end(request.now, request.plan_hour) - request.plan_hour - MINUTES_PER_DAY
    is_next_morning = given.minute < request.plan_hour
    people = {person.id for person in request.people if person.id != request.person.npc_id}
    return PlanItem(
        id="plan",
        description=description,
        place=given.place if any(place.id == given.place for place in request.places) else None,
        time=midnight + given.minute + is_next_morning * MINUTES_PER_DAY,
        with_ids=tuple(other for other in dict.fromkeys(given.with_ids) if other in people),
        priority=given.priority,
        purpose=given.purpose,
        about=on_one_line(given.about),
        because=given.because,
    )


def _from(items: Sequence[PlanItem], begin: int, *, takes_up: bool) -> list[PlanItem]:
    """The items from a time on; with ``takes_up`` the last one before it too, which begins then."""
    coming = [item for item in items if item.time >= begin]
    passed = items[: len(items) - len(coming)]
    if takes_up and passed and not (coming and coming[0].time == begin):
        coming.insert(0, passed[-1].model_copy(update={"time": begin}))
    return coming


def numbered(npc: NPCInstance, items: Iterable[PlanItem], now: int, plan_hour: int = PLAN_HOUR) -> list[PlanItem]:
    """The items under ids of their own: a number that was given once that day is not given again."""
    prefix = f"plan-{npc.instance_id}-{plan_day(now, plan_hour)}-"
    given = [item.id.removeprefix(prefix) for item in npc.plan if item.id.startswith(prefix)]
    last = max((int(number) for number in given if number.isascii() and number.isdecimal()), default=0)
    return [item.model_copy(update={"id": f"{prefix}{last + n}"}) for n, item in enumerate(items, start=1)]
