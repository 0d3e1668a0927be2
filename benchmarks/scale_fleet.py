"""Processes that `benchmarks.scale` measures: servers, a database on this machine, and the CPU that they use."""

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psycopg

from app.settings import Settings
from benchmarks.service_load import TICKS, Server
from tests.databases import DatabaseServer

PATIENCE = 180.0
"""Seconds after which a server that does not answer counts as hanging."""
QUIET = 0.3
USUAL_HEARTBEAT = str(Settings.model_fields["api_heartbeat"].default)
"""`Server` watches its loop more closely, which would be CPU of its own at each server."""


def cpu_of_tree(pid: int) -> float:
    """Seconds of CPU of a process and all that it has started, those included that have ended."""
    children: dict[int, list[int]] = {}
    ended: dict[int, float] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (fields := _stat(int(entry.name))):
            children.setdefault(int(fields[1]), []).append(int(entry.name))
            ended[int(entry.name)] = (int(fields[13]) + int(fields[14])) / TICKS
    total, waiting = 0.0, [pid]
    while waiting:
        each = waiting.pop()
        total += ended.get(each, 0.0) + _cpu_of(each)
        waiting += children.get(each, [])
    return total


def _cpu_of(pid: int) -> float:
    """Of all its threads, to the nanosecond, which a short batch of commits needs; 0 for one that is gone."""
    try:
        return time.clock_gettime((~pid << 3) | 2)  # the clock of a process, as clock_getcpuclockid makes it
    except OSError:
        return 0.0


def _stat(pid: int) -> list[str]:
    """The fields after the name; none where the process is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


@dataclass(frozen=True)
class Postgres:
    """A server of PostgreSQL on this machine, by the URL of a superuser."""

    url: str
    postmaster: int

    @property
    def cpu(self) -> float:
        return cpu_of_tree(self.postmaster)


@contextmanager
def postgres(url: str | None) -> Iterator[Postgres]:
    """The one that the URL names, or one that is started for this run."""
    with ExitStack() as stack:
        if url is None:
            started = DatabaseServer()
            stack.callback(started.close)
            url = started.url
        with psycopg.connect(url, autocommit=True) as connection:
            process = connection.info.backend_pid
            if not (fields := _stat(process)) or "postgres" not in Path(f"/proc/{process}/comm").read_text():
                raise SystemExit("The database has to run on this machine: CPU is read from /proc.")
        yield Postgres(url, int(fields[1]))


def value(url: str, query: str, *given: Any) -> Any:
    """The first column of the first row."""
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(query, given).fetchone()
        return None if row is None else row[0]


@contextmanager
def running(count: int, folder: Path, settings: dict[str, str]) -> Iterator[list[Server]]:
    """So many servers, each a process of its own with a folder of its own; killed in the end."""
    settings = {"TALEKEEPER_API_HEARTBEAT": USUAL_HEARTBEAT, **settings}
    with ThreadPoolExecutor(count) as threads:
        folders = [folder / f"server-{number}" for number in range(count)]
        for each in folders:
            each.mkdir(parents=True, exist_ok=True)
        starting = [threads.submit(partial(Server, each, None, **settings)) for each in folders]
        try:
            servers = [each.result(PATIENCE) for each in starting]
            for server in servers:
                _until_ready(server.url)
            yield servers
        finally:
            for start in starting:
                if start.exception() is None:
                    start.result().kill()


def _until_ready(url: str) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(f"{url}/v1/ready", timeout=PATIENCE):
                return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def open_games(servers: Sequence[Server], games: Sequence[str]) -> None:
    """Each game at one of the servers, in turn, which holds it from then on."""
    for number, game_id in enumerate(games):
        with urlopen(f"{servers[number % len(servers)].url}/v1/games/{game_id}", timeout=PATIENCE) as answer:
            answer.read()


def passed_on(servers: Sequence[Server]) -> float:
    """How many requests the servers have passed on so far, by their own metrics."""
    total = 0.0
    for server in servers:
        with urlopen(f"{server.url}/metrics", timeout=PATIENCE) as answer:
            lines = answer.read().decode().splitlines()
        found = [line for line in lines if line.startswith("talekeeper_requests_total") and "another server" in line]
        total += sum(float(line.rpartition(" ")[2]) for line in found)
    return total


def until_settled(url: str, patience: float) -> None:
    """Return when no game has work that waits, or after so many seconds."""
    until = time.monotonic() + patience
    with psycopg.connect(url, autocommit=True) as connection:
        while time.monotonic() < until:
            if connection.execute("SELECT FROM games WHERE work_waits LIMIT 1").fetchone() is None:
                return
            time.sleep(0.1)


def until_quiet(pid: int, patience: float) -> None:
    """Return when a process has hardly worked for a while, or after so many seconds."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        before = cpu_of_tree(pid)
        time.sleep(QUIET)
        if cpu_of_tree(pid) - before < QUIET / 10:
            return


def cores() -> int:
    return os.cpu_count() or 1
