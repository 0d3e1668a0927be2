"""What a game remembers, over the API: listing, searching, looking into one, correcting, and who knows what."""

import asyncio
from typing import Any

import httpx2
import pytest

from app.events.commands import AddMemoryCommand, ChangeLocationCommand
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryKind, Scope
from app.services.game.captures.search_service import AT_ONCE, SearchService
from tests.fakes.vectors import GatedVectors
from tests.integration.api.asking import Api, new_api
from tests.worlds import NOW

MARA = Scope.npc("mara")


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Api:
    return new_api(tmp_path_factory.mktemp("saves"), api_requests_per_minute=100_000)


def client_of(api: Api, game_id: str) -> httpx2.AsyncClient:
    client = api.client(api.token(game_id, "master"))
    client.base_url = client.base_url.join(f"/v1/games/{game_id}/")
    return client


async def added(client: httpx2.AsyncClient, text: str, **fields: Any) -> dict[str, Any]:
    answer = await client.post("memories", json={"of": "mara", "text": text, **fields})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_a_memory_is_added_as_a_turn_of_its_own_and_found_in_the_list_the_newest_first(api: Api) -> None:
    game_id = api.begin()
    async with client_of(api, game_id) as client:
        fields = {"importance": 7, "about": ["Mara", "the owl"], "location_id": "inn", "pinned": True}
        first = await added(client, "The owl sits in the tower.", **fields)
        second = await added(client, "It rains.", of="npc/mara", kind="observation")
        listed = (await client.get("memories", params={"of": "the innkeeper", "limit": 2})).json()
        by_kind = (await client.get("memories", params={"kind": ["observation", "semantic"]})).json()
    assert (first["of"], first["kind"], first["turn"], first["state"]) == ("npc/mara", "semantic", 1, "stands")
    assert (first["importance"], first["subjects"], first["location_id"]) == (7.0, ["mara", "the owl"], "inn")
    assert (first["pinned"], first["hand_made"]) == (True, True)
    assert listed["items"] == [second, first]
    assert by_kind["items"] == [second, first]


@pytest.mark.parametrize("name", ["", "  ", "the\nowl"])
async def test_a_subject_is_a_readable_name_on_one_line(api: Api, name: str) -> None:
    async with client_of(api, api.begin()) as client:
        answer = await client.post("memories", json={"of": "mara", "text": "It hoots.", "about": [name]})
    assert (answer.status_code, answer.json()["title"]) == (400, "Invalid input")


async def test_the_list_goes_on_where_the_page_before_ended_also_when_memories_came_meanwhile(api: Api) -> None:
    game_id = api.begin()
    async with client_of(api, game_id) as client:
        everything = (await client.get("memories", params={"limit": 100})).json()
        assert everything["next_cursor"] is None
        found: list[Any] = []
        cursor: dict[str, str] = {}
        while True:
            page = (await client.get("memories", params={"limit": 7, **cursor})).json()
            found += page["items"]
            if page["next_cursor"] is None:
                break
            cursor = {"cursor": page["next_cursor"]}
            await added(client, "Something new.", of="market")
        assert [each["id"] for each in found] == [each["id"] for each in everything["items"]]
        assert (await client.get("memories", params={"cursor": "nonsense"})).status_code == 400


async def test_whose_and_which_memories_is_checked(api: Api) -> None:
    async with client_of(api, api.begin()) as client:
        answers = [
            (await client.get("memories", params={"of": "ghost"})).status_code,
            (await client.get("memories", params={"kind": "dream"})).status_code,
            (await client.get("memories", params={"archived": "maybe"})).status_code,
            (await client.get("memories/search", params={"of": "mara"})).status_code,
            (await client.get("memories/search", params={"of": "mara", "q": "x", "preset": "best"})).status_code,
            (await client.post("memories", json={"of": "mara", "text": ""})).status_code,
            (await client.post("memories", json={"of": "mara", "text": "x", "kind": "summary"})).status_code,
            (await client.post("memories", json={"of": "mara", "text": "x", "id": "mara-001"})).status_code,
            (await client.post("memories", json={"of": "ghost", "text": "x"})).status_code,
            (await client.post("memories", json={"of": "mara", "text": "x", "location_id": "moon"})).status_code,
            (await client.post("memories", json={"of": "mara", "text": "\u0007"})).status_code,
            (await client.patch("memories/mara-001", json={"text": ""})).status_code,
        ]
        asked = [
            ("GET", "", None),
            ("PATCH", "", {"pinned": True}),
            ("POST", "/archive", None),
            ("POST", "/restore", None),
        ]
        unknown = [
            await client.request(method, f"memories/{memory_id}{verb}", json=body)
            for memory_id in ("mara-999", "ghost-001", "m-0", "nonsense", "A B")
            for method, verb, body in asked
        ]
    assert answers == [404, 422, 422, 422, 422, 422, 422, 422, 404, 404, 400, 422]
    assert {answer.status_code for answer in unknown} == {404}
    assert {answer.json()["type"] for answer in unknown} == {"urn:talekeeper:problem:not-found"}


