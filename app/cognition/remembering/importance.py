"""How important memories are to a person: which of them wait for a rating, and rating them in batches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from app.cognition.portrait import portrait
from app.cognition.queue import OFFLINE
from app.cognition.remembering.recalling import with_importance
from app.interfaces.agents.mind import BadAnswer, IMind, ScoreRequest
from app.memory.stream.importance import composed_importance_of
from app.memory.stream.markers import is_inactive
from app.memory.stream.standing import EntryFollower
from app.memory.stream.stream import MemoryStream
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryEntry, Scope
from app.models.state.game_state import GameState
from app.models.state.minds import Job

BATCH = 20  # memories that are rated at a time, of those that came without an importance
ENOUGH_WAIT, WAIT_AT_MOST = 5, 360  # rating is due once so many memories wait, or one for so many game minutes


class Unrated(EntryFollower):
    """The memories of one person that wait for a rating, in order."""

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        super().__init__(scope, entries)
        self._waiting: list[MemoryEntry] = []

    def take_in(self, entry: MemoryEntry) -> None:
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
    timeout = 10.0

    def prepare(self, state: GameState, job: Job) -> ScoreRequest | None:
        """None where nothing waits any more."""
        npc_id = job.npc_id or ""
        waiting = _unrated(state, npc_id)[:BATCH]
        memories = with_importance(state, npc_id, ((entry, None) for entry in waiting))
        return ScoreRequest(portrait(state, npc_id), memories) if memories else None

    async def think(self, mind: IMind, request: ScoreRequest) -> Mapping[str, float]:
        """BadAnswer where a model rated none of the memories."""
        ratings = await mind.score(request)
        wanted = {memory.id for memory in request.memories}
        usable = {key: min(10.0, max(1.0, ratings[key])) for key in wanted & ratings.keys() if isfinite(ratings[key])}
        if mind.model != OFFLINE and not usable:
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
