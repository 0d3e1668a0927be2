"""What one client may do counts at all servers together, and a key is known to all of them."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from typing import Any

import httpx2
import pytest

from app.errors import BudgetExhausted
from app.models.records.record import RecordKind
from app.models.spend import Spend
from app.services.game.games.session import Caps, GameSession
from app.stores.opening import in_database
from app.stores.postgres.database import Database, migrate
from tests.databases import new_database
from tests.integration.servers.fleet import SECONDS, Fleet, client, fleet, until_answered
from tests.unit.stores.journals import header, opening
from tests.worlds import NOW

LEASE = 15.0
REQUESTS, STREAMS, KEYS = 60, 2, 10
STREAM_EVENTS = 0.6
"""Seconds, a little more than between two exchanges of what clients use."""


@pytest.fixture(scope="module")
def servers(database_server: str) -> Iterator[Fleet]:
    limits = {"api_requests_per_minute": str(REQUESTS), "api_streams": str(STREAMS)}
    with new_database(database_server) as url, fleet(2, url, LEASE, **limits) as servers:
        yield servers


async def begun(servers: Fleet) -> tuple[str, dict[str, str]]:
    """A game, and the headers of a client of its own."""
    url = f"{servers.url(servers.ports[0])}/v1/games"
    async with client() as asking:
        given = {"scenario": "tide-bell", "players": ["Élan"]}
        game_id = (await until_answered(asking, "POST", url, json=given))["id"]
        made = await until_answered(asking, "POST", f"{url}/{game_id}/tokens", json={"role": "master"})
    return game_id, {"Authorization": f"Bearer {made['token']}"}


async def test_requests_of_a_client_count_at_all_servers_together(servers: Fleet) -> None:
    game_id, headers = await begun(servers)
    answered = dict.fromkeys(servers.ports, 0)
    refused: list[httpx2.Response] = []
    async with client() as asking:
        while not refused:
            for port in servers.ports:
                answer = await asking.get(f"{servers.url(port)}/v1/games/{game_id}", headers=headers)
                answered[port] += answer.is_success
                refused += [answer] * (not answer.is_success)
            if answered[servers.ports[0]] % (REQUESTS // 6) == 0:
                await asyncio.sleep(STREAM_EVENTS)
    assert {answer.status_code for answer in refused} == {429}
    assert all(int(answer.headers["Retry-After"]) > 0 for answer in refused)
    assert all(count < REQUESTS for count in answered.values())


async def test_streams_of_a_client_count_at_all_servers_together(servers: Fleet) -> None:
    game_id, headers = await begun(servers)
    first, second = (f"{servers.url(port)}/v1/games/{game_id}/events" for port in servers.ports)

    async def until_status(wanted: int) -> httpx2.Response:
        until = time.monotonic() + SECONDS
        while True:
            async with asking.stream("GET", second, headers=headers) as answer:
                if answer.status_code == wanted:
                    return answer
            assert time.monotonic() < until
            await asyncio.sleep(STREAM_EVENTS)

    async with client() as asking, AsyncExitStack() as streams:
        for _ in range(STREAMS):
            held = await streams.enter_async_context(asking.stream("GET", first, headers=headers))
            assert held.status_code == 200
        await until_status(429)
        await streams.aclose()
        await until_status(200)


async def test_a_key_that_comes_to_two_servers_at_once_makes_one_turn(servers: Fleet) -> None:
    game_id, headers = await begun(servers)
    urls = [f"{servers.url(port)}/v1/games/{game_id}/turns" for port in servers.ports]
    async with client() as asking:

        async def sent(url: str, number: int) -> Any:
            given = {"json": {"text": f"look around, {number}"}, "headers": {**headers, "Idempotency-Key": f"{number}"}}
            return await until_answered(asking, "POST", url, **given)

        told = await asyncio.gather(*(sent(url, number) for number in range(KEYS) for url in urls))
        assert told[::2] == told[1::2]
        turns = (await until_answered(asking, "GET", urls[0], headers=headers))["items"]
    assert sorted(turn["player_input"] for turn in turns) == sorted(f"look around, {number}" for number in range(KEYS))


async def test_what_a_game_has_cost_counts_at_the_server_that_has_it_next(database_url: str) -> None:
    with closing(Database(database_url)) as database:
        migrate(database)
    caps = Caps(tokens_per_game=100)
    with closing(in_database(database_url, LEASE)) as here, closing(in_database(database_url, LEASE)) as there:
        here.games.create(header(), opening())
        session = GameSession(here.games, here.games.read("game-1"), lambda: NOW)
        meter = session.open_meter(caps)
        meter.add(Spend(calls=1, input_tokens=50, output_tokens=10))
        await session.close_meters(meter)
        here.games.release("game-1")
        there.games.acquire("game-1")
        moved = GameSession(there.games, there.games.read("game-1"), lambda: NOW)
        paid = moved.open_meter(caps)
        paid.check()
        paid.add(Spend(calls=1, input_tokens=40))
        with pytest.raises(BudgetExhausted, match="game's cap"):
            paid.check()
        assert [record.kind for record in there.games.read("game-1").records] == [RecordKind.MARK]
