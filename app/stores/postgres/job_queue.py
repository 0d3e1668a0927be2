"""Jobs that settle games whose server is gone.

A job is deferred in the commit that leaves work pending, and left to the owner of the game while its lease lasts.
It reads the game's row under a lock that waits for commits, so that no work is overlooked."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, LiteralString

import psycopg
from procrastinate import App, PsycopgConnector, RetryStrategy, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import DeleteJobCondition, JobDeferrer, Status
from procrastinate.types import TimeDeltaParams
from psycopg import Connection, errors
from typing_extensions import override

from app.errors import Moved, StorageFailed, TalekeeperError
from app.log import logger
from app.stores.postgres.database import PATIENCE, RECONNECTING, Database, Row

TASK, QUEUE = "wake", "games"
_MARGIN = 1.0
"""Seconds after the end of a lease at which a job is due, so that a player's turn comes first."""
_JOBS_AT_ONCE = 4
_EXISTS = "SELECT FROM procrastinate_jobs WHERE queueing_lock = %s AND status = 'todo'"
_WAITS = """
    SELECT CASE WHEN owner IS NULL THEN 0 ELSE extract(epoch FROM lease_until - clock_timestamp()) END::float
    FROM games WHERE game_id = %s AND in_trash = 0 AND work_waits FOR SHARE
"""

Settle = Callable[[str], Awaitable[None]]


class _Connector(PsycopgConnector):
    """Notes when a job's end could not be stored: the job then stays with its worker. An end refused by the
    database's own check was another worker's."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.failed = asyncio.Event()

    @override
    async def execute_query_async(self, query: LiteralString, **arguments: Any) -> None:
        try:
            await super().execute_query_async(query, **arguments)
        except ConnectorException as error:
            if not isinstance(error.__cause__, errors.RaiseException):
                self.failed.set()


@dataclass(eq=False)
class JobQueue:
    """Implements `IWakeUps`. ``lease`` is the duration of the games' leases in seconds."""

    database: Database
    lease: float

    def __post_init__(self) -> None:
        self._deferring = App(connector=SyncPsycopgConnector())  # used only with the connection of a commit

    def defer(self, connection: Connection[Row], game_id: str) -> None:
        """Defer a job for the game to when its owner's lease may have expired, in the connection's transaction.

        A job that waits already is enough: it will see what this transaction writes."""
        if connection.execute(_EXISTS, (game_id,)).fetchone() is not None:
            return
        try:
            with suppress(AlreadyEnqueued), connection.transaction():
                _job(self._deferring, game_id, self.lease, connection).defer(game_id=game_id)
        except ConnectorException as error:
            if isinstance(error.__cause__, psycopg.Error):  # so that the caller can retry the transaction
                raise error.__cause__ from None
            raise

    async def run(self, settle: Settle) -> None:
        """Work on jobs, calling ``settle`` with the id of each game that no server holds; runs until it is
        cancelled."""
        while True:
            try:
                await self._work(settle)
            except (ConnectorException, psycopg.Error, StorageFailed) as error:
                logger.warning("jobs of waiting games cannot be read: {}", type(error).__name__)
            await asyncio.sleep(self.lease / 4)

    async def _work(self, settle: Settle) -> None:
        connector = _Connector(
            conninfo=self.database.url,
            kwargs={**self.database.options, "autocommit": True},  # a stopped process leaves no transaction open
            min_size=0,
            max_size=3,
            timeout=PATIENCE,
            reconnect_timeout=RECONNECTING,
        )
        app = App(connector=connector)

        @app.task(name=TASK, queue=QUEUE, retry=RetryStrategy(wait=math.ceil(self.lease)))
        async def wake(game_id: str) -> None:
            if (seconds := await self._wake(game_id, settle)) is not None:
                with suppress(AlreadyEnqueued):
                    await _job(app, game_id, seconds).defer_async(game_id=game_id)

        async with app.open_async():
            worker = app.run_worker_async(
                queues=[QUEUE],
                concurrency=_JOBS_AT_ONCE,
                fetch_job_polling_interval=min(1.0, self.lease / 4),
                abort_job_polling_interval=60.0,
                listen_notify=False,
                install_signal_handlers=False,
                delete_jobs=DeleteJobCondition.ALWAYS,
                update_heartbeat_interval=self.lease / 4,
                stalled_worker_timeout=self.lease * 2,
                shutdown_graceful_timeout=1.0,
            )
            tasks = [
                asyncio.create_task(each) for each in (worker, connector.failed.wait(), self._requeue_stalled(app))
            ]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                ended = await asyncio.gather(*tasks, return_exceptions=True)
            if isinstance(ended[0], Exception):
                raise ended[0]

    async def _wake(self, game_id: str, settle: Settle) -> float | None:
        """Settle the game if no server holds it.

        Returns:
            The seconds after which to look again, None for not at all.
        """
        try:
            looked = await asyncio.to_thread(self.database.rows, "A game could not be read", _WAITS, (game_id,))
            if not looked or looked[0][0] > 0:
                return float(looked[0][0]) if looked else None
            await settle(game_id)
        except (Moved, StorageFailed):
            return self.lease
        except TalekeeperError as error:  # for example a damaged game: its next commit defers a new job
            logger.warning("the game {} could not settle: {}", game_id, error)
        return None

    async def _requeue_stalled(self, app: App) -> None:
        """Replace jobs of workers that are gone by new ones. A new number keeps a worker that was only slow from
        ending the repeated job."""
        while True:
            await asyncio.sleep(self.lease)
            try:
                for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=self.lease):
                    game_id = str(job.task_kwargs["game_id"])
                    with suppress(AlreadyEnqueued):
                        await _job(app, game_id, 0.0).defer_async(game_id=game_id)
                    await app.job_manager.finish_job(job, Status.FAILED, delete_job=True)
            except ConnectorException as error:
                logger.warning("stalled jobs could not be listed: {}", type(error).__name__)


def _job(app: App, game_id: str, seconds: float, connection: Connection[Row] | None = None) -> JobDeferrer:
    """Make a job without a ``lock``: the lease is one, and a job whose end could not be stored would keep its lock."""
    due: TimeDeltaParams = {"milliseconds": round((max(0.0, seconds) + _MARGIN) * 1000)}
    return app.configure_task(TASK, queue=QUEUE, queueing_lock=game_id, schedule_in=due, connection=connection)
