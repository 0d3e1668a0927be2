"""The port of the questions that an agent of genagents (Park et al. 2024) puts to a language model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from app.interfaces.agents.interview import Questions
from app.interfaces.agents.mind_views import DraftedLine, MemoryExcerpt

Answer_co = TypeVar("Answer_co", covariant=True)


@dataclass(frozen=True)
class AgentProfile:
    """An agent as its mind sees it.

    Args:
        name: Its full name; "" if unknown.
        scratch: What it knows of itself, by headings of its own.
        memories: Memories that bear on the question, oldest first, with the scores of retrieval.
    """

    name: str = ""
    scratch: Mapping[str, Any] = field(default_factory=dict)
    memories: tuple[MemoryExcerpt, ...] = ()


@dataclass(frozen=True)
class Reasoned(Generic[Answer_co]):
    """An answer of an agent.

    Args:
        answer: The answer: an option or a number.
        reasoning: The reasoning that led to it; "" for none.
    """

    answer: Answer_co
    reasoning: str = ""


class IGenAgentMind(Protocol):
    """The mind of an agent of genagents: it thinks from the values that it is given and nothing else. After a
    BadAnswer, or an answer that is refused like one, `GenAgent` asks again, three times in all."""

    async def rate(self, agent: AgentProfile, texts: Sequence[str]) -> Sequence[float]:
        """Rate how important memories are to an agent.

        Args:
            agent: The agent, without memories.
            texts: The memories to rate.

        Returns:
            For each text, in order, a number from 0 (mundane) to 100 (of the greatest importance). Another count of
            numbers, or one that is not finite, is refused like a BadAnswer.

        Raises:
            BadAnswer: The model's answer cannot be used.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def insights(self, agent: AgentProfile, anchor: str, count: int) -> Sequence[str]:
        """Draw insights from an agent's memories.

        Args:
            agent: The agent and the memories.
            anchor: What to think about.
            count: About how many insights, at least 1; further ones are left out.

        Returns:
            The insights, one sentence each, of at most 100,000 characters; blank ones are left out.

        Raises:
            BadAnswer: The model's answer cannot be used.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def interview(
        self, agent: AgentProfile, questions: Questions, context: str
    ) -> Mapping[str, Reasoned[str | float]]:
        """Answer questions as an agent would.

        Args:
            agent: The agent and the memories that bear on the questions.
            questions: The questions, with their options or ranges.
            context: The situation, in words; "" for none.

        Returns:
            By question the chosen option or the number, which `Questions.checked` accepts, with the reasoning. A
            missing or another one is refused like a BadAnswer.

        Raises:
            BadAnswer: An answer is missing, or is not among what its question offers.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def speak(self, agent: AgentProfile, dialogue: Sequence[DraftedLine], context: str) -> str:
        """Write an agent's next utterance.

        Args:
            agent: The agent and the memories that bear on the dialogue.
            dialogue: The dialogue so far, oldest line first.
            context: The situation, in words; "" for none.

        Returns:
            The words alone, without a name or quotation marks.

        Raises:
            BadAnswer: The model's answer cannot be used.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """
