"""Fakes of the jobs that a language model can do."""

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from app.errors import TalekeeperError
from app.interfaces.agents import mind
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.models.command import Command
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import Related, Scope
from app.models.messages.message import Message
from app.models.state.game_state import GameState

Answer = str | Exception | asyncio.Event  # a summary, an error to raise, what to wait for before the usual summary
USUAL_SUMMARY = "They talked for a while, and it was remembered."
"""Acceptable for any messages: it names nobody and holds no number."""


@dataclass(frozen=True)
class SummarizerCall:
    """One call of the summarizer: for which scope, about which messages."""

    scope: str
    messages: tuple[Message, ...]
    event_kind: str = ""
    related: Related = field(default_factory=dict)

    @property
    def indexes(self) -> list[int]:
        return [message.index for message in self.messages]


class FakeSummarizer:
    """Implements `ISummarizer`: answers from a queue, then always the usual summary; ``history`` is what it was asked.
    ``by_scope`` holds a queue for each scope key (``npc/mara``) that is to be answered apart from the others."""

    def __init__(self, *answers: Answer, by_scope: Mapping[str, Sequence[Answer]] | None = None) -> None:
        self.history: list[SummarizerCall] = []
        self.answered = 0
        self._answers = deque(answers)
        self._by_scope = {key: deque(queue) for key, queue in (by_scope or {}).items()}

    def enqueue(self, *answers: Answer, scope: str | None = None) -> None:
        """Answer so next, after what is queued already; with a scope's key, that scope alone."""
        queue = self._answers if scope is None else self._by_scope.setdefault(scope, deque())
        queue.extend(answers)

    def asked_for(self, scope: str) -> list[SummarizerCall]:
        return [asked for asked in self.history if asked.scope == scope]

    async def summarize_location_session(
        self, game_state: GameState, location_id: str, messages: Sequence[Message]
    ) -> str:
        return await self._answer(SummarizerCall(Scope.location(location_id).key, tuple(messages)))

    async def summarize_npc_interactions(
        self, game_state: GameState, npc: NPCInstance, messages: Sequence[Message]
    ) -> str:
        return await self._answer(SummarizerCall(Scope.npc(npc.instance_id).key, tuple(messages)))

    async def summarize_world_update(
        self, game_state: GameState, event_kind: str, messages: Sequence[Message], related: Related
    ) -> str:
        return await self._answer(SummarizerCall(Scope.world().key, tuple(messages), event_kind, dict(related)))

    async def _answer(self, asked: SummarizerCall) -> str:
        self.history.append(asked)
        queue = self._by_scope.get(asked.scope, self._answers)
        answer = queue.popleft() if queue else USUAL_SUMMARY
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, asyncio.Event):
            await answer.wait()
            answer = USUAL_SUMMARY
        self.answered += 1
        return answer


class FakeNarrator:
    """Implements `INarrator`: tells narrations or raises errors from a queue; ``heard`` is what players typed. Carries
    out ``commands`` at these words of a player. Shows ``pieces`` first, and waits for ``go_on`` if there is one."""

    model = "fake"
    mode = "fake"
    tools_tokens = 0

    def __init__(
        self,
        *answers: Narration | TalekeeperError,
        commands: Mapping[str, Sequence[Command]] | None = None,
        pieces: Iterable[str] = (),
    ) -> None:
        self.heard: list[str] = []
        self.shown = asyncio.Event()
        self.go_on: asyncio.Event | None = None
        self._answers = deque(answers)
        self._commands = commands or {}
        self._pieces = tuple(pieces)

    def enqueue(self, *answers: Narration | TalekeeperError) -> None:
        """Answer so next, after what is queued already."""
        self._answers.extend(answers)

    async def narrate(self, context: NarrationContext) -> Narration:
        self.heard.append(context.text)
        for command in self._commands.get(context.text, ()):
            await context.execute(command)
        for piece in self._pieces:
            context.show(piece)
        self.shown.set()
        if self.go_on is not None:
            await self.go_on.wait()
        answer = self._answers.popleft() if self._answers else Narration.of("Nothing happens.")
        if isinstance(answer, TalekeeperError):
            raise answer
        return answer


class FakeMind:
    """Implements `IMind`: has no usable answer to anything, so that the heuristic answers; override what you need."""

    model = "fake"

    async def score(self, asked: mind.ScoreRequest) -> Mapping[str, float]:
        raise mind.BadAnswer("no score")

    async def plan(self, asked: mind.PlanRequest) -> tuple[mind.PlannedItem, ...]:
        raise mind.BadAnswer("no plan")

    async def reflect(self, asked: mind.ReflectRequest) -> mind.Reflection:
        raise mind.BadAnswer("no reflection")

    async def decide(self, asked: mind.DecideRequest) -> mind.Decision:
        raise mind.BadAnswer("no decision")

    async def converse(self, asked: mind.ConverseRequest) -> mind.Conversation:
        raise mind.BadAnswer("no conversation")

    async def condense(self, asked: mind.CondenseRequest) -> str:
        raise mind.BadAnswer("no summary")

    async def speak(self, asked: mind.SpeakRequest) -> str:
        raise mind.BadAnswer("no words")

    async def interview(self, asked: mind.InterviewRequest) -> Mapping[str, str | float]:
        raise mind.BadAnswer("no answer")
