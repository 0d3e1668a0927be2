"""What people of a game did with each other, read from its records: who met whom, which news went from whom to whom,
what was planned and what was done, and how feelings went. Times are minutes since day 1, 00:00."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from app.errors import CorruptSave
from app.models.clock import MINUTES_PER_DAY
from app.models.events.mind import PlanItemUpdated, PlanSet, RelationshipChanged
from app.models.events.play import GatheringHeld, NPCMoved
from app.models.messages.payload import EventPayload, Payload, Utterance
from app.models.minds.plan import PLAN_HOUR, PlanItem, PlanStatus
from app.models.records.record import Record
from app.models.state.game_state import GameState

_Told = PlanSet | PlanItemUpdated | RelationshipChanged | NPCMoved
_EVENTS: TypeAdapter[_Told] = TypeAdapter(_Told)
_ITEMS: TypeAdapter[tuple[PlanItem, ...]] = TypeAdapter(tuple[PlanItem, ...])
_KINDS = ("plan_set", "plan_item_updated", "relationship_changed", "npc_moved")

Pair = tuple[str, str]


class Moment(NamedTuple):
    """Why a plan was changed, the place that somebody went to, or why somebody felt something, and how much."""

    at: int
    what: str
    value: float = 0


class Telling(NamedTuple):
    at: int
    teller: str
    listener: str


@dataclass
class News:
    """What somebody said that others told on; ``announces``: a place and a time. ``tellings`` are the first that each
    listener heard, in the order of time; those who heard the speaker are among them."""

    speaker: str
    words: str
    announces: bool
    tellings: list[Telling] = field(default_factory=list)


@dataclass
class Day:
    """A person's day, from 06:00 to the next: what was planned last, why it was changed, and where it went."""

    items: dict[str, PlanItem] = field(default_factory=dict)
    changes: list[Moment] = field(default_factory=list)
    moves: list[Moment] = field(default_factory=list)


@dataclass
class Chronicle:
    """``days`` by person and day; ``feelings`` by who feels and for whom."""

    talks: Counter[Pair] = field(default_factory=Counter)
    gatherings: Counter[Pair] = field(default_factory=Counter)
    news: list[News] = field(default_factory=list)
    days: dict[tuple[str, int], Day] = field(default_factory=lambda: defaultdict(Day))
    feelings: dict[Pair, list[Moment]] = field(default_factory=lambda: defaultdict(list))


def chronicle(state: GameState, records: Iterable[Record]) -> Chronicle:
    """``records`` are those that led to this state. CorruptSave for events or plans that cannot be."""
    told, now = Chronicle(news=_news(state)), state.sheet.start_minutes
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
    _add_meetings(told, state)
    return told


def _plan_day(minutes: int) -> int:
    return (minutes - PLAN_HOUR) // MINUTES_PER_DAY + 1


def _add_plan(told: Chronicle, npc_id: str, items: tuple[PlanItem, ...]) -> None:
    """What was planned before for the same day and is not over is replaced; how far an item had come is kept."""
    for number in {_plan_day(item.time) for item in items}:
        day = told.days[npc_id, number]
        new = {item.id: item for item in items if _plan_day(item.time) == number}
        for old in day.items.values():
            again = new.get(old.id)
            if again is None and old.status in (PlanStatus.COMPLETED, PlanStatus.CANCELLED):
                new[old.id] = old
            elif again and again.status is PlanStatus.PENDING and again.time == old.time:
                new[old.id] = again.model_copy(update={"status": old.status})
        day.items = new


def _add_event(told: Chronicle, event: _Told, now: int) -> None:
    person, today = event.npc_id, _plan_day(now)
    match event:
        case RelationshipChanged():
            told.feelings[person, event.other_id].append(Moment(now, event.reason, event.value))
        case PlanItemUpdated():
            for day in (told.days.get((person, number), Day()) for number in (today, today - 1)):
                if item := day.items.get(event.item_id):
                    day.items[item.id] = item.model_copy(update={"status": event.status})
        case PlanSet() if event.reason:
            told.days[person, today].changes.append(Moment(now, event.reason))
        case NPCMoved():
            told.days[person, today].moves.append(Moment(now, event.to_id or ""))


def _add_meetings(told: Chronicle, state: GameState) -> None:
    """Both who talk remember it, and everybody a gathering: each is counted once."""
    talks, gatherings = set[tuple[Pair, int]](), set[tuple[Pair, int]]()
    for npc_id, at, said in _memories(state):
        if isinstance(said, Utterance):
            listeners = (npc_id,) if said.chain else (*said.addressee_ids, npc_id)
            talks |= {(pair, at) for each in listeners for pair in _pairs(state, said.teller_id, each)}
        elif isinstance(said, EventPayload):
            held = (event for event in said.events if isinstance(event, GatheringHeld))
            gatherings |= {(pair, event.at) for event in held for pair in _pairs(state, *event.present_ids)}
    told.talks, told.gatherings = (Counter(pair for pair, _ in met) for met in (talks, gatherings))


def _news(state: GameState) -> list[News]:
    """What announces something first, then what most were told."""
    heard_at = {entry.id: entry.game_time for npc in state.npcs.values() for entry in npc.npc_memories}
    news, told_on = dict[tuple[str, str], News](), set[tuple[str, str]]()
    for npc_id, at, said in _memories(state):
        if not isinstance(said, Utterance) or said.is_stock:
            continue
        before = heard_at.get(said.original_id or "") if len(said.chain) == 1 else None
        ways = ((at, said.teller_id, npc_id), (before, said.speaker_id, said.teller_id))
        if tellings := [Telling(t, a, b) for t, a, b in ways if t is not None and b not in (said.speaker_id, a)]:
            announces = any(act.place_id is not None and act.at is not None for act in said.acts)
            new = News(said.speaker_id or said.speaker_name, said.words, announces)
            news.setdefault((said.speaker_id, said.words), new).tellings += tellings
            told_on |= {(said.speaker_id, said.words)} if said.chain else set()
    for each in (found := [news[key] for key in told_on]):
        firsts = {telling.listener: telling for telling in sorted(each.tellings, reverse=True)}
        each.tellings = sorted(firsts.values())
    return sorted(found, key=lambda each: (not each.announces, -len(each.tellings), each.words, each.speaker))


def _memories(state: GameState) -> Iterator[tuple[str, int, Payload | None]]:
    for npc_id, npc in state.npcs.items():
        yield from ((npc_id, each.game_time, each.payload) for each in npc.npc_memories if each.game_time is not None)


def _pairs(state: GameState, *ids: str) -> Iterator[Pair]:
    return combinations(sorted({*ids} & state.npcs.keys()), 2)
