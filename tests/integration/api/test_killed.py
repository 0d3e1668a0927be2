"""A server that is killed while players send turns: what was answered is there once, what was not is there wholly or
not at all, and sent again with its key it is answered.

``TALEKEEPER_TEST_KILLS`` sets how often it is killed (6 by default).
"""

import asyncio
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest

from app.api.listening import listening_socket
from app.api.serving import serve
from app.log import logger
from tests.integration.api.asking import ADMIN, Api, events_of, new_api
from tests.integration.mcp.serving import SECONDS
from tests.integration.processes import Child, write_slowly

pytestmark = pytest.mark.long


KILLS = int(os.environ.get("TALEKEEPER_TEST_KILLS", "6"))
ROUNDS_OF_A_FOLDER = 10
GAMES, PLAYERS = 3, 2
"""Each player of each game sends a turn as soon as its last one is answered."""
LINES = ("hello Mara, I was here for the {} time", "look around, {}", "go to the inn {}", "go to the market {}")
STREAM = {"Accept": "text/event-stream"}


@dataclass(frozen=True)
class Sent:
    """A turn that was sent under a key."""

    game_id: str
    key: str
    line: str
    player_id: str

    @property
    def path(self) -> str:
        return f"/v1/games/{self.game_id}/turns"

    async def to(self, client: httpx2.AsyncClient, **headers: str) -> Any:
        """The turn that answers it; an error of the transport if none does."""
        body = {"text": self.line, "player_id": self.player_id}
        answer = await client.post(self.path, json=body, headers={"Idempotency-Key": self.key, **headers})
        assert answer.status_code == 200, answer.text
        if not headers:
            return answer.json()
        last = [*events_of(answer.text)][-1]
        assert last.name == "turn", last
        return last.data


@dataclass
class Load:
    """What was sent to the servers of one folder, one after the other, and what they answered."""

    games: list[str]
    chance: random.Random
    answered: dict[Sent, Any] = field(default_factory=dict)
    unanswered: list[Sent] = field(default_factory=list)
    sent: int = 0

    async def play(self, url: str, child: Child | None, answers: int) -> None:
        """Send turns until the server is gone; ``child`` is killed when so many have been answered."""
        enough = len(self.answered) + answers

        async def one(game_id: str, player_id: str) -> None:
            async with client_of(url) as client:
                while True:
                    self.sent += 1
                    line = self.chance.choice(LINES).format(f"no. {self.sent}")
                    sent = Sent(game_id, f"key-{self.sent}", line, player_id)
                    streams = STREAM if self.chance.random() < 0.5 else {}
                    try:
                        self.answered[sent] = await sent.to(client, **streams)
                    except httpx2.TransportError:
                        self.unanswered.append(sent)
                        return
                    if child is not None and len(self.answered) == enough:
                        await asyncio.sleep(self.chance.uniform(0, 0.02))
                        child.kill()

        ids = ["player", "player-2"]
        await asyncio.gather(*(one(game_id, player_id) for game_id in self.games for player_id in ids))

    async def check(self, url: str) -> int:
        """Ask a server that has been started anew; how many of the turns that were not answered it has."""
        async with client_of(url) as client:
            before = {game_id: await turns_of(client, game_id) for game_id in self.games}
            for sent, answer in self.answered.items():
                assert before[sent.game_id].get(sent.line) == answer
            there = 0
            for sent in self.unanswered:
                recorded = before[sent.game_id].get(sent.line)
                answer = await sent.to(client)
                assert recorded in (None, answer)
                there += recorded is not None
                self.answered[sent] = answer
            self.unanswered = []
            for sent in self.chance.choices([*self.answered], k=3):
                assert await sent.to(client) == self.answered[sent]
            for game_id in self.games:
                played = {sent.line for sent in self.answered if sent.game_id == game_id}
                assert set(await turns_of(client, game_id)) == played
            return there


def client_of(url: str) -> httpx2.AsyncClient:
    headers = {"Authorization": f"Bearer {ADMIN}"}
    return httpx2.AsyncClient(base_url=url, headers=headers, timeout=SECONDS, verify=False)


async def turns_of(client: httpx2.AsyncClient, game_id: str) -> dict[str, Any]:
    """The turns of a game by the line that was typed, each of which is another."""
    found: dict[str, Any] = {}
    cursor: dict[str, str] = {}
    while True:
        page = (await client.get(f"/v1/games/{game_id}/turns", params={"limit": "100", **cursor})).json()
        for turn in page["items"]:
            assert turn["player_input"] not in found
            found[turn["player_input"]] = turn
        if page["next_cursor"] is None:
            return found
        cursor = {"cursor": page["next_cursor"]}


@contextmanager
def server(api: Api, slowly: random.Random | None = None) -> Iterator[tuple[Child, str]]:
    """The API in a process of its own, and its address. With ``slowly`` it is killed amid one of its writes."""

    def work(report: Callable[[int], None]) -> None:
        listening = listening_socket(0, "127.0.0.1")
        report(listening.getsockname()[1])
        if slowly is not None:
            write_slowly(slowly, killed_at=slowly.randrange(1, 4000))
        asyncio.run(serve(api.app, api.container, listening, asyncio.Event()))

    child = Child(work)
    try:
        yield child, f"http://127.0.0.1:{child.next_report()}"
    finally:
        child.kill_after(0)


def test_of_a_server_killed_under_load_every_answered_turn_is_there_once(tmp_path: Path) -> None:
    answered = unanswered = there = 0
    for first in range(0, KILLS, ROUNDS_OF_A_FOLDER):
        api = new_api(tmp_path / f"{first}", api_requests_per_minute=10**9)
        games = [api.begin("Élan", "Odo") for _ in range(GAMES)]
        for game_id in games:
            api.container.library().close(game_id)
        load = Load(games, random.Random(first))
        for number in range(first, min(first + ROUNDS_OF_A_FOLDER, KILLS)):
            slowly = random.Random(number) if number % 2 else None
            with server(api, slowly) as (child, url):
                asyncio.run(load.play(url, None if slowly else child, load.chance.randrange(1, 30)))
            unanswered += len(load.unanswered)
            with server(api) as (_, url):
                there += asyncio.run(load.check(url))
        answered += len(load.answered)
    logger.info("{} kills, {} turns answered, {} not, of which {} were recorded", KILLS, answered, unanswered, there)
    assert unanswered
