"""How a game's model writes, which models a server offers, and a trial, over the API; and where a key is not."""

import json
import logging
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from pydantic_ai import models

from app.container import close_models, game_settings
from app.interfaces.game_models import GameModel
from app.log import logger
from app.settings import Settings
from tests.integration.api.asking import ADMIN, Api, Stream, events_of, new_api, served
from tests.integration.wire.acting_models import model
from tests.integration.wire.server import FakeServer, hangs, says
from tests.waiting import until

pytestmark = pytest.mark.long

KEY = "sk-a-key-that-is-nowhere"


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return new_api(tmp_path / "saves")


class _Listing(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.server.keys.append(self.headers.get("Authorization"))  # type: ignore[attr-defined]
        is_list = self.path == "/v1/models"
        body = json.dumps({"object": "list", "data": [{"id": "qwen3:8b"}, {"id": "llama3.1:8b"}]}).encode()
        self.send_response(200 if is_list else 404)
        self.end_headers()
        self.wfile.write(body if is_list else b"{}")

    def log_message(self, *_: object) -> None:
        """Stay silent."""


@pytest.fixture
def listing() -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Listing)
    server.keys = []  # type: ignore[attr-defined]
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


async def test_the_models_of_a_server_are_listed_with_the_key_that_is_tried(
    api: Api, listing: ThreadingHTTPServer
) -> None:
    game_id = api.begin("Mara")
    path = f"/v1/games/{game_id}/model/names"
    url = f"http://127.0.0.1:{listing.server_port}"
    async with api.client(ADMIN) as client:
        found = await client.post(path, json={"base_url": f"{url}/v1", "api_key": KEY})
        wrong = await client.post(path, json={"base_url": f"{url}/v2"})
        nowhere = await client.post(path, json={})
        unreachable = await client.post(path, json={"base_url": "http://127.0.0.1:9/v1", "api_key": KEY})
    async with api.client(api.token(game_id, "master")) as client:
        reserved = await client.post(path, json={"base_url": f"{url}/v1"})
    assert found.json() == {"names": ["llama3.1:8b", "qwen3:8b"]}
    assert listing.keys == [f"Bearer {KEY}", None]  # type: ignore[attr-defined]
    assert (wrong.status_code, nowhere.status_code, reserved.status_code) == (503, 400, 403)
    assert unreachable.status_code == 503
    assert KEY not in unreachable.text


async def test_how_a_model_writes_is_chosen_for_a_game_and_reaches_the_model(api: Api) -> None:
    server = FakeServer(*[says("The tide goes out without a word.")] * 20)
    game_id = api.begin("Mara")
    path = f"/v1/games/{game_id}"
    body = {"teller": "own", "model": "fake", "base_url": server.url, "temperature": 0.5, "top_p": 0.9}
    with models.override_allow_model_requests(True):
        async with api.client(ADMIN) as client:
            chosen = await client.put(
                f"{path}/model", json=body | {"answer_tokens": 300, "prompt_budget": 4000, "strictness": "strict"}
            )
            tried = (await client.post(f"{path}/model/try", json={})).json()
            turn = (await client.post(f"{path}/turns", json={"text": "say It is cold today, Élan."})).json()["turn"]
            prompt = (await client.get(f"{path}/turns/{turn}/prompt")).json()
            bad = await client.put(f"{path}/model", json={"temperature": 3})
            kept = (await client.get(f"{path}/model")).json()
        await close_models(api.container)
    server.stop()
    assert chosen.status_code == 200, chosen.text
    assert tried["answered"], tried["said"]
    assert bad.status_code == 422
    assert (kept["temperature"], kept["answer_tokens"], kept["strictness"]) == (0.5, 300, "strict")
    assert kept["of_server"]["answer_tokens"] == 2000
    assert prompt["budget"] == 4000
    told = next(each for each in server.requests if each.get("stream"))
    assert (told["temperature"], told["top_p"]) == (0.5, 0.9)
    assert 300 in (told.get("max_completion_tokens"), told.get("max_tokens"))


def test_what_a_game_leaves_open_is_as_the_settings_say() -> None:
    settings = Settings(model="openai-chat:any", temperature=0.2, strictness="strict")
    found = game_settings(settings, GameModel(teller="server", top_p=0.5))
    assert (found.temperature, found.top_p, found.strictness) == (0.2, 0.5, "strict")


