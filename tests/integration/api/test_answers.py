"""Several answers of a turn, going on without a line, and other words for a model's, over HTTP."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, FunctionModel

from app.agents.narrator.model.agent import NarratorAgent
from tests.integration.api.asking import Api, events_of, new_api
from tests.waiting import HANG

pytestmark = pytest.mark.long

STREAM = {"Accept": "text/event-stream"}


@pytest.fixture
def api(tmp_path: Path) -> Api:
    """An API whose model tells how often it was asked."""
    asked = list[str]()

    async def tell(messages: list[ModelMessage], _: AgentInfo) -> AsyncIterator[str]:
        asked.append(str(messages[-1]))
        yield f"The rain falls for the {len(asked)}. time."

    return new_api(tmp_path / "saves", NarratorAgent(FunctionModel(stream_function=tell, model_name="fake")))


async def done(request: Any) -> Any:
    answer: httpx2.Response = await request
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_an_answer_is_asked_for_with_a_hint_listed_and_chosen(api: Api) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "player")) as client:
        path = f"/v1/games/{game_id}"
        first = await done(client.post(f"{path}/turns", json={"text": "I listen"}))
        second = await done(client.post(f"{path}/retry", json={"hint": "shorter"}))
        listed = await done(client.get(f"{path}/answers"))
        scene = await done(client.get(f"{path}/scene"))
        chosen = await done(client.post(f"{path}/answers/choose", json={"seq": first["seq"]}))
        turns = (await done(client.get(f"{path}/turns")))["items"]
    assert [each["seq"] for each in listed["items"]] == [first["seq"], second["seq"]]
    assert (listed["chosen"], scene["answers"], scene["may_go_on"]) == (second["seq"], 2, True)
    assert chosen["parts"] == first["parts"]
    assert turns == [chosen]


async def test_the_narrator_goes_on_and_streams(api: Api) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "player")) as client:
        answer = await client.post(f"/v1/games/{game_id}/continue", headers=STREAM)
        found = list(events_of(answer.text))
    assert found[0].name == "text"
    turn = found[-1].data
    assert (turn["player_input"], turn["player_id"]) == ("", "player")
    assert [part["text"] for part in turn["parts"]] == ["The rain falls for the 1. time."]


async def test_going_on_is_stopped_by_the_player_who_asked_for_it_alone(tmp_path: Path) -> None:
    shown = asyncio.Event()

    async def tell(_: list[ModelMessage], __: AgentInfo) -> AsyncIterator[str]:
        yield "The rain falls. "
        shown.set()
        await asyncio.Event().wait()

    narrator = NarratorAgent(FunctionModel(stream_function=tell, model_name="fake"))
    api = new_api(tmp_path / "saves", narrator)
    game_id = api.begin("Mara", "Odo")
    path = f"/v1/games/{game_id}"
    async with api.client(api.token(game_id, "master")) as master:
        one, two = [each["id"] for each in (await done(master.get(f"{path}/players")))["items"]]
    async with (
        api.client(api.token(game_id, "player", one)) as player,
        api.client(api.token(game_id, "player", two)) as other,
    ):
        going = asyncio.create_task(player.post(f"{path}/continue"))
        async with asyncio.timeout(HANG):
            await shown.wait()
            refused = await done(other.post(f"{path}/turns/current/stop"))
            stopped = await done(player.post(f"{path}/turns/current/stop"))
            turn = await done(going)
        again = await done(player.post(f"{path}/turns/current/stop"))
    assert (refused["stopped"], stopped["stopped"], again["stopped"]) == (False, True, False)
    assert turn["player_id"] == one


async def test_a_game_master_replaces_the_words_of_the_model(api: Api) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "master")) as client:
        path = f"/v1/games/{game_id}"
        turn = await done(client.post(f"{path}/turns", json={"text": "I listen"}))
        part = turn["parts"][0]
        assert (part["by_model"], part["edited"]) == (True, False)
        edited = await done(client.put(f"{path}/messages/{part['message_id']}", json={"text": "It is dry."}))
        own = await client.put(f"{path}/messages/{turn['message_ids'][0]}", json={"text": "I sing"})
    assert [(part["text"], part["edited"]) for part in edited["parts"]] == [("It is dry.", True)]
    assert own.status_code == 409
    assert "only what a model wrote can" in own.json()["detail"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "retry", {"hint": ""}, 422),
        ("POST", "retry", {"hint": "x" * 501}, 422),
        ("POST", "retry", {"hint": "  "}, 400),
        ("POST", "answers/choose", {"seq": 99}, 404),
        ("POST", "answers/choose", {"seq": 0}, 422),
        ("PUT", "messages/m-99", {"text": "It rains."}, 404),
        ("PUT", "messages/m-1", {"text": " "}, 400),
        ("PUT", "messages/m-1", {"text": ""}, 422),
    ],
)
async def test_bad_input_is_refused_and_changes_nothing(
    api: Api, method: str, path: str, body: dict[str, Any], status: int
) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "master")) as client:
        await done(client.post(f"/v1/games/{game_id}/turns", json={"text": "I listen"}))
        before = api.container.library().read(game_id)
        answer = await client.request(method, f"/v1/games/{game_id}/{path}", json=body)
    assert answer.status_code == status
    assert api.container.library().read(game_id) == before


async def test_another_players_answers_are_not_to_be_chosen(api: Api) -> None:
    game_id = api.begin("Mara", "Odo")
    async with api.client(api.token(game_id, "master")) as master:
        players = (await done(master.get(f"/v1/games/{game_id}/players")))["items"]
        first = await done(
            master.post(f"/v1/games/{game_id}/turns", json={"text": "I listen", "player_id": players[0]["id"]})
        )
    async with api.client(api.token(game_id, "player", players[1]["id"])) as other:
        answers = await other.get(f"/v1/games/{game_id}/answers")
        chosen = await other.post(f"/v1/games/{game_id}/answers/choose", json={"seq": first["seq"]})
    assert (answers.status_code, chosen.status_code) == (409, 409)
