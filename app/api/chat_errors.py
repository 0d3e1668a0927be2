"""Errors in the form of OpenAI's, for the paths of its API."""

from app.api.schemas.base import ProblemDetails
from app.api.schemas.chat import ChatErrorOut, ChatProblemOut
from app.errors import InvalidInput, NotPossible
from app.services.chat.requests import ChatModelUnknown

PREFIX = "/openai/v1"
CHAT_PATH = f"{PREFIX}/chat/completions"
_CODES = {401: "invalid_api_key", 402: "insufficient_quota", 429: "rate_limit_exceeded"}
_MODELS = "A model is a game's id, or scenario: and a scenario's id, as the list of models has them."
_TYPES = {402: "insufficient_quota", 429: "requests"}


class Unsupported(InvalidInput):
    """A field asks for what no game does.

    Attributes:
        param: The field.
    """

    def __init__(self, param: str, message: str) -> None:
        super().__init__(message)
        self.param = param


def is_chat_path(path: str) -> bool:
    return path.startswith(f"{PREFIX}/")


def chat_problem(error: Exception, problem: ProblemDetails) -> tuple[ChatProblemOut, int]:
    """Return an error and its status as OpenAI's servers would answer: what a request has done wrong is 400, so that no
    client sends it again.

    Args:
        error: The error.
        problem: The same as the other paths answer it.
    """
    status = 400 if problem.status == 422 or isinstance(error, NotPossible) else problem.status
    kind = problem.type.rpartition(":")[2].replace("-", "_")
    param = error.param if isinstance(error, Unsupported) else None
    if problem.errors:
        param = ".".join(str(part) for part in problem.errors[0].loc if part != "body") or None
    code = _CODES.get(status, kind)
    if isinstance(error, Unsupported):
        code = "unsupported_value"
    elif isinstance(error, ChatModelUnknown):
        code = "model_not_found"
    usual = "server_error" if status >= 500 else "invalid_request_error"
    message = f"{problem.detail} {_MODELS}" if isinstance(error, ChatModelUnknown) else problem.detail
    told = ChatErrorOut(message=message, type=_TYPES.get(status, usual), param=param, code=code)
    return ChatProblemOut(error=told), status
