"""Two players and a viewer in one game, each on a connection of its own: what each sees, also after its connection was
cut or while it is too slow, who may act, and what an edited line leaves behind."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from app.services.game.games import feed
from app.stores.transfer import import_game
from tests.integration.api.asking import ADMIN, Api, Sent, Served, Stream, new_api, served, streaming
from tests.integration.turns.test_editing import exported

pytestmark = pytest.mark.long

LINES = ("look around", "go to the inn", "hello Mara", "ask Mara about the owl", "go to the market", "wait")


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return new_api(tmp_path / "saves", api_requests_per_minute=100_000)


class Table:
    """A game with a client for each who is at it: `player`, `player-2` and `viewer`."""

    def __init__(self, api: Api, server: Served, game_id: str, clients: dict[str, httpx2.AsyncClient]) -> None:
        self.api, self.server, self.clients = api, server, clients
        self.path = f"/v1/games/{game_id}"
        self.game_id = game_id

    async def play(self, player_id: str, line: str) -> Any:
        answer = await self.clients[player_id].post(f"{self.path}/turns", json={"text": line})
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def end(self) -> None:
        """Something that everybody is told of, last."""
        async with self.server.client(ADMIN) as admin:
            assert (await admin.patch(self.path, json={"title": "The end"})).status_code == 200


@asynccontextmanager
async def three_at_a_table(api: Api) -> AsyncIterator[Table]:
    game_id = api.begin("Élan", "Odo")
    tokens = {"viewer": api.token(game_id, "viewer")}
    tokens |= {player_id: api.token(game_id, "player", player_id) for player_id in ("player", "player-2")}
    async with served(api) as server, AsyncExitStack() as stack:
        clients = {who: await stack.enter_async_context(server.client(token)) for who, token in tokens.items()}
        yield Table(api, server, game_id, clients)


def kept(found: list[Sent]) -> list[Sent]:
    """The events that can be asked for again."""
    return [each for each in found if each.id is not None and each.name != "stands"]


async def test_each_sees_the_turns_of_the_others_with_the_same_ids(api: Api) -> None:
    async with three_at_a_table(api) as table, AsyncExitStack() as stack:
        streams = {}
        for who, client in table.clients.items():
            streams[who] = await stack.enter_async_context(streaming(client, f"{table.path}/events"))
            assert (await streams[who].until("stands"))[-1].id == "1.0"
        both = [[table.play(player_id, line) for line in LINES] for player_id in ("player", "player-2")]
        played = [await turn for lines in zip(*both, strict=True) for turn in lines]
        played += await asyncio.gather(table.play("player", "wait"), table.play("player-2", "look"))
        await table.end()
        told = {who: kept(await stream.until("title")) for who, stream in streams.items()}
    assert told["player"] == told["player-2"] == told["viewer"]
    turns = [each.data for each in told["viewer"] if each.name == "turn"]
    assert turns == sorted(played, key=lambda turn: int(turn["turn"]))
    assert [turn["turn"] for turn in turns] == list(range(1, len(played) + 1))
    assert {turn["player_id"] for turn in turns} == {"player", "player-2"}
    ids = [each.id for each in told["viewer"]]
    assert len(set(ids)) == len(ids)


async def until_cut(stream: Stream, events: int) -> list[Sent]:
    """So many events that have an id, or fewer, up to the title."""
    found: list[Sent] = []
    while len(found) < events and (not found or found[-1].name != "title"):
        sent = await stream.next()
        assert sent is not None
        found += kept([sent])
    return found


@pytest.mark.parametrize("seed", range(3))
async def test_who_is_cut_off_again_and_again_misses_nothing_and_is_told_nothing_twice(api: Api, seed: int) -> None:
    chance = random.Random(seed)
    async with three_at_a_table(api) as table:

        async def play() -> None:
            for number in range(20):
                await table.play(("player", "player-2")[number % 2], chance.choice(LINES))
            await table.end()

        async def often_cut(who: str) -> list[Sent]:
            found: list[Sent] = []
            last = {"Last-Event-ID": "1.0"}
            while not found or found[-1].name != "title":
                async with streaming(table.clients[who], f"{table.path}/events", **last) as stream:
                    found += await until_cut(stream, chance.randrange(1, 6))
                last = {"Last-Event-ID": found[-1].id or ""}
            return found

        async with streaming(table.clients["player"], f"{table.path}/events") as whole:
            await whole.next()
            _, cut, viewed = await asyncio.gather(play(), often_cut("player-2"), often_cut("viewer"))
            told = kept(await whole.until("title"))
    assert cut == viewed == told
    assert [each.data["turn"] for each in told if each.name == "turn"] == list(range(1, 21))


async def test_the_viewer_cannot_act(api: Api) -> None:
    async with three_at_a_table(api) as table:
        await table.play("player", "look")
        before = api.container.library().read(table.game_id)
        asked = {
            "turns": {"text": "look"},
            "turns/1/edit": {"text": "wait"},
            "turns/current/stop": None,
            "retry": None,
            "undo": {},
            "notes": {"text": "Mine."},
            "commands": {"commands": [{"kind": "advance_time", "minutes": 5}]},
            "players": {"name": "Zoe"},
            "tokens": {"role": "master"},
        }
        for path, body in asked.items():
            answer = await table.clients["viewer"].post(f"{table.path}/{path}", json=body)
            assert answer.status_code == 403, path
        assert api.container.library().read(table.game_id) == before


async def test_a_client_that_does_not_read_is_told_what_it_missed_and_where_it_is(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds up neither the turns nor the others; what its stream leaves out, it says."""
    monkeypatch.setattr(feed, "MOST_WAITING", 20)
    async with three_at_a_table(api) as table:
        async with streaming(table.clients["viewer"], f"{table.path}/events") as slow:
            await slow.next()
            for _ in range(12):
                await table.play("player", "look around")
                for _ in range(40):  # more than the connection holds
                    api.services.feed.tell(feed.TextPiece(table.game_id, 1, "x" * 100_000))
                    await asyncio.sleep(0)
            await table.end()
            found = await slow.until("title")
        missed = [each.data for each in found if each.name == "missed"]
        assert missed
        told = {each.data["seq"] for each in found if each.name == "turn"}
        left_out = {
            seq for each in missed if each["first"] is not None for seq in range(each["first"], each["last"] + 1)
        }
        page = (await table.clients["viewer"].get(missed[0]["turns"])).json()
        played = {turn["seq"] for turn in page["items"]}
    assert len(played) == 12
    assert played <= told | left_out
    assert played - told


