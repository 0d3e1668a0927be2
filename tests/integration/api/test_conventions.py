"""What holds for every operation: states that edits name, addresses of what is made, rates, and unknown parameters."""

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from docs.rendering.http import document
from tests.integration.api.asking import ADMIN, Api, new_api
from tests.worlds import small_sheet

PLAYERS = "players/player/sheet"


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Api:
    return new_api(tmp_path_factory.mktemp("saves"), scenarios=tmp_path_factory.mktemp("scenarios"))


def scenario(title: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(small_sheet().model_copy(update={"title": title}).model_dump_json())
    return found


EDITS: list[tuple[str, str, Callable[[int], dict[str, Any]]]] = [
    ("", "PATCH", lambda n: {"title": f"Evening {n}"}),
    ("/narration", "PUT", lambda n: {"style": f"manner {n}"}),
    ("/model", "PUT", lambda n: {"teller": ["server", "offline"][n % 2]}),
    (f"/{PLAYERS}", "PUT", lambda n: {"home": f"house {n}"}),
    ("/scenario", "PUT", lambda n: scenario(f"A town, {n}")),
    ("/memories/mara-001", "PATCH", lambda n: {"pinned": n % 2 == 1}),
]
"""What can be edited, how, and an edit of each number that changes it."""


@pytest.mark.parametrize(("path", "method", "edit"), EDITS, ids=[path or "game" for path, _, _ in EDITS])
async def test_an_edit_that_names_a_state_is_made_in_that_state_only(
    api: Api, path: str, method: str, edit: Callable[[int], dict[str, Any]]
) -> None:
    whole = f"/v1/games/{api.begin()}{path}"
    async with api.client(ADMIN) as client:
        read = await client.get(whole)
        tag = read.headers["ETag"]
        assert (await client.get(whole)).headers["ETag"] == tag
        known = await client.get(whole, headers={"If-None-Match": f'"other", {tag}'})
        assert (known.status_code, known.content, known.headers["ETag"]) == (304, b"", tag)
        done = await client.request(method, whole, json=edit(1), headers={"If-Match": f'"other", {tag}'})
        assert done.status_code == 200, done.text
        after = await client.get(whole, headers={"If-None-Match": tag})
        assert (after.status_code, after.headers["ETag"]) != (200, tag)
        late = await client.request(method, whole, json=edit(2), headers={"If-Match": tag})
        assert (late.status_code, late.json()["type"]) == (412, "urn:talekeeper:problem:precondition-failed")
        assert (await client.get(whole)).json() == after.json()
        for header in ({"If-Match": "*"}, {}):
            assert (await client.request(method, whole, json=edit(2), headers=header)).status_code == 200


@pytest.mark.parametrize("path", ["", "/narration", "/model"])
async def test_an_answer_of_the_same_form_has_the_state_that_the_edit_made(api: Api, path: str) -> None:
    _, method, edit = next(each for each in EDITS if each[0] == path)
    whole = f"/v1/games/{api.begin()}{path}"
    async with api.client(ADMIN) as client:
        done = await client.request(method, whole, json=edit(1))
        assert done.headers["ETag"] == (await client.get(whole)).headers["ETag"]


async def test_of_edits_made_for_one_state_at_the_same_time_one_is_made(api: Api) -> None:
    whole = f"/v1/games/{api.begin()}/narration"
    async with api.client(ADMIN) as client:
        tag = (await client.get(whole)).headers["ETag"]
        edits = [client.put(whole, json={"style": f"manner {n}"}, headers={"If-Match": tag}) for n in range(5)]
        statuses = sorted(answer.status_code for answer in await asyncio.gather(*edits))
    assert statuses == [200, 412, 412, 412, 412]


async def test_an_edit_that_is_sent_twice_is_no_conflict_with_itself(api: Api) -> None:
    whole = f"/v1/games/{api.begin()}/narration"
    async with api.client(ADMIN) as client:
        headers = {"If-Match": (await client.get(whole)).headers["ETag"], "Idempotency-Key": "once"}
        answers = [await client.put(whole, json={"tense": "past"}, headers=headers) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()


async def test_a_weak_tag_names_no_state_to_edit(api: Api) -> None:
    whole = f"/v1/games/{api.begin()}/narration"
    async with api.client(ADMIN) as client:
        tag = f"W/{(await client.get(whole)).headers['ETag']}"
        assert (await client.get(whole, headers={"If-None-Match": tag})).status_code == 304
        assert (await client.put(whole, json={}, headers={"If-Match": tag})).status_code == 412


async def test_what_is_made_has_an_address(api: Api) -> None:
    game = f"/v1/games/{api.begin()}"
    async with api.client(ADMIN) as client:
        exported = (await client.get(f"{game}/export")).json()
        chat = '{"user_name": "Ines", "character_name": "Mara"}\n{"name": "Mara", "is_user": false, "mes": "Good day."}'
        for path, body in (
            ("/v1/games", {"scenario": "tide-bell"}),
            ("/v1/games/import", exported),
            ("/v1/imports", {"text": chat}),
            ("/v1/scenarios", scenario("A town") | {"id": "my-town"}),
            (f"{game}/branches", {}),
            (f"{game}/players", {"name": "Zoe"}),
            (f"{game}/notes", {"text": "The tide is out."}),
            (f"{game}/memories", {"of": "mara", "text": "It rains."}),
        ):
            made = await client.post(path, json=body)
            assert made.status_code == 201, made.text
            found = await client.get(made.headers["Location"])
            assert (path, found.status_code) == (path, 200)
        token = await client.post(f"{game}/tokens", json={"role": "viewer"})
        assert (await client.delete(token.headers["Location"])).status_code == 204


def test_the_document_promises_an_address_and_a_state_where_there_is_one() -> None:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            for status, response in operation["responses"].items():
                assert ("Location" in response.get("headers", {})) is (status == "201"), (method, path)
            headers = {each["name"] for each in operation.get("parameters", ())}
            if "If-Match" in headers:
                assert "ETag" in methods["get"]["responses"]["200"]["headers"], path


async def test_an_answer_says_how_many_requests_are_left(tmp_path: Path) -> None:
    api = new_api(tmp_path, api_requests_per_minute=2)
    async with api.client(ADMIN) as client:
        answers = [await client.get("/v1/games") for _ in range(3)]
        assert "RateLimit" not in (await client.get("/v1/health")).headers
        assert "RateLimit" not in (await client.get("/")).headers
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert {answer.headers["RateLimit-Policy"] for answer in answers} == {'"requests";q=2;w=60'}
    left, seconds = zip(*(answer.headers["RateLimit"].split(";")[1:] for answer in answers), strict=True)
    assert left == ("r=1", "r=0", "r=0")
    assert f"t={answers[-1].headers['Retry-After']}" == seconds[-1]


@pytest.mark.parametrize("path", ["/v1/games", "/v1/scenarios/tide-bell", "/v1/health", "/metrics"])
async def test_a_parameter_that_an_operation_does_not_have_is_refused_by_name(api: Api, path: str) -> None:
    async with api.client(ADMIN) as client:
        assert (await client.get(path)).status_code == 200
        refused = await client.get(path, params={"limt": "5"})
    assert refused.status_code == 422
    assert [fault["loc"] for fault in refused.json()["errors"]] == [["query", "limt"]]
    assert "limt: no parameter of this operation" in refused.json()["detail"]


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("/v1/gamez", "/docs"),
        ("/v1/chat/completions", "/openai/v1"),
        ("/openai/v1/embeddings", "models and chat/completions"),
    ],
)
async def test_an_unknown_path_says_where_to_look(api: Api, path: str, hint: str) -> None:
    async with api.client(ADMIN) as client:
        answer = await client.get(path)
    problem = answer.json()
    assert answer.status_code == 404
    assert hint in (problem["error"]["message"] if "error" in problem else problem["detail"])


