"""Condensing and forgetting: when it is done, and which of it a mind is asked for."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.cognition.day.plan_items import readable
from app.cognition.portrait import portrait
from app.cognition.queue import OFFLINE
from app.cognition.remembering.recollecting import weighed
from app.interfaces.agents.mind import BadAnswer, CondenseAsked, IMind, Portrait, Recollection
from app.language.language import Language, language_of
from app.memory.prompt_data import clipped
from app.memory.stream.condensing import DEFAULTS, CondenseRules, condense, condense_and_prune, due_batches
from app.memory.stream.memory_batch import MemoryBatch, heuristic_text
from app.memory.stream.pruner import MemoryLimits, is_crowded, prune
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemorySource, Scope
from app.models.state.clock import MINUTES_PER_DAY, MINUTES_PER_HOUR
from app.models.state.game_state import GameState
from app.models.state.minds import TICK, Job, JobKind

EVERY = 100
"""Ticks from one time of forgetting to the next; it is also done when a day ends."""
LATE = MINUTES_PER_DAY + 4 * 60
"""Age in game minutes from which on a lot waits for no mind: at the next time it might be two days old."""

LIMITS = MemoryLimits()

_TICKS_PER_HOUR = MINUTES_PER_HOUR // TICK
_TICKS_PER_DAY = MINUTES_PER_DAY // TICK
_LONGEST = 600


def forgetting_jobs(state: GameState, limits: MemoryLimits = LIMITS) -> list[Job]:
    """What is due at this tick: all of it at every 100th tick and at the first one of a day.

    At others one job prunes whoever has, or will have, more than the limits say, so that they hold when a game has
    settled.
    """
    tick = state.minds.tick
    if tick is None:
        return []
    if tick % EVERY == 0 or tick % _TICKS_PER_DAY == 0:
        return all_forgetting_jobs(state)
    if any(is_crowded(state, Scope.npc(npc.instance_id), limits, _coming(state, npc)) for npc in state.npcs.values()):
        return [_prune_all(state)]
    return []


def _coming(state: GameState, npc: NPCInstance) -> int:
    """About how much a person notices in this turn: it is written down only when the turn ends."""
    now = state.clock.minutes
    return _TICKS_PER_HOUR * sum(time == now for time in npc.mind.seen.values())


def all_forgetting_jobs(state: GameState) -> list[Job]:
    """For everybody who remembers anything first condensing, then pruning; at last places and the world."""
    now = state.clock.minutes
    people = [npc.instance_id for npc in state.npcs.values() if npc.npc_memories]
    kinds = (JobKind.CONDENSE, JobKind.PRUNE)
    jobs = [Job(kind=kind, npc_id=npc_id, asked_at=now) for npc_id in people for kind in kinds]
    return [*jobs, _prune_all(state)]


def _prune_all(state: GameState) -> Job:
    return Job(kind=JobKind.PRUNE, asked_at=state.clock.minutes)


@dataclass(frozen=True)
class Condensing:
    """A person's lots that may be condensed now; ``plain`` is each told without a mind, ``is_late``: it cannot wait."""

    person: Portrait
    batches: tuple[MemoryBatch, ...]
    plain: tuple[str, ...]
    is_late: tuple[bool, ...]
    shown: tuple[tuple[Recollection, ...], ...]
    language: Language


class CondenseWork:
    """Condenses a person's memories.

    Only weighty lots are worth a mind, and a model is asked for one of them at a time, the oldest: the others wait
    for the next time, or are told plainly if that would be too late.
    """

    def __init__(self, limits: MemoryLimits = LIMITS, rules: CondenseRules = DEFAULTS, timeout: float = 10.0) -> None:
        self._limits = limits
        self._rules = rules
        self.timeout = timeout

    def prepare(self, state: GameState, job: Job) -> Condensing | None:
        """None where there is nothing to condense."""
        npc_id, now = job.npc_id or "", state.clock.minutes
        scope = Scope.npc(npc_id)
        batches = tuple(due_batches(state, scope, self._limits, self._rules))
        if not batches:
            return None
        plain = tuple(heuristic_text(state, scope, batch) for batch in batches)
        is_late = tuple(now - batch.since >= LATE for batch in batches)
        return Condensing(
            portrait(state, npc_id), batches, plain, is_late, _shown(state, npc_id, batches), language_of(state.sheet)
        )

    async def think(self, mind: IMind, asked: Condensing) -> tuple[str | None, ...]:
        """A text for each lot, None for one that waits. BadAnswer for a model's empty one."""
        weighty = [position for position, batch in enumerate(asked.batches) if batch.is_weighty]
        by_mind = weighty if mind.model == OFFLINE else weighty[:1]
        texts: list[str | None] = [
            plain if not batch.is_weighty or is_late else None
            for batch, plain, is_late in zip(asked.batches, asked.plain, asked.is_late, strict=True)
        ]
        for position in by_mind:
            batch = asked.batches[position]
            text = readable(await mind.condense(CondenseAsked(asked.person, asked.shown[position])))
            if text:
                texts[position] = batch.with_days(clipped(text, _LONGEST), asked.language)
            elif mind.model == OFFLINE:
                texts[position] = asked.plain[position]
            else:
                raise BadAnswer("it condensed the memories to nothing")
        return tuple(texts)

    def apply(
        self, state: GameState, job: Job, asked: Condensing, answer: Sequence[str | None], *, by_model: bool
    ) -> None:
        """Each lot of which everything still stands becomes one memory."""
        for batch, plain, text in zip(asked.batches, asked.plain, answer, strict=True):
            if text is not None:
                condense(state, Scope.npc(job.npc_id or ""), batch, text, by_model=by_model and text != plain)


def _shown(state: GameState, npc_id: str, batches: Sequence[MemoryBatch]) -> tuple[tuple[Recollection, ...], ...]:
    """What a mind is shown of each lot that is worth it."""
    return tuple(weighed(state, npc_id, batch.most_important) if batch.is_weighty else () for batch in batches)


class PruneWork:
    """Puts away what exceeds the limits: of one person, or of places, the world, and people who have too many.

    No mind is asked; for places and the world it also condenses what is due.
    """

    timeout = 10.0

    def __init__(self, limits: MemoryLimits = LIMITS, rules: CondenseRules = DEFAULTS) -> None:
        self._limits = limits
        self._rules = rules

    def prepare(self, state: GameState, job: Job) -> tuple[Scope, ...] | None:
        """The scopes to look at; None where nobody remembers anything."""
        if job.npc_id is not None:
            scopes = [Scope.npc(job.npc_id)]
        else:
            scopes = [scope for scope in state.scopes() if self._may_exceed(state, scope)]
        return tuple(scope for scope in scopes if state.memories(scope)) or None

    def _may_exceed(self, state: GameState, scope: Scope) -> bool:
        return scope.source is not MemorySource.NPC or is_crowded(state, scope, self._limits)

    async def think(self, mind: IMind, asked: tuple[Scope, ...]) -> None:
        """There is nothing to think about."""

    def apply(
        self,
        state: GameState,
        job: Job,  # noqa: ARG002  # the protocol gives it
        asked: tuple[Scope, ...],
        answer: None,  # noqa: ARG002  # the protocol gives it
        *,
        by_model: bool,  # noqa: ARG002  # the protocol gives it
    ) -> None:
        """Everything beyond the limits is archived."""
        for scope in asked:
            if scope.source is MemorySource.NPC:
                prune(state, scope, self._limits)
            else:
                condense_and_prune(state, scope, self._limits, self._rules)
