"""The server's model is chosen over the API, used at once, kept in the file of settings; and where its key is not."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import models

from app.container import close_models
from app.log import logger
from app.settings import Settings
from tests.integration.api.asking import ADMIN, Api, api_on, events_of
from tests.integration.mcp.serving import new_container
from tests.integration.wire.acting_models import model
from tests.integration.wire.server import FakeServer, says

KEY = "sk-the-key-of-the-server"
PATH = "/v1/server/model"
Answer = tuple[int, dict[str, Any]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "own" / ".env"


@pytest.fixture
def api(tmp_path: Path, file: Path) -> Api:
    api = api_on(new_container(tmp_path / "saves"))
    api.services.server_model.file = file
    return api


@pytest.fixture
def fake() -> Iterator[FakeServer]:
    found = FakeServer(*[says("The tide goes out without a word.")] * 20)
    with models.override_allow_model_requests(True):
        yield found
    found.stop()


def text_of(file: Path) -> str:
    return file.read_text() if file.exists() else ""


def write(file: Path, text: str) -> None:
    file.parent.mkdir()
    file.write_text(text)


def mode_of(file: Path) -> int:
    return file.stat().st_mode


def files_with_the_key(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]


async def put(api: Api, **choices: Any) -> Answer:
    async with api.client(ADMIN) as client:
        answer = await client.put(PATH, json=choices)
    return answer.status_code, answer.json()


async def test_a_choice_is_used_from_the_next_turn_of_an_open_game_on_and_taken_back(
    api: Api, fake: FakeServer
) -> None:
    game_id = api.begin("Mara")
    path = f"/v1/games/{game_id}"
    async with api.client(ADMIN) as client:
        before = await client.post(f"{path}/continue")
        status, chosen = await put(api, model="openai-chat:fake", base_url=fake.url, api_key=KEY, temperature=0.3)
        can_go_on = [(await client.get(f"{path}/scene")).json()["may_go_on"]]
        told = (await client.post(f"{path}/continue")).json()
        await put(api, model="offline")
        can_go_on.append((await client.get(f"{path}/scene")).json()["may_go_on"])
        after = await client.post(f"{path}/continue")
    assert (status, chosen["has_key"], chosen["is_kept"], chosen["fixed"]) == (200, True, True, [])
    assert [part["text"] for part in told["parts"]] == ["The tide goes out without a word."]
    assert (before.status_code, can_go_on, after.status_code) == (409, [True, False], 409)
    assert fake.requests[0]["temperature"] == 0.3
    assert set(fake.keys) == {f"Bearer {KEY}"}
    await close_models(api.container)


async def test_it_is_kept_for_the_next_start_and_other_lines_of_the_file_stay(
    api: Api, file: Path, fake: FakeServer
) -> None:
    write(file, "# mine\nTALEKEEPER_MINDS=false\nTALEKEEPER_TEMPERATURE=1.5\nTALEKEEPER_NARRATOR_MODEL=old\n")
    await put(api, model="fake", base_url=fake.url, api_key=KEY, mode="tools", prompt_budget=9000, temperature=0.5)
    await put(api, temperature=None)
    lines = text_of(file).splitlines()
    assert lines[:2] == ["# mine", "TALEKEEPER_MINDS=false"]
    settings = Settings(_env_file=file)
    kept = (settings.model, settings.narrator_model, settings.base_url, settings.narrator_mode, settings.prompt_budget)
    assert kept == ("fake", None, fake.url, "tools", 9000)
    assert (settings.temperature, settings.api_key and settings.api_key.get_secret_value()) == (None, KEY)
    assert mode_of(file) & 0o077 == 0
    await close_models(api.container)


async def test_what_the_environment_says_cannot_be_changed(
    api: Api, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALEKEEPER_TOP_P", "0.5")
    status, refused = await put(api, top_p=0.9)
    assert (status, (await put(api, temperature=0.9))[1]["fixed"]) == (409, ["top_p"])
    assert "TALEKEEPER_TOP_P is set in the environment" in refused["detail"]
    assert "TOP_P" not in text_of(file)


async def test_a_model_of_the_command_line_cannot_be_changed(tmp_path: Path) -> None:
    api = api_on(new_container(tmp_path / "saves", game_models=False))
    status, refused = await put(api, temperature=0.9)
    assert status == 409
    assert "command line" in refused["detail"]


@pytest.mark.parametrize(
    ("choices", "status"),
    [
        ({"model": "no-such-provider:x"}, 400),
        ({"model": "two words"}, 422),
        ({"model": "a\nTALEKEEPER_DATABASE=x"}, 422),
        ({"api_key": "a\nTALEKEEPER_DATABASE=x"}, 422),
        ({"base_url": "http://x/$HOME"}, 422),
        ({"temperature": 3}, 422),
        ({"prompt_budget": 10}, 422),
    ],
)
async def test_what_cannot_be_used_changes_nothing(api: Api, file: Path, choices: dict[str, Any], status: int) -> None:
    before = api.services.server_model.settings
    answered, problem = await put(api, **choices)
    assert answered == status, problem
    assert "TALEKEEPER_DATABASE" not in str(problem)
    assert text_of(file) == ""
    assert api.services.server_model.settings is before


async def test_the_key_goes_to_no_other_address_and_is_in_no_answer_log_save_or_export(
    api: Api, file: Path, tmp_path: Path, fake: FakeServer, caplog: pytest.LogCaptureFixture
) -> None:
    other, lines = FakeServer(says("Hello.")), list[str]()
    sink = logger.add(lines.append, level=0)
    game_id = api.begin("Mara")
    with caplog.at_level(logging.DEBUG):
        async with api.client(ADMIN) as client:
            answers = [
                await client.put(PATH, json={"model": "fake", "base_url": fake.url, "api_key": KEY}),
                await client.put(PATH, json={"api_key": f"{KEY} with a blank"}),
                await client.post(f"{PATH}/try", json={}),
                await client.post(f"{PATH}/names", json={}),
                await client.get(PATH),
                await client.post(f"/v1/games/{game_id}/turns", json={"text": "look around"}),
                await client.get(f"/v1/games/{game_id}/export"),
                await client.get(f"/v1/games/{game_id}/turns/1/prompt"),
                await client.post(f"{PATH}/try", json={"base_url": other.url}),
            ]
            moved = (await client.put(PATH, json={"base_url": other.url})).json()
    logger.remove(sink)
    other.stop()
    assert [answer.text for answer in answers if KEY in answer.text] == []
    assert [line for line in (*lines, caplog.text) if KEY in line] == []
    assert not any(KEY in key for key in other.keys)
    assert moved["has_key"] is False
    assert files_with_the_key(tmp_path) == []
    await close_models(api.container)


async def test_a_trial_of_the_servers_model_streams_its_progress(api: Api, fake: FakeServer) -> None:
    fake.steps = model()
    async with api.client(ADMIN, Accept="text/event-stream") as client:
        answer = await client.post(f"{PATH}/trial", json={"model": "fake", "base_url": fake.url})
    events = [*events_of(answer.text)]
    assert [each.name for each in events] == ["begun", "tried"] * 10 + ["report"]
    assert api.services.server_model.settings.model == "offline"


async def test_a_choice_for_another_state_than_the_one_read_is_refused(api: Api) -> None:
    async with api.client(ADMIN) as client:
        tag = (await client.get(PATH)).headers["ETag"]
        await client.put(PATH, json={"temperature": 0.4})
        late = await client.put(PATH, json={"temperature": 0.5}, headers={"If-Match": tag})
    assert late.status_code == 412


async def test_without_a_file_a_choice_holds_until_the_program_ends(tmp_path: Path) -> None:
    api = api_on(new_container(tmp_path / "saves"))
    status, chosen = await put(api, temperature=0.4)
    assert (status, chosen["is_kept"], chosen["temperature"]) == (200, False, 0.4)
