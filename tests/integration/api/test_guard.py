"""What stands before every route: names, origins, sizes, rates, headers, metrics."""

import json
from pathlib import Path
from threading import Thread, current_thread
from typing import Any
from unittest.mock import Mock

import httpx2
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from pydantic import ValidationError

from app.api.schemas.turns import STREAM_EVENTS, TRIAL_EVENTS
from app.settings import Settings
from tests.integration.api.asking import ADMIN, Api, new_api, served

_JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Api:
    return new_api(tmp_path_factory.mktemp("saves"), api_requests_per_minute=100_000)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "127.0.0.1:8000"}, 200),
        ({"Host": "[::1]:8000"}, 200),
        ({"Host": "localhost"}, 200),
        ({"Host": "evil.example"}, 403),
        ({"Host": "["}, 403),
        ({"Host": "localhost", "Origin": "http://localhost"}, 200),
        ({"Host": "localhost", "Origin": "http://evil.example"}, 403),
        ({"Host": "localhost", "Origin": "null"}, 403),
        ({"Host": "localhost", "Origin": "http://["}, 403),
    ],
)
async def test_only_its_own_pages_may_ask_a_server_on_loopback(api: Api, headers: dict[str, str], status: int) -> None:
    async with api.client(ADMIN, **headers) as client:
        assert (await client.get("/v1/games")).status_code == status


async def test_every_answer_says_what_a_browser_may_not_do_with_it(api: Api) -> None:
    async with api.client(ADMIN) as client:
        answers = [await client.get(path) for path in ("/v1/games", "/v1/nothing", "/v1/openapi.json", "/metrics")]
    for answer in answers:
        assert answer.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert "access-control-allow-origin" not in answer.headers


async def test_a_body_that_is_too_large_is_refused(api: Api) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        answer = await client.post(f"/v1/games/{game_id}/turns", json={"text": "a" * 1_000_001})
        larger = await client.post("/v1/games/import", content=b" " * 2_000_000, headers=_JSON)
    assert (answer.status_code, answer.json()["status"]) == (413, 413)
    assert larger.status_code == 400


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])
@pytest.mark.parametrize("path", ["games/{game_id}/turns", "games/import", "imports", "scenarios", "scenarios/check"])
async def test_a_body_that_is_not_told_to_be_json_is_refused_as_such(api: Api, path: str, kind: str) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        headers = {"Content-Type": kind} if kind else {}
        answer = await client.post(f"/v1/{path}".format(game_id=game_id), content=b'{"text": "look"}', headers=headers)
    assert (answer.status_code, answer.json()["type"]) == (415, "urn:talekeeper:problem:unsupported-media-type")
    assert "JSON" in answer.json()["detail"]


@pytest.mark.parametrize("kind", ["application/json", "Application/JSON; charset=utf-8", "application/ld+json"])
@pytest.mark.parametrize("path", ["games/{game_id}/turns", "scenarios/check"])
async def test_every_name_of_json_is_known(api: Api, path: str, kind: str) -> None:
    game_id = api.begin()
    async with api.client(ADMIN, **{"Content-Type": kind}) as client:
        answer = await client.post(f"/v1/{path}".format(game_id=game_id), content=b'{"text": "look"}')
    assert answer.status_code == 200


