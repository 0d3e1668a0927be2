"""Playing over the API: answers, streams, repeated requests, going back, and what is refused."""

import json
from pathlib import Path
from typing import Any, Literal

import pytest

from app.interfaces.agents.narrator import INarrator, Narration, NarrationContext
from app.log import logger
from app.models.messages.message import Role
from tests.integration.api.asking import ADMIN, Api, events_of, new_api

STREAM = {"Accept": "text/event-stream"}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Api:
    return new_api(tmp_path_factory.mktemp("saves"), api_requests_per_minute=100_000)


async def test_a_turn_comes_in_parts_with_the_ids_of_its_messages(api: Api) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "player")) as client:
        turn = (await client.post(f"/v1/games/{game_id}/turns", json={"text": "look around"})).json()
        again = (await client.get(f"/v1/games/{game_id}/turns/1")).json()
        listed = (await client.get(f"/v1/games/{game_id}/turns")).json()
    assert (turn["turn"], turn["player_id"], turn["player_input"]) == (1, "player", "look around")
    assert {part["message_id"] for part in turn["parts"]} <= set(turn["message_ids"])
    assert turn["changes"]
    assert again == turn
    assert listed == {"items": [turn], "next_cursor": None}


@pytest.mark.parametrize("role", ["player", "viewer"])
async def test_a_turn_of_two_scenes_comes_in_parts_of_each_and_with_the_typed_line_once(
    api: Api, role: Literal["player", "viewer"]
) -> None:
    """What was typed is cut into a message for each scene; a reader gets the line as it was typed."""
    line = "go to the inn and tell Mara that the bell is silent"
    game_id = api.begin("Élan", "Tove")
    async with api.client(api.token(game_id, "player")) as client:
        posted = (await client.post(f"/v1/games/{game_id}/turns", json={"text": line})).json()
    async with api.client(api.token(game_id, role, "player-2")) as client:
        turn = (await client.get(f"/v1/games/{game_id}/turns/1")).json()
    messages = api.container.turns().state(game_id).conversation_history
    numbered = {f"m-{message.index}": message for message in messages}
    assert (turn["player_input"], turn["location_id"]) == (line, "inn")
    assert turn["parts"] == posted["parts"]
    assert turn["message_ids"] == list(numbered)
    typed = [message for message in messages if message.role is Role.PLAYER]
    assert [message.location_id for message in typed] == ["market", "inn"]
    told = [(part["kind"], numbered[part["message_id"]].location_id) for part in turn["parts"]]
    assert ("speech", "inn") in told
    assert all(part["text"] in numbered[part["message_id"]].content for part in turn["parts"])
    assert not any(line in part["text"] or part["message_id"] == "m-0" for part in turn["parts"])
    assert (turn["commands"], turn["recalled"]) == ([], [])


async def test_a_turn_says_when_and_where_it_ended(api: Api) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "player")) as client:
        ways = (await client.get(f"/v1/games/{game_id}/scene")).json()["choices"]
        way = next(choice for choice in ways if choice["deed"] == "go" and choice["is_open"])
        moved = (await client.post(f"/v1/games/{game_id}/turns", json={"text": way["line"]})).json()
        stayed = (await client.post(f"/v1/games/{game_id}/turns", json={"text": "look"})).json()
    state = api.container.turns().state(game_id)
    assert moved["location_id"] == way["id"] == stayed["location_id"]
    assert moved["game_time"] < stayed["game_time"] == state.clock.minutes


async def test_a_streamed_turn_ends_with_what_the_other_answer_says(api: Api) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "master")) as client:
        answer = await client.post(f"/v1/games/{game_id}/turns", json={"text": "look"}, headers=STREAM)
        found = list(events_of(answer.text))
        turn = (await client.get(f"/v1/games/{game_id}/turns/1")).json()
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert found[0].name == "text"
    assert found[0].data["turn"] == 1
    assert [each.data for each in found if each.name == "command"] == turn["commands"]
    assert [each.data for each in found if each.name == "event"] == turn["events"]
    assert (found[-1].name, found[-1].data) == ("turn", turn)


