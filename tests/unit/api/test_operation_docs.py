"""The problems that each operation documents are those that its route can answer."""

import re
from typing import Any

import pytest

from app.api.application import OPERATIONS
from app.api.context import needed_role
from app.api.problems import STATUSES
from docs.rendering.http import document

BY_THE_FRAMEWORK = {413, 415, 422}
NO_GAMES = {"list_commands", "inspect_import", "list_scenarios", "get_scenario", "check_scenario", "metrics"}
"""Operations that neither open nor list games; all others can be refused by the disk or the database."""
NOT_OPENED = {"release_game", "export_game", "list_tokens", "revoke_token", "restore_game", "erase_game"}
"""Operations on a game that read or change files of it without opening it."""
CURSOR = "the cursor is not one of this list"
KEY = "the idempotency key was used for another request"
IN_USE = "another program has the game open, or the server shuts down"
NOT_REACHED = "409 another server has the game open and does not answer"
"""The problem of an operation that only its route to the server of the game can refuse."""
ROUTES = {route.name: route for _, route in OPERATIONS}


@pytest.fixture(scope="module")
def operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    return {
        operation["operationId"]: (method.upper(), path, operation)
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    }


def problems_of(operation: dict[str, Any]) -> str:
    _, _, problems = " ".join(operation["description"].split()).partition("Problems: ")
    return str(problems)


def statuses_in(problems: str) -> list[int]:
    return [int(status) for status in re.findall(r"(?:^|; |: |, )(\d{3})\b", problems)]


@pytest.mark.parametrize("name", [name for name, route in ROUTES.items() if needed_role(route.dependant)])
def test_an_operation_documents_the_problems_of_its_route(
    operations: dict[str, tuple[str, str, dict[str, Any]]], name: str
) -> None:
    _, path, operation = operations[name]
    problems, role = problems_of(operation), needed_role(ROUTES[name].dependant)
    parameters = {parameter["name"] for parameter in operation.get("parameters", ())}
    body = "requestBody" in operation
    as_json = operation["requestBody"]["content"].get("application/json") if body else None
    is_model = as_json is not None and "$ref" in as_json["schema"]
    expected = {401, 403, 429, 500}
    expected |= {413} if body else set()
    expected |= {415} if as_json is not None else set()
    expected |= {422} if parameters or is_model else set()
    listed = statuses_in(problems)
    assert expected <= set(listed) <= {*STATUSES.values(), *BY_THE_FRAMEWORK}
    assert len(listed) == len(set(listed))
    assert ("507 data could not be read or written" in problems) is (name not in NO_GAMES)
    assert role is not None
    assert f"403 the token's role is below `{role.value}`" in problems
    assert (CURSOR in problems) is ("cursor" in parameters)
    assert (KEY in problems) is ("Idempotency-Key" in parameters)
    if "{game_id}" in path and name not in NOT_OPENED:
        assert IN_USE in problems
    if path.startswith("/v1/games/{game_id}") and name in NOT_OPENED:
        assert NOT_REACHED in problems


def test_a_list_documents_its_pages(operations: dict[str, tuple[str, str, dict[str, Any]]]) -> None:
    paged = 0
    for _, _, operation in operations.values():
        parameters = {parameter["name"]: parameter["schema"] for parameter in operation.get("parameters", ())}
        if "cursor" in parameters:
            paged += 1
            limit = parameters["limit"]
            described = " ".join(operation["description"].split())
            entries = (
                f"at most `limit` entries, {limit['minimum']} to {limit['maximum']} and by default {limit['default']};"
            )
            assert f"A page has {entries} `cursor` is the `next_cursor` of the page before," in described
    assert paged > 10