async def test_a_large_body_is_read_in_a_thread(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    reading: list[Thread] = []

    def loads(data: bytes) -> Any:
        reading.append(current_thread())
        return json.loads(data)

    monkeypatch.setattr("app.api.bodies.json", Mock(loads=loads))
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        answer = await client.post(f"/v1/games/{game_id}/turns", json={"text": "É " * 5_000})
        assert answer.status_code == 200
        broken = await client.post(f"/v1/games/{game_id}/turns", content=b"[" * 200_000, headers=_JSON)
        assert 400 <= broken.status_code < 500
    assert len(reading) == 2
    assert current_thread() not in reading


@pytest.mark.parametrize(
    "body", [{f"k{number}": 1 for number in range(80_000)}, {"text": [[]] * 100_000}, {"commands": [{"a": 1}] * 50_000}]
)
async def test_a_body_of_more_values_than_any_request_has_is_refused_unchecked(api: Api, body: dict[str, Any]) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        answers = [await client.post(f"/v1/games/{game_id}/{path}", json=body) for path in ("turns", "commands")]
    assert [answer.status_code for answer in answers] == [413, 413]
    assert all("5,000" in answer.json()["detail"] for answer in answers)


@pytest.mark.parametrize(
    ("method", "path", "methods"),
    [
        ("PUT", "/v1/games/a-game", "DELETE, GET, PATCH"),
        ("PUT", "/v1/games/import", "DELETE, GET, PATCH, POST"),
        ("DELETE", "/v1/games/a-game/turns", "GET, POST"),
        ("POST", "/v1/health", "GET"),
        ("POST", "/metrics", "GET"),
        ("GET", "/mcp/a-game/narrator", "POST"),
    ],
)
async def test_what_a_path_does_not_do_is_answered_with_all_that_it_does(
    api: Api, method: str, path: str, methods: str
) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        answer = await client.request(method, path.replace("a-game", game_id))
    assert (answer.status_code, answer.headers["allow"]) == (405, methods)
    assert answer.json()["type"] == "urn:talekeeper:problem:method-not-allowed"


async def test_who_asks_too_often_is_told_when_to_come_back(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves", api_requests_per_minute=3)
    game_id = api.begin()
    async with api.client(api.token(game_id, "viewer")) as one, api.client(api.token(game_id, "viewer")) as other:
        statuses = [(await one.get(f"/v1/games/{game_id}")).status_code for _ in range(4)]
        refused = await one.get(f"/v1/games/{game_id}")
        assert statuses == [200, 200, 200, 429]
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        assert (await other.get(f"/v1/games/{game_id}")).status_code == 200


async def test_who_asks_too_often_does_not_make_the_server_look_unready_to_a_proxy_at_the_same_address(
    tmp_path: Path,
) -> None:
    api = new_api(tmp_path / "saves", api_requests_per_minute=3)
    async with api.client() as client:
        assert [(await client.get("/v1/games")).status_code for _ in range(4)] == [401, 401, 401, 429]
        assert [(await client.get(path)).status_code for path in ("/v1/ready", "/v1/health")] == [200, 200]


async def test_requests_that_fail_to_sign_in_take_nothing_from_those_that_do(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves", api_requests_per_minute=3)
    game_id = api.begin()
    path = f"/v1/games/{game_id}"
    async with api.client("wrong") as guessing, api.client(ADMIN) as admin, api.client() as nobody:
        assert [(await guessing.get(path)).status_code for _ in range(5)] == [401, 401, 401, 429, 429]
        assert (await nobody.get(path)).status_code == 429
        assert [(await admin.get(path)).status_code for _ in range(4)] == [200, 200, 200, 429]
        async with api.client(api.token(game_id, "viewer")) as viewer:
            assert (await viewer.get(path)).status_code == 200


@pytest.mark.parametrize("tokens_required", [True, False])
async def test_files_of_the_page_are_not_counted(tmp_path: Path, *, tokens_required: bool) -> None:
    api = new_api(tmp_path / "saves", tokens_required=tokens_required, api_requests_per_minute=3)
    async with api.client() as client:
        for path in ("/", "/script/main.js", "/style/base.css", "/data/finished-game.json") * 2:
            assert (await client.get(path)).status_code in (200, 404), path
        counted = [(await client.get(path)).status_code for path in ("/v1/games", "/script", "/scripts/main.js", "/x")]
        assert [status == 429 for status in counted] == [False, False, False, True]


_ELSEWHERE = {"Sec-Fetch-Site": "cross-site"}


async def test_what_another_sites_page_asks_is_refused_and_not_counted(tmp_path: Path) -> None:
    """As an image does, whose request has no Origin."""
    api = new_api(tmp_path / "saves", tokens_required=False, api_requests_per_minute=3)
    async with api.client(**_ELSEWHERE) as other, api.client(**{"Sec-Fetch-Site": "same-origin"}) as own:
        assert [(await other.get("/v1/games")).status_code for _ in range(5)] == [403] * 5
        foreign = {"Origin": "http://evil.example"}
        assert [(await own.get("/v1/games", headers=foreign)).status_code for _ in range(5)] == [403] * 5
        assert [(await own.get("/v1/games")).status_code for _ in range(4)] == [200, 200, 200, 429]


@pytest.mark.parametrize(
    ("method", "path", "mode", "status"),
    [
        ("GET", "/", "navigate", 200),
        ("GET", "/script/main.js", "no-cors", 403),
        ("GET", "/v1/games", "navigate", 403),
        ("GET", "/v1/ready", "no-cors", 403),
        ("POST", "/v1/games", "navigate", 403),
    ],
)
async def test_a_link_on_another_site_leads_to_the_page_and_to_nothing_else(
    api: Api, method: str, path: str, mode: str, status: int
) -> None:
    async with api.client(**_ELSEWHERE, **{"Sec-Fetch-Mode": mode}) as client:
        assert (await client.request(method, path)).status_code == status


async def test_metrics_name_routes_and_no_games(api: Api) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        await client.get(f"/v1/games/{game_id}")
        text = (await client.get("/metrics")).text
    assert 'route="/games/{game_id}"' in text
    assert "talekeeper_games_in_memory" in text
    assert game_id not in text


@pytest.mark.parametrize("token", ["", ".", "a.b", "../../etc.x", "x" * 5000, "é.ü", "no-dot"])
async def test_made_up_tokens_open_nothing(api: Api, token: str) -> None:
    transport = httpx2.ASGITransport(app=api.app)
    headers = [(b"authorization", b"Bearer " + token.encode())]
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as client:
        assert (await client.get("/v1/games", headers=headers)).status_code == 401


async def test_the_document_says_what_streams_tell(api: Api) -> None:
    """Each event with the model of its data, which is among the document's."""
    document = api.app.openapi()
    for method, path, names in (
        ("post", "/v1/games/{game_id}/turns", {"text", "command", "event", "turn", "problem"}),
        ("get", "/v1/games/{game_id}/events", STREAM_EVENTS.keys() - {"problem", *TRIAL_EVENTS}),
    ):
        content = document["paths"][path][method]["responses"]["200"]["content"]["text/event-stream"]
        told = {
            each["properties"]["event"]["const"]: each["properties"]["data"]
            for each in content["x-item-schema"]["oneOf"]
        }
        assert told.keys() == names
        for name, data in told.items():
            model = data["contentSchema"]["$ref"].rpartition("/")[2]
            assert model == STREAM_EVENTS[name].__name__
            schema = document["components"]["schemas"][model]
            assert name == "event" or schema["properties"].keys() == STREAM_EVENTS[name].model_fields.keys()
    assert document["components"]["schemas"]["StreamEvents"]["properties"].keys() == STREAM_EVENTS.keys()


def test_schemas_have_plain_names_and_what_has_a_type_is_typed(api: Api) -> None:
    """Objects of any content are files of other programs, and what a scenario keeps of them."""
    schemas = api.app.openapi()["components"]["schemas"]
    assert [name for name in schemas if not name.isalnum() or name.endswith("OutOut")] == []
    assert {"GamePage", "TurnPage", "AnyCommand", "Condition", "Effect"} <= schemas.keys()
    untyped = {
        f"{name}.{field}"
        for name, schema in schemas.items()
        for field, value in schema.get("properties", {}).items()
        for each in (value, *value.get("anyOf", ()), *([value["items"]] if "items" in value else ()))
        if each.get("additionalProperties") is True or not each
    }
    assert untyped == {
        *(
            "ChatCompletionIn.response_format",
            "CommandInfo.json_schema",
            "LoreSheet.extensions",
            "NPCSheet.extensions",
            "NewImport.cards",
        ),
        *(f"ImportedAgent.{name}" for name in ("meta", "scratch", "state")),
        "ImportedMemory.metadata",
    }


def test_the_members_of_a_union_are_told_apart_by_a_field_that_is_required(api: Api) -> None:
    schemas = api.app.openapi()["components"]["schemas"]
    for name in ("AnyCommand", "Condition", "Effect", "EventOut"):
        for reference in schemas[name]["discriminator"]["mapping"].values():
            assert "kind" in schemas[reference.rpartition("/")[2]]["required"]


def test_whose_memories_are_meant_is_described_wherever_it_is_asked(api: Api) -> None:
    for path, methods in api.app.openapi()["paths"].items():
        for operation in methods.values():
            given = [each for each in operation.get("parameters", ()) if each["in"] == "query" and each["name"] == "of"]
            assert all("description" in each for each in given), path


async def test_the_document_is_openapi_and_names_the_form_of_problems(api: Api) -> None:
    async with api.client() as client:
        document = (await client.get("/v1/openapi.json")).json()
    assert document["openapi"].startswith("3.1.")  # generators of clients read no newer one
    assert [error.message for error in OpenAPIV31SpecValidator.schema_validator.iter_errors(document)] == []
    assert document["servers"] == [{"url": "/"}]
    problem = document["components"]["schemas"]["ProblemDetails"]
    assert problem["properties"].keys() >= {"type", "title", "status", "detail"}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert "default" in operation["responses"], (method, path)


@pytest.mark.long
def test_the_document_holds_what_the_schema_of_openapi_cannot_say(api: Api) -> None:
    """Such as that its parameters are those of its paths, and that each default fits its schema."""
    document = json.loads(json.dumps(api.app.openapi()))
    assert [error.message for error in OpenAPIV31SpecValidator(document).iter_errors()] == []


async def test_a_server_answers_without_the_document_which_a_thread_builds_when_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    building: list[Thread] = []

    def built() -> dict[str, str]:
        building.append(current_thread())
        return {"openapi": "3.1.1"}

    api = new_api(tmp_path)
    monkeypatch.setattr(api.app, "openapi", built)
    async with served(api) as server, server.client(ADMIN) as client:
        assert (await client.get("/v1/games")).status_code == 200
        assert building == []
        assert (await client.get("/v1/openapi.json")).json() == {"openapi": "3.1.1"}
    assert current_thread() not in building
    assert len(building) == 1


def test_all_applications_of_a_process_share_the_document(api: Api, tmp_path: Path) -> None:
    assert new_api(tmp_path).app.openapi() is api.app.openapi()


OTHER, EVIL = "https://tales.example", "https://evil.example"


@pytest.fixture(scope="module")
def open_api(tmp_path_factory: pytest.TempPathFactory) -> Api:
    origins = f"{OTHER}, http://localhost:3000 tauri://localhost"
    return new_api(tmp_path_factory.mktemp("saves"), api_origins=origins, api_requests_per_minute=4)


def asked_by(origin: str, **more: str) -> dict[str, str]:
    return {"Origin": origin, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors", **more}


@pytest.mark.parametrize("origin", [OTHER, "http://localhost:3000", "tauri://localhost"])
async def test_pages_of_named_origins_may_ask(open_api: Api, origin: str) -> None:
    game_id = open_api.begin()
    wanted = {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type,idempotency-key,last-event-id",
    }
    async with open_api.client(**asked_by(origin, **wanted)) as browser:
        asked = await browser.options(f"/v1/games/{game_id}/turns")
    assert (asked.status_code, asked.headers["access-control-allow-origin"]) == (200, origin)
    assert "POST" in asked.headers["access-control-allow-methods"]
    assert "access-control-allow-credentials" not in asked.headers
    token = open_api.token(game_id, "player")
    async with open_api.client(token, **asked_by(origin)) as browser:
        answers = [await browser.post(f"/v1/games/{game_id}/turns", json={"text": "look"}) for _ in range(5)]
        streamed = await browser.get(f"/v1/games/{game_id}/nothing")
    assert [answer.status_code for answer in answers] == [200] * 4 + [429]
    for answer in (*answers, streamed):
        assert answer.headers["access-control-allow-origin"] == origin
        assert answer.headers["vary"] == "Origin"
    assert "Retry-After" in answers[-1].headers["access-control-expose-headers"]


@pytest.mark.parametrize("origin", [EVIL, "https://tales.example.evil.example", "http://tales.example", "null"])
async def test_pages_of_other_origins_may_not(open_api: Api, origin: str) -> None:
    wanted = {"Access-Control-Request-Method": "GET"}
    async with open_api.client(ADMIN, **asked_by(origin)) as browser:
        asked, answered = await browser.options("/v1/games", headers=wanted), await browser.get("/v1/games")
    assert (asked.status_code, answered.status_code) == (400, 403)
    assert not any("access-control-allow-origin" in answer.headers for answer in (asked, answered))


async def test_no_origin_is_named_by_default(api: Api) -> None:
    async with api.client(ADMIN, **asked_by(OTHER)) as browser:
        answers = [await browser.options("/v1/games", headers={"Access-Control-Request-Method": "GET"})]
        answers.append(await browser.get("/v1/games"))
    assert [answer.status_code for answer in answers] == [403, 403]
    assert not any("access-control-allow-origin" in answer.headers for answer in answers)


@pytest.mark.parametrize("given", ["*", "tales.example", "https://tales.example/page", "null", "https://"])
def test_what_is_no_origin_is_said(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALEKEEPER_API_ORIGINS", given)
    with pytest.raises(ValidationError, match="api_origins"):
        Settings()


def test_an_origin_is_written_as_browsers_write_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALEKEEPER_API_ORIGINS", "https://Tales.Example/")
    assert Settings().api_origins == ("https://tales.example",)