async def test_a_method_that_a_path_does_not_take_names_those_that_it_takes(api: Api) -> None:
    async with api.client(ADMIN) as client:
        answer = await client.patch("/v1/scenarios")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, POST")
    assert answer.json()["detail"] == "This path does not take PATCH; it takes GET, POST."


async def test_ids_of_games_have_one_form(api: Api) -> None:
    """However a game was made, its id is that of its scenario, and digits. A key makes one game."""
    async with api.client(ADMIN) as client:
        first = (await client.post("/v1/games", json={"scenario": "tide-bell"})).json()["id"]
        exported = (await client.get(f"/v1/games/{first}/export")).json()
        ids = [first]
        for key in (None, "a-key"):
            headers = {} if key is None else {"Idempotency-Key": key}
            for path, body in ((f"/v1/games/{first}/branches", {}), ("/v1/games/import", exported)):
                ids.append((await client.post(path, json=body, headers=headers)).json()["id"])
        headers = {"Idempotency-Key": "another-key"}
        begun = [await client.post("/v1/games", json={"scenario": "tide-bell"}, headers=headers) for _ in range(2)]
        other = await client.post("/v1/games", json={"scenario": "last-boat"}, headers=headers)
    assert begun[0].json()["id"] == begun[1].json()["id"]
    ids.append(begun[0].json()["id"])
    assert len({*ids}) == len(ids)
    assert [each for each in ids if not re.fullmatch(r"tide-bell-[0-9a-f]{8,20}", each)] == []
    assert (other.status_code, other.json()["type"]) == (409, "urn:talekeeper:problem:conflict")
