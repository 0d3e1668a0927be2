"""The port of people's minds, with its requests and answers: plain values; a mind holds no game."""

from collections.abc import Mapping
from typing import Protocol

from app.interfaces.agents.mind_answers import (
    BadAnswer,
    Conversation,
    ConversationLine,
    Decision,
    Insight,
    PlannedItem,
    Reflection,
    RelationshipChange,
)
from app.interfaces.agents.mind_requests import (
    INTERVIEW_TOKENS,
    LEAST_ITEMS,
    MOST_ITEMS,
    CondenseRequest,
    ConverseRequest,
    DecideRequest,
    InterviewRequest,
    PlanRequest,
    ReflectRequest,
    ScoreRequest,
    SpeakRequest,
)
from app.interfaces.agents.mind_views import (
    ActionKind,
    DraftedLine,
    KnownPerson,
    KnownPlace,
    MatterKind,
    MemoryExcerpt,
    Occasion,
    Portrait,
    PossibleAction,
    TalkReason,
)

__all__ = [
    "INTERVIEW_TOKENS",
    "LEAST_ITEMS",
    "MOST_ITEMS",
    "ActionKind",
    "BadAnswer",
    "CondenseRequest",
    "Conversation",
    "ConversationLine",
    "ConverseRequest",
    "DecideRequest",
    "Decision",
    "DraftedLine",
    "IMind",
    "Insight",
    "InterviewRequest",
    "KnownPerson",
    "KnownPlace",
    "MatterKind",
    "MemoryExcerpt",
    "Occasion",
    "PlanRequest",
    "PlannedItem",
    "Portrait",
    "PossibleAction",
    "ReflectRequest",
    "Reflection",
    "RelationshipChange",
    "ScoreRequest",
    "SpeakRequest",
    "TalkReason",
]


class IMind(Protocol):
    """The mind of people: it plans, concludes, decides and talks for them, from the values of a request and nothing
    else.

    The caller checks ids and ranges of answers. Where a model raises, or its answer is refused like a BadAnswer, the
    caller asks it a second time at most, then the heuristic mind (rules, no model). A request that is too long for one
    prompt may raise BadAnswer without a call of the model.
    """

    @property
    def model(self) -> str:
        """The name of the model; ``offline`` calls no model and costs nothing."""

    async def score(self, request: ScoreRequest) -> Mapping[str, float]:
        """Rate the importance of memories.

        Args:
            request: The person and the memories.

        Returns:
            By memory id a number from 1 to 10; one below or above counts as 1 or 10. A memory without a number is rated
            by rules; a model's answer without any is refused like a BadAnswer. {} for no memories.

        Raises:
            BadAnswer: The model's answer cannot be used.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def plan(self, request: PlanRequest) -> tuple[PlannedItem, ...]:
        """Plan a person's day, or the rest of it after a surprise.

        Args:
            request: The person, the time, and what it knows.

        Returns:
            The items in order of time: 5 to 8 at different times for a whole day (`PlanRequest.is_of_whole_day`), at
            least one for the rest of a day; after a surprise up to 8, none if it changes nothing. A model's whole day
            of fewer than 5 usable items is refused like a BadAnswer; of more than 8 the most important 8 are used.

        Raises:
            BadAnswer: The model's answer cannot be used.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def reflect(self, request: ReflectRequest) -> Reflection:
        """Draw a person's conclusions from its latest memories.

        Args:
            request: The person, its memories and what it has concluded before. One that `is_minimal` goes to the
                heuristic mind alone.

        Returns:
            1 to 5 conclusions, each with evidence among ``request.all_memories``. Other ids are removed from the
            evidence, and so are conclusions that have none left; an answer without any is refused like a BadAnswer.

        Raises:
            BadAnswer: The model's answer cannot be used, or there is nothing to reflect on.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def decide(self, request: DecideRequest) -> Decision:
        """Choose what a person does now.

        Args:
            request: The person, its situation and the possible actions.

        Returns:
            The id of one of ``request.actions``, and a reason; another id of a model is refused like a BadAnswer.

        Raises:
            BadAnswer: The model's answer cannot be used, or there is no action to choose.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def converse(self, request: ConverseRequest) -> Conversation:
        """Write a short conversation between two people.

        Args:
            request: The two people, their memories of each other and their reasons to talk.

        Returns:
            1 to ``request.most_lines`` lines, of which further ones are left out, and how the relationships change. A
            model's line of a third person, or one that names what its speaker cannot know of, is refused like a
            BadAnswer.

        Raises:
            BadAnswer: The model's answer cannot be used.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def condense(self, request: CondenseRequest) -> str:
        """Condense memories into one.

        Args:
            request: The person and the memories.

        Returns:
            One or two sentences, not blank; of more than 600 characters the first are used.

        Raises:
            BadAnswer: The model's answer cannot be used, or there is nothing to condense.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def speak(self, request: SpeakRequest) -> str:
        """Write a person's next utterance.

        Args:
            request: The person, the dialogue so far, and what it remembers.

        Returns:
            The words alone, without a name or quotation marks, not blank; of more than 4,000 characters the first are
            used. A model's words that name what the person cannot know of are refused like a BadAnswer.

        Raises:
            BadAnswer: The model's answer cannot be used.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def interview(self, request: InterviewRequest) -> Mapping[str, str | float]:
        """Answer the questions of an interview as a person would.

        Args:
            request: The person and the questions, with their options or ranges.

        Returns:
            By question of the request the chosen option or the number, which `InterviewRequest.checked` accepts; {} for
            no questions.

        Raises:
            BadAnswer: An answer is missing or is not among what its question offers; or a question has no options, or a
                range that holds no number that may be answered.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """
