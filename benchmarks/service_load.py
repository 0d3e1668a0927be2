"""What `benchmarks.service` puts on a server: its process, players, and a model that takes its time."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from time import perf_counter

import httpx2

TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 120.0  # seconds for one request
TOLD = "It is quiet for a while, and then it goes on as it did before."


class Server:
    """`app serve` in a process of its own, or with its steps timed, into ``report``."""

    def __init__(self, folder: Path, report: Path | None = None, **settings: str) -> None:
        module = ["app"] if report is None else ["benchmarks.service_steps", str(report)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", *module, "serve", "--port", "0"],
            env={
                **os.environ,
                "TALEKEEPER_SAVES": str(folder / "saves"),
                "TALEKEEPER_API_REQUESTS_PER_MINUTE": "1000000",  # all players come from one address
                "TALEKEEPER_API_HEARTBEAT": "0.002",
                **settings,
            },
            stdout=subprocess.PIPE,  # two lines, which the pipe holds
            stderr=(folder / "server.log").open("w"),
            text=True,
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        if (found := re.search(r"http://\S+(?=/v1)", said)) is None:
            raise RuntimeError(f"The server said {said!r}.")
        self.url = found[0]
        self.has_steps = report is not None

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def resident(self) -> float:
        """Resident memory in MB."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    @property
    def cpu(self) -> float:
        """Seconds of all its threads."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def begin_steps(self) -> None:
        if self.has_steps:
            self._process.send_signal(signal.SIGUSR1)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(timeout=120)

    def kill(self) -> None:
        """Without closing its games: nothing of them is wanted any more."""
        self._process.kill()
        self._process.wait()


@dataclass(frozen=True)
class Answered:
    """A turn that was answered: seconds until all of the answer was there, and the calls of a model in it."""

    seconds: float
    calls: int


@dataclass
class Load:
    """Players who send lines for ``seconds``, each one every ``every`` seconds on average, in games of its own."""

    url: str
    players: int
    every: float
    seconds: float
    seed: int
    games: Sequence[tuple[str, Sequence[str]]]
    """Ids, and the lines that players of the game type."""
    turns: list[Answered] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    async def run(self) -> None:
        await asyncio.gather(*(self._play(player) for player in range(self.players)))

    async def _play(self, player: int) -> None:
        rng, began, due = Random(f"{self.seed} {player}"), perf_counter(), 0.0
        games = self.games[player :: self.players] or [self.games[player % len(self.games)]]
        while (due := due + rng.expovariate(1 / self.every)) < self.seconds:
            await asyncio.sleep(max(0.0, began + due - perf_counter()))
            game_id, lines = rng.choice(games)
            request = turn_request(f"/v1/games/{game_id}/turns", {"text": rng.choice(lines)})
            sent = perf_counter()
            answer = await self._ask(request)
            seconds = perf_counter() - sent
            head, _, body = answer.partition(b"\r\n\r\n")
            told = json.loads(body)
            if b" 200 " in head.partition(b"\r\n")[0]:
                spend = told["spend"]
                self.turns.append(Answered(seconds, spend["calls"] if spend else 0))
            else:
                self.refused.append(f"{told['status']} {told.get('detail', '')}")

    async def _ask(self, request: bytes) -> bytes:
        """The whole answer. Each turn has a connection of its own: one that idled for ten seconds would be closed by
        the server. A client of 2 ms a request, as httpx2 takes on the same cores, would be counted as the server's."""
        host, _, port = self.url.removeprefix("http://").partition(":")
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(host, int(port))
            try:
                writer.write(request)
                return await reader.read()
            finally:
                writer.close()


def turn_request(path: str, body: object, *, keep: bool = False) -> bytes:
    """A POST under a key of its own; ``keep`` leaves the connection open."""
    content = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1",
        "Host: localhost",
        f"Connection: {'keep-alive' if keep else 'close'}",
        "Content-Type: application/json",
        f"Content-Length: {len(content)}",
        f"Idempotency-Key: {token_urlsafe(16)}",
    )
    return "\r\n".join((*head, "", "")).encode() + content


async def held(url: str) -> dict[str, float]:
    """What the server's metrics say of its event loop; the longest holds are those since this was asked for last."""
    async with httpx2.AsyncClient(base_url=url, timeout=PATIENCE) as client:
        text = (await client.get("/metrics")).text
    return {name: float(value) for name, value in re.findall(r"^(talekeeper_loop_hold\S+) (\S+)$", text, re.MULTILINE)}


class SlowModel:
    """An OpenAI-compatible server on loopback: each call is answered with the same text after ``seconds``."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._answering: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "SlowModel":
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._answering:
            task.cancel()
        await asyncio.gather(*self._answering, return_exceptions=True)

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                length = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
                body = json.loads(await reader.readexactly(int(length[1]))) if length else {}
                await asyncio.sleep(self.seconds)
                writer.write(_streamed() if body.get("stream") else _whole())
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


_USAGE = {"prompt_tokens": 2_000, "completion_tokens": 20, "total_tokens": 2_020}
_COMMON = {"id": "told", "created": 1, "model": "slow"}


def _whole() -> bytes:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": TOLD}}
    return _answer("application/json", {**_COMMON, "object": "chat.completion", "choices": [choice], "usage": _USAGE})


def _streamed() -> bytes:
    said = {"index": 0, "delta": {"role": "assistant", "content": TOLD}}
    chunk = {**_COMMON, "object": "chat.completion.chunk"}
    ended = {"index": 0, "delta": {}, "finish_reason": "stop"}
    events = ({**chunk, "choices": [said]}, {**chunk, "choices": [ended]}, {**chunk, "choices": [], "usage": _USAGE})
    body = b"".join(b"data: %s\n\n" % json.dumps(event).encode() for event in events) + b"data: [DONE]\n\n"
    return _framed("text/event-stream", body)


def _answer(kind: str, data: object) -> bytes:
    return _framed(kind, json.dumps(data).encode())


def _framed(kind: str, body: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s" % (kind.encode(), len(body), body)
