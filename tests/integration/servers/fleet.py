"""Several servers as processes on one database, which are killed and stopped, and clients that ask any of them."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx2
import psycopg

from app.settings import PROJECT
from tests.e2e.serving import environment
from tests.integration.api.asking import ADMIN, Stream

SECONDS = 60.0
PAUSE = 0.05
READY_SECONDS = 0.5
"""That a server takes at most to say that it is ready."""
_OWNED = """
    SELECT games.game_id FROM games JOIN workers ON server = owner
    WHERE address = %s AND in_trash = 0 AND lease_until > clock_timestamp()
"""


class Fleet:
    """Servers by their ports. A port keeps its number when its server is started anew."""

    def __init__(self, forking: "subprocess.Popen[str]", ports: list[int], database: str) -> None:
        self._forking, self._database = forking, database
        self.ports = ports
        self._pids = dict.fromkeys(ports, 0)
        for port in ports:
            self.start(port)

    def url(self, port: int) -> str:
        return f"http://127.0.0.1:{port}"

    def start(self, port: int) -> None:
        assert self._forking.stdin is not None
        assert self._forking.stdout is not None
        self._forking.stdin.write(f"{port}\n")
        self._forking.stdin.flush()
        self._pids[port] = int(self._forking.stdout.readline())
        assert self._pids[port], f"the server on port {port} did not start"

    def signal(self, port: int, number: int) -> None:
        os.kill(self._pids[port], number)

    def pid(self, port: int) -> int:
        return self._pids[port]

    def asked(self, query: str, *given: Any) -> list[Any]:
        """What the database answers, the first column of each row."""
        with psycopg.connect(self._database, autocommit=True) as connection:
            cursor = connection.execute(query, given or None)
            return [row[0] for row in cursor] if cursor.description else []

    def games_of(self, port: int) -> list[str]:
        return self.asked(_OWNED, self.url(port))

    async def until_all_answer(self) -> None:
        async with client() as asking:
            for port in self.ports:
                await until_answered(asking, "GET", f"{self.url(port)}/v1/ready")


def free_ports(count: int) -> list[int]:
    import socket  # noqa: PLC0415

    with socket.socket() as first, socket.socket() as second, socket.socket() as third, socket.socket() as fourth:
        some = [first, second, third, fourth][:count]
        for each in some:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in some]


@contextmanager
def fleet(count: int, database: str, lease: float, **settings: str) -> Iterator[Fleet]:
    """So many servers on a database, which is migrated by the first of them."""
    given = {"database": database, "database_lease": str(lease), "embedder": "words", "admin_token": ADMIN}
    given |= {"api_requests_per_minute": "1000000000", **settings}
    with subprocess.Popen(
        [sys.executable, "-m", "tests.integration.servers.forking"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=PROJECT,
        env=environment(**given),
        encoding="utf-8",
    ) as forking:
        servers = Fleet(forking, free_ports(count), database)
        try:
            asyncio.run(servers.until_all_answer())
            yield servers
        finally:
            for port in servers.ports:
                with suppress(ProcessLookupError):
                    servers.signal(port, signal.SIGCONT)
            assert forking.stdin is not None
            forking.stdin.close()


def client() -> httpx2.AsyncClient:
    headers = {"Authorization": f"Bearer {ADMIN}"}
    timeout = httpx2.Timeout(SECONDS, connect=2.0)
    limits = httpx2.Limits(max_connections=None)
    return httpx2.AsyncClient(headers=headers, timeout=timeout, verify=False, limits=limits)


async def until_answered(asking: httpx2.AsyncClient, method: str, *urls: str, **request: Any) -> Any:
    """What the first of the addresses answers that answers with 2xx, asking one after the other again and again."""
    until = time.monotonic() + SECONDS
    last: object = None
    while time.monotonic() < until:
        for url in urls:
            try:
                answer = await asking.request(method, url, **request)
            except httpx2.TransportError as error:
                last = error
                continue
            if answer.is_success:
                return answer.json() if answer.content else None
            last = answer.text
        await asyncio.sleep(PAUSE)
    raise AssertionError(f"nobody answers: {last!r}")


@dataclass
class Load:
    """Turns that were sent, each under a key and with words of its own, and what was answered."""

    servers: Fleet
    games: list[str]
    chance: random.Random
    answered: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By game and words, joined by a space, what was answered."""
    sent: int = 0
    pause: float = 0.0
    """Seconds, in the mean, between an answer and the next turn of a client."""

    async def play(self, clients: int, turns: int) -> None:
        """Have so many clients send so many turns in all."""
        async with client() as asking, asyncio.TaskGroup() as group:
            for _ in range(clients):
                group.create_task(self._one(asking, turns))

    async def _one(self, asking: httpx2.AsyncClient, turns: int) -> None:
        while self.sent < turns:
            self.sent += 1
            line = self.chance.choice(LINES).format(self.sent)
            await self.take_turn(asking, self.chance.choice(self.games), line)
            await asyncio.sleep(self.chance.uniform(0, 2 * self.pause))

    async def take_turn(self, asking: httpx2.AsyncClient, game_id: str, line: str) -> dict[str, Any]:
        ports = self.chance.sample(self.servers.ports, len(self.servers.ports))
        urls = [f"{self.servers.url(port)}/v1/games/{game_id}/turns" for port in ports]
        given = {"json": {"text": line}, "headers": {"Idempotency-Key": line.replace(" ", "-")}}
        answer: dict[str, Any] = await until_answered(asking, "POST", *urls, **given)
        self.answered[f"{game_id} {line}"] = answer
        return answer

    async def check(self) -> None:
        """Every turn that was answered is there once, as it was answered, and no other."""
        found: dict[str, dict[str, Any]] = {}
        async with client() as asking:
            for game_id in self.games:
                cursor: dict[str, str] = {}
                while cursor is not None:
                    url = f"{self.servers.url(self.chance.choice(self.servers.ports))}/v1/games/{game_id}/turns"
                    page = await until_answered(asking, "GET", url, params={"limit": "100", **cursor})
                    for turn in page["items"]:
                        key = f"{game_id} {turn['player_input']}"
                        assert key not in found, f"twice: {key}"
                        found[key] = turn
                    if (following := page["next_cursor"]) is None:
                        break
                    cursor = {"cursor": following}
        for key in found.keys() | self.answered.keys():
            assert found.get(key) == self.answered.get(key), f"{key}: {found.get(key)} {self.answered.get(key)}"