WRONG, RIGHT = "say My name is Ilka and I promise to mend the bell.", "say My name is Oda and I will leave at noon."
AFTER = (("player", "ask about the bell"), ("player-2", "go east"), ("player", "look around"), ("player-2", "wait"))


async def test_an_edited_line_takes_its_memories_along(api: Api) -> None:
    """The game exports as one of the same seed in which the line was typed at once."""
    async with served(api) as server, server.client(ADMIN) as admin:

        async def post(path: str, body: Any, client: httpx2.AsyncClient = admin) -> Any:
            answer = await client.post(path, json=body)
            assert answer.is_success, answer.text
            return answer.json()

        async def remembered(path: str) -> str:
            asked = {"of": "tove", "archived": "include", "limit": "100"}
            return (await admin.get(f"{path}/memories", params=asked)).text

        async def game(line: str, instead: str | None = None) -> Any:
            begun = {"scenario": "tide-bell", "players": ["Élan", "Odile"], "seed": 7}
            game_id = (await post("/v1/games", begun))["id"]
            path = f"/v1/games/{game_id}"
            async with AsyncExitStack() as stack:
                clients = {}
                for player_id in ("player", "player-2"):
                    made = await post(f"{path}/tokens", {"role": "player", "player_id": player_id})
                    clients[player_id] = await stack.enter_async_context(server.client(made["token"]))

                async def play(player_id: str, line: str) -> None:
                    await post(f"{path}/turns", {"text": line}, clients[player_id])
                    await api.container.turns().settle(game_id)

                await play("player", "look around")
                await play("player-2", line)
                if instead is not None:
                    await play("player-2", "go east")
                    assert "Ilka" in await remembered(path)
                    edited = await post(f"{path}/turns/2/edit", {"text": instead}, clients["player-2"])
                    assert (edited["turn"], edited["player_id"]) == (2, "player-2")
                    await api.container.turns().settle(game_id)
                for player_id, later in AFTER:
                    await play(player_id, later)
            found = await remembered(path)
            assert "Oda" in found
            assert "Ilka" not in found
            return exported(import_game((await admin.get(f"{path}/export")).content))

        edited, at_once = await game(WRONG, RIGHT), await game(RIGHT)
    assert edited == at_once
    assert "Ilka" not in str(edited)