async def test_a_search_says_what_the_score_is_made_of(api: Api) -> None:
    async with client_of(api, api.begin()) as client:
        wanted = await added(client, "The silver key lies under the third barrel.")
        await added(client, "It rains.")
        found = (await client.get("memories/search", params={"of": "mara", "q": "where is the silver key?"})).json()
        best = found["items"][0]
        few = await client.get("memories/search", params={"of": "mara", "q": "the silver key", "limit": 1})
        recent = await client.get("memories/search", params={"of": "mara", "q": "key", "preset": "chronicle"})
    assert best["memory"] == wanted
    assert best["rank"] == 1
    assert best["score"] == pytest.approx(sum(best["parts"].values()))
    assert best["why"].startswith("hybrid ")
    assert "key" in " ".join(best["shared"])
    assert len(few.json()["items"]) == 1
    assert recent.status_code == 200


async def test_a_search_finds_what_was_said_and_changes_nothing(api: Api) -> None:
    game_id = api.begin()
    async with client_of(api, game_id) as client:
        await client.post("turns", json={"text": "go to the inn"})
        await client.post("turns", json={"text": "Mara, the silver key lies in the well"})
        await api.container.turns().settle(game_id)
        before = api.container.library().read(game_id)
        found = (await client.get("memories/search", params={"of": "mara", "q": "silver key"})).json()["items"]
    assert found[0]["memory"]["id"] == found[0]["memory"]["first_message_id"]
    assert "silver key" in found[0]["memory"]["text"]
    assert api.container.library().read(game_id) == before


async def test_another_text_supersedes_and_the_history_shows_both(api: Api) -> None:
    async with client_of(api, api.begin()) as client:
        old = await added(client, "The ferry leaves at six.", pinned=True)
        new = (await client.patch(f"memories/{old['id']}", json={"text": "The ferry leaves at nine."})).json()
        detail = (await client.get(f"memories/{old['id']}")).json()
        later = (await client.get(f"memories/{new['id']}")).json()
        standing = (await client.get("memories", params={"of": "mara", "limit": 1})).json()["items"]
        put_away = (await client.get("memories", params={"of": "mara", "archived": "only"})).json()["items"]
        again = await client.patch(f"memories/{old['id']}", json={"text": "At ten."})
    assert (new["text"], new["pinned"], new["evidence"]) == ("The ferry leaves at nine.", True, [old["id"]])
    assert (detail["memory"]["state"], detail["memory"]["superseded_by"]) == ("superseded", new["id"])
    assert [each["id"] for each in detail["history"]] == [old["id"], new["id"]] == [e["id"] for e in later["history"]]
    assert [each["memory"]["id"] for each in later["evidence"]] == [old["id"]]
    assert standing == [new]
    assert put_away == [detail["memory"]]
    assert (again.status_code, again.json()["type"]) == (409, "urn:talekeeper:problem:not-possible")


async def test_pinning_twice_is_pinning_once_and_both_changes_can_be_asked_for_together(api: Api) -> None:
    game_id = api.begin()
    async with client_of(api, game_id) as client:
        memory = await added(client, "The well is dry.")
        path = f"memories/{memory['id']}"
        pinned = [(await client.patch(path, json={"pinned": True})).json() for _ in range(2)]
        assert pinned[0] == pinned[1] == memory | {"pinned": True}
        assert api.container.turns().state(game_id).turn == 2
        assert (await client.patch(path, json={})).json() == pinned[0]
        both = (await client.patch(path, json={"pinned": False, "text": "The well is full."})).json()
    assert (both["pinned"], both["text"]) == (False, "The well is full.")


