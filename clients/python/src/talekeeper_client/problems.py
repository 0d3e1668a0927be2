"""What a server says when something does not work."""

from typing import TypeVar, cast

from talekeeper_client.models import ProblemDetails

T = TypeVar("T")


class ProblemError(Exception):
    """The server has answered with a problem; docs/how-to/use-the-api.md lists the types.

    Attributes:
        problem: What it says.
        type: The end of the problem's type, such as ``not-found``.
    """

    def __init__(self, problem: ProblemDetails) -> None:
        super().__init__(problem.detail)
        self.problem = problem
        self.type = problem.type_.rpartition(":")[2]


def done(answer: T | ProblemDetails | None) -> T:
    """Return the answer of an operation.

    Raises:
        ProblemError: It is a problem.
    """
    if isinstance(answer, ProblemDetails):
        raise ProblemError(answer)
    return cast(T, answer)  # None of an operation whose answer has no content
