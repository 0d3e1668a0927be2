"""Streams of events over real connections: who is told what, from where on, and how they end."""

import asyncio
from pathlib import Path

import pytest

from app.services.game.games import feed
from tests.integration.api.asking import ADMIN, Api, Sent, events_of, new_api, served, streaming
from tests.integration.mcp.serving import SECONDS


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return new_api(tmp_path / "saves")


def names(found: list[Sent]) -> list[str]:
    return [each.name for each in found]


async def test_two_see_the_turns_of_each_other_and_the_viewer_cannot_act(api: Api) -> None:
    game_id = api.begin()
    events, turns = f"/v1/games/{game_id}/events", f"/v1/games/{game_id}/turns"
    async with (
        served(api) as server,
        server.client(api.token(game_id, "player")) as player,
        server.client(api.token(game_id, "viewer")) as viewer,
        streaming(viewer, events) as seen,
    ):
        stands = await seen.next()
        assert stands == Sent("stands", {"seq": 0}, "1.0")
        async with streaming(player, events) as own:
            assert await seen.next() == Sent("presence", {"player_id": "player", "is_here": True})
            played = (await player.post(turns, json={"text": "look"})).json()
            found = await seen.until("turn")
            assert found[-1].data == played
            assert (found[0].name, found[0].data["turn"]) == ("text", 1)
            assert (await own.until("turn"))[-1].data == played
            assert (await viewer.post(turns, json={"text": "look"})).status_code == 403
        assert await seen.next() == Sent("presence", {"player_id": "player", "is_here": False})


async def test_text_on_its_way_says_who_speaks_and_what_is_only_listed(api: Api) -> None:
    sheet = api.container.scenarios().load("tide-bell")
    path = f"/v1/games/{api.begin('Mara', sheet=sheet)}/turns"
    told = {}
    async with api.client(ADMIN) as client:
        for line in ("look", "talk to Tove", "ask Tove about the bell"):
            answer = await client.post(path, json={"text": line}, headers={"Accept": "text/event-stream"})
            told[line] = [each.data for each in events_of(answer.text) if each.name == "text"]
    assert told["look"][0]["words"].startswith("Tarred planks")
    (listing,) = [each for each in told["talk to Tove"] if each["words"].startswith("You could ask")]
    assert listing["piece"] == f"\n\n{listing['words']}"
    assert {"start": 0, "end": len(listing["words"]), "kind": "listing", "source": None} in listing["marks"]
    (speech,) = [each for each in told["ask Tove about the bell"] if each["speaker_id"]]
    assert (speech["speaker_id"], speech["speaker_name"]) == ("tove", "Tove Marrick")
    assert f"Tove Marrick: “{speech['words']}”" == speech["piece"].lstrip()


async def test_a_stream_goes_on_behind_the_last_id(api: Api) -> None:
    game_id = api.begin()
    path = f"/v1/games/{game_id}/events"
    async with served(api) as server, server.client(ADMIN) as client:
        async with streaming(client, path) as stream:
            first = await stream.next()
            await client.post(f"/v1/games/{game_id}/turns", json={"text": "look"})
            await client.post(f"/v1/games/{game_id}/turns", json={"text": "wait"})
            await client.post(f"/v1/games/{game_id}/undo", json={})
            await client.patch(f"/v1/games/{game_id}", json={"title": "Renamed"})
            live = [each for each in await stream.until("title") if each.id is not None]
        assert first is not None
        assert first.id is not None
        for position, last in enumerate([first, *live[:-1]]):
            assert last.id is not None
            async with streaming(client, path, **{"Last-Event-ID": last.id}) as stream:
                again = [each for each in await stream.until("title") if each.id is not None]
            assert again == live[position:]
    assert live[-2] == Sent("undone", {"seq": live[0].data.get("seq", 1)}, live[-2].id)
    assert live[-1].data == {"title": "Renamed"}


async def test_a_reader_that_is_too_slow_is_told_what_it_missed(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "MOST_WAITING", 1)
    game_id = api.begin()
    async with (
        served(api) as server,
        server.client(ADMIN) as client,
        streaming(client, f"/v1/games/{game_id}/events") as stream,
    ):
        await stream.next()
        # In one step of the loop nobody can read what is told.
        for piece in ("a", "b", "c"):
            api.services.feed.tell(feed.TextPiece(game_id, 1, piece))
        missed = await stream.next()
    assert missed == Sent("missed", {"first": None, "last": None, "turns": f"/v1/games/{game_id}/turns"})


