"""What a server says when something does not work."""

from typing import TypeVar, cast

from talekeeper_client.models import ChatErrorOut, ChatProblemOut, ProblemDetails

T = TypeVar("T")


class ProblemError(Exception):
    """The server has answered with a problem; docs/how-to/use-the-api.md lists the types.

    Attributes:
        problem: What it says; of the chat completions an error in the form of OpenAI's.
        type: The end of the problem's type, such as ``not-found``.
    """

    def __init__(self, problem: ProblemDetails | ChatErrorOut) -> None:
        if isinstance(problem, ChatErrorOut):
            said, kind = problem.message, str(problem.code or problem.type_).replace("_", "-")
        else:
            said, kind = problem.detail, problem.type_.rpartition(":")[2]
        super().__init__(said)
        self.problem = problem
        self.type = kind


def done(answer: T | ProblemDetails | ChatProblemOut | None) -> T:
    """Return the answer of an operation.

    Raises:
        ProblemError: It is a problem.
    """
    if isinstance(answer, ProblemDetails):
        raise ProblemError(answer)
    if isinstance(answer, ChatProblemOut):
        raise ProblemError(answer.error)
    return cast(T, answer)  # None of an operation whose answer has no content
