"""What people of a game did with each other, read from its records: who met whom, which news went from whom to whom,
what was planned and what was done, and how feelings went. Times are minutes since day 1, 00:00."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

from pydantic import TypeAdapter, ValidationError

from app.errors import CorruptSave
from app.models.events.mind import PlanItemUpdated, PlanSet, RelationshipChanged
from app.models.events.play import GatheringHeld, NPCMoved
from app.models.messages.payload import EventPayload, Utterance
from app.models.records.record import Record
from app.models.state.clock import MINUTES_PER_DAY
from app.models.state.game_state import GameState
from app.models.state.plan import PLAN_HOUR, PlanItem, PlanStatus

_Told = PlanSet | PlanItemUpdated | RelationshipChanged | NPCMoved
_EVENTS: TypeAdapter[_Told] = TypeAdapter(_Told)
_ITEMS: TypeAdapter[tuple[PlanItem, ...]] = TypeAdapter(tuple[PlanItem, ...])
_KINDS = ("plan_set", "plan_item_updated", "relationship_changed", "npc_moved")

Pair = tuple[str, str]


@dataclass
class Tie:
    """What two people had to do with each other: how often they talked and were at a gathering together; ``feeling`` is
    the mean of what either last felt for the other, None if neither ever felt anything."""

    talks: int = 0
    gatherings: int = 0
    feeling: float | None = None


@dataclass(frozen=True)
class Telling:
    teller: str
    listener: str
    at: int


@dataclass
class News:
    """What somebody said that others told on. ``announces``: whether it names a place and a time."""

    speaker: str
    words: str
    announces: bool
    tellings: list[Telling] = field(default_factory=list)
    """The first time that each listener was told, in the order of time; those who heard the speaker are among them."""


@dataclass(frozen=True)
class PlanChange:
    at: int
    reason: str


@dataclass
class Day:
    """A person's day, from 06:00 to the next: what was planned last, why it was changed, and where it went."""

    items: dict[str, PlanItem] = field(default_factory=dict)
    changes: list[PlanChange] = field(default_factory=list)
    moves: list[tuple[int, str | None]] = field(default_factory=list)


@dataclass(frozen=True)
class Feeling:
    at: int
    value: float
    reason: str


@dataclass
class Chronicle:
    """``days`` by person and day; ``feelings`` by who feels and for whom."""

    ties: dict[Pair, Tie] = field(default_factory=lambda: defaultdict(Tie))
    news: list[News] = field(default_factory=list)
    days: dict[tuple[str, int], Day] = field(default_factory=lambda: defaultdict(Day))
    feelings: dict[Pair, list[Feeling]] = field(default_factory=lambda: defaultdict(list))
    ends_at: int = 0


def plan_day(minutes: int) -> int:
    """The day that a time belongs to as plans go: before 06:00 it is still the day before."""
    return (minutes - PLAN_HOUR) // MINUTES_PER_DAY + 1


def chronicle(state: GameState, records: Iterable[Record]) -> Chronicle:
    """``records`` are those that led to this state. CorruptSave for events or plans that cannot be."""
    told = Chronicle(ends_at=state.clock.minutes)
    now = state.sheet.start_minutes
    for record in records:
        now = int((record.parts.get("clock") or {}).get("minutes", now))
        try:
            for name, part in record.parts.items():
                if name.startswith("plan/"):
                    _add_plan(told, name.removeprefix("plan/"), _ITEMS.validate_python(part or ()))
            for data in record.events:
                if data.get("kind") in _KINDS:
                    _add_event(told, _EVENTS.validate_python(data), now)
        except ValidationError:
            raise CorruptSave(f"The save of {state.game_id} tells of people what cannot be.") from None
    _add_memories(told, state)
    for first, second in told.ties:
        felt = [told.feelings[pair][-1].value for pair in ((first, second), (second, first)) if pair in told.feelings]
        told.ties[first, second].feeling = sum(felt) / len(felt) if felt else None
    return told


