"""A turn of two scenes on two servers: read at one as it was played at the other, and taken back after a take-over."""

import asyncio
import json
import signal

import httpx2

from app.models.messages.message import Message, Role
from app.models.records.folding import fold_journal
from app.stores.transfer import import_game
from tests.integration.servers.fleet import Fleet, client, fleet, until_answered

LEASE = 2.0
LINE = "go to the boiling house and tell Ansel that the bell is silent"
LANDING, HOUSE = ("ferry-landing", ("tove",)), ("boiling-house", ("ansel",))

Place = tuple[str | None, tuple[str, ...]]


async def messages_at(asking: httpx2.AsyncClient, servers: Fleet, port: int, game_id: str) -> list[Message]:
    """The messages that stand, as a server has them."""
    exported = await until_answered(asking, "GET", f"{servers.url(port)}/v1/games/{game_id}/export")
    return fold_journal(import_game(json.dumps(exported).encode())).conversation_history


def scenes(messages: list[Message]) -> list[Place]:
    """Place and witnesses of what was typed and told, each stretch once."""
    found: list[Place] = []
    for message in messages:
        scene = message.location_id, message.witness_ids
        if message.role is not Role.SYSTEM and found[-1:] != [scene]:
            found.append(scene)
    return found


def test_a_turn_of_two_scenes_is_read_and_taken_back_at_another_server(database_url: str) -> None:
    with fleet(2, database_url, LEASE) as servers:
        asyncio.run(_played(servers))


async def _played(servers: Fleet) -> None:
    one, other = servers.ports
    async with client() as asking:
        begun = {"scenario": "tide-bell", "players": ["Élan"]}
        game_id = (await until_answered(asking, "POST", f"{servers.url(one)}/v1/games", json=begun))["id"]
        path = f"/v1/games/{game_id}"
        played = await until_answered(asking, "POST", f"{servers.url(one)}{path}/turns", json={"text": LINE})
        assert servers.games_of(one) == [game_id]

        read = await until_answered(asking, "GET", f"{servers.url(other)}{path}/turns/1")
        messages = await messages_at(asking, servers, other, game_id)
        assert read == played
        assert messages == await messages_at(asking, servers, one, game_id)
        assert scenes(messages) == [LANDING, HOUSE]
        assert [message.content for message in messages if message.role is Role.PLAYER] == [
            "go to the boiling house",
            "tell Ansel that the bell is silent",
        ]

        servers.signal(one, signal.SIGKILL)
        taken = await until_answered(asking, "GET", f"{servers.url(other)}{path}/turns/1")
        assert taken == played
        await until_answered(asking, "POST", f"{servers.url(other)}{path}/undo", json={})
        assert await messages_at(asking, servers, other, game_id) == []
        again = await until_answered(asking, "POST", f"{servers.url(other)}{path}/turns", json={"text": LINE})
        assert servers.games_of(other) == [game_id]
        assert [part["text"] for part in again["parts"]] == [part["text"] for part in played["parts"]]
        assert scenes(await messages_at(asking, servers, other, game_id)) == [LANDING, HOUSE]