async def test_what_is_archived_can_be_restored_and_an_undo_takes_either_back(api: Api) -> None:
    async with client_of(api, api.begin()) as client:
        memory = await added(client, "The well is dry.")
        path = f"memories/{memory['id']}"
        archived = (await client.post(f"{path}/archive")).json()
        twice = await client.post(f"{path}/archive")
        restored = (await client.post(f"{path}/restore")).json()
        await client.post("undo", json={})
        undone = (await client.get(path)).json()["memory"]
    assert (archived["state"], archived["archived_by"], twice.status_code) == ("archived", "hand", 409)
    assert restored == memory
    assert undone == archived


async def test_a_repeated_request_edits_once_and_answers_the_same(api: Api) -> None:
    game_id = api.begin()
    async with client_of(api, game_id) as client:
        headers = {"Idempotency-Key": "once"}
        body = {"of": "mara", "text": "It rains."}
        answers = [await client.post("memories", json=body, headers=headers) for _ in range(2)]
        other = await client.post("memories", json=body | {"text": "It snows."}, headers=headers)
        replaced = [
            await client.patch(
                f"memories/{answers[0].json()['id']}", json={"text": "It pours."}, headers={"Idempotency-Key": "two"}
            )
            for _ in range(2)
        ]
    assert answers[0].json() == answers[1].json()
    assert other.status_code == 409
    assert replaced[0].json() == replaced[1].json()
    assert api.container.turns().state(game_id).turn == 2


async def test_a_captured_memory_comes_with_the_messages_behind_it(api: Api) -> None:
    game_id = api.begin()
    turns = api.container.turns()
    async with client_of(api, game_id) as client:
        for line in ("go to the inn", "Mara, what a night, the owl is loud", "go to the market"):
            await client.post("turns", json={"text": line})
        await turns.settle(game_id)
        (summary,) = (await client.get("memories", params={"of": "inn", "kind": "summary"})).json()["items"]
        detail = (await client.get(f"memories/{summary['id']}")).json()
    said = [message["text"] for message in detail["messages"]]
    assert "Mara, what a night, the owl is loud" in said
    assert detail["messages"][-1]["id"] == summary["last_message_id"]
    assert detail["messages_left_out"] == 0


async def test_words_that_a_memory_shares_with_its_messages_are_marked_on_both_sides(api: Api) -> None:
    game_id = api.begin()
    async with client_of(api, game_id) as client:
        for line in ("go to the inn", "say I promise to feed the grey owl of the tower", "go to the market"):
            await client.post("turns", json={"text": line})
        await api.container.turns().settle(game_id)
        (summary,) = (await client.get("memories", params={"of": "inn", "kind": "summary"})).json()["items"]
        detail = (await client.get(f"memories/{summary['id']}")).json()
        said = (await client.get(f"messages/{detail['marks'][0]['source']}")).json()
    assert summary["id"] in [each["id"] for each in said["kept_in"]]
    promised = "I promise to feed the grey owl of the tower"
    (mark,) = detail["marks"]
    (message,) = [each for each in detail["messages"] if each["marks"]]
    (back,) = message["marks"]
    assert summary["text"][mark["start"] : mark["end"]].startswith(promised)
    assert (mark["kind"], mark["source"]) == ("repeated", message["id"])
    assert message["text"][back["start"] : back["end"]] == promised
    assert back["source"] == summary["id"]
    assert detail["claims"] == [promised]