async def test_the_master_is_told_of_memories_and_commands_and_a_player_is_not(api: Api) -> None:
    game_id = api.begin()
    path = f"/v1/games/{game_id}/events"
    async with (
        served(api) as server,
        server.client(api.token(game_id, "player")) as player,
        server.client(api.token(game_id, "master")) as master,
        streaming(master, path) as told,
        streaming(player, path) as shown,
    ):
        for line in ("look", "go to the inn", "wait"):
            await player.post(f"/v1/games/{game_id}/turns", json={"text": line})
        await api.container.turns().settle(game_id)
        await master.patch(f"/v1/games/{game_id}", json={"title": "The end"})
        to_master, to_player = await told.until("title"), await shown.until("title")
    assert {"command", "memory"} <= set(names(to_master))
    assert {"command", "memory"}.isdisjoint(names(to_player))
    assert names(to_player).count("turn") == 3


async def test_the_master_is_told_when_all_that_was_played_is_remembered(api: Api) -> None:
    game_id = api.begin()
    path = f"/v1/games/{game_id}"
    async with (
        served(api) as server,
        server.client(api.token(game_id, "player")) as player,
        server.client(api.token(game_id, "master")) as master,
        streaming(master, f"{path}/events") as told,
        streaming(player, f"{path}/events") as shown,
    ):
        for line in ("look", "go to the inn", "wait"):
            turn = (await player.post(f"{path}/turns", json={"text": line})).json()
        found = await told.until("settled")
        while found[-1].data["seq"] < turn["seq"]:
            found += await told.until("settled")
        jobs = (await master.get(f"{path}/jobs")).json()
        await master.patch(path, json={"title": "The end"})
        to_player = await shown.until("title")
    assert "memory" in names(found)
    assert found[-1].id is None
    assert (jobs["jobs"], jobs["captures"]) == ([], {})
    assert "settled" not in names(to_player)


async def test_a_stream_ends_when_its_token_is_revoked(api: Api) -> None:
    game_id = api.begin()
    token = api.token(game_id, "viewer")
    async with (
        served(api) as server,
        server.client(token) as viewer,
        server.client(ADMIN) as admin,
        streaming(viewer, f"/v1/games/{game_id}/events") as stream,
    ):
        await stream.next()
        await admin.delete(f"/v1/games/{game_id}/tokens/token-1")
        await admin.post(f"/v1/games/{game_id}/turns", json={"text": "look"})
        assert await stream.next() is None


async def test_a_client_holds_only_so_many_streams(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves", api_streams=1)
    game_id = api.begin()
    path = f"/v1/games/{game_id}/events"
    async with served(api) as server, server.client(ADMIN) as client:
        async with streaming(client, path):
            assert (await client.get(path)).status_code == 429
        async with asyncio.timeout(SECONDS):
            while (await client.get(path, headers={"Last-Event-ID": "x"})).status_code == 429:
                pass  # until the server has noticed that the stream was closed
        async with streaming(client, path) as stream:
            assert await stream.next() is not None


@pytest.mark.parametrize("last_id", ["x", "1", "-1.0", "1.1.1", "9" * 40])
async def test_an_id_that_no_stream_has_sent_is_refused(api: Api, last_id: str) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as client:
        answer = await client.get(f"/v1/games/{game_id}/events", headers={"Last-Event-ID": last_id})
    assert answer.status_code == 422


async def test_stopping_the_server_ends_streams_and_closes_games(api: Api) -> None:
    game_id = api.begin()
    async with (
        served(api) as server,
        server.client(ADMIN) as client,
        streaming(client, f"/v1/games/{game_id}/events") as stream,
    ):
        await stream.next()
        server.stop.set()
        assert await stream.next() is None
    assert not api.container.library().in_memory()


async def test_games_of_one_process_are_strangers(api: Api) -> None:
    one, other = api.begin(), api.begin()
    async with (
        served(api) as server,
        server.client(ADMIN) as client,
        streaming(client, f"/v1/games/{one}/events") as stream,
    ):
        await stream.next()
        await client.post(f"/v1/games/{other}/turns", json={"text": "look"})
        await client.post(f"/v1/games/{one}/turns", json={"text": "look"})
        found = await stream.until("turn")
    assert {each.data.get("game_id", one) for each in found} == {one}
