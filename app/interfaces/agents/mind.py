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

    `ICognition` calls it for background work; `speak` and `interview` are called when the program that runs the game
    asks a person. The caller checks the answers: it refuses what a method says is refused, and leaves out what is said
    to be left out. If a method raises BadAnswer or ModelUnavailable, takes longer than its setting allows (such as
    ``mind_plan_timeout`` for `plan`; ``interview_timeout`` for `speak` and `interview`), or its answer is refused like
    a BadAnswer, the caller asks at most once more, and then asks the heuristic mind (rules, no model). After
    BudgetExhausted it asks the heuristic mind at once. For a request that is too long for one prompt, a method may
    raise BadAnswer without calling the model.

    Its members are the property `model` and the coroutine methods `score`, `plan`, `reflect`, `decide`, `converse`,
    `condense`, `speak` and `interview`. `build_mind` makes a mind with a language model. `Container` has one for all
    people; your own replaces it by ``container.mind.override(providers.Object(yours))`` (``providers`` of the package
    dependency_injector).
    """

    @property
    def model(self) -> str:
        """The name of the model; ``offline`` for a mind that calls no model and costs nothing."""

    async def score(self, request: ScoreRequest) -> Mapping[str, float]:
        """Rate the importance of memories.

        Args:
            request: The person and the memories.

        Returns:
            The rating of each memory: id to a number from 1 to 10. A lower number counts as 1, a higher one as 10. A
            memory without a number is rated by rules; an answer of a model with no number at all is refused like a
            BadAnswer. {} for no memories.

        Raises:
            BadAnswer: The model's answer cannot be used.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def plan(self, request: PlanRequest) -> tuple[PlannedItem, ...]:
        """Plan a person's day, or the rest of it after a surprise.

        Args:
            request: The person, the time, and what the person knows.

        Returns:
            The items in order of time. For a whole day (`PlanRequest.is_of_whole_day`) 5 to 8 items at different times:
            fewer than 5 usable items of a model are refused like a BadAnswer, and of more than 8 the most important 8
            are used. For the rest of a day (a later request without ``surprise``) 1 to 8 items; with none the person
            has no plan until the next day. After a surprise up to 8 items; none if it changes nothing. The caller
            leaves out times that have passed and ids of unknown people, and takes an unknown place as None.

        Raises:
            BadAnswer: The model's answer cannot be used.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def reflect(self, request: ReflectRequest) -> Reflection:
        """Draw a person's conclusions from its latest memories.

        Args:
            request: The person, the memories and the earlier conclusions. If it `is_minimal`, only the heuristic mind
                is asked.

        Returns:
            1 to 5 conclusions, each with ids of ``request.all_memories`` as evidence. Other ids are removed from the
            evidence, and conclusions without evidence are removed then; if no conclusion is left, the answer is refused
            like a BadAnswer.

        Raises:
            BadAnswer: The model's answer cannot be used, or there is nothing to reflect on.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def decide(self, request: DecideRequest) -> Decision:
        """Choose what a person does now.

        Args:
            request: The person, the situation and the possible actions.

        Returns:
            The id of one of ``request.actions``, and a reason. If a model returns another id, the answer is refused
            like a BadAnswer.

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
            1 to ``request.most_lines`` lines, and how the relationships change. The caller leaves out further lines. If
            a third person speaks, or a speaker names a person or place of the game that they cannot know of, the caller
            treats the answer of a model like a BadAnswer.

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
            One or two sentences; only the first 600 characters are used. A blank answer of a model is refused like a
            BadAnswer.

        Raises:
            BadAnswer: The model's answer cannot be used, or there is nothing to condense.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def speak(self, request: SpeakRequest) -> str:
        """Write a person's next utterance.

        Args:
            request: The person, the dialogue so far, and related memories.

        Returns:
            The words alone, without a name or quotation marks; only the first 4,000 characters are used. A blank answer
            is refused like a BadAnswer. The caller checks the words of a model: if they name something that the person
            cannot know of, it goes on as if BadAnswer had been raised.

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
            The answer to each question: question to the chosen option or the number, which `InterviewRequest.checked`
            accepts. A missing or wrong answer is refused like a BadAnswer. {} for no questions.

        Raises:
            BadAnswer: An answer is missing, or is not one that its question allows; a question has no options; or a
                range holds no number that may be answered.
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """
