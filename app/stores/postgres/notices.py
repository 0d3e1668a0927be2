"""Commits told to other servers: one notice for all of a moment, sent after them and never within one."""

import asyncio
from collections.abc import Iterable
from functools import partial
from threading import Lock

import psycopg
from psycopg import AsyncConnection, Connection

from app.errors import StorageFailed
from app.log import logger
from app.stores.postgres.database import Database, Row, T, Work

CHANNEL = "talekeeper_commits"
BATCH_SECONDS = 0.25
POLL_SECONDS = 1.0
"""Between looks at games that are waited for: a notice may be lost, and some databases have none."""
_MOST = 7_000
"""Bytes of one notice; PostgreSQL takes fewer than 8,000."""
_NEWER = "SELECT game_id, head_seq FROM games WHERE in_trash = 0 AND game_id = ANY(%s)"


class Notices:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = Lock()
        self._committed: dict[str, int] = {}
        self._waiting: dict[str, dict[asyncio.Future[None], int]] = {}

    def committed(self, game_id: str, seq: int) -> None:
        """May be called from any thread."""
        with self._lock:
            self._committed[game_id] = seq

    async def moved_on(self, game_id: str, behind: int) -> None:
        """Returns when the game has a record after the number ``behind``."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(game_id, {})[future] = behind
        try:
            await future
        finally:
            del self._waiting[game_id][future]
            if not self._waiting[game_id]:
                del self._waiting[game_id]

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            for work in (self._send(), self._listen(), self._poll()):
                group.create_task(work)

    async def _send(self) -> None:
        while True:
            await asyncio.sleep(BATCH_SECONDS)
            with self._lock:
                committed, self._committed = self._committed, {}
            self._heard(committed.items())
            if committed:
                texts = _in_portions(f"{game_id}:{seq}" for game_id, seq in committed.items())
                await self._tried(partial(_notify, texts=texts))

    async def _listen(self) -> None:
        while True:
            try:
                async with await self._connected() as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    async for notice in connection.notifies():
                        pairs = (each.rpartition(":") for each in notice.payload.split())
                        self._heard((game_id, int(seq)) for game_id, _, seq in pairs)
            except psycopg.Error:
                await asyncio.sleep(POLL_SECONDS)

    async def _connected(self) -> AsyncConnection[Row]:
        database = self._database
        return await AsyncConnection.connect(database.url, autocommit=True, **database.options)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if wanted := [*self._waiting]:
                self._heard(await self._tried(partial(_newer, games=wanted)) or ())

    async def _tried(self, work: Work[T]) -> T | None:
        try:
            return await asyncio.to_thread(self._database.run, "Commits could not be told", work, patience=0)
        except StorageFailed as error:
            logger.debug("{}", error)
            return None

    def _heard(self, heads: Iterable[tuple[str, int]]) -> None:
        for game_id, seq in heads:
            for future, behind in self._waiting.get(game_id, {}).items():
                if seq > behind and not future.done():
                    future.set_result(None)


def _newer(connection: Connection[Row], games: list[str]) -> list[tuple[str, int]]:
    return [(row[0], row[1]) for row in connection.execute(_NEWER, (games,))]


def _notify(connection: Connection[Row], texts: list[str]) -> None:
    for text in texts:
        connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))


def _in_portions(words: Iterable[str]) -> list[str]:
    """The words in as few lines as the length of a notice allows."""
    texts: list[str] = []
    for word in words:
        if texts and len(texts[-1]) + len(word) < _MOST:
            texts[-1] = f"{texts[-1]} {word}"
        else:
            texts.append(word)
    return texts
