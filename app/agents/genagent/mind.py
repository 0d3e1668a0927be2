"""An agent of genagents thought for by a language model: one call per question, the answer checked against what was
offered. Imported only where a model is configured: it loads pydantic-ai, about a second."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field
from pydantic_ai.models import Model

from app.agents.genagent import prompts
from app.agents.metered_model import ModelAdapter
from app.agents.mind.agent import answer_to, given_to, short_names
from app.agents.mind.forms import AnswersForm, Texts
from app.agents.mind.prompts import Question
from app.agents.mind.reading import ModelAnswer, offered, read, visible
from app.agents.mind.wording import plain
from app.agents.models import ask_model
from app.interfaces.agents.genagent_mind import AgentProfile, Reasoned
from app.interfaces.agents.interview import Questions
from app.interfaces.agents.mind import BadAnswer
from app.interfaces.agents.mind_views import DraftedLine
from app.language.checks.answer_form import bare_words

MOST_RATED = 60  # memories of one call
_MOST_REASONING, _MOST_INSIGHT, _MOST_SPOKEN = 2_000, 600, 4_000


class RatingOfHundred(ModelAnswer):
    id: str
    score: float = Field(ge=0, le=100)


class RatingsOfHundred(ModelAnswer):
    ratings: list[RatingOfHundred]


class InsightsForm(ModelAnswer):
    insights: Texts


class UtteranceForm(ModelAnswer):
    utterance: str


class GenAgentMind(ModelAdapter):
    """IGenAgentMind by any pydantic-ai model. An answer that cannot be used is BadAnswer at once, for the caller to ask
    again.

    Args:
        model: The model.
        name: Its name for records.
        tokens: The most tokens of a prompt, estimated.
    """

    def __init__(self, model: Model, *, name: str | None = None, tokens: int = prompts.TOKENS) -> None:
        super().__init__(model, name=name)
        self._tokens = tokens

    async def rate(self, agent: AgentProfile, texts: Sequence[str]) -> list[float]:
        """Rate every text from 0 to 100; BadAnswer if one is missing."""
        scores: dict[str, float] = {}
        for first in range(0, len(texts), MOST_RATED):
            names = {f"m{number}": text for number, text in enumerate(texts[first : first + MOST_RATED], first + 1)}
            answer = read(await self._ask(prompts.rating(agent, names, self._tokens)), RatingsOfHundred, "ratings")
            scores |= {offered(each.id, dict.fromkeys(names, ""), "a memory"): each.score for each in answer.ratings}
        if len(scores) < len(texts):
            raise BadAnswer(f"it rated {len(scores)} of {len(texts)} memories")
        return [scores[f"m{number}"] for number in range(1, len(texts) + 1)]

    async def insights(self, agent: AgentProfile, anchor: str, count: int) -> list[str]:
        """Draw insights, at most ``count``; BadAnswer for none."""
        answer = read(await self._ask(prompts.reflecting(agent, anchor, count, self._tokens)), InsightsForm, "insights")
        found = [text for insight in answer.insights if (text := plain(insight, _MOST_INSIGHT))]
        if not found:
            raise BadAnswer("it gave no insight")
        return found[:count]

    async def interview(
        self, agent: AgentProfile, questions: Questions, context: str
    ) -> dict[str, Reasoned[str | float]]:
        """Answer every question within what was offered."""
        if not (names := short_names(questions)):
            return {}
        asked = prompts.interviewing(agent, questions, names, context, self._tokens)
        given = read(await self._ask(asked), AnswersForm).by_name
        return {
            question: _reasoned(questions, question, given_to(name, question, given))
            for name, question in names.items()
        }

    async def speak(self, agent: AgentProfile, dialogue: Sequence[DraftedLine], context: str) -> str:
        """Write the agent's next words, in the form that was asked for or alone."""
        said = visible(await self._ask(prompts.speaking(agent, dialogue, context, self._tokens)))
        if '"utterance"' in said:
            said = read(said, UtteranceForm).utterance
        spoken = plain(bare_words(said.removeprefix(f"[{agent.name}]:"), agent.name), _MOST_SPOKEN)
        if not any(map(str.isalnum, spoken)) or spoken == "[Fill in]":
            raise BadAnswer("it said nothing")
        return spoken

    async def _ask(self, question: Question) -> str:
        return await ask_model(self._model, *question)


def _reasoned(questions: Questions, question: str, given: Any) -> Reasoned[str | float]:
    """Read an answer with its reasoning, or one that comes alone."""
    reasoning, answer = "", given
    if isinstance(given, Mapping):
        fields = {str(name).casefold(): value for name, value in given.items()}
        if (answer := fields.get("response")) is None:
            raise BadAnswer(f"it gave no response to: {question[:60]!r}")
        reasoning = plain(str(fields.get("reasoning") or ""), _MOST_REASONING)
    return Reasoned(answer_to(questions, question, answer), reasoning)