class Failing(INarrator):
    """Fails with a fault of its own that holds what nobody is to read."""

    model, mode, tools_tokens = "failing", "given", 0

    async def narrate(self, context: NarrationContext) -> Narration:
        raise ZeroDivisionError("the prompt, /home/somebody and sk-key")


@pytest.mark.parametrize("headers", [{}, STREAM])
async def test_a_fault_is_told_without_what_it_holds(headers: dict[str, str], tmp_path: Path) -> None:
    logged: list[str] = []
    sink = logger.add(logged.append, format="{message} {extra} {exception}", diagnose=False, backtrace=False)
    api = new_api(tmp_path / "saves", Failing())
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        answer = await client.post(f"/v1/games/{game_id}/turns", json={"text": "look"}, headers=headers)
        listed = (await client.get(f"/v1/games/{game_id}/turns")).json()
    problem: Any = answer.json() if not headers else next(events_of(answer.text)).data
    assert problem["type"] == "urn:talekeeper:problem:fault"
    logger.remove(sink)
    for secret in ("sk-key", "/home", "Traceback", str(tmp_path)):
        assert secret not in answer.text + "".join(logged)
    assert "ZeroDivisionError" in "".join(logged)
    assert listed["items"] == []


async def test_a_repeated_request_plays_once_and_answers_the_same(api: Api) -> None:
    game_id = api.begin()
    key = {"Idempotency-Key": "one"}
    async with api.client(api.token(game_id, "player"), **key) as client:
        first = await client.post(f"/v1/games/{game_id}/turns", json={"text": "wait"})
        again = await client.post(f"/v1/games/{game_id}/turns", json={"text": "wait"})
        other = await client.post(f"/v1/games/{game_id}/turns", json={"text": "look"})
        retried = await client.post(f"/v1/games/{game_id}/retry")
        turns = (await client.get(f"/v1/games/{game_id}/turns")).json()["items"]
    assert first.json() == again.json()
    assert (other.status_code, retried.status_code) == (409, 409)
    assert other.json()["type"] == "urn:talekeeper:problem:conflict"
    assert turns == [first.json()]


async def test_commands_are_carried_out_all_or_none_and_once(api: Api) -> None:
    game_id = api.begin()
    wait, nowhere = {"kind": "advance_time", "minutes": 5}, {"kind": "change_location", "location_id": "nowhere"}
    async with api.client(api.token(game_id, "master"), **{"Idempotency-Key": "one"}) as client:
        path = f"/v1/games/{game_id}/commands"
        first = await client.post(path, json={"commands": [wait]})
        again = await client.post(path, json={"commands": [wait]})
        refused = await client.post(path, json={"commands": [wait, nowhere]}, headers={"Idempotency-Key": "two"})
        unknown = await client.post(path, json={"commands": [{"kind": "win"}]}, headers={"Idempotency-Key": "three"})
        game = (await client.get(f"/v1/games/{game_id}")).json()
    assert first.json() == again.json()
    assert first.json()["commands"][0] == {"command": wait, "derived": False}
    assert refused.status_code == 409
    assert unknown.status_code == 422
    assert game["turn"] == 1


@pytest.mark.parametrize(
    "given",
    [
        {"kind": "advance_time", "minutes": "5"},
        {"kind": "advance_time", "minutes": True},
        {"kind": "add_note", "text": "The tide is out.", "pinned": "yes"},
        {"kind": "set_plan", "npc_id": "mara", "items": "none", "until": 900},
        {"kind": "add_note", "text": "\ud800"},
    ],
)
async def test_a_command_says_what_it_means_in_the_types_of_its_schema(api: Api, given: Any) -> None:
    """A text is no number; and what is wrong is told by its place."""
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        answer = await client.post(
            f"/v1/games/{game_id}/commands", content=json.dumps({"commands": [given]}), headers=_JSON
        )
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["loc"][:3] == ["body", "commands", 0]