LINES = ("look around, {}", "walk to the boiling house, {}", "I go west ({})", "I count to {} and wait")


@dataclass
class Follower:
    """A client that follows the events of a game, at any server, and goes on behind the last id when one breaks off."""

    servers: Fleet
    game_id: str
    chance: random.Random
    ids: list[tuple[int, int]] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    breaks: int = 0

    async def follow(self) -> None:
        """Until it is cancelled."""
        async with client() as asking:
            last: dict[str, str] = {}
            while True:
                url = f"{self.servers.url(self.chance.choice(self.servers.ports))}/v1/games/{self.game_id}/events"
                try:
                    async with asking.stream("GET", url, headers=last) as answer:
                        if answer.is_success:
                            await self._read(Stream(answer), last)
                except (httpx2.TransportError, TimeoutError):
                    pass
                self.breaks += 1
                await asyncio.sleep(PAUSE)

    async def _read(self, stream: Stream, last: dict[str, str]) -> None:
        while (event := await stream.next()) is not None:
            if event.id is None:
                continue
            last["Last-Event-ID"] = event.id
            if event.name != "stands":
                seq, part = event.id.split(".")
                self.ids.append((int(seq), int(part)))
            if event.name == "turn":
                self.turns.append(event.data["turn"])

    def check(self) -> None:
        """Nothing was told twice or out of order, and no turn left out since the first that was told."""
        assert self.ids == sorted(set(self.ids))
        assert self.turns == list(range(self.turns[0], self.turns[-1] + 1)) if self.turns else True


@dataclass
class Trouble:
    """Kills servers and stops them past their leases, one at a time, and measures how soon their games answer."""

    servers: Fleet
    load: Load
    lease: float
    chance: random.Random
    took: list[float] = field(default_factory=list)

    async def make(self, failures: int) -> None:
        async with client() as asking:
            for number in range(failures):
                port = self.chance.choice(self.servers.ports)
                ready = await self._ready(asking, port)
                owned = await asyncio.to_thread(self.servers.games_of, port)
                is_stopped = bool(number % 2)
                began = time.monotonic()
                self.servers.signal(port, signal.SIGSTOP if is_stopped else signal.SIGKILL)
                if owned:
                    await self._taken_over(asking, self.chance.choice(owned), ready, number, began)
                if is_stopped:
                    await asyncio.sleep(max(0.0, self.lease * 1.3 - (time.monotonic() - began)))
                    self.servers.signal(port, signal.SIGCONT)
                else:
                    await asyncio.to_thread(self.servers.start, port)
                await asyncio.sleep(self.chance.uniform(0, self.lease / 2))

    async def _ready(self, asking: httpx2.AsyncClient, gone: int) -> list[str]:
        """The servers that a load balancer would ask without that one: those that are started, if there are any."""
        others = [self.servers.url(port) for port in self.servers.ports if port != gone]
        ready = await asyncio.gather(*(self._is_ready(asking, url) for url in others))
        return [url for url, is_ready in zip(others, ready, strict=True) if is_ready] or others

    async def _is_ready(self, asking: httpx2.AsyncClient, url: str) -> bool:
        with suppress(httpx2.TransportError):
            return (await asking.get(f"{url}/v1/ready", timeout=READY_SECONDS)).is_success
        return False

    async def _taken_over(
        self, asking: httpx2.AsyncClient, game_id: str, others: list[str], number: int, began: float
    ) -> None:
        """Ask the others for a turn of the game until it is answered."""
        line = f"look around, failure {number}"
        urls = [f"{url}/v1/games/{game_id}/turns" for url in others]
        given = {"json": {"text": line}, "headers": {"Idempotency-Key": line.replace(" ", "-")}}
        self.load.answered[f"{game_id} {line}"] = await until_answered(asking, "POST", *urls, **given)
        self.took.append(time.monotonic() - began)
