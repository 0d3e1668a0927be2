"""Notification of other servers about commits: one notice for all commits of a short time, sent after them and never
within one."""

import asyncio
from threading import Lock

import psycopg
from psycopg import AsyncConnection

from app.errors import StorageFailed
from app.log import logger
from app.stores.postgres.database import Database, Row

CHANNEL = "talekeeper_commits"
BATCH_SECONDS = 0.25
POLL_SECONDS = 1.0
"""Seconds between polls for games that are waited for: a notice may be lost, and some databases have none."""
_MOST = 80  # commits in one notice, which PostgreSQL limits to 8,000 bytes
_GONE = 2**62
"""Used as the last record number of a game that does not exist any more."""
_NOTIFY = "SELECT pg_notify(%s, part) FROM unnest(%s::text[]) AS part"
_NEWER = "SELECT game_id, head_seq FROM games WHERE in_trash = 0 AND game_id = ANY(%s)"


class CommitNotifier:
    """Sends and receives notices of commits, and wakes tasks that wait for one."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = Lock()
        self._committed: dict[str, int] = {}
        self._waiting: dict[str, dict[asyncio.Future[None], int]] = {}

    def committed(self, game_id: str, seq: int) -> None:
        """Note a commit for the next notice; callable from any thread."""
        with self._lock:
            self._committed[game_id] = seq

    async def wait_for_commit(self, game_id: str, behind: int) -> None:
        """Wait until the game has a record after the number ``behind``, or does not exist any more."""
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
            self._set_heads(committed)
            if committed:
                commits = [f"{game_id}:{seq}" for game_id, seq in committed.items()]
                parts = [" ".join(commits[start : start + _MOST]) for start in range(0, len(commits), _MOST)]
                await self._rows(_NOTIFY, CHANNEL, parts)

    async def _listen(self) -> None:
        url, options = self._database.url, self._database.options
        while True:
            try:
                async with await AsyncConnection.connect(url, autocommit=True, **options) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    async for notice in connection.notifies():
                        pairs = (item.rpartition(":") for item in notice.payload.split())
                        self._set_heads({game_id: int(seq) for game_id, _, seq in pairs})
            except psycopg.Error:
                await asyncio.sleep(POLL_SECONDS)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if wanted := [*self._waiting]:
                newer = await self._rows(_NEWER, wanted)
                self._set_heads({} if newer is None else dict.fromkeys(wanted, _GONE) | dict(newer))

    async def _rows(self, query: str, *given: object) -> list[Row] | None:
        try:
            return await asyncio.to_thread(self._database.rows, "Commits could not be sent", query, given, patience=0)
        except StorageFailed as error:
            logger.debug("{}", error)
            return None

    def _set_heads(self, heads: dict[str, int]) -> None:
        for game_id, seq in heads.items():
            for future, behind in self._waiting.get(game_id, {}).items():
                if seq > behind and not future.done():
                    future.set_result(None)
