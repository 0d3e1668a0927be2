"""Thinking for people without a model: rules, and chance that depends only on the request."""

from collections.abc import Mapping

from app.agents.mind.answering import answer_questions
from app.agents.mind.conclusions import Conclusions
from app.agents.mind.condensing import condensed_text
from app.agents.mind.day import plan_day
from app.agents.mind.deciding import choose_action
from app.agents.mind.speech import Speaking
from app.agents.mind.talk import conversation
from app.interfaces.agents import mind as port
from app.memory.entries.scoring import heuristic_importance
from app.models.memory import MemoryKind
from app.models.messages.payload import utterances_in

ROUTINE = 2.0


class HeuristicMind:
    """IMind by rule, a function of the request. Raises BadAnswer only where there is nothing to reflect on, to condense
    or to choose from."""

    model = "offline"

    async def score(self, request: port.ScoreRequest) -> Mapping[str, float]:
        """By the heuristic of `app.memory.entries.scoring`, on the text alone; small talk is routine."""
        stock = {
            memory.id for memory in request.memories if any(said.is_stock for said in utterances_in(memory.payload))
        }
        return {
            memory.id: ROUTINE if memory.id in stock else heuristic_importance(MemoryKind.OBSERVATION, memory.text)
            for memory in request.memories
        }

    async def plan(self, request: port.PlanRequest) -> tuple[port.PlannedItem, ...]:
        return plan_day(request)

    async def reflect(self, request: port.ReflectRequest) -> port.Reflection:
        return Conclusions(request).reflection()

    async def decide(self, request: port.DecideRequest) -> port.Decision:
        return choose_action(request)

    async def converse(self, request: port.ConverseRequest) -> port.Conversation:
        return conversation(request)

    async def condense(self, request: port.CondenseRequest) -> str:
        return condensed_text(request)

    async def speak(self, request: port.SpeakRequest) -> str:
        return Speaking(request).next_words()

    async def interview(self, request: port.InterviewRequest) -> Mapping[str, str | float]:
        return answer_questions(request)
