"""What models were shown and have cost, over the API."""

from pathlib import Path

import pytest

from app.events.commands import AddMemoryCommand
from app.memory.prompt_data import estimate
from app.models.memory import Scope
from app.models.records.record import RecordKind
from app.models.spend import Spend
from app.services.ai import context_service
from tests.integration.api.asking import Api, new_api


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Api:
    return new_api(tmp_path_factory.mktemp("saves"), api_requests_per_minute=100_000)


async def test_a_prompt_is_told_block_by_block_with_tokens_and_reasons(api: Api) -> None:
    game_id = api.begin()
    turns = api.container.turns()
    for line in ("go to the inn", "Mara, the owl is loud tonight", "go to the market", "go to the inn", "talk to Mara"):
        await turns.take_turn(game_id, line)
        await turns.settle(game_id)
    async with api.client(api.token(game_id, "master")) as client:
        told = (await client.get(f"/v1/games/{game_id}/turns/5/prompt")).json()
    prompt = await turns.explain(game_id, 5)
    names = [block["name"] for block in told["blocks"]]
    assert names == [
        "Instructions",
        *(section.name for section in prompt.sections[: prompt.lasting]),
        "Recent Conversation",
        *(section.name for section in prompt.sections[prompt.lasting :]),
        "Player",
    ]
    assert told["blocks"][-1]["text"] == prompt.player_line
    assert all(block["tokens"] >= estimate(block["text"]) for block in told["blocks"])
    memories = told["blocks"][names.index("NPC Memory")]
    assert (memories["required"], bool(memories["reasons"])) == (True, True)
    assert (told["model"], told["was_read"]) == ("offline", False)
    assert (told["budget"], told["tokens"], told["cut"]) == (prompt.budget, prompt.tokens, list(prompt.dropped))


async def test_what_did_not_fit_is_named_recalled_lines_too(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_service, "RECALL_TOKENS", 45)
    game_id = api.begin()
    for text in ("The silver key lies under the third barrel.", "The silver key opens the gate of the tower."):
        await api.container.turns().execute(game_id, AddMemoryCommand(scope=Scope.world(), text=text))
    async with api.client(api.token(game_id, "master")) as client:
        await client.post(f"/v1/games/{game_id}/turns", json={"text": "where is the silver key?"})
        told = (await client.get(f"/v1/games/{game_id}/turns/3/prompt")).json()
    (recalled,) = [block for block in told["blocks"] if block["name"] == "Recalled"]
    (missing,) = {"world-001", "world-002"} - {recalled["reasons"][0].partition(":")[0]}
    assert told["cut"] == [f"Recalled: 1 of 2 lines ({missing})"]
    (left_out,) = told["left_out"]
    (line,) = left_out["lines"]
    assert (left_out["section"], line["why"], line["source"]["ids"]) == ("Recalled", "recalled", [missing])
    assert (left_out["why"], left_out["limit"]) == ("share", 45)
    assert line["source"]["words"].startswith("The silver key")
    assert told["tokens"] <= told["budget"]


async def test_a_line_of_a_prompt_says_whose_memory_it_is_and_what_its_score_is_made_of(api: Api) -> None:
    game_id = api.begin()
    turns = api.container.turns()
    text = "The silver key lies under the third barrel."
    await turns.execute(game_id, AddMemoryCommand(scope=Scope.npc("mara"), text=text))
    for line in (
        "go to the inn",
        "Mara, the owl is loud tonight",
        "go to the market",
        "go to the inn",
        "Mara, what lies under the third barrel?",
    ):
        await turns.take_turn(game_id, line)
        await turns.settle(game_id)
    async with api.client(api.token(game_id, "master")) as client:
        told = (await client.get(f"/v1/games/{game_id}/turns/6/prompt")).json()
    blocks = {block["name"]: block for block in told["blocks"]}
    shares = {name: blocks[name]["share"] for name in ("Instructions", "Recent Conversation", "NPC Memory", "Story")}
    assert [*shares.values()] == ["fixed", "said", "memory", "state"]
    (latest,) = blocks["NPC Memory"]["lines"]
    assert (latest["why"], latest["reason"]) == ("latest", "one of the last 3 of Mara Ironhand")
    assert (latest["source"]["of"], latest["source"]["of_name"]) == ("npc/mara", "Mara Ironhand")
    assert (latest["source"]["score"], latest["source"]["parts"]) == (None, {})
    recalled = blocks["Recalled"]["lines"][0]
    assert (recalled["why"], "barrel" in recalled["source"]["shared"]) == ("recalled", True)
    assert recalled["source"]["words"].endswith(text)
    assert abs(sum(recalled["source"]["parts"].values()) - recalled["source"]["score"]) < 0.1
    said = blocks["Recent Conversation"]["lines"][1]
    assert (said["why"], said["source"]["ids"], said["source"]["of"]) == ("said", ["m-1"], None)
    assert said["source"]["words"] == "Élan: go to the inn"