async def test_enums_times_and_lists_of_commands_are_what_stands_for_them_in_json(api: Api) -> None:
    game_id = api.begin()
    item = {"id": "plan-mara-1-1", "description": "Mend the sign", "place": "inn", "time": 960, "priority": 3}
    memory = {"text": "It rained.", "memory_kind": "observation", "tags": ["rain"]}
    commands = [
        {"kind": "set_npc_attitude", "npc_id": "mara", "attitude": "friendly"},
        {"kind": "set_plan", "npc_id": "mara", "items": [item], "until": 1800},
        {"kind": "import_memories", "npc_id": "mara", "first_id": "mara-005", "memories": [memory]},
    ]
    async with api.client(ADMIN) as client:
        answer = await client.post(f"/v1/games/{game_id}/commands", json={"commands": commands})
    assert answer.status_code == 200, answer.text


async def test_every_command_has_a_schema(api: Api) -> None:
    async with api.client(ADMIN) as client:
        items = (await client.get("/v1/commands")).json()["items"]
        document = (await client.get("/v1/openapi.json")).json()
    kinds = {item["kind"] for item in items}
    assert {"change_location", "add_memory", "form_memory"} <= kinds
    union = document["components"]["schemas"]["AnyCommand"]
    assert set(union["discriminator"]["mapping"]) == kinds


async def test_undo_and_retry_are_a_players_only_while_the_newest_turn_is_its_own(api: Api) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "player")) as player, api.client(api.token(game_id, "master")) as master:
        await player.post(f"/v1/games/{game_id}/turns", json={"text": "look"})
        await master.post(f"/v1/games/{game_id}/commands", json={"commands": [{"kind": "advance_time", "minutes": 5}]})
        refused = [
            await player.post(f"/v1/games/{game_id}/undo", json={}),
            await player.post(f"/v1/games/{game_id}/retry"),
            await player.post(f"/v1/games/{game_id}/turns/1/edit", json={"text": "wait"}),
        ]
        undone = await master.post(f"/v1/games/{game_id}/undo", json={})
        edited = await player.post(f"/v1/games/{game_id}/turns/1/edit", json={"text": "wait"})
        back = await player.post(f"/v1/games/{game_id}/undo", json={})
    assert [answer.status_code for answer in refused] == [409] * 3
    assert undone.json()["turn"] == 1
    assert edited.json()["player_input"] == "wait"
    assert back.json() == {"undone": [{"turn": 1, "player_input": "wait"}], "turn": 0}


async def test_a_players_own_notes_and_sheets_are_turns_of_its_own(api: Api) -> None:
    game_id = api.begin("Mara", "Odo")
    async with api.client(api.token(game_id, "master")) as master:
        players = (await master.get(f"/v1/games/{game_id}/players")).json()["items"]
    own_id, other_id = (player["id"] for player in players)
    here = f"/v1/games/{game_id}"
    async with (
        api.client(api.token(game_id, "player", own_id)) as player,
        api.client(api.token(game_id, "player", other_id)) as other,
    ):
        await player.post(f"{here}/turns", json={"text": "look"})
        await player.post(f"{here}/notes", json={"text": "The mill is mine."})
        await player.put(f"{here}/players/{own_id}/sheet", json={"home": "Oston"})
        played = [(await each.get(f"{here}/turns")).json()["items"] for each in (player, other)]
        again = await player.post(f"{here}/retry")
        edited = await player.post(f"{here}/turns/1/edit", json={"text": "wait"})
        await player.post(f"{here}/notes", json={"text": "The mill is mine."})
        undone = await player.post(f"{here}/undo", json={})
        await other.post(f"{here}/notes", json={"text": "The mill is hers."})
        refused = [
            await player.post(f"{here}/undo", json={}),
            await player.post(f"{here}/turns/1/edit", json={"text": "look"}),
        ]
    assert [turn["player_id"] for turn in played[0]] == [own_id] * 3
    assert [turn["player_id"] for turn in played[1]] == [None, None, own_id]
    assert (again.status_code, again.json()["detail"]) == (409, "The last turn had no words that could be tried again.")
    assert (edited.status_code, edited.json()["turn"]) == (200, 1)
    assert undone.json() == {"undone": [{"turn": 2, "player_input": None}], "turn": 1}
    assert [answer.status_code for answer in refused] == [409] * 2