def _add_plan(told: Chronicle, npc_id: str, items: tuple[PlanItem, ...]) -> None:
    """What was planned before for the same day and is not over is replaced; how far an item had come is kept."""
    for number in {plan_day(item.time) for item in items}:
        day = told.days[npc_id, number]
        new = {item.id: item for item in items if plan_day(item.time) == number}
        for old in day.items.values():
            again = new.get(old.id)
            if again is None and old.status in (PlanStatus.COMPLETED, PlanStatus.CANCELLED):
                new[old.id] = old
            elif again and again.status is PlanStatus.PENDING and again.time == old.time:
                new[old.id] = again.model_copy(update={"status": old.status})
        day.items = new


def _add_event(told: Chronicle, event: _Told, now: int) -> None:
    match event:
        case RelationshipChanged():
            feeling = Feeling(now, event.value, event.reason)
            told.feelings[event.npc_id, event.other_id].append(feeling)
        case PlanItemUpdated():
            for day in (plan_day(now), plan_day(now) - 1):
                items = told.days[event.npc_id, day].items if (event.npc_id, day) in told.days else {}
                if item := items.get(event.item_id):
                    items[event.item_id] = item.model_copy(update={"status": event.status})
        case PlanSet() if event.reason:
            told.days[event.npc_id, plan_day(now)].changes.append(PlanChange(now, event.reason))
        case NPCMoved():
            told.days[event.npc_id, plan_day(now)].moves.append((now, event.to_id))


def _add_memories(told: Chronicle, state: GameState) -> None:
    talks, meetings = set[tuple[Pair, int]](), set[tuple[Pair, int]]()
    news: dict[tuple[str, str], News] = {}
    retold = Counter[tuple[str, str]]()
    by_id = {entry.id: entry for npc in state.npcs.values() for entry in npc.npc_memories}
    for npc_id, npc in state.npcs.items():
        for entry in npc.npc_memories:
            at, payload = entry.game_time, entry.payload
            if at is None:
                continue
            if isinstance(payload, Utterance):
                teller = payload.chain[-1] if payload.chain else payload.speaker_id
                listeners = {npc_id} if payload.chain else {*payload.addressee_ids, npc_id}
                talks |= {(_pair(teller, each), at) for each in listeners if each != teller}
                _add_telling(news, retold, payload, Telling(teller, npc_id, at))
                heard = by_id.get(payload.original_id or "")
                if heard and len(payload.chain) == 1 and heard.game_time is not None:
                    _add_telling(news, retold, payload, Telling(payload.speaker_id, teller, heard.game_time))
            elif isinstance(payload, EventPayload):
                meetings |= _met(payload)
    for kept, name in ((talks, "talks"), (meetings, "gatherings")):
        for (pair, _), times in Counter(kept).items():
            if all(each in state.npcs for each in pair):
                setattr(told.ties[pair], name, getattr(told.ties[pair], name) + times)
    for key in retold:
        firsts: dict[str, Telling] = {}
        for telling in sorted(news[key].tellings, key=lambda each: (each.at, each.teller, each.listener)):
            firsts.setdefault(telling.listener, telling)
        news[key].tellings = list(firsts.values())
    told.news = sorted(
        (news[key] for key in retold), key=lambda each: (not each.announces, -len(each.tellings), each.words)
    )


def _add_telling(
    news: dict[tuple[str, str], News], retold: Counter[tuple[str, str]], said: Utterance, telling: Telling
) -> None:
    if said.is_stock or telling.listener in (said.speaker_id, telling.teller):
        return
    key = said.speaker_id, said.words
    announces = any(act.place_id is not None and act.at is not None for act in said.acts)
    news.setdefault(key, News(said.speaker_id or said.speaker_name, said.words, announces)).tellings.append(telling)
    if said.chain:
        retold[key] += 1


def _met(payload: EventPayload) -> set[tuple[Pair, int]]:
    held = (event for event in payload.events if isinstance(event, GatheringHeld))
    return {(_pair(*two), event.at) for event in held for two in combinations(event.present_ids, 2)}


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)
