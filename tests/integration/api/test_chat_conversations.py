"""Conversations of chat clients: which game and turn they go on at, whatever happened in between."""

import asyncio
from pathlib import Path

import pytest

from app.errors import ModelUnavailable
from app.testing import FakeNarrator
from tests.integration.api.asking import ADMIN, Api, new_api
from tests.integration.api.chatting import (
    Chat,
    Teller,
    assistant,
    game_of,
    games_of,
    lines_of,
    system,
    telling_api,
    text_in,
    text_of,
    user,
)

pytestmark = pytest.mark.long

SCENARIO = "scenario:tide-bell"


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return telling_api(tmp_path / "saves")


async def restarted(api: Api, saves: Path) -> Api:
    """A server on the same saves."""
    for game_id in games_of(api):
        await api.container.turns().close(game_id)
    return telling_api(saves)


async def test_models_are_the_games_and_the_scenarios(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client() as client:
        listed = (await client.get("/openai/v1/models")).json()
        one = (await client.get(f"/openai/v1/models/{SCENARIO}")).json()
        none = await client.get("/openai/v1/models/gpt-5")
    models = {model["id"]: model for model in listed["data"]}
    assert listed["object"] == "list"
    assert {game_id, SCENARIO} <= set(models)
    assert models[SCENARIO] == one
    assert (one["object"], one["owned_by"], one["name"]) == ("model", "talekeeper", "The Bell on the Sands")
    assert none.status_code == 404
    assert none.json()["error"]["code"] == "model_not_found"


async def test_a_branch_can_be_told_from_its_game_in_the_list_of_models(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        await chat.say("look")
        branch = (await client.post(f"/v1/games/{game_id}/branches", json={"turn": 1})).json()["id"]
        names = {model["id"]: model["name"] for model in (await client.get("/openai/v1/models")).json()["data"]}
    assert names[branch] == f"{names[game_id]} (branched at turn 1)"


async def test_a_memory_alone_is_no_model(api: Api) -> None:
    game_id = api.container.agent_memory().begin("The team")
    async with api.client() as client:
        listed = (await client.get("/openai/v1/models")).json()["data"]
        refused = await Chat(client, game_id).send([user("look")])
    assert game_id not in [model["id"] for model in listed]
    assert (refused.status_code, refused.json()["error"]["code"]) == (404, "model_not_found")


@pytest.mark.parametrize("model", ["gpt-5", "tide-bell", "scenario:nowhere"])
async def test_an_unknown_model_says_what_a_model_is(api: Api, model: str) -> None:
    async with api.client() as client:
        listed = await client.get(f"/openai/v1/models/{model}")
        played = await Chat(client, model).send([user("look")])
    for answer in (listed, played):
        assert answer.status_code == 404
        assert "a game's id, or scenario: and a scenario's id" in answer.json()["error"]["message"]


async def test_a_token_of_one_game_sees_and_plays_that_game_only(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves", Teller())
    game_id, other_id = api.begin("Mara"), api.begin("Odo")
    async with api.client(api.token(game_id, "player")) as player, api.client(api.token(game_id, "viewer")) as viewer:
        listed = [model["id"] for model in (await player.get("/openai/v1/models")).json()["data"]]
        seen = (await viewer.get("/openai/v1/models")).json()["data"]
        answers = [await Chat(player, model).send([user("wait")]) for model in (game_id, other_id, SCENARIO)]
        watched = await Chat(viewer, game_id).send([user("wait")])
    async with api.client() as nobody:
        unknown = await Chat(nobody, game_id).send([user("wait")])
    assert listed == [game_id]
    assert seen == []
    assert [answer.status_code for answer in answers] == [200, 404, 403]
    assert watched.status_code == 403
    assert (unknown.status_code, unknown.json()["error"]["code"]) == (401, "invalid_api_key")
    assert await lines_of(api, other_id) == []


async def test_a_scenario_begins_one_game_that_the_conversation_goes_on_in(api: Api) -> None:
    async with api.client() as client:
        chat = Chat(client, SCENARIO)
        answers = [await chat.say(line) for line in ("look", "wait", "sit down", "wait")]
    assert len({*map(game_of, answers)}) == len(games_of(api)) == 1
    assert await lines_of(api, game_of(answers[0])) == ["look", "wait", "sit down", "wait"]
    opening = api.container.scenarios().load("tide-bell").opening
    assert text_of(answers[0]).startswith(opening)
    assert opening not in text_of(answers[1])


@pytest.mark.parametrize("line", ["look around", "wait", "go to the shore"])
@pytest.mark.parametrize("stream", [False, True])
async def test_the_first_answer_describes_the_place_once(tmp_path: Path, line: str, *, stream: bool) -> None:
    api = new_api(tmp_path / "saves", tokens_required=False)
    sheet = api.container.scenarios().load("tide-bell")
    description = sheet.index.location(sheet.start_location).description
    async with api.client() as client:
        answer = await Chat(client, SCENARIO, more={"stream": stream}).send([user(line)])
        text = text_in(answer.text) if stream else text_of(answer.json())
        game_id = games_of(api)[0]
        chat = Chat(client, SCENARIO, [user(line), assistant(text)])
        await chat.say("wait")
        assert game_of(await chat.again()) == game_id
    assert text.count(description) == 1
    assert text.index(sheet.opening) < text.index(description)
    assert await lines_of(api, game_id) == [line, "wait"]


async def test_the_player_has_the_name_that_the_client_gives(api: Api) -> None:
    async with api.client() as client:
        answer = await Chat(client, SCENARIO).send([user("look", name="Zoe")])
    state = api.container.turns().state(game_of(answer.json()))
    assert [player.name for player in state.party.players] == ["Zoe"]


async def test_a_player_is_named_as_open_webui_names_the_user(api: Api) -> None:
    headers = {"X-OpenWebUI-User-Name": "Zo%C3%AB", "X-OpenWebUI-User-Id": "7"}
    async with api.client() as client:
        first = await Chat(client, SCENARIO).send([user("look")], **headers)
        named = await Chat(client, SCENARIO).send([user("wait", name="Odo")], **headers)
    states = [api.container.turns().state(game_of(answer.json())) for answer in (first, named)]
    assert [[player.name for player in state.party.players] for state in states] == [["Zoë"], ["Odo"]]


async def test_a_line_is_of_the_player_that_open_webui_names(api: Api) -> None:
    game_id = api.begin("Mara", "Odo")
    async with api.client() as client:
        await Chat(client, game_id).send([user("look")], **{"X-OpenWebUI-User-Name": "odo"})
        turn = (await client.get(f"/v1/games/{game_id}/turns")).json()["items"][0]
    assert turn["player_id"] == "player-2"


@pytest.mark.parametrize("kept", [6, 2, 1])
async def test_it_goes_on_after_a_restart_also_with_a_trimmed_history(api: Api, tmp_path: Path, kept: int) -> None:
    async with api.client() as client:
        other, chat = Chat(client, SCENARIO), Chat(client, SCENARIO)
        await other.say("sing")
        answers = [await chat.say(line) for line in ("look", "wait", "sit down")]
    fresh = await restarted(api, tmp_path / "saves")
    async with fresh.client() as client:
        gone_on = Chat(client, SCENARIO, chat.talk[-kept:])
        assert game_of(await gone_on.say("stand up")) == game_of(answers[0])
    assert await lines_of(fresh, game_of(answers[0])) == ["look", "wait", "sit down", "stand up"]


async def test_the_first_line_is_answered_again_in_its_game_also_after_a_restart(api: Api, tmp_path: Path) -> None:
    async with api.client() as client:
        chat = Chat(client, SCENARIO)
        first = await chat.say("look")
        again = await chat.again()
    fresh = await restarted(api, tmp_path / "saves")
    async with fresh.client() as client:
        later = await Chat(client, SCENARIO, chat.talk).again()
    assert game_of(first) == game_of(again) == game_of(later)
    assert text_of(again) != text_of(first)
    assert len(games_of(fresh)) == 1


async def test_two_clients_of_one_token_have_a_game_each(api: Api) -> None:
    async with api.client() as client:
        chats = [Chat(client, SCENARIO, more={"user": name}) for name in ("one", "two")]
        games = [game_of(await chat.say("look")) for chat in chats]
        for chat in (*chats, *reversed(chats)):
            await chat.say("wait")
    assert len({*games}) == 2
    assert [await lines_of(api, game_id) for game_id in games] == [["look", "wait", "wait"]] * 2


async def test_two_chats_without_names_part_where_their_lines_do(api: Api) -> None:
    async with api.client() as client:
        one, two = Chat(client, SCENARIO), Chat(client, SCENARIO)
        begun = [game_of(await one.say("look")), game_of(await two.say("listen"))]
        ended = [game_of(await one.say("wait")), game_of(await two.say("wait"))]
    assert begun == ended
    assert begun[0] != begun[1]


async def test_two_chats_that_are_answered_alike_do_not_mix(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves", tokens_required=False)
    async with api.client() as client:
        chats = [Chat(client, SCENARIO), Chat(client, SCENARIO)]
        games = [game_of(await chat.say(line)) for chat, line in zip(chats, ("look", "inventory"), strict=True)]
        for line in ("wait", "wait", "look"):
            assert [game_of(await chat.say(line)) for chat in chats] == games
        assert text_of(await chats[0].again()) == text_of(await chats[1].again())
    assert [await lines_of(api, game_id) for game_id in games] == [
        ["look", "wait", "wait", "look"],
        ["inventory", "wait", "wait", "look"],
    ]


async def test_what_others_have_played_since_is_no_reason_to_go_back(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves", Teller())
    game_id = api.begin("Mara", "Odo")
    tokens = [api.token(game_id, "player", player) for player in ("player", "player-2")]
    async with api.client(tokens[0]) as mara, api.client(tokens[1]) as odo:
        chats = [Chat(mara, game_id), Chat(odo, game_id)]
        for line in ("look", "wait", "wait"):
            for chat in chats:
                await chat.say(line)
    assert await lines_of(api, game_id) == ["look", "look", "wait", "wait", "wait", "wait"]


async def test_turns_of_the_page_in_between_are_kept(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        await chat.say("look")
        await client.post(f"/v1/games/{game_id}/turns", json={"text": "wait"})
        await chat.say("wait")
    assert await lines_of(api, game_id) == ["look", "wait", "wait"]


async def test_another_line_at_an_earlier_turn_branches_and_both_ways_go_on(api: Api, tmp_path: Path) -> None:
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        for line in ("look", "wait", "sit down"):
            await chat.say(line)
        other = Chat(client, game_id, chat.talk[:2])
        branch = game_of(await other.say("sing"))
        assert game_of(await other.say("dance")) == branch
        assert game_of(await other.again()) == branch
        assert game_of(await chat.say("stand up")) == game_id
    fresh = await restarted(api, tmp_path / "saves")
    async with fresh.client() as client:
        assert game_of(await Chat(client, game_id, other.talk).say("bow")) == branch
        assert game_of(await Chat(client, game_id, chat.talk).say("leave")) == game_id
    assert await lines_of(fresh, game_id) == ["look", "wait", "sit down", "stand up", "leave"]
    assert await lines_of(fresh, branch) == ["look", "sing", "dance", "bow"]


async def test_an_earlier_answer_once_more_branches(api: Api) -> None:
    async with api.client() as client:
        chat = Chat(client, SCENARIO)
        games = [game_of(await chat.say(line)) for line in ("look", "wait", "sit down")]
        branch = game_of(await Chat(client, SCENARIO, chat.talk[:2]).say("wait"))
    assert await lines_of(api, games[0]) == ["look", "wait", "sit down"]
    assert await lines_of(api, branch) == ["look", "wait"]


async def test_going_on_at_another_answer_brings_that_answer_back(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        await chat.say("look")
        first = text_of(await chat.say("wait"))
        swiped = [*chat.talk]
        await chat.again()
        await Chat(client, game_id, swiped).say("sit down")
        turn = (await client.get(f"/v1/games/{game_id}/turns/2")).json()
    assert turn["parts"][0]["text"] in first
    assert await lines_of(api, game_id) == ["look", "wait", "sit down"]


async def test_turns_that_were_taken_back_elsewhere_are_branched_from(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        for line in ("look", "wait"):
            await chat.say(line)
        await client.post(f"/v1/games/{game_id}/undo", json={"turns": 2})
        branch = game_of(await chat.say("sit down"))
    assert await lines_of(api, game_id) == []
    assert await lines_of(api, branch) == ["look", "wait", "sit down"]


async def test_a_player_goes_back_in_its_game_which_keeps_what_was_replaced(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves", Teller())
    game_id = api.begin("Mara")
    async with api.client(api.token(game_id, "player")) as player:
        chat = Chat(player, game_id)
        for line in ("look", "wait", "sit down"):
            await chat.say(line)
        old = [*chat.talk]
        assert game_of(await Chat(player, game_id, chat.talk[:2]).say("sing")) == game_id
        refused = await Chat(player, game_id).send([*old, user("stand up")])
    async with api.client(ADMIN) as admin:
        tree = (await admin.get(f"/v1/games/{game_id}/tree")).json()["nodes"]
    assert await lines_of(api, game_id) == ["look", "sing"]
    assert [node["player_input"] for node in tree] == ["look", "wait", "sit down", "sing"]
    assert refused.status_code == 400


async def test_rules_that_answer_alike_are_told_apart_by_what_came_before(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves", tokens_required=False)
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        for line in ("go to the inn", "look", "look", "look"):
            await chat.say(line)
        await chat.again()
    assert await lines_of(api, game_id) == ["go to the inn", "look", "look", "look"]


async def test_undo_takes_back_the_lines_and_the_next_one_goes_on_from_there(api: Api, tmp_path: Path) -> None:
    async with api.client() as client:
        chat = Chat(client, SCENARIO)
        game_id = game_of(await chat.say("look"))
        for line in ("wait", "sit down", "/undo 2"):
            answer = await chat.say(line)
        assert "“sit down”, “wait”" in text_of(answer)
        assert await lines_of(api, game_id) == ["look"]
        await chat.say("sing")
        await chat.say("/undo")
        await chat.say("/undo")
        assert await lines_of(api, game_id) == []
    fresh = await restarted(api, tmp_path / "saves")
    async with fresh.client() as client:
        await Chat(client, SCENARIO, chat.talk).say("dance")
    assert games_of(fresh) == [game_id]
    assert await lines_of(fresh, game_id) == ["dance"]


async def test_an_undo_that_is_sent_twice_takes_back_once(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        for line in ("look", "wait", "sit down"):
            await chat.say(line)
        answers = [await chat.send([*chat.talk, user("/undo")]) for _ in "ab"]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert await lines_of(api, game_id) == ["look", "wait"]


async def test_a_player_takes_back_its_own_turns_only(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves", Teller())
    game_id = api.begin("Mara", "Odo")
    async with api.client(api.token(game_id, "player")) as mara, api.client(ADMIN) as admin:
        chat = Chat(mara, game_id)
        await chat.say("look")
        await admin.post(f"/v1/games/{game_id}/turns", json={"text": "sing", "player_id": "player-2"})
        refused = await chat.send([*chat.talk, user("/undo")])
        many = await chat.send([*chat.talk, user("/undo 9")])
        none = await chat.send([*chat.talk, user("/undo 0")])
        kept = await chat.send([*chat.talk, user("/save here")])
    assert [answer.status_code for answer in (refused, many, none, kept)] == [400] * 4
    assert await lines_of(api, game_id) == ["look", "sing"]


async def test_commands_of_answers_change_what_the_story_goes_on_from(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        await chat.say("look")
        first = text_of(await chat.say("wait"))
        other = text_of(await chat.say("/retry shorter"))
        listed = text_of(await chat.say("/answer"))
        back = text_of(await chat.say("/answer 1"))
        await chat.say("sit down")
        shown = text_of(await chat.say("/style tense past"))
        await chat.say("/save here")
        branch = text_of(await chat.say("/branch 1"))
        await chat.say("stand up")
    assert first != other
    assert back == first
    assert listed.count("\n") == 1
    assert "tense: past" in shown
    assert games_of(api)[1] in branch or games_of(api)[0] in branch
    assert await lines_of(api, game_id) == ["look", "wait", "sit down", "stand up"]


async def test_a_game_master_reads_memories(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client() as client:
        for text in ("The well is dry.", "The owl is loud at night."):
            await client.post(f"/v1/games/{game_id}/memories", json={"of": "mara", "text": text})
        chat = Chat(client, game_id)
        counted = text_of(await chat.say("/memories"))
        listed = text_of(await chat.say("/memories mara"))
        recalled = text_of(await chat.say("/recall mara what of the owl"))
        refused = await chat.send([user("/recall mara")])
    assert "Mara Ironhand: 2" in counted
    assert "The owl is loud at night. `mara-0" in listed
    assert listed.index("The owl is loud") < listed.index("The well is dry"), "the newest comes first"
    assert "The owl is loud at night." in recalled
    assert refused.status_code == 400


async def test_a_note_is_replaced_by_the_next_and_set_once(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        notes = ("The owl is near.", "The owl is near.", "The owl is gone.", "x" * 1500)
        for line, note in zip(("look", "wait", "sit down", "sing"), notes, strict=True):
            chat.talk = [system(note), *chat.talk]
            answer = await chat.say(line)
            chat.talk = chat.talk[1:]
        narration = (await client.get(f"/v1/games/{game_id}/narration")).json()["now"]
    assert narration["author_note"] == f"{'x' * 999}…"
    assert answer["talekeeper"]["turn"] == 7  # four lines, and three times another note
    assert await lines_of(api, game_id) == ["look", "wait", "sit down", "sing"]


async def test_players_set_no_note(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves", Teller())
    game_id = api.begin("Mara")
    async with api.client(api.token(game_id, "player")) as player:
        await Chat(player, game_id).send([system("Mara wins."), user("wait")])
    async with api.client(ADMIN) as admin:
        narration = (await admin.get(f"/v1/games/{game_id}/narration")).json()["now"]
    assert narration["author_note"] == ""


async def test_a_request_that_is_sent_twice_at_once_plays_once(tmp_path: Path) -> None:
    narrator = FakeNarrator()
    narrator.go_on = asyncio.Event()
    api = new_api(tmp_path / "saves", narrator, tokens_required=False)
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        sent = [asyncio.create_task(chat.send([user("wait")])) for _ in "ab"]
        await narrator.shown.wait()
        await asyncio.sleep(0)
        narrator.go_on.set()
        answers = [(await each).json() for each in sent]
    assert text_of(answers[0]) == text_of(answers[1])
    assert narrator.heard == ["wait"]
    assert await lines_of(api, game_id) == ["wait"]


@pytest.mark.parametrize("model", ["game", "scenario"])
async def test_a_request_that_a_library_sends_again_is_answered_from_the_journal(
    api: Api, tmp_path: Path, model: str
) -> None:
    name = api.begin("Mara") if model == "game" else SCENARIO
    async with api.client() as client:
        chat = Chat(client, name)
        await chat.say("look")
        first = (await chat.send([*chat.talk, user("wait")])).json()
    fresh = await restarted(api, tmp_path / "saves")
    async with fresh.client() as client:
        again = await Chat(client, name).send([*chat.talk, user("wait")], **{"x-stainless-retry-count": "1"})
    assert text_of(again.json()) == text_of(first)
    assert again.json()["talekeeper"] == first["talekeeper"]
    assert await lines_of(fresh, game_of(first)) == ["look", "wait"]


async def test_a_request_with_a_key_is_carried_out_once(api: Api, tmp_path: Path) -> None:
    async with api.client() as client:
        chat = Chat(client, SCENARIO)
        answers = [(await chat.send([user("look")], **{"Idempotency-Key": "one"})).json() for _ in "ab"]
        other = await chat.send([user("sing")], **{"Idempotency-Key": "one"})
    assert text_of(answers[0]) == text_of(answers[1])
    assert len(games_of(api)) == 1
    assert other.status_code == 409


async def test_a_game_whose_first_line_fails_is_not_left_behind(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves", FakeNarrator(ModelUnavailable("It sleeps.")), tokens_required=False)
    async with api.client() as client:
        failed = await Chat(client, SCENARIO).send([user("wait")])
        too_long = await Chat(client, SCENARIO).send([user("x" * 10_001)])
        no_line = await Chat(client, SCENARIO).send([user("/undo")])
    assert [answer.status_code for answer in (failed, too_long, no_line)] == [503, 400, 400]
    assert games_of(api) == []


async def test_a_branch_whose_line_fails_is_not_left_behind(tmp_path: Path) -> None:
    narrator = FakeNarrator()
    api = new_api(tmp_path / "saves", narrator, tokens_required=False)
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        await chat.say("look")
        await chat.say("wait")
        narrator.enqueue(ModelUnavailable("It sleeps."))
        branched = await chat.send([*chat.talk[:2], user("sing")])
    assert branched.status_code == 503
    assert games_of(api) == [game_id]


async def test_an_answer_that_the_client_has_begun_begins_a_game_with_the_line(api: Api) -> None:
    async with api.client() as client:
        answer = await Chat(client, SCENARIO).send([user("look"), {"role": "assistant", "content": "Slowly,"}])
    assert await lines_of(api, game_of(answer.json())) == ["look"]


async def test_only_the_last_turn_is_played_again(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        await chat.say("look")
        await client.post(f"/v1/games/{game_id}/turns", json={"text": "sing"})
        refused = await chat.send([*chat.talk, user("/retry")])
    assert refused.status_code == 400
    assert await lines_of(api, game_id) == ["look", "sing"]


async def test_an_unknown_model_is_refused_as_openai_does(api: Api) -> None:
    async with api.client() as client:
        names = ("gpt-5", "scenario:nowhere", "scenario:../secret.json", "Bad Id")
        answers = [await Chat(client, name).send([user("wait")]) for name in names]
    assert [answer.status_code for answer in answers] == [404] * len(names)
    assert {answer.json()["error"]["code"] for answer in answers} == {"model_not_found"}


async def test_an_answer_that_was_brought_back_before_is_brought_back_once_more(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        first = text_of(await chat.say("look"))
        swiped = [*chat.talk]
        await chat.again()
        answers = (await client.get(f"/v1/games/{game_id}/answers")).json()["items"]
        for answer in answers:
            await client.post(f"/v1/games/{game_id}/answers/choose", json={"seq": answer["seq"]})
        await Chat(client, game_id, swiped).say("sit down")
        turn = (await client.get(f"/v1/games/{game_id}/turns/1")).json()
    assert turn["parts"][0]["text"] in first
    assert await lines_of(api, game_id) == ["look", "sit down"]
    assert games_of(api) == [game_id]


async def test_the_same_line_behind_a_note_that_was_taken_back_is_no_other_answer(api: Api) -> None:
    game_id = api.begin("Mara")
    note = {"kind": "set_narration_style", "narration": {"author_note": "The owl is near."}}
    async with api.client() as client:
        chat = Chat(client, game_id)
        await chat.say("look")
        begun = [*chat.talk]
        await client.post(f"/v1/games/{game_id}/commands", json={"commands": [note]})
        await chat.say("wait")
        await client.post(f"/v1/games/{game_id}/undo", json={"turns": 2})
        await Chat(client, game_id, begun).say("wait")
        branch = game_of(await chat.say("sit down"))
    assert await lines_of(api, game_id) == ["look", "wait"]
    assert await lines_of(api, branch) == ["look", "wait", "sit down"]


async def test_a_line_that_was_taken_back_is_not_played_again(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        for line in ("look", "wait"):
            await chat.say(line)
        await client.post(f"/v1/games/{game_id}/undo", json={"turns": 1})
        refused = await chat.send([*chat.talk, user("/retry")])
        answers = (await client.get(f"/v1/games/{game_id}/answers")).json()["items"]
    assert refused.status_code == 400
    assert len(answers) == 1


async def test_at_the_opening_no_line_of_another_conversation_is_taken_back(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        for line in ("look", "/undo"):
            await chat.say(line)
        await Chat(client, game_id).say("sing")
        refused = await chat.send([*chat.talk, user("/undo")])
    assert refused.status_code == 400
    assert await lines_of(api, game_id) == ["sing"]


async def test_memories_that_people_were_given_are_listed_where_they_are_wanted(api: Api) -> None:
    async with api.client() as client:
        chat = Chat(client, SCENARIO)
        await chat.say("look")
        gifted = text_of(await chat.say("/memories tove gifted"))
        other = text_of(await chat.say("/memories tove"))
    assert "`tove-0" in gifted
    assert other == "Nothing yet."


async def test_the_last_line_is_played_again_also_after_another_way_of_telling(api: Api) -> None:
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        for line in ("look", "wait"):
            await chat.say(line)
        await chat.send([*chat.talk, user("/style tense past")])
        await chat.again()
        narration = (await client.get(f"/v1/games/{game_id}/narration")).json()["now"]
    assert narration["tense"] == "past"
    assert await lines_of(api, game_id) == ["look", "wait"]
    assert games_of(api) == [game_id]


@pytest.mark.parametrize("model", ["game", "scenario"])
async def test_what_a_command_does_not_find_is_no_unknown_model(api: Api, model: str) -> None:
    name = api.begin("Mara") if model == "game" else SCENARIO
    async with api.client() as client:
        chat = Chat(client, name)
        await chat.say("look")
        for line in ("/memories nobody", "/answer 9"):
            refused = await chat.send([*chat.talk, user(line)])
            error = refused.json()["error"]
            assert refused.status_code in (400, 404)
            assert error["code"] != "model_not_found", error


async def test_a_line_is_answered_in_place_of_the_one_that_it_was_edited_from(tmp_path: Path) -> None:
    """By its key too, which a client sends again where the answer did not reach it."""
    api = new_api(tmp_path / "saves", Teller())
    game_id = api.begin("Mara")
    async with api.client(api.token(game_id, "player")) as player:
        chat = Chat(player, game_id)
        await chat.say("look")
        begun = [*chat.talk]
        key = {"Idempotency-Key": "first"}
        await chat.send([*begun, user("wait")], **key)
        edited = await chat.send([*begun, user("sing")])
        late = await chat.send([*begun, user("wait")], **key)
    assert text_of(late.json()) == text_of(edited.json())
    assert await lines_of(api, game_id) == ["look", "sing"]


async def damage(api: Api, game_id: str, saves: Path) -> None:
    """Close a game and spoil the first turn of its journal."""
    await api.container.turns().close(game_id)
    journal = saves / game_id / "journal.jsonl"
    lines = journal.read_bytes().split(b"\n")
    lines[2] = lines[2].replace(b"seq", b"sqe", 1)
    journal.write_bytes(b"\n".join(lines))


@pytest.mark.parametrize("is_restarted", [False, True])
async def test_a_chat_whose_game_is_damaged_begins_another_and_says_so(
    api: Api, tmp_path: Path, *, is_restarted: bool
) -> None:
    saves = tmp_path / "saves"
    async with api.client() as client:
        chat = Chat(client, SCENARIO)
        lost = game_of(await chat.say("look"))
        await chat.say("wait")
    await damage(api, lost, saves)
    spoiled = next(game for game in api.container.library().list() if game.game_id == lost)
    assert spoiled.problem is not None
    server = telling_api(saves) if is_restarted else api
    async with server.client() as client:
        chat = Chat(client, SCENARIO, chat.talk)
        answer = await chat.say("sit down")
        assert lost in text_of(answer)
        assert "damaged" in text_of(answer)
        new = game_of(answer)
        assert game_of(await chat.say("stand up")) == new
        fresh = await Chat(client, SCENARIO).send([user("listen")])
        assert "damaged" not in text_of(fresh.json())
    assert lost in games_of(server)
    assert await lines_of(server, new) == ["sit down", "stand up"]


async def test_a_damaged_game_that_is_the_model_is_refused(api: Api, tmp_path: Path) -> None:
    game_id = api.begin("Mara")
    async with api.client() as client:
        chat = Chat(client, game_id)
        for line in ("look", "wait"):
            await chat.say(line)
        await damage(api, game_id, tmp_path / "saves")
        refused = await chat.send([*chat.talk, user("sing")])
    assert refused.status_code == 500
    assert "damaged" in refused.json()["error"]["message"]
    assert games_of(api) == [game_id]
