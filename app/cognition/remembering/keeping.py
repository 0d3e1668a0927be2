"""Keeping a person's memories: rating, condensing and forgetting them. When it is done, and what a mind is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from app.cognition.portrait import portrait
from app.cognition.remembering.recalling import as_recollections
from app.interfaces.agents.mind import BadAnswer, CondenseRequest, IMind, ScoreRequest
from app.interfaces.model_names import is_offline
from app.language.language import language_of
from app.memory.entries.markers import is_inactive
from app.memory.prompt_data import clipped
from app.memory.stream.condensing import condense, condense_and_prune, due_batches, heuristic_text
from app.memory.stream.importance import composed_importance_of
from app.memory.stream.incremental_views import IncrementalView
from app.memory.stream.memory_batch import BatchKind, MemoryBatch
from app.memory.stream.pruner import MemoryLimits, is_crowded, prune
from app.memory.stream.stream import MemoryStream
from app.memory.stream.talks import has_old_talk
from app.models.base import on_one_line
from app.models.clock import MINUTES_PER_DAY
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryEntry, MemorySource, Scope
from app.models.minds.mind_state import Job, JobKind
from app.models.state.cadence import Cadence
from app.models.state.game_state import GameState

BATCH = 20  # memories that are rated at a time, of those that came without an importance
ENOUGH_WAIT, WAIT_AT_MOST = 5, 360  # rating is due once so many memories wait, or one for so many game minutes
LATE = 4 * 60
"""Game minutes past its age from which on a batch waits for no mind: at the next time it might be two days old."""

LIMITS = MemoryLimits()
_LONGEST = 600  # characters of a condensed memory


class Unrated(IncrementalView):
    """The memories of one person that wait for a rating, in order."""

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        super().__init__(scope, entries)
        self._waiting: list[MemoryEntry] = []

    def apply(self, entry: MemoryEntry) -> None:
        if entry.importance is None:
            self._waiting.append(entry)

    def waiting(self, state: GameState) -> list[MemoryEntry]:
        """Those that wait now, the oldest first. What has been put away need not be rated any more."""
        statuses = ((entry, state.status(entry.id)) for entry in self._waiting)
        self._waiting = [entry for entry, status in statuses if status.importance is None and not is_inactive(status)]
        return self._waiting


def _unrated(state: GameState, npc_id: str) -> list[MemoryEntry]:
    return Unrated.of(state, Scope.npc(npc_id)).waiting(state)


def scoring_is_due(state: GameState, npc: NPCInstance) -> bool:
    """Whether enough memories wait for a rating, or one has waited for long enough."""
    waiting, since = _unrated(state, npc.instance_id), state.clock.minutes - WAIT_AT_MOST
    return len(waiting) >= ENOUGH_WAIT or any((entry.game_time or 0) < since for entry in waiting)


@dataclass(frozen=True)
class ScoreWork:
    """Rates the memories that have waited longest. ``composed``: where no model rates them they are worth what
    `composed_importance` says, not the heuristic."""

    composed: bool = False

    def prepare(self, state: GameState, job: Job) -> ScoreRequest | None:
        """None where nothing waits any more."""
        npc_id = job.npc_id or ""
        memories = as_recollections(
            MemoryStream(state, Scope.npc(npc_id)), _unrated(state, npc_id)[:BATCH], as_stored=True
        )
        return ScoreRequest(portrait(state, npc_id), memories) if memories else None

    async def think(self, mind: IMind, request: ScoreRequest) -> Mapping[str, float]:
        """BadAnswer where a model rated none of the memories."""
        ratings = await mind.score(request)
        wanted = {memory.id for memory in request.memories}
        usable = {key: min(10.0, max(1.0, ratings[key])) for key in wanted & ratings.keys() if isfinite(ratings[key])}
        if not is_offline(mind) and not usable:
            raise BadAnswer("it rated none of the memories it was given")
        return usable

    def apply(
        self, state: GameState, job: Job, request: ScoreRequest, answer: Mapping[str, float], *, by_model: bool
    ) -> None:
        """What a model left out is rated by rule, which knows more of a memory than its words."""
        npc_id = job.npc_id or ""
        stream = MemoryStream(state, Scope.npc(npc_id))
        waiting = {entry.id: entry for entry in _unrated(state, npc_id)}
        for memory in request.memories:
            if (entry := waiting.get(memory.id)) is None:
                continue
            given = answer.get(memory.id) if by_model else None
            if given is None and self.composed:
                given = composed_importance_of(state, npc_id, entry)
            stream.rate(memory.id, stream.importance(entry) if given is None else given)


def forgetting_jobs(state: GameState, limits: MemoryLimits = LIMITS) -> list[Job]:
    """Return the jobs of forgetting that are due at this tick.

    Every 100 ticks (`Cadence.forgetting`) and at the first tick of a day, each person who remembers anything condenses;
    one more job then prunes all owners that exceed limits, places and the world included. At other ticks only people
    with a talk of sufficient age condense, and the pruning is due where an owner exceeds limits, or will exceed them.
    """
    tick, now, cadence = state.minds.tick, state.clock.minutes, Cadence.of(state)
    if tick is None:
        return []
    everything = Job(kind=JobKind.PRUNE, asked_at=now)
    if tick % cadence.forgetting == 0 or tick * cadence.tick % MINUTES_PER_DAY < cadence.tick:
        people = [npc.instance_id for npc in state.npcs.values() if npc.npc_memories]
        return [*(Job(kind=JobKind.CONDENSE, npc_id=npc_id, asked_at=now) for npc_id in people), everything]
    old = [npc_id for npc_id in state.npcs if has_old_talk(state, Scope.npc(npc_id))]
    crowds = (is_crowded(state, Scope.npc(npc_id), limits) for npc_id in state.npcs)
    found = [Job(kind=JobKind.CONDENSE, npc_id=npc_id, asked_at=now) for npc_id in old]
    return [*found, everything] if any(crowds) else found


@dataclass(frozen=True)
class DueBatch:
    """Memories to condense; ``plain`` is their text without a mind, ``asked`` what one is asked of those worth it."""

    batch: MemoryBatch
    plain: str
    cannot_wait: bool
    asked: CondenseRequest | None

    def is_plain(self, *, by_rule: bool) -> bool:
        """Whether no mind is asked: what is not worth it, and an era by rule, of which a mind is shown but a part."""
        return self.asked is None or (by_rule and self.batch.kind is BatchKind.ERA)


@dataclass(frozen=True)
class CondenseWork:
    """Condenses a person's memories. Only weighty batches are worth a mind, and a model is asked for the oldest of them
    alone: the others wait for the next time, or are summarized by rule if that would be too late."""

    limits: MemoryLimits = LIMITS

    def prepare(self, state: GameState, job: Job) -> tuple[DueBatch, ...] | None:
        """None where there is nothing to condense."""
        rules = Cadence.of(state).condensing
        late = min(rules.group_age + LATE, rules.talk_age)
        npc_id, latest = job.npc_id or "", state.clock.minutes - late
        scope, person = Scope.npc(npc_id), portrait(state, npc_id)
        stream, found = MemoryStream(state, scope), list[DueBatch]()
        for batch in due_batches(state, scope, self.limits):
            told = (entry for entry, _ in batch.most_important)
            asked = (
                CondenseRequest(person, as_recollections(stream, told, as_stored=True)) if batch.is_weighty else None
            )
            found.append(DueBatch(batch, heuristic_text(state, scope, batch), batch.since <= latest, asked))
        return tuple(found) or None

    async def think(self, mind: IMind, batches: tuple[DueBatch, ...]) -> tuple[str | None, ...]:
        """A text for each batch, None for one that waits. BadAnswer for a model's empty one."""
        by_rule = is_offline(mind)
        texts = [due.plain if due.is_plain(by_rule=by_rule) or due.cannot_wait else None for due in batches]
        asking = [
            (at, due, due.asked)
            for at, due in enumerate(batches)
            if due.asked is not None and not due.is_plain(by_rule=by_rule)
        ]
        for position, due, asked in asking if by_rule else asking[:1]:
            text = on_one_line(await mind.condense(asked))
            if not text and not by_rule:
                raise BadAnswer("it condensed the memories to nothing")
            told = due.batch.with_days(clipped(text, _LONGEST), language_of(asked.person)) if text else due.plain
            texts[position] = told
        return tuple(texts)

    def apply(
        self,
        state: GameState,
        job: Job,
        batches: tuple[DueBatch, ...],
        answer: Sequence[str | None],
        *,
        by_model: bool,
    ) -> None:
        """Make one memory of each batch whose memories are all still in use."""
        for due, text in zip(batches, answer, strict=True):
            if text is not None:
                condense(state, Scope.npc(job.npc_id or ""), due.batch, text, by_model=by_model and text != due.plain)


@dataclass(frozen=True)
class PruneWork:
    """Archives what exceeds the limits, of one person or all scopes; condenses places and the world. Asks no mind."""

    limits: MemoryLimits = LIMITS

    def prepare(self, state: GameState, job: Job) -> tuple[Scope, ...] | None:
        """The scopes to look at; None where there are no memories."""
        full = (s for s in state.scopes() if s.source is not MemorySource.NPC or is_crowded(state, s, self.limits))
        scopes = full if job.npc_id is None else [Scope.npc(job.npc_id)]
        return tuple(scope for scope in scopes if state.memories(scope)) or None

    async def think(self, mind: IMind, request: tuple[Scope, ...]) -> None:
        """There is nothing to think about."""

    def apply(self, state: GameState, job: Job, request: tuple[Scope, ...], answer: None, *, by_model: bool) -> None:  # noqa: ARG002  # the protocol gives them
        """Everything beyond the limits is archived."""
        for scope in request:
            if scope.source is MemorySource.NPC:
                prune(state, scope, self.limits)
            else:
                condense_and_prune(state, scope, self.limits)
