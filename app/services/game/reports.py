"""Reports on a game: people's minds, from the turns that led to its state, and what models cost, by turn and by kind
of work. Turns that were undone still count as spent."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from pydantic import TypeAdapter, ValidationError

from app.errors import CorruptSave
from app.memory.entries.markers import is_inactive
from app.memory.stream.condensing import is_condensed
from app.models.clock import MINUTES_PER_DAY, day_of
from app.models.events.mind import PlanItemUpdated, PlanSet
from app.models.memory import MemoryKind, Scope
from app.models.minds.mind_state import MindsState
from app.models.minds.plan import PlanStatus
from app.models.records.record import Journal, Record, RecordKind
from app.models.spend import Spend
from app.models.state.game_state import GameState
from app.services.game.provenance import EvidenceNode, evidence_tree

_PLAN_EVENTS: TypeAdapter[PlanSet | PlanItemUpdated] = TypeAdapter(PlanSet | PlanItemUpdated)


@dataclass
class PlanTally:
    """A person's plans: how many days were planned, and how many items were completed (``kept``) or cancelled
    (``given_up``)."""

    made: int = 0
    items: list[int] = field(default_factory=list)
    """How many items each day's first plan had."""
    kept: int = 0
    given_up: int = 0
    until: set[int] = field(default_factory=set)

    def add(self, event: PlanSet | PlanItemUpdated) -> None:
        if isinstance(event, PlanItemUpdated):
            self.kept += event.status is PlanStatus.COMPLETED
            self.given_up += event.status is PlanStatus.CANCELLED
        elif event.until not in self.until:
            self.until.add(event.until)
            self.made += 1
            self.items.append(event.items)


@dataclass(frozen=True)
class PersonReport:
    """A person's mind in numbers: ``memories`` ever made, ``active`` ones (not archived or superseded),
    ``reflections`` by day."""

    npc_id: str
    memories: Mapping[MemoryKind, int]
    active: Mapping[MemoryKind, int]
    plans: PlanTally
    reflections: Mapping[int, int]
    talks: int
    spend: Spend


def people_report(state: GameState, records: Iterable[Record]) -> list[PersonReport]:
    """Report on every person of a game, in the scenario's order.

    Args:
        state: The game.
        records: The records that led to this state.

    Raises:
        CorruptSave: A record holds a plan event that is not valid.
    """
    tallies = {npc_id: PlanTally() for npc_id in state.npcs}
    events = (data for record in records for data in record.events)
    for data in (data for data in events if data.get("kind") in ("plan_set", "plan_item_updated")):
        try:
            event = _PLAN_EVENTS.validate_python(data)
        except ValidationError:
            raise CorruptSave(f"The save of {state.game_id} holds a plan event that is not valid.") from None
        if event.npc_id in tallies:
            tallies[event.npc_id].add(event)
    return [_person(state, npc_id, plans) for npc_id, plans in tallies.items()]


def _person(state: GameState, npc_id: str, plans: PlanTally) -> PersonReport:
    entries = state.memories(Scope.npc(npc_id))
    active = (entry for entry in entries if not is_inactive(state.status(entry.id)))
    reflected = {entry.game_time for entry in entries if entry.kind is MemoryKind.REFLECTION}
    talked = {entry.game_time for entry in entries if entry.kind is MemoryKind.CONVERSATION and not is_condensed(entry)}
    return PersonReport(
        npc_id=npc_id,
        memories=Counter(entry.kind for entry in entries),
        active=Counter(entry.kind for entry in active),
        plans=plans,
        reflections=Counter(day_of(time) for time in sorted(time for time in reflected if time is not None)),
        talks=len(talked),
        spend=state.npc(npc_id).mind.spend,
    )


def last_conclusions(state: GameState, npc_id: str, limit: int, depth: int = 1) -> list[EvidenceNode]:
    """List the newest active reflections, newest first, each with its evidence ``depth`` steps down."""
    scope = Scope.npc(npc_id)
    reflections = (entry for entry in reversed(state.memories(scope)) if entry.kind is MemoryKind.REFLECTION)
    active = islice((entry for entry in reflections if not is_inactive(state.status(entry.id))), limit)
    return [evidence_tree(state, scope, entry, depth) for entry in active]


def spent_by_minds(state: GameState) -> Spend:
    """Return what thinking for people has cost, without turns that were undone."""
    return sum((npc.mind.spend for npc in state.npcs.values()), Spend())


TURN, CAPTURE, OTHER = "turn", "capture", "other"
"""Kinds of work in addition to the kinds of jobs: narrating a turn, condensing, and work without a commit."""


@dataclass(frozen=True)
class Spending:
    """Cost of a game. ``by_turn`` counts what was spent from a turn up to the next, in order of turns."""

    total: Spend
    by_turn: Mapping[int, Spend]
    by_work: Mapping[str, Spend]


def person_days(journal: Journal, state: GameState) -> float:
    """Return person-days of game time from the game's opening to this state: people times days."""
    minutes = state.clock.minutes - journal.opening.state.clock.minutes
    return len(state.npcs) * minutes / MINUTES_PER_DAY


def spending(journal: Journal) -> Spending:
    by_turn, by_work = defaultdict[int, Spend](Spend), defaultdict[str, Spend](Spend)
    minds: dict[int, Any] = {0: journal.opening.state.minds}
    for record in journal.records:
        before = minds.get(record.parent)
        minds[record.seq] = record.parts.get("minds", before)
        if record.spend:
            by_turn[record.turn] += record.spend
            by_work[_work(record, _counts(before), _counts(minds[record.seq]))] += record.spend
    return Spending(sum(by_work.values(), Spend()), dict(sorted(by_turn.items())), dict(by_work))


def _counts(minds: Any) -> Mapping[str, int]:
    """Count jobs done or dropped, by kind."""
    read = MindsState.model_validate(minds)
    return Counter(read.done) + Counter(read.dropped)


def _work(record: Record, before: Mapping[str, int], now: Mapping[str, int]) -> str:
    """Return the kind of work of a record: a settle without a new job is a capture's."""
    if record.kind is RecordKind.TURN:
        return TURN
    job = next((kind for kind in now if now[kind] > before.get(kind, 0)), None)
    return job or (CAPTURE if record.kind is RecordKind.SETTLE else OTHER)
