"""Every error has one status, and a problem says no more than its line."""

import inspect

import pytest
from fastapi.exceptions import RequestValidationError
from pydantic import TypeAdapter, ValidationError
from starlette.exceptions import HTTPException

from app import errors
from app.api.problems import STATUSES, problem_of, problem_response
from app.api.schemas.base import Fault

BETWEEN_SERVERS = errors.Moved
"""What clients are told of as a conflict."""
ERRORS = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, errors.TalekeeperError) and kind not in (errors.TalekeeperError, BETWEEN_SERVERS)
]


@pytest.mark.parametrize("kind", ERRORS)
def test_each_error_has_a_status_and_a_type(kind: type[errors.TalekeeperError]) -> None:
    problem = problem_of(kind("Something\nis so."))
    assert problem.status == STATUSES[kind]
    assert problem.detail == "Something is so."
    assert problem.type.startswith("urn:talekeeper:problem:")
    assert problem.type.removeprefix("urn:talekeeper:problem:").replace("-", "") == kind.__name__.lower()


def test_that_another_server_has_a_game_is_a_conflict_to_clients() -> None:
    assert problem_of(BETWEEN_SERVERS("It is elsewhere.")).type == problem_of(errors.Conflict("x")).type


def test_a_fault_says_nothing_of_itself() -> None:
    problem = problem_of(ValueError("secret"))
    assert (problem.status, "secret" in problem.model_dump_json()) == (500, False)


def test_a_request_that_is_not_valid_is_not_repeated() -> None:
    error = RequestValidationError([{"loc": ("body", "text"), "msg": "too long", "type": "x", "input": "secret"}])
    problem = problem_of(error)
    assert problem.errors == [Fault(loc=["body", "text"], msg="too long")]
    assert "secret" not in problem.model_dump_json()


def test_a_request_of_the_wrong_kind_is_refused_in_the_words_of_json() -> None:
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(tuple[dict[str, int], ...]).validate_python([[1]])
    problem = problem_of(RequestValidationError(refused.value.errors()))
    assert problem.detail == "The request is not valid: 0: Input should be a valid object."
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(tuple[int, ...]).validate_python(5)
    assert "valid list" in problem_of(RequestValidationError(refused.value.errors())).detail


def test_an_answer_carries_the_headers_of_its_error() -> None:
    found = problem_response(HTTPException(405, headers={"Allow": "GET"}))
    assert (found.status_code, found.headers["allow"]) == (405, "GET")
    assert found.headers["content-type"] == "application/problem+json"
