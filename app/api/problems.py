"""Errors as problem details (RFC 9457): the one table from errors to statuses."""

import traceback
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from app import errors
from app.api.access.viewer import NotAllowed, NotSignedIn
from app.api.schemas.base import Model
from app.log import logger
from app.mcp.server import one_line
from app.settings import PROJECT

MEDIA_TYPE = "application/problem+json"


class TooManyRequests(errors.TalekeeperError):
    """The client asks too often or holds too many streams: wait, and ask again."""

    def __init__(self, told: str, seconds: int) -> None:
        super().__init__(told)
        self.seconds = seconds


STATUSES: dict[type[errors.TalekeeperError], HTTPStatus] = {
    errors.InvalidInput: HTTPStatus.BAD_REQUEST,
    NotSignedIn: HTTPStatus.UNAUTHORIZED,
    errors.BudgetExhausted: HTTPStatus.PAYMENT_REQUIRED,
    NotAllowed: HTTPStatus.FORBIDDEN,
    errors.NotFound: HTTPStatus.NOT_FOUND,
    errors.Conflict: HTTPStatus.CONFLICT,
    errors.NotPossible: HTTPStatus.CONFLICT,
    TooManyRequests: HTTPStatus.TOO_MANY_REQUESTS,
    errors.CorruptSave: HTTPStatus.INTERNAL_SERVER_ERROR,
    errors.ModelUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    errors.StorageFailed: HTTPStatus.INSUFFICIENT_STORAGE,
}
_MOST_ERRORS = 20
_APP = PROJECT / "app"


class FieldProblem(Model):
    loc: list[str | int]
    msg: str


class Problem(Model):
    """What went wrong, for programs (``type``) and for people (``detail``, one line)."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[FieldProblem] | None = None


def problem_of(error: Exception) -> Problem:
    """An error as a client sees it; of a fault only that there was one, which is logged with its place in the code."""
    if isinstance(error, errors.TalekeeperError):
        kind = next(kind for kind in (*type(error).__mro__, errors.Conflict) if kind in STATUSES)
        return _problem(kind.__name__, STATUSES[kind], one_line(str(error)) or "That did not work.")
    if isinstance(error, RequestValidationError):
        found = [FieldProblem(loc=list(each["loc"]), msg=one_line(each["msg"])) for each in error.errors()]
        detail = f"The request is not valid: {'.'.join(map(str, found[0].loc))}: {found[0].msg}."
        return _problem("InvalidRequest", HTTPStatus.UNPROCESSABLE_ENTITY, one_line(detail), found[:_MOST_ERRORS])
    if isinstance(error, HTTPException):
        status = HTTPStatus(error.status_code)
        return _problem(status.phrase.title().replace(" ", "").replace("-", ""), status, one_line(str(error.detail)))
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(_APP)]
    where = " < ".join(f"{Path(frame.filename).relative_to(_APP)}:{frame.lineno}" for frame in reversed(frames))
    logger.error("a fault of the program: {} in {}", type(error).__name__, where)
    detail = "Something broke inside Talekeeper; games are safe up to their last turn."
    return _problem("Fault", HTTPStatus.INTERNAL_SERVER_ERROR, detail)


def _problem(name: str, status: HTTPStatus, detail: str, found: Sequence[FieldProblem] | None = None) -> Problem:
    words = "".join(f" {sign}" if sign.isupper() else sign for sign in name).split()
    return Problem(
        type=f"urn:talekeeper:problem:{'-'.join(words).lower()}",
        title=" ".join(words).capitalize(),
        status=status,
        detail=detail,
        errors=list(found) if found is not None else None,
    )


def answer(error: Exception) -> JSONResponse:
    problem = problem_of(error)
    headers = dict(getattr(error, "headers", None) or {})
    if isinstance(error, NotSignedIn):
        headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, TooManyRequests):
        headers["Retry-After"] = str(error.seconds)
    content = problem.model_dump(mode="json", exclude_none=True)
    return JSONResponse(content, problem.status, headers, media_type=MEDIA_TYPE)


def add_handlers(app: FastAPI) -> None:
    async def handle(_request: Request, error: Exception) -> JSONResponse:
        return answer(error)

    for kind in (errors.TalekeeperError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, handle)


def problem_responses() -> dict[int | str, dict[str, Any]]:
    """What every operation may answer beside its own: for the OpenAPI document."""
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {"default": {"description": "A problem (RFC 9457).", "content": {MEDIA_TYPE: schema}}}