async def test_scopes_say_how_many_of_each_kind_stand(api: Api) -> None:
    async with client_of(api, api.begin()) as client:
        before = {each["of"]: each for each in (await client.get("scopes")).json()["items"]}
        first = await added(client, "It rains.", pinned=True)
        second = await added(client, "It snows.", kind="observation")
        await client.post(f"memories/{second['id']}/archive")
        after = {each["of"]: each for each in (await client.get("scopes")).json()["items"]}
        pinned = (await client.get("memories", params={"of": "mara", "pinned": True})).json()["items"]
        by_hand = (await client.get("memories", params={"of": "mara", "hand_made": True})).json()["items"]
    assert list(after)[-1] == "world"
    old, new = before["npc/mara"], after["npc/mara"]
    assert new["count"] == old["count"] + 1 == sum(new["kinds"].values())
    assert new["kinds"]["semantic"] == old["kinds"].get("semantic", 0) + 1
    assert (new["pinned"], new["hand_made"], new["archived"]) == (1, 1, old["archived"] + 1)
    assert [each["id"] for each in pinned] == [each["id"] for each in by_hand] == [first["id"]]


async def test_memories_come_by_game_time_and_only_those_of_a_time(api: Api) -> None:
    game_id = api.begin()
    async with client_of(api, game_id) as client:
        early = await added(client, "It rains.")
        await client.post("commands", json={"commands": [{"kind": "advance_time", "minutes": 90}]})
        late = await added(client, "It snows.", of="world")
        found: list[Any] = []
        cursor: dict[str, str] = {}
        while True:
            page = (await client.get("memories", params={"order": "time", "limit": 5, **cursor})).json()
            found += page["items"]
            if page["next_cursor"] is None:
                break
            cursor = {"cursor": page["next_cursor"]}
        times = [each["game_time"] for each in found]
        since = (await client.get("memories", params={"since": late["game_time"]})).json()["items"]
        until = (await client.get("memories", params={"until": late["game_time"] - 1, "limit": 100})).json()["items"]
        timeline = (await client.get("memories/timeline", params={"most": 10})).json()
        of_world = (await client.get("memories/timeline", params={"of": "world"})).json()
    assert times == sorted(times)
    assert len({each["id"] for each in found}) == len(found)
    assert late["id"] in [each["id"] for each in since]
    assert early["id"] not in [each["id"] for each in since]
    assert early["id"] in [each["id"] for each in until]
    assert timeline["first"] <= early["game_time"] < late["game_time"] <= timeline["last"]
    assert {each["kind"] for each in timeline["spells"]}.isdisjoint({"gifted"})
    spans = {(each["since"] - timeline["first"]) % timeline["minutes"] for each in timeline["spells"]}
    assert spans == {0}
    assert len({each["since"] for each in timeline["spells"]}) <= 10
    assert sum(each["count"] for each in of_world["spells"]) == 1


async def test_a_search_without_a_name_asks_everybody(api: Api) -> None:
    async with client_of(api, api.begin()) as client:
        marked = await added(client, "The silver key lies under the third barrel.", of="inn")
        other = await added(client, "Somebody asked for the silver key.", of="mara")
        hits = (await client.get("memories/search", params={"q": "where is the silver key?", "limit": 5})).json()[
            "items"
        ]
    assert {hits[0]["memory"]["id"], hits[1]["memory"]["id"]} == {marked["id"], other["id"]}
    assert [hit["rank"] for hit in hits] == list(range(1, len(hits) + 1))
    assert [hit["score"] for hit in hits] == sorted((hit["score"] for hit in hits), reverse=True)


async def test_a_search_in_a_large_game_answers_by_words_and_then_by_meaning(api: Api) -> None:
    game_id, vectors = api.begin(), GatedVectors(("key", "lock opener"))
    stream = MemoryStream(api.container.turns().state(game_id), MARA)
    for text in (*(f"Sack {number} was weighed." for number in range(AT_ONCE)), "The lock opener lies in the well."):
        stream.add(MemoryKind.OBSERVATION, MemoryContext(content=text))
    with api.container.searches.override(SearchService(Recaller(vectors))):
        async with client_of(api, game_id) as client:

            async def found(question: str) -> Any:
                asked: dict[str, str | int] = {"q": question, "limit": 1}
                return (await client.get("memories/search", params=asked)).json()

            first, by_words = await found("where is the key?"), await found("sack 7")
            vectors.may.set()
            async with asyncio.timeout(60):
                while (last := await found("where is the key?"))["lacking"]:
                    pass
    assert (first["by_meaning"], by_words["by_meaning"], last["by_meaning"]) == (False, False, True)
    assert first["lacking"] == by_words["lacking"] > AT_ONCE
    assert by_words["items"][0]["memory"]["text"] == "Sack 7 was weighed."
    assert last["items"][0]["memory"]["text"] == "The lock opener lies in the well."