async def test_the_sizes_of_prompts_are_told_newest_first_a_few_at_a_time(api: Api) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "master")) as client:
        await client.post(f"/v1/games/{game_id}/commands", json={"commands": [{"kind": "advance_time", "minutes": 1}]})
        for line in ("look", "go to the inn", "talk to Mara"):
            await client.post(f"/v1/games/{game_id}/turns", json={"text": line})
        first = (await client.get(f"/v1/games/{game_id}/prompts", params={"limit": 2})).json()
        cursor = {"limit": 2, "cursor": first["next_cursor"]}
        rest = (await client.get(f"/v1/games/{game_id}/prompts", params=cursor)).json()
        whole = (await client.get(f"/v1/games/{game_id}/turns/4/prompt")).json()
        refused = await client.get(f"/v1/games/{game_id}/prompts", params={"limit": 21})
    sizes = first["items"] + rest["items"]
    assert [each["turn"] for each in sizes] == [4, 3, 2]
    assert sizes[0]["tokens"] == whole["tokens"] - whole["reserve"] == sum(sizes[0]["shares"].values())
    assert sizes[0]["shares"]["said"] == next(
        block["tokens"] for block in whole["blocks"] if block["name"] == "Recent Conversation"
    )
    assert {each["was_read"] for each in sizes} == {False}
    assert refused.status_code == 422


async def test_a_turn_names_what_it_was_told_from_to_the_game_master_alone(api: Api) -> None:
    game_id = api.begin()
    async with (
        api.client(api.token(game_id, "master")) as master,
        api.client(api.token(game_id, "player")) as player,
    ):
        for line in ("go to the inn", "Mara, I promise to bring the lantern back.", "look"):
            await master.post(f"/v1/games/{game_id}/turns", json={"text": line})
        asked = {"text": "ask Mara what I promised"}
        told = (await master.post(f"/v1/games/{game_id}/turns", json=asked)).json()
        again = (await master.get(f"/v1/games/{game_id}/turns/4")).json()
        seen = (await player.get(f"/v1/games/{game_id}/turns/4")).json()
    assert told["recalled"]
    assert again["recalled"] == told["recalled"]
    assert seen["recalled"] == []


async def test_a_turn_that_has_no_prompt_is_refused(api: Api) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "master")) as client:
        await client.post(f"/v1/games/{game_id}/commands", json={"commands": [{"kind": "advance_time", "minutes": 1}]})
        answers = [await client.get(f"/v1/games/{game_id}/turns/{turn}/prompt") for turn in (1, 2, 0, "x")]
    assert [answer.status_code for answer in answers] == [409, 404, 422, 422]


async def test_what_was_spent_is_told_by_turn_and_by_work_page_by_page(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves", max_tokens_per_game=1_000, max_calls_per_turn=5)
    game_id = api.begin()
    turns = api.container.turns()
    turns.settle_in_background = False
    session = api.container.library().open(game_id)
    for calls in (1, 2, 3):
        await turns.take_turn(game_id, "wait")
        meter = session.open_meter(turns.caps)
        meter.add(Spend(calls=calls, input_tokens=10 * calls, output_tokens=calls, cost=calls / 4))
        await session.close_meters(meter)
    async with api.client(api.token(game_id, "master")) as client:
        first = (await client.get(f"/v1/games/{game_id}/usage", params={"limit": 2})).json()
        cursor = {"cursor": first["next_cursor"], "limit": 2}
        rest = (await client.get(f"/v1/games/{game_id}/usage", params=cursor)).json()
    marks = [record for record in api.container.library().read(game_id).records if record.kind is RecordKind.MARK]
    assert len(marks) == 3
    assert [each["turn"] for each in first["items"] + rest["items"]] == [1, 2, 3]
    assert rest["items"] == [{"turn": 3, "calls": 3, "input_tokens": 30, "output_tokens": 3, "cost": 0.75}]
    assert first["total"] == {"calls": 6, "input_tokens": 60, "output_tokens": 6, "cost": 1.5}
    assert first["by_work"] == {"other": first["total"]}
    assert first["caps"]["max_tokens_per_game"] == 1_000
    assert first["caps"]["max_calls_per_turn"] == 5
    assert {*first["caps"]} >= {"mind_calls_per_tick", "mind_calls_per_day", "mind_calls_per_person"}


async def test_a_game_that_asked_no_model_has_cost_nothing(api: Api) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "master")) as client:
        await client.post(f"/v1/games/{game_id}/turns", json={"text": "wait"})
        usage = (await client.get(f"/v1/games/{game_id}/usage")).json()
    assert (usage["items"], usage["total"]["calls"], usage["by_work"]) == ([], 0, {})
