"""Stand-ins for the jobs that a language model can do."""

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.models.instances.npc_instance import NPCInstance
from app.models.memory import Scope
from app.models.messages.message import Message
from app.models.related import Related
from app.models.state.game_state import GameState

Answer = str | Exception | asyncio.Event
"""A summary, an error to raise, or an event to wait for before the usual summary comes."""

USUAL_SUMMARY = "They talked for a while, and it was remembered."
"""Acceptable for any messages: it names nobody and holds no number."""


@dataclass(frozen=True)
class Asked:
    """One call of the summarizer: for which scope, about which messages."""

    scope: str
    messages: tuple[Message, ...]
    event_kind: str = ""
    related: Related = field(default_factory=dict)

    @property
    def indexes(self) -> list[int]:
        return [message.index for message in self.messages]


class FakeSummarizer:
    """Implements `ISummarizer`: answers from a queue, then always the usual summary; ``asked`` is its history.

    ``by_scope`` holds a queue for each scope key (``npc/mara``) that is to be answered apart from the others.
    """

    def __init__(self, *answers: Answer, by_scope: Mapping[str, Sequence[Answer]] | None = None) -> None:
        self.asked: list[Asked] = []
        self.answered = 0
        self._answers = deque(answers)
        self._by_scope = {key: deque(queue) for key, queue in (by_scope or {}).items()}

    def asked_for(self, scope: str) -> list[Asked]:
        """The calls for one scope, in order."""
        return [asked for asked in self.asked if asked.scope == scope]

    async def summarize_location_session(
        self, game_state: GameState, location_id: str, messages: Sequence[Message]
    ) -> str:
        return await self._answer(Asked(Scope.location(location_id).key, tuple(messages)))

    async def summarize_npc_interactions(
        self, game_state: GameState, npc: NPCInstance, messages: Sequence[Message]
    ) -> str:
        return await self._answer(Asked(Scope.npc(npc.instance_id).key, tuple(messages)))

    async def summarize_world_update(
        self, game_state: GameState, event_kind: str, messages: Sequence[Message], related: Related
    ) -> str:
        return await self._answer(Asked(Scope.world().key, tuple(messages), event_kind, dict(related)))

    async def _answer(self, asked: Asked) -> str:
        self.asked.append(asked)
        queue = self._by_scope.get(asked.scope, self._answers)
        answer = queue.popleft() if queue else USUAL_SUMMARY
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, asyncio.Event):
            await answer.wait()
            answer = USUAL_SUMMARY
        self.answered += 1
        return answer