async def test_a_trial_reports_what_a_model_is_fit_for(api: Api) -> None:
    server = FakeServer()
    server.steps = model()
    game_id = api.begin("Mara")
    body = {"teller": "own", "model": "fake", "base_url": server.url, "api_key": KEY}
    with models.override_allow_model_requests(True):
        async with api.client(ADMIN) as client:
            answer = await client.post(f"/v1/games/{game_id}/model/trial", json=body)
            kept = (await client.get(f"/v1/games/{game_id}/model")).json()
    server.stop()
    report = answer.json()
    assert answer.status_code == 200, answer.text
    assert (report["suits"], len(report["situations"]), report["slowness"]) == ("tools", 10, "")
    assert all(each["obeyed"] for each in report["situations"])
    assert (kept["teller"], kept["has_key"]) == ("server", False)


@pytest.fixture
def fake() -> Iterator[FakeServer]:
    found = FakeServer()
    with models.override_allow_model_requests(True):
        yield found
    found.stop()


async def test_a_trial_tells_which_situation_runs_and_each_result_as_it_comes(api: Api, fake: FakeServer) -> None:
    fake.steps = model()
    game_id = api.begin("Mara")
    body = {"teller": "own", "model": "fake", "base_url": fake.url, "api_key": KEY}
    async with api.client(ADMIN, Accept="text/event-stream") as client:
        answer = await client.post(f"/v1/games/{game_id}/model/trial", json=body)
    events = [*events_of(answer.text)]
    assert [each.name for each in events] == ["begun", "tried"] * 10 + ["report"]
    assert events[0].data == {"number": 1, "of": 10, "title": events[1].data["title"]}
    assert events[-1].data["situations"] == [each.data for each in events if each.name == "tried"]
    assert KEY not in answer.text


async def test_a_trial_that_cannot_begin_says_why_in_its_stream(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client(ADMIN, Accept="text/event-stream") as client:
        answer = await client.post(f"/v1/games/{game_id}/model/trial", json={"teller": "offline"})
    (event,) = events_of(answer.text)
    assert (event.name, event.data["status"]) == ("problem", 400)


async def test_a_trial_ends_when_its_client_leaves_and_another_one_may_begin(api: Api, fake: FakeServer) -> None:
    fake.steps = [says("Yes."), *[hangs()] * 4]
    game_id = api.begin("Mara")
    path = f"/v1/games/{game_id}/model/trial"
    body = {"teller": "own", "model": "fake", "base_url": fake.url, "api_key": KEY}
    async with served(api) as server, server.client(ADMIN, Accept="text/event-stream") as client:
        async with client.stream("POST", path, json=body) as response:
            stream = Stream(response)
            assert [each.name for each in await stream.until("begun")] == ["begun"]
            refused = await client.post(path, json=body)
        await until(lambda: not api.services.trial.locked())
    assert refused.status_code == 409


async def test_a_key_is_in_no_save_no_export_no_answer_and_no_log(
    api: Api, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    lines: list[str] = []
    sink = logger.add(lines.append, level=0)
    game_id = api.begin("Mara")
    path = f"/v1/games/{game_id}"
    body = {"teller": "own", "model": "fake", "base_url": "http://127.0.0.1:9/v1", "api_key": KEY}
    with caplog.at_level(logging.DEBUG), models.override_allow_model_requests(True):
        async with api.client(ADMIN) as client:
            answers = [
                await client.put(f"{path}/model", json=body),
                await client.post(f"{path}/model/try", json={}),
                await client.post(f"{path}/model/trial", json={}),
                await client.post(f"{path}/model/names", json={}),
                await client.put(f"{path}/model", json={"api_key": KEY, "mode": "neither"}),
                await client.post(f"{path}/turns", json={"text": "look"}),
                await client.get(f"{path}/export"),
                await client.get(f"{path}/turns/1/prompt"),
                await client.get(path),
            ]
            branch = (await client.post(f"{path}/branches", json={})).json()
            answers.append(await client.get(f"/v1/games/{branch['id']}/export"))
        await close_models(api.container)
    logger.remove(sink)
    assert [answer.text for answer in answers if KEY in answer.text] == []
    assert [line for line in (*lines, caplog.text) if KEY in line] == []
    assert files_with_the_key(tmp_path) == ["model.json"], "the sidecar alone, which is in no save"


def files_with_the_key(folder: Path) -> list[str]:
    return [file.name for file in folder.rglob("*") if file.is_file() and KEY.encode() in file.read_bytes()]
