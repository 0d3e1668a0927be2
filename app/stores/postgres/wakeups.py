"""Jobs that wake games: deferred in the commit that leaves work behind, and left to the owner of a game while it lives.
One looks at the game's row under a lock that waits for commits, so that what is just left waiting is not overlooked."""

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
"""Seconds after the end of a lease at which a job comes: whoever waits for a turn of its game comes first."""
_JOBS_AT_ONCE = 4
_EXISTS = "SELECT FROM procrastinate_jobs WHERE queueing_lock = %s AND status = 'todo'"
_WAITS = """
    SELECT CASE WHEN owner IS NULL THEN 0 ELSE extract(epoch FROM lease_until - clock_timestamp()) END::float
    FROM games WHERE game_id = %s AND in_trash = 0 AND work_waits FOR SHARE
"""

Settle = Callable[[str], Awaitable[None]]


class _Connector(PsycopgConnector):
    """Says when a job's end could not be noted: it stays with its worker then. One that is gone was another's."""

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
    """Implements `IWakeUps`. ``lease`` in seconds, as of the games' leases."""

    database: Database
    lease: float

    def __post_init__(self) -> None:
        self._deferring = App(connector=SyncPsycopgConnector())  # only ever used with a commit's own connection

    def defer(self, connection: Connection[Row], game_id: str) -> None:
        """A job for the game, when the lease of its owner may have lapsed; in the connection's transaction. One that
        waits already is enough: it will see what this transaction writes."""
        if connection.execute(_EXISTS, (game_id,)).fetchone() is not None:
            return
        try:
            with suppress(AlreadyEnqueued), connection.transaction():
                _job(self._deferring, game_id, self.lease, connection).defer(game_id=game_id)
        except ConnectorException as error:
            if isinstance(error.__cause__, psycopg.Error):  # for whoever tries the transaction again
                raise error.__cause__ from None
            raise

    async def run(self, settle: Settle) -> None:
        while True:
            try:
                await self._work(settle)
            except (ConnectorException, psycopg.Error, StorageFailed) as error:
                logger.warning("calls for waiting games cannot be read: {}", type(error).__name__)
            await asyncio.sleep(self.lease / 4)

    async def _work(self, settle: Settle) -> None:
        connector = _Connector(
            conninfo=self.database.url,
            kwargs={**self.database.options, "autocommit": True},  # who is stopped leaves no transaction open
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
        """Have the game settle if nobody holds it; the seconds after which to look again, None for not at all."""
        try:
            looked = await asyncio.to_thread(self.database.rows, "A game could not be looked at", _WAITS, (game_id,))
            if not looked or looked[0][0] > 0:
                return float(looked[0][0]) if looked else None
            await settle(game_id)
        except (Moved, StorageFailed):
            return self.lease
        except TalekeeperError as error:  # as a damaged game: its next commit calls again
            logger.warning("the game {} could not settle: {}", game_id, error)
        return None

    async def _requeue_stalled(self, app: App) -> None:
        """Jobs of workers that are gone are done by others. Each gets another number, lest a worker that was only slow
        ends what is begun anew."""
        while True:
            await asyncio.sleep(self.lease)
            try:
                for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=self.lease):
                    game_id = str(job.task_kwargs["game_id"])
                    with suppress(AlreadyEnqueued):
                        await _job(app, game_id, 0.0).defer_async(game_id=game_id)
                    await app.job_manager.finish_job(job, Status.FAILED, delete_job=True)
            except ConnectorException as error:
                logger.warning("stalled calls could not be looked for: {}", type(error).__name__)


def _job(app: App, game_id: str, seconds: float, connection: Connection[Row] | None = None) -> JobDeferrer:
    """It has no ``lock``: the lease is one, and a job whose end could not be noted would keep its lock."""
    due: TimeDeltaParams = {"milliseconds": round((max(0.0, seconds) + _MARGIN) * 1000)}
    return app.configure_task(TASK, queue=QUEUE, queueing_lock=game_id, schedule_in=due, connection=connection)
