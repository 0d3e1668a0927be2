"""Clients of `benchmarks.scale`, and a model, in processes of their own: what they compute is no server's.

    python -m benchmarks.scale_load < PLAN.json       plays, and prints what was answered
    python -m benchmarks.scale_load --model 2.0       a model that takes so many seconds a call, until its input ends

A client keeps a connection open to each server and asks one of them by chance for each turn of its own games. The
same plan sends the same lines in the same order to each game, whichever servers there are.
"""

import argparse
import asyncio
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from random import Random
from time import perf_counter, process_time
from typing import Any

from benchmarks.service_load import PATIENCE, SlowModel, turn_request


@dataclass(frozen=True)
class Plan:
    """``turns`` in all, or as many as come in so many ``seconds``; ``pause``: seconds before a turn, on average."""

    urls: Sequence[str]
    games: Sequence[tuple[str, Sequence[str]]]
    """Ids, and the lines that players of the game type."""
    clients: int
    seed: int
    turns: int = 0
    seconds: float = 0.0
    pause: float = 0.0


@dataclass
class Played:
    """``turns``: seconds until all of the answer was there, and the calls of a model in it."""

    turns: list[tuple[float, int]] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    cpu: float = 0.0


class _Connection:
    """To one server, kept open; opened anew where the server has closed it for idling."""

    def __init__(self, url: str) -> None:
        host, _, port = url.removeprefix("http://").partition(":")
        self._address = host, int(port)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes) -> tuple[int, Any]:
        """Status and body of the answer. A request that nobody has read is sent again, under its key."""
        async with asyncio.timeout(PATIENCE):
            if self._streams is not None:
                try:
                    return await self._asked(request, *self._streams)
                except (asyncio.IncompleteReadError, ConnectionError):
                    self.close()
            self._streams = await asyncio.open_connection(*self._address)
            return await self._asked(request, *self._streams)

    @staticmethod
    async def _asked(request: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> tuple[int, Any]:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = head.partition("content-length:")[2].partition("\r\n")[0]
        body = await reader.readexactly(int(length))
        return int(head.split(maxsplit=2)[1]), json.loads(body)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def _play(plan: Plan) -> Played:
    played, began = Played(), perf_counter()
    await asyncio.gather(*(_client(plan, number, played, began) for number in range(plan.clients)))
    played.seconds, played.cpu = perf_counter() - began, process_time()
    return played


async def _client(plan: Plan, number: int, played: Played, began: float) -> None:
    chance, where = Random(f"{plan.seed} {number}"), Random(f"{plan.seed} {number} where")
    games, sent = plan.games[number :: plan.clients], 0
    share = plan.turns // plan.clients + (number < plan.turns % plan.clients)
    connections = {url: _Connection(url) for url in plan.urls}
    while sent < share if plan.turns else perf_counter() - began < plan.seconds:
        if plan.pause:
            await asyncio.sleep(chance.expovariate(1 / plan.pause))
        sent += 1
        game_id, lines = chance.choice(games)
        request = turn_request(f"/v1/games/{game_id}/turns", {"text": chance.choice(lines)}, keep=True)
        asked = perf_counter()
        status, told = await connections[where.choice(plan.urls)].ask(request)
        if status == 200:
            played.turns.append((perf_counter() - asked, told["spend"]["calls"] if told["spend"] else 0))
        else:
            played.refused[f"{status} {told.get('detail', '')}"] += 1
    for connection in connections.values():
        connection.close()


def play(plan: Plan) -> Played:
    """Have a process of its own carry out the plan."""
    command = [sys.executable, "-m", "benchmarks.scale_load"]
    done = subprocess.run(command, input=json.dumps(asdict(plan)), stdout=subprocess.PIPE, check=True, text=True)
    told = json.loads(done.stdout)
    turns = [(seconds, calls) for seconds, calls in told["turns"]]
    return Played(turns, Counter(told["refused"]), told["seconds"], told["cpu"])


@contextmanager
def slow_model(seconds: float) -> Iterator[str]:
    """The URL of a model in a process of its own that takes so long for each call."""
    command = [sys.executable, "-m", "benchmarks.scale_load", "--model", str(seconds)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.stdin.close()


async def _serve_model(seconds: float) -> None:
    async with SlowModel(seconds) as model:
        print(model.url, flush=True)
        await asyncio.to_thread(sys.stdin.read)


def main() -> None:
    """Play a plan, or be a model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=float, help="be a model that takes so many seconds a call")
    options = parser.parse_args()
    if options.model is not None:
        asyncio.run(_serve_model(options.model))
    else:
        print(json.dumps(asdict(asyncio.run(_play(Plan(**json.load(sys.stdin)))))))


if __name__ == "__main__":
    main()
