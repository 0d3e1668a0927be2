"""Stand-ins for minds."""

from collections.abc import Mapping

from app.interfaces.agents.mind import (
    BadAnswer,
    CondenseAsked,
    Conversation,
    ConverseAsked,
    DecideAsked,
    Decision,
    InterviewAsked,
    PlanAsked,
    PlannedItem,
    ReflectAsked,
    Reflection,
    ScoreAsked,
    SpeakAsked,
)


class StubMind:
    """Implements `IMind`: has no usable answer to anything; a test overrides what it needs."""

    model = "stub"

    async def score(self, asked: ScoreAsked) -> Mapping[str, float]:
        raise BadAnswer("no score")

    async def plan(self, asked: PlanAsked) -> tuple[PlannedItem, ...]:
        raise BadAnswer("no plan")

    async def reflect(self, asked: ReflectAsked) -> Reflection:
        raise BadAnswer("no reflection")

    async def decide(self, asked: DecideAsked) -> Decision:
        raise BadAnswer("no decision")

    async def converse(self, asked: ConverseAsked) -> Conversation:
        raise BadAnswer("no conversation")

    async def condense(self, asked: CondenseAsked) -> str:
        raise BadAnswer("no summary")

    async def speak(self, asked: SpeakAsked) -> str:
        raise BadAnswer("no words")

    async def interview(self, asked: InterviewAsked) -> Mapping[str, str | float]:
        raise BadAnswer("no answer")
