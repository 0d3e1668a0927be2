"""Asking an agent of genagents: repeating a question whose answer cannot be used, and checking what comes."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypedDict, TypeVar

from app.errors import InvalidInput, ModelUnavailable
from app.interfaces.agents.genagent_mind import Reasoned
from app.interfaces.agents.interview import Questions
from app.interfaces.agents.mind import BadAnswer, DraftedLine

ATTEMPTS = 3  # of a model whose answer cannot be used

Answer = TypeVar("Answer", str, float)
Result = TypeVar("Result")


class Responses(TypedDict, Generic[Answer]):
    """The answers to an interview, as genagents returns them: two lists in the order of the questions.

    Attributes:
        responses: The chosen options, or the numbers: ``int`` unless fractions were asked for.
        reasonings: The reasoning behind each response; "" where the model gave none.
    """

    responses: list[Answer]
    reasonings: list[str]


async def usable_answer(think: Callable[[], Awaitable[Result]]) -> Result:
    """Return what a model thinks; ModelUnavailable after several answers that cannot be used."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return await think()
        except BadAnswer as error:
            if attempt == ATTEMPTS:
                raise ModelUnavailable(f"The model gave no usable answer in {ATTEMPTS} attempts: {error}.") from None
    raise AssertionError


def checked_answer(questions: Questions, question: str, given: Reasoned[str | float] | None) -> Reasoned[str | float]:
    """Check an answer against what its question offers. BadAnswer for another one, or none."""
    if given is None:
        raise BadAnswer(f"it left out {question[:60]!r}")
    return Reasoned(questions.checked(question, given.answer), given.reasoning)


def dialogue_lines(dialogue: Sequence[Sequence[str] | DraftedLine]) -> list[DraftedLine]:
    """Return the lines of a dialogue. InvalidInput for one that is none."""
    lines = []
    for row in dialogue:
        if not isinstance(row, DraftedLine):
            is_pair = isinstance(row, Sequence) and not isinstance(row, str) and len(row) == 2  # speaker and words
            if not is_pair or not all(isinstance(part, str) for part in row):
                raise InvalidInput("A line of a dialogue is the speaker's name and the words.")
            row = DraftedLine(*row)  # noqa: PLW2901
        lines.append(row)
    return lines