async def test_the_turns_in_which_a_message_came_to_mind_are_told_newest_first(api: Api) -> None:
    game_id = api.begin()
    async with client_of(api, game_id) as client:
        for line in ("go to the inn", "Mara, I promise to bring you a grey goose", "wait", "ask Mara what I promised"):
            turn = (await client.post("turns", json={"text": line})).json()
        (source,) = {mark["source"] for part in turn["parts"] for mark in part["marks"] if mark["source"]}
        recalls = (await client.get(f"memories/{source}/recalls")).json()["items"]
        never = (await client.get("memories/mara-001/recalls")).json()["items"]
    assert (recalls[0]["turn"], recalls[0]["how"]) == (4, "answered")
    assert never == []


async def test_evidence_is_shown_down_to_what_was_lived(api: Api) -> None:
    game_id = api.begin()
    async with client_of(api, game_id) as client:
        seen = await added(client, "Saw a goose.", kind="observation")
        stream = MemoryStream(api.container.turns().state(game_id), MARA)
        context = MemoryContext(content="Geese are about.", created_at=NOW, evidence=(seen["id"],))
        drawn = stream.add(MemoryKind.REFLECTION, context)
        detail = (await client.get(f"memories/{drawn.id}")).json()
    assert detail["evidence"] == [{"memory": seen, "evidence": [], "heard": None, "messages_left_out": 0}]
    assert (detail["memory"]["kind"], detail["memory"]["depth"]) == ("reflection", 1)


async def test_who_knows_a_claim_is_told_with_since_when_and_through_whom(api: Api) -> None:
    game_id = api.begin()
    turns = api.container.turns()
    await turns.execute(game_id, ChangeLocationCommand(location_id="inn"))
    async with client_of(api, game_id) as client:
        await client.post("turns", json={"text": "Mara, the ferry leaves at six."})
        found = (await client.get("knowledge", params={"claim": "the ferry leaves at six"})).json()["items"]
        nothing = await client.get("knowledge", params={"claim": "?!"})
        missing = await client.get("knowledge")
    standing = {each["npc_id"]: each for each in found}
    assert (standing["mara"]["standing"], standing["mara"]["through_id"]) == ("knows", "player")
    assert standing["mara"]["since"] is not None
    assert standing["guard-2"]["standing"] == "cannot know"
    assert (nothing.status_code, missing.status_code) == (400, 422)


async def test_memories_of_one_game_are_not_found_in_another(api: Api) -> None:
    game_id, other_id = api.begin(), api.begin()
    command = AddMemoryCommand(scope=MARA, text="A secret of this game.")
    await api.container.turns().execute(game_id, command)
    async with client_of(api, other_id) as client:
        listed = await client.get("memories", params={"of": "mara", "archived": "include"})
        searched = await client.get("memories/search", params={"of": "mara", "q": "secret of this game"})
    assert "A secret" not in listed.text + searched.text


@pytest.mark.parametrize("odd", ["", " ", "\x00", "\ud7ff" * 100, "a" * 2_000, "é\u202e", "%", "[", "-1", "🦉" * 80])
async def test_no_words_of_a_client_are_a_fault(api: Api, odd: str) -> None:
    asked = [
        ("memories", {"of": odd}),
        ("memories", {"cursor": odd}),
        ("memories/search", {"of": "mara", "q": odd}),
        ("memories/search", {"of": odd, "q": "owl"}),
        ("knowledge", {"claim": odd}),
        ("people", {"cursor": odd}),
        ("usage", {"cursor": odd}),
    ]
    async with client_of(api, api.begin()) as client:
        for path, params in asked:
            for preset in ("hybrid", "chronicle", "genagents", "situational", "recent"):
                answer = await client.get(path, params=params | {"preset": preset})
                assert answer.status_code < 500, (path, preset)
                if "search" not in path:
                    break
        for text in (odd, odd + "x"):
            body = {"of": "mara", "text": text, "about": [odd[:80]], "location_id": odd[:64]}
            assert (await client.post("memories", json=body)).status_code < 500
