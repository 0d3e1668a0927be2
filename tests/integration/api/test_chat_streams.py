"""Chat completions as OpenAI's own library reads them, streamed and not, over a real connection."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import openai
import pytest

from app.api import streaming
from app.errors import ModelUnavailable
from app.testing import FakeNarrator
from tests.integration.api.asking import ADMIN, Api, new_api, served
from tests.integration.api.chatting import PATH, SENTENCES, Chat, Teller, lines_of, telling_api, text_in, text_of, user

HELLO: Any = [{"role": "user", "content": "wait"}]


@pytest.fixture
async def library(tmp_path: Path) -> AsyncIterator[tuple[openai.AsyncOpenAI, Api]]:
    api = new_api(tmp_path / "saves", Teller())
    async with served(api) as server, openai.AsyncOpenAI(base_url=f"{server.url}/openai/v1", api_key=ADMIN) as client:
        yield client, api


async def test_the_library_lists_models_and_plays(library: tuple[openai.AsyncOpenAI, Api]) -> None:
    client, api = library
    game_id = api.begin("Mara")
    models = [model.id async for model in await client.models.list()]
    one = await client.models.retrieve("scenario:tide-bell")
    answer = await client.chat.completions.create(model=game_id, messages=HELLO, temperature=0.7, max_tokens=20)
    assert models[0] == game_id
    assert one.owned_by == "talekeeper"
    assert answer.object == "chat.completion"
    assert (answer.choices[0].finish_reason, answer.choices[0].message.role) == ("stop", "assistant")
    assert SENTENCES[0] in (answer.choices[0].message.content or "")
    assert answer.usage is not None
    assert answer.usage.total_tokens == 0
    assert await lines_of(api, game_id) == ["wait"]


async def test_the_library_streams_and_gets_usage_where_it_asks_for_it(
    library: tuple[openai.AsyncOpenAI, Api],
) -> None:
    client, api = library
    stream = await client.chat.completions.create(
        model=api.begin("Mara"), messages=HELLO, stream=True, stream_options={"include_usage": True}
    )
    chunks = [chunk async for chunk in stream]
    deltas = [chunk.choices[0].delta for chunk in chunks if chunk.choices]
    assert deltas[0].role == "assistant"
    assert SENTENCES[0] in "".join(delta.content or "" for delta in deltas)
    assert [chunk.choices[0].finish_reason for chunk in chunks[:-1]][-2:] == [None, "stop"]
    assert chunks[-1].choices == []
    assert chunks[-1].usage is not None
    assert len({chunk.id for chunk in chunks}) == 1


async def test_refusals_reach_the_library_as_its_own_errors(library: tuple[openai.AsyncOpenAI, Api]) -> None:
    client, api = library
    game_id = api.begin("Mara")
    with pytest.raises(openai.NotFoundError) as unknown:
        await client.chat.completions.create(model="gpt-5", messages=HELLO)
    with pytest.raises(openai.BadRequestError) as many:
        await client.chat.completions.create(model=game_id, messages=HELLO, n=2)
    with pytest.raises(openai.AuthenticationError) as nobody:
        await client.with_options(api_key="wrong").models.list()
    with pytest.raises(openai.BadRequestError) as malformed:
        await client.chat.completions.create(model=game_id, messages=cast(Any, [{"role": "narrator"}]))
    with pytest.raises(openai.NotFoundError) as nowhere:
        await client.embeddings.create(model=game_id, input="look")
    assert nowhere.value.code == "not_found"
    assert unknown.value.code == "model_not_found"
    assert (many.value.param, many.value.code) == ("n", "unsupported_value")
    assert nobody.value.code == "invalid_api_key"
    assert malformed.value.param == "messages.0.role"


async def test_a_stream_has_the_form_of_openais(tmp_path: Path) -> None:
    api = telling_api(tmp_path / "saves")
    body = {"model": api.begin("Mara"), "messages": HELLO, "stream": True}
    async with api.client() as client:
        answer = await client.post(PATH, json=body)
    events = answer.text.split("\n\n")
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert events[-2:] == ["data: [DONE]", ""]
    chunks = [json.loads(event.removeprefix("data: ")) for event in events[:-2]]
    assert chunks[0]["choices"][0]["delta"] == {"role": "assistant", "content": ""}
    assert chunks[-1]["choices"][0]["delta"] == {}
    assert chunks[-1]["talekeeper"]["turn"] == 1
    assert all("usage" not in chunk for chunk in chunks)


async def test_streamed_text_is_the_text_of_the_answer(tmp_path: Path) -> None:
    """Of the first turn, with the opening, of another, and of one that is answered again."""
    api = new_api(tmp_path / "saves", tokens_required=False)
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id, more={"stream": True})
        for line in ("look", "go to the inn", "/undo", "/help"):
            answer = await chat.send([*chat.talk, user(line)])
            streamed = text_in(answer.text)
            plain = await Chat(client, game_id).send([*chat.talk, user(line)])
            assert streamed == text_of(plain.json())
            chat.talk += [user(line), {"role": "assistant", "content": streamed}]


async def test_a_failure_before_the_stream_has_a_status_and_one_in_it_an_event(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves", FakeNarrator(ModelUnavailable("It sleeps.")), tokens_required=False)
    game_id = api.begin("Mara")
    async with api.client() as client:
        before = await client.post(PATH, json={"model": "nowhere", "messages": HELLO, "stream": True})
        during = await client.post(PATH, json={"model": game_id, "messages": HELLO, "stream": True})
        again = await Chat(client, game_id).send(HELLO)
    assert before.status_code == 404
    assert during.status_code == 200
    error = json.loads(during.text.split("\n\n")[-2].removeprefix("data: "))["error"]
    assert (error["message"], error["type"], error["code"]) == ("It sleeps.", "server_error", "model_unavailable")
    assert "[DONE]" not in during.text
    assert again.status_code == 200
    assert await lines_of(api, game_id) == ["wait"]


async def test_a_client_that_goes_away_finds_the_turn_when_it_comes_back(tmp_path: Path) -> None:
    """Its turn is played to its end; the same request then has its answer, and the next time another one."""
    narrator = FakeNarrator(pieces=["The rain "])
    narrator.go_on = asyncio.Event()
    api = new_api(tmp_path / "saves", narrator, tokens_required=False)
    game_id = api.begin("Mara")
    body = {"model": game_id, "messages": HELLO, "stream": True}
    async with served(api) as server, server.client() as client:
        async with client.stream("POST", PATH, json=body) as stream:
            async for line in stream.aiter_lines():
                if "The rain" in line:
                    break
        narrator.go_on.set()
        came_back = text_in((await client.post(PATH, json=body)).text)
        heard = [*narrator.heard]
        await client.post(PATH, json=body)
        turns = (await client.get(f"/v1/games/{game_id}/turns")).json()["items"]
    assert "Nothing happens." in came_back
    assert heard == ["wait"]
    assert narrator.heard == ["wait", "wait"]
    assert [turn["player_input"] for turn in turns] == ["wait"]


async def test_a_comment_keeps_a_slow_stream_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    narrator = FakeNarrator()
    narrator.go_on = asyncio.Event()
    api = new_api(tmp_path / "saves", narrator, tokens_required=False)
    monkeypatch.setattr(streaming, "PING_SECONDS", 0.01)
    async with served(api) as server, server.client() as client:
        body = {"model": api.begin("Mara"), "messages": HELLO, "stream": True}
        async with client.stream("POST", PATH, json=body) as stream:
            async for line in stream.aiter_lines():
                if line.startswith(":"):
                    narrator.go_on.set()
    assert narrator.heard == ["wait"]


async def test_an_empty_key_is_none(tmp_path: Path) -> None:
    api = telling_api(tmp_path / "saves")
    async with api.client("") as empty, api.client("wrong") as wrong:
        answers = [await client.get("/openai/v1/models") for client in (empty, wrong)]
    assert [answer.status_code for answer in answers] == [200, 401]
    asking = new_api(tmp_path / "others", Teller())
    async with asking.client("") as empty:
        assert (await empty.get("/openai/v1/models")).status_code == 401


async def test_pages_of_a_named_origin_may_play(tmp_path: Path) -> None:
    api = telling_api(tmp_path / "saves", api_origins=["https://tales.example"])
    asks = {"Origin": "https://tales.example", "Access-Control-Request-Method": "POST"}
    headers = {"Access-Control-Request-Headers": "authorization,content-type,x-stainless-lang,x-stainless-retry-count"}
    async with api.client() as client:
        allowed = await client.options(PATH, headers={**asks, **headers})
        played = await client.post(
            PATH, json={"model": api.begin("Mara"), "messages": HELLO}, headers={"Origin": "https://tales.example"}
        )
        other = await client.post(PATH, json={}, headers={"Origin": "https://other.example"})
    assert allowed.status_code == 200
    assert played.headers["access-control-allow-origin"] == "https://tales.example"
    assert (other.status_code, other.json()["error"]["code"]) == (403, "not_allowed")
