"""What the people of a game did with each other, read from its records: meetings, the spread of news, plans and what
became of them, changes of feeling. Times are game minutes since day 1, 00:00."""

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

_ChronicleEvent = PlanSet | PlanItemUpdated | RelationshipChanged | NPCMoved
_EVENTS: TypeAdapter[_ChronicleEvent] = TypeAdapter(_ChronicleEvent)
_ITEMS: TypeAdapter[tuple[PlanItem, ...]] = TypeAdapter(tuple[PlanItem, ...])
_KINDS = ("plan_set", "plan_item_updated", "relationship_changed", "npc_moved")

Pair = tuple[str, str]


class Moment(NamedTuple):
    """A dated note on one person: the reason a plan was changed, the id of a place it went to, or the reason and
    amount of a change of feeling (``value``)."""

    at: int
    what: str
    value: float = 0


class Telling(NamedTuple):
    at: int
    teller: str
    listener: str


@dataclass
class News:
    """A statement that others passed on.

    ``announces`` says whether it names a place and a time. ``tellings`` holds the first time that each listener
    heard it, in order of time, listeners of the speaker included."""

    speaker: str
    words: str
    announces: bool
    tellings: list[Telling] = field(default_factory=list)


@dataclass
class Day:
    """A person's day, from 06:00 to the next: the last plan made, the reasons it was changed, and the places
    visited."""

    items: dict[str, PlanItem] = field(default_factory=dict)
    changes: list[Moment] = field(default_factory=list)
    moves: list[Moment] = field(default_factory=list)


@dataclass
class Chronicle:
    """Counts and histories of one game: ``days`` by person and day, ``feelings`` by the person who feels and the one
    felt for."""

    talks: Counter[Pair] = field(default_factory=Counter)
    gatherings: Counter[Pair] = field(default_factory=Counter)
    news: list[News] = field(default_factory=list)
    days: dict[tuple[str, int], Day] = field(default_factory=lambda: defaultdict(Day))
    feelings: dict[Pair, list[Moment]] = field(default_factory=lambda: defaultdict(list))


def build_chronicle(state: GameState, records: Iterable[Record]) -> Chronicle:
    """Build the chronicle of a game.

    Args:
        state: The game.
        records: The records that led to this state.

    Raises:
        CorruptSave: A record holds an event or a plan that is not valid.
    """
    result, now = Chronicle(news=_news(state)), state.sheet.start_minutes
    for record in records:
        now = int((record.parts.get("clock") or {}).get("minutes", now))
        try:
            for name, part in record.parts.items():
                if name.startswith("plan/"):
                    _add_plan(result, name.removeprefix("plan/"), _ITEMS.validate_python(part or ()))
            for data in record.events:
                if data.get("kind") in _KINDS:
                    _add_event(result, _EVENTS.validate_python(data), now)
        except ValidationError:
            raise CorruptSave(f"The save of {state.game_id} holds an event or a plan that is not valid.") from None
    _add_meetings(result, state)
    return result


def _plan_day(minutes: int) -> int:
    return (minutes - PLAN_HOUR) // MINUTES_PER_DAY + 1


def _add_plan(result: Chronicle, npc_id: str, items: tuple[PlanItem, ...]) -> None:
    """Replace what was planned before for the same day and is not over; keep the status of items planned again."""
    for number in {_plan_day(item.time) for item in items}:
        day = result.days[npc_id, number]
        new = {item.id: item for item in items if _plan_day(item.time) == number}
        for old in day.items.values():
            again = new.get(old.id)
            if again is None and old.status in (PlanStatus.COMPLETED, PlanStatus.CANCELLED):
                new[old.id] = old
            elif again and again.status is PlanStatus.PENDING and again.time == old.time:
                new[old.id] = again.model_copy(update={"status": old.status})
        day.items = new


def _add_event(result: Chronicle, event: _ChronicleEvent, now: int) -> None:
    person, today = event.npc_id, _plan_day(now)
    match event:
        case RelationshipChanged():
            result.feelings[person, event.other_id].append(Moment(now, event.reason, event.value))
        case PlanItemUpdated():
            for day in (result.days.get((person, number), Day()) for number in (today, today - 1)):
                if item := day.items.get(event.item_id):
                    day.items[item.id] = item.model_copy(update={"status": event.status})
        case PlanSet() if event.reason:
            result.days[person, today].changes.append(Moment(now, event.reason))
        case NPCMoved():
            result.days[person, today].moves.append(Moment(now, event.to_id or ""))


def _add_meetings(result: Chronicle, state: GameState) -> None:
    """Count each talk and each gathering once, though every participant remembers it."""
    talks, gatherings = set[tuple[Pair, int]](), set[tuple[Pair, int]]()
    for npc_id, at, said in _memories(state):
        if isinstance(said, Utterance):
            listeners = (npc_id,) if said.chain else (*said.addressee_ids, npc_id)
            talks |= {(pair, at) for listener in listeners for pair in _pairs(state, said.teller_id, listener)}
        elif isinstance(said, EventPayload):
            held = (event for event in said.events if isinstance(event, GatheringHeld))
            gatherings |= {(pair, event.at) for event in held for pair in _pairs(state, *event.present_ids)}
    result.talks, result.gatherings = (Counter(pair for pair, _ in met) for met in (talks, gatherings))


def _news(state: GameState) -> list[News]:
    """List the news, announcements first, then by how many people heard it."""
    heard_at = {entry.id: entry.game_time for npc in state.npcs.values() for entry in npc.npc_memories}
    news, passed_on = dict[tuple[str, str], News](), set[tuple[str, str]]()
    for npc_id, at, said in _memories(state):
        if not isinstance(said, Utterance) or said.is_stock:
            continue
        before = heard_at.get(said.original_id or "") if len(said.chain) == 1 else None
        ways = ((at, said.teller_id, npc_id), (before, said.speaker_id, said.teller_id))
        if tellings := [Telling(t, a, b) for t, a, b in ways if t is not None and b not in (said.speaker_id, a)]:
            announces = any(act.place_id is not None and act.at is not None for act in said.acts)
            new = News(said.speaker_id or said.speaker_name, said.words, announces)
            news.setdefault((said.speaker_id, said.words), new).tellings += tellings
            passed_on |= {(said.speaker_id, said.words)} if said.chain else set()
    spread = [news[key] for key in passed_on]
    for item in spread:
        firsts = {telling.listener: telling for telling in sorted(item.tellings, reverse=True)}
        item.tellings = sorted(firsts.values())
    return sorted(spread, key=lambda item: (not item.announces, -len(item.tellings), item.words, item.speaker))


def _memories(state: GameState) -> Iterator[tuple[str, int, Payload | None]]:
    for npc_id, npc in state.npcs.items():
        yield from (
            (npc_id, entry.game_time, entry.payload) for entry in npc.npc_memories if entry.game_time is not None
        )


def _pairs(state: GameState, *ids: str) -> Iterator[Pair]:
    return combinations(sorted({*ids} & state.npcs.keys()), 2)
