"""Problem details (RFC 9457): the one table from errors to HTTP statuses."""

import re
import traceback
from http import HTTPStatus
from pathlib import Path
from typing import Any

from anyio import BrokenResourceError, ClosedResourceError
from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from app import errors
from app.api.access import NotAllowed, NotSignedIn
from app.api.chat_errors import chat_problem, is_chat_path
from app.api.conditions import PreconditionFailed
from app.api.schemas.base import Fault, ProblemDetails
from app.language.rendering.plain_reasons import in_words
from app.log import logger
from app.mcp.server import one_line
from app.models.base import plain_reason
from app.scenarios.scenario_check import ScenarioBroken
from app.settings import PROJECT

MEDIA_TYPE = "application/problem+json"
MISDIRECTED = 421
"""The status with which a server answers another server about a game that it does not hold."""
_MOST_ERRORS = 20
_APP = PROJECT / "app"


class TooManyRequests(errors.TalekeeperError):
    """The client exceeds its rate or its number of streams; wait and try again."""

    def __init__(self, why: errors.Reason, seconds: int) -> None:
        super().__init__(why)
        self.headers = {"Retry-After": str(seconds)}


CLIENT_GONE_ERRORS = (ClientDisconnect, BrokenResourceError, ClosedResourceError)
"""Errors raised by reading from or writing to a client that has disconnected."""
STATUSES: dict[type[errors.TalekeeperError], int] = {
    errors.InvalidInput: 400,
    NotSignedIn: 401,
    errors.BudgetExhausted: 402,
    NotAllowed: 403,
    errors.NotFound: 404,
    errors.Conflict: 409,
    errors.NotPossible: 409,
    PreconditionFailed: 412,
    TooManyRequests: 429,
    errors.CorruptSave: 500,
    errors.OtherFormat: 500,
    errors.ModelUnavailable: 503,
    errors.EmbedderUnavailable: 503,
    errors.StorageFailed: 507,
}


def problem_of(error: Exception) -> ProblemDetails:
    """Return an error as the problem that a client sees. A defect of the program is logged with its place in the code,
    and the client learns only that there was one."""
    title, status = "Fault", 500
    found: list[Fault] | None = None
    detail = "An internal error; games are saved up to their last turn."
    if isinstance(error, errors.TalekeeperError):
        known = next(kind for kind in type(error).__mro__ if kind in STATUSES)
        title, status = re.sub(r"\B(?=[A-Z])", " ", known.__name__), STATUSES[known]
        detail = in_words(error) or "That did not work."
        if isinstance(error, ScenarioBroken):
            found = [Fault(loc=[each.where], msg=one_line(each.what)) for each in error.problems[:_MOST_ERRORS]]
    elif isinstance(error, RequestValidationError) and isinstance(error.body, bytes):  # the body was not parsed
        title, status, detail = "Unsupported media type", 415, "The body must be JSON, and Content-Type must say so."
    elif isinstance(error, RequestValidationError):
        faults = error.errors()[:_MOST_ERRORS]
        found = [Fault(loc=[*each["loc"]], msg=one_line(plain_reason(each))) for each in faults]
        where = ".".join(map(str, found[0].loc))
        title, status, detail = "Invalid request", 422, f"The request is not valid: {where}: {found[0].msg}."
    elif isinstance(error, HTTPException):
        title, status, detail = HTTPStatus(error.status_code).phrase, error.status_code, str(error.detail)
    else:
        logger.error("internal error: {} in {}", type(error).__name__, _place(error))
    title, kind = title.capitalize(), f"urn:talekeeper:problem:{title.lower().replace(' ', '-')}"
    return ProblemDetails(type=kind, title=title, status=status, detail=one_line(detail), errors=found)


def cause_of(error: Exception) -> Exception:
    """Return the cause of a stream's failure, whose errors come in groups: the first that is more than a disconnected
    client."""
    causes = [error]
    while groups := [each for each in causes if isinstance(each, ExceptionGroup)]:
        causes = [inner for each in causes for inner in (each.exceptions if each in groups else [each])]
    return next((each for each in causes if not isinstance(each, CLIENT_GONE_ERRORS)), causes[0])


def _place(error: Exception) -> str:
    """Return where in the code an error was raised, innermost first; a traceback would show paths of the machine."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(_APP)]
    return " < ".join(f"{Path(frame.filename).relative_to(_APP)}:{frame.lineno}" for frame in reversed(frames))


def problem_response(error: Exception, status: int | None = None, *, path: str = "") -> JSONResponse:
    """Return the response for an error.

    Args:
        error: The error.
        status: The status in place of the table's; None for that.
        path: The path of the request: those of OpenAI's API have errors of another form.
    """
    problem = problem_of(error)
    if is_chat_path(path):
        told, answered = chat_problem(error, problem)
        return JSONResponse(told.model_dump(mode="json"), status or answered, getattr(error, "headers", None))
    content = problem.model_dump(mode="json", exclude_none=True) | ({"status": status} if status else {})
    return JSONResponse(content, status or problem.status, getattr(error, "headers", None), media_type=MEDIA_TYPE)


async def problem_of_request(request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, errors.Moved) and request.scope.get("routed"):
        raise error  # the routing middleware asks another server
    return problem_response(error, path=request.url.path)


HANDLERS: dict[Any, Any] = dict.fromkeys(
    (errors.TalekeeperError, RequestValidationError, HTTPException), problem_of_request
)
RESPONSES: dict[int | str, dict[str, Any]] = {
    "default": {
        "description": "A problem (RFC 9457).",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}},
    }
}
"""The responses that every operation may return besides its own, for the OpenAPI document."""