async def test_an_edit_as_a_branch_leaves_the_game_as_it_is(api: Api) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "master"), **{"Idempotency-Key": "edit"}) as client:
        played = await client.post(
            f"/v1/games/{game_id}/turns", json={"text": "look"}, headers={"Idempotency-Key": "play"}
        )
        body = {"text": "wait", "as_branch": True}
        branch = (await client.post(f"/v1/games/{game_id}/turns/1/edit", json=body)).json()
        again = (await client.post(f"/v1/games/{game_id}/turns/1/edit", json=body)).json()
        assert (await client.get(f"/v1/games/{game_id}/turns/1")).json() == played.json()
    assert branch["game_id"] not in (game_id, "")
    assert {**again, "token": None} == {**branch, "token": None}
    async with api.client(branch["token"]) as client:
        assert (await client.get(f"/v1/games/{branch['game_id']}/turns/1")).json()["player_input"] == "wait"


async def test_an_exported_game_comes_back_as_a_new_one(api: Api) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        await client.post(f"/v1/games/{game_id}/turns", json={"text": "look"})
        await client.patch(f"/v1/games/{game_id}", json={"title": "The first evening"})
        exported = await client.get(f"/v1/games/{game_id}/export")
        made = (await client.post("/v1/games/import", json=exported.json())).json()
        assert made["id"] != game_id
        assert (made["title"], made["turn"]) == ("The first evening", 1)
        assert (await client.post("/v1/games/import", json={})).status_code == 400


async def test_games_are_listed_page_by_page_newest_first(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves")
    made = [api.begin() for _ in range(5)]
    async with api.client(ADMIN) as client:
        found: list[str] = []
        cursor: dict[str, str] = {}
        while True:
            page = (await client.get("/v1/games", params={"limit": "2", **cursor})).json()
            found += [game["id"] for game in page["items"]]
            if page["next_cursor"] is None:
                break
            cursor = {"cursor": page["next_cursor"]}
        bad = await client.get("/v1/games", params={"cursor": "nonsense"})
    assert sorted(found) == sorted(made)
    assert bad.status_code == 400


async def test_a_turn_that_was_never_played_is_not_found(api: Api) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        client.base_url = client.base_url.join(f"/v1/games/{game_id}/")
        await client.post("turns", json={"text": "look"})
        answers = [
            await client.get("turns/2"),
            await client.get("turns/2/prompt"),
            await client.post("turns/2/edit", json={"text": "wait"}),
            await client.post("turns/2/edit", json={"text": "wait", "as_branch": True}),
            await client.post("branches", json={"turn": 2}),
            await client.post("branches", json={"label": "before the storm"}),
        ]
    assert [answer.status_code for answer in answers] == [404] * 6


HIDDEN = "the cellar holds a hidden well"


async def test_a_player_is_shown_nothing_that_the_party_has_not_seen(api: Api) -> None:
    """What happens elsewhere, commands, spend and others' memories are the game master's."""
    game_id = api.begin()
    turns = api.container.turns()
    state = turns.state(game_id)
    here = state.scenario.current_location_id
    away = next(npc.instance_id for npc in state.npcs.values() if npc.current_location_id not in (None, here))
    await turns.speak(game_id, away, HIDDEN)
    async with api.client(api.token(game_id, "player")) as player, api.client(api.token(game_id, "master")) as master:
        played = (await player.post(f"/v1/games/{game_id}/turns", json={"text": "look around"})).json()
        shown = await player.get(f"/v1/games/{game_id}/turns")
        told = await master.get(f"/v1/games/{game_id}/turns")
        hidden = [
            each["id"]
            for index in range(20)
            if HIDDEN in (each := (await master.get(f"/v1/games/{game_id}/messages/m-{index}")).json()).get("text", "")
        ]
        asked = [(await player.get(f"/v1/games/{game_id}/messages/{each}")).status_code for each in hidden]
    assert asked == [404]
    assert HIDDEN not in shown.text
    assert HIDDEN in told.text
    assert (played["commands"], played["spend"]) == ([], None)
    assert any(turn["commands"] for turn in told.json()["items"])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"text": ""}, 422),
        ({"text": "   "}, 400),
        ({"text": "a" * 10_001}, 422),
        ({"text": "bell \x07"}, 400),
        ({"text": "look", "speaker": "x"}, 422),
        ({"text": "look", "player_id": "nobody"}, 400),
        ([], 422),
        ({}, 422),
    ],
)
async def test_bad_lines_are_refused_without_being_repeated(api: Api, body: Any, status: int) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        answer = await client.post(f"/v1/games/{game_id}/turns", content=json.dumps(body), headers=_JSON)
        assert (await client.get(f"/v1/games/{game_id}")).json()["turn"] == 0
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert "aaaa" not in answer.text


_JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(("path", "body"), [("retry", None), ("turns/1/edit", {"text": "look around"})])
async def test_a_line_that_is_told_anew_streams_as_a_new_one_does(
    api: Api, path: str, body: dict[str, str] | None
) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "player")) as client:
        await client.post(f"/v1/games/{game_id}/turns", json={"text": "look"})
        answer = await client.post(f"/v1/games/{game_id}/{path}", json=body, headers=STREAM | {"Idempotency-Key": "k"})
        again = await client.post(f"/v1/games/{game_id}/{path}", json=body, headers={"Idempotency-Key": "k"})
    found = list(events_of(answer.text))
    assert found[0].name == "text"
    assert {each.data["turn"] for each in found if each.name == "text"} == {1}
    assert (found[-1].name, found[-1].data) == ("turn", again.json())


async def test_a_branch_that_is_told_as_it_comes_ends_with_its_token(api: Api) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "master")) as client:
        await client.post(f"/v1/games/{game_id}/turns", json={"text": "look"})
        body = {"text": "look around", "as_branch": True}
        found = list(
            events_of((await client.post(f"/v1/games/{game_id}/turns/1/edit", json=body, headers=STREAM)).text)
        )
    assert found[-1].data["game_id"] != game_id
    assert found[-1].data["token"].startswith(f"{found[-1].data['game_id']}.")


async def test_a_refusal_to_tell_anew_is_a_problem_in_the_stream(api: Api) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "master")) as client:
        found = list(events_of((await client.post(f"/v1/games/{game_id}/retry", headers=STREAM)).text))
    assert [(each.name, each.data["status"]) for each in found] == [("problem", 409)]


async def test_a_message_is_found_by_its_id_with_speaker_turn_place_and_time(api: Api) -> None:
    game_id = api.begin("Élan")
    async with api.client(api.token(game_id, "player")) as player:
        turn = (await player.post(f"/v1/games/{game_id}/turns", json={"text": "say I promise to feed the owl"})).json()
        message = (await player.get(f"/v1/games/{game_id}/messages/{turn['message_ids'][0]}")).json()
        unknown = [await player.get(f"/v1/games/{game_id}/messages/{each}") for each in ("m-999", "m-x", "mara-001")]
    assert (message["turn"], message["speaker_name"], message["role"]) == (1, "Élan", "player")
    assert (message["location_id"], message["game_time"] > 0) == ("market", True)
    assert message["text"] == "say I promise to feed the owl"
    assert (message["claims"], message["kept_in"]) == (["I promise to feed the owl"], [])
    assert [answer.status_code for answer in unknown] == [404, 422, 422]
