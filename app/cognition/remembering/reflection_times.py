"""When a person reflects: on what it has to think about, and once on a day on which little happened."""

import random
from collections.abc import Sequence
from functools import lru_cache

from app.memory.stream.condensing import is_condensed, is_stock
from app.memory.stream.incremental_views import IncrementalView
from app.memory.stream.routine import is_routine
from app.models.clock import MINUTES_PER_DAY, day_of
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.memory_kinds import kinds_where
from app.models.minds.activity import Activity
from app.models.minds.mind_state import Job, JobKind
from app.models.state.cadence import USUAL, Cadence
from app.models.state.game_state import GameState

READ_TO = "read_to"  # in a reflection's metadata: the newest memory that there was when it was asked for
IMPORTANT = 20  # memories since the last time that are reflected on, the most important ones
ENOUGH = 3  # different things that are worth thinking about, from which on it is due
MATERIAL = kinds_where(lambda row: row.is_material)
_EVENING_LASTS = 120  # minutes after the evening's begin in which people think of their day, one after the other
_LATE = 210  # minutes after it from which on a day without a reflection gets one, of who is asleep or busy too


class Material(IncrementalView):
    """Of one person's entries those that are worth thinking about: nothing routine, no small talk, no plans. ``new``
    are those since its last reflection."""

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        super().__init__(scope, entries)
        self.new: list[tuple[int, MemoryEntry]] = []

    def apply(self, entry: MemoryEntry) -> None:
        if entry.kind is MemoryKind.REFLECTION and isinstance(mark := entry.metadata.get(READ_TO), str):
            read_to = next((at for at in reversed(range(self.read)) if self.entries[at].id == mark), -1)
            self.new = [(at, each) for at, each in self.new if at > read_to]
        elif is_material(entry) and is_worth_thought(entry):
            self.new.append((self.read, entry))

    @property
    def is_enough(self) -> bool:
        """Return whether there are several new things to think about."""
        return len({entry.summary for _, entry in self.new[-IMPORTANT:]}) >= ENOUGH


def is_material(entry: MemoryEntry) -> bool:
    """Return whether a memory is of an event, and not one that condenses or concludes others."""
    return entry.kind in MATERIAL and not is_condensed(entry)


def is_worth_thought(entry: MemoryEntry) -> bool:
    return entry.kind is not MemoryKind.PLAN and not is_stock(entry) and not is_routine(entry)


def has_reflected_today(npc: NPCInstance, now: int) -> bool:
    return npc.mind.reflections.get(day_of(now), 0) > 0


def reflection_is_due(state: GameState, npc: NPCInstance) -> bool:
    """Return whether a person is awake, has several new things to think about, and reason to do it now."""
    mind, now, cadence = npc.mind, state.clock.minutes, Cadence.of(state)
    rules = cadence.reflections
    if npc.activity is Activity.SLEEPING:
        return False
    most = rules.per_day - (now % MINUTES_PER_DAY < rules.kept_until)
    is_moved = npc.importance_accumulator > rules.threshold and mind.reflections.get(day_of(now), 0) < most
    if not is_moved and may_reflect_from(npc, now, cadence) > now:
        return False
    return Material.of(state, Scope.npc(npc.instance_id)).is_enough


def quiet_reflection(state: GameState, npc: NPCInstance) -> Job | None:
    """Return the job of a day's only reflection, of which no model is asked, once it is due.

    It is due in the evening for a person who is awake, has not reflected that day and has too little to think about;
    late in the evening for every person who has not reflected, however much there is, asleep or not.

    Returns:
        The job; None if none is due.
    """
    now, cadence = state.clock.minutes, Cadence.of(state)
    minute, rules = now % MINUTES_PER_DAY, cadence.reflections
    if has_reflected_today(npc, now) or minute < rules.evening:
        return None
    if minute < min(rules.evening + _LATE, MINUTES_PER_DAY - _LATE // 2):
        is_asleep = npc.activity is Activity.SLEEPING
        if is_asleep or now < evening_of(npc, now, cadence) or Material.of(state, Scope.npc(npc.instance_id)).is_enough:
            return None
    return Job(kind=JobKind.REFLECT, npc_id=npc.instance_id, asked_at=now, is_quiet=True)


def may_reflect_from(npc: NPCInstance, now: int, cadence: Cadence = USUAL) -> int:
    """Return the game time from which on a person reflects again where enough has happened by then: at most so often a
    day, the last of them kept for the evening; much that mattered makes it sooner."""
    mind, midnight, rules = npc.mind, now - now % MINUTES_PER_DAY, cadence.reflections
    times = mind.reflections.get(day_of(now), 0)
    usual = max(now, now if mind.reflected_at is None else mind.reflected_at + rules.interval)
    if times >= rules.per_day:
        return max(usual, midnight + MINUTES_PER_DAY)
    kept_until = midnight + rules.kept_until
    if times == rules.per_day - 1:
        usual = max(usual, kept_until)
    if mind.reflected_at is not None and mind.reflected_at >= kept_until:
        return usual
    return max(now, min(usual, evening_of(npc, now, cadence)))


def evening_of(npc: NPCInstance, now: int, cadence: Cadence = USUAL) -> int:
    """Return the game time at which a person thinks about the day of ``now``, a different one for each person."""
    later = _begins_later(npc.instance_id, day_of(now), cadence.tick)
    return now - now % MINUTES_PER_DAY + cadence.reflections.evening + later


@lru_cache(maxsize=1_000)
def _begins_later(npc_id: str, day: int, tick: int) -> int:
    """Draw by how many minutes later than usual a person's evening begins: each tick asks for it."""
    return random.Random(f"{npc_id}:{day}:evening").randrange(0, _EVENING_LASTS, tick)
