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
        name: The agent's full name; "" if unknown.
        scratch: What the agent knows of itself: heading to text or JSON value. Agents have headings of their own.
        memories: Memories related to the question, oldest first, with the scores of retrieval.
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
    """The mind of an agent of genagents. It knows only the values that it is given. `GenAgent` calls it, and checks its
    answers. After a BadAnswer, or an answer that is refused like one, it asks again; after the third it raises
    ModelUnavailable. Any other error of a method reaches the caller of `GenAgent`, and nothing is stored.

    Its coroutine methods are `rate`, `insights`, `interview` and `speak`. `build_genagent_mind` makes one with a
    language model; give it, or your own, to `GenAgent` as the argument ``mind``.
    """

    async def rate(self, agent: AgentProfile, texts: Sequence[str]) -> Sequence[float]:
        """Rate how important memories are to an agent.

        Args:
            agent: The agent, without memories.
            texts: The memories to rate, at least one.

        Returns:
            A number for each text, in the same order, from 0 (mundane) to 100 (of the greatest importance); a number
            outside counts as the nearer of these. The caller treats a wrong count of numbers, or a number that is not
            finite, like a BadAnswer.

        Raises:
            BadAnswer: The model's answer cannot be used.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def insights(self, agent: AgentProfile, anchor: str, count: int) -> Sequence[str]:
        """Draw insights from an agent's memories.

        Args:
            agent: The agent and the memories, at least one.
            anchor: The topic to think about, as a text.
            count: How many insights are wanted, at least 1. Fewer are accepted, also none; further ones are left out.

        Returns:
            The insights, one sentence each; blank ones are left out. `GenAgent` raises InvalidInput for one of more
            than 100,000 characters.

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
            agent: The agent and the memories related to the questions.
            questions: The questions, with their options or ranges; at least one.
            context: A description of the situation, at most 4,000 characters; "" for none.

        Returns:
            The answer to each question: question to the chosen option or the number, which `Questions.checked` accepts,
            with the reasoning. A missing or wrong answer is refused like a BadAnswer.

        Raises:
            BadAnswer: An answer is missing, or is not one that its question allows.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def speak(self, agent: AgentProfile, dialogue: Sequence[DraftedLine], context: str) -> str:
        """Write an agent's next utterance.

        Args:
            agent: The agent and the memories related to the dialogue.
            dialogue: The dialogue so far, oldest line first; may be empty.
            context: A description of the situation, at most 4,000 characters; "" for none.

        Returns:
            The words alone, without a name or quotation marks. `GenAgent` returns them unchecked.

        Raises:
            BadAnswer: The model's answer cannot be used.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """
