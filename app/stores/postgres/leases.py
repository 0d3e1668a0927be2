"""Leases: which games this process may write.

The database decides by its own clock. Here a lease counts from before it was requested, by a clock that runs
while the machine is stopped, so that it expires here before it does there."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import NamedTuple

from psycopg import Connection

from app.errors import Moved, NotFound, StorageFailed
from app.log import logger
from app.models.plain_reasons import Clash, Clashes, Sought, Unknown
from app.stores.postgres.database import Database, Row

RENEWALS = 4
"""How often a lease is renewed within its duration."""
NOT_OTHERS = "(owner IS NULL OR owner = %(me)s OR lease_until <= clock_timestamp())"
"""The SQL condition for a game that no other server holds."""
_GIVE_UP = """
    UPDATE games SET owner = NULL, lease_until = NULL WHERE game_id = %s AND generation = %s AND epoch = %s
"""
_EXTEND = """
    UPDATE games SET lease_until = clock_timestamp() + make_interval(secs => %s)
    WHERE owner = %s AND game_id = ANY(%s) AND in_trash = 0 AND lease_until > clock_timestamp()
    RETURNING game_id, epoch
"""


def boot_time() -> float:
    """Return a clock in seconds that runs while the machine sleeps, if the system has one."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class Held(NamedTuple):
    """A lease: the generation of the game's id, the fencing epoch, and its end by `boot_time`."""

    generation: int
    epoch: int
    until: float


@dataclass(eq=False)
class Leases:
    """The leases of one server, called ``me``.

    A thread renews them. A server with an event loop calls `heartbeat`; without it for the duration of a lease,
    its games are not renewed."""

    database: Database
    seconds: float = 15.0
    clock: Callable[[], float] = boot_time

    def __post_init__(self) -> None:
        self.me = secrets.token_hex(8)
        self.lost = 0
        """How many leases have expired or were taken over while they were held."""
        self._held: dict[str, Held] = {}
        self._lock = Lock()
        self._stopped = Event()
        self._renewing: Thread | None = None
        self._last_heartbeat: float | None = None
        self._on_renew: Callable[[], None] | None = None

    def held(self, game_id: str) -> Held | None:
        """Return the lease of a game; None if there is none, or not any more."""
        held = self._held.get(game_id)
        return held if held is not None and self.clock() < held.until else None

    def games(self) -> list[str]:
        return [game_id for game_id in list(self._held) if self.held(game_id)]

    def heartbeat(self) -> None:
        self._last_heartbeat = self.clock()

    def claim(self, game_id: str) -> Held:
        """Take the lease of a game that no other server holds, under a new epoch.

        Raises:
            NotFound: There is no such game.
            Moved: Another server holds it.
            StorageFailed: The database is unreachable.
        """

        def take(connection: Connection[Row]) -> Held | None:
            asked_at = self.clock()
            row = connection.execute(
                "UPDATE games SET owner = %(me)s, epoch = epoch + 1, problem = NULL,"
                " lease_until = clock_timestamp() + make_interval(secs => %(seconds)s)"
                f" WHERE game_id = %(game_id)s AND in_trash = 0 AND {NOT_OTHERS} RETURNING generation, epoch",
                {"me": self.me, "seconds": self.seconds, "game_id": game_id},
            ).fetchone()
            if row is None:
                self.check_there(connection, game_id)
                return None
            return Held(row[0], row[1], asked_at + self.seconds)

        held = self.database.run(f"The game {game_id!r} could not be opened", take)
        if held is None:
            raise Moved(Clashes(clash=Clash.GAME_ELSEWHERE, name=game_id))
        self.hold(game_id, held)
        return held

    def check_there(self, connection: Connection[Row], game_id: str) -> None:
        """Raise NotFound if there is no such game."""
        query = "SELECT FROM games WHERE game_id = %s AND in_trash = 0"
        if connection.execute(query, (game_id,)).fetchone() is None:
            raise NotFound(Unknown(what=Sought.GAME, name=game_id))

    def hold(self, game_id: str, held: Held) -> None:
        with self._lock:
            self._held[game_id] = held
        self.start()

    def start(self, on_renew: Callable[[], None] | None = None) -> None:
        """Renew leases in a thread of its own, which waits for nothing else in the process.

        Args:
            on_renew: Called at each renewal.
        """
        with self._lock:
            self._on_renew = on_renew or self._on_renew
            if self._renewing is None and not self._stopped.is_set():
                self._renewing = Thread(target=self._keep_renewing, name="leases", daemon=True)
                self._renewing.start()

    def forget(self, game_id: str) -> Held | None:
        with self._lock:
            return self._held.pop(game_id, None)

    def give_up(self, game_id: str) -> None:
        """Release the lease of a game; if the database is unreachable, it expires by itself."""
        if (held := self.forget(game_id)) is None:
            return
        given = game_id, held.generation, held.epoch
        try:
            self.database.changed("A lease could not be released", _GIVE_UP, given, patience=0)
        except StorageFailed as error:
            logger.warning("{}: {}", game_id, error)

    def renew(self) -> None:
        """Renew every lease; one that the database does not confirm is lost. A lease that is known to the database
        alone, since its release failed, expires."""
        asked_at, before = self.clock(), dict(self._held)
        if not before:
            return
        given = self.seconds, self.me, [*before]
        renewed = {*self.database.rows("Leases could not be renewed", _EXTEND, given, patience=0)}
        with self._lock:
            for game_id, held in before.items():
                if self._held.get(game_id) is not held:  # claimed or released meanwhile
                    continue
                if (game_id, held.epoch) in renewed:
                    self._held[game_id] = held._replace(until=asked_at + self.seconds)
                else:
                    self.lost += 1
                    del self._held[game_id]

    def _keep_renewing(self) -> None:
        while not self._stopped.wait(self.seconds / RENEWALS):
            if self._last_heartbeat is not None and self.clock() - self._last_heartbeat > self.seconds:
                continue
            try:
                self.renew()
                if self._on_renew is not None:
                    self._on_renew()
            except StorageFailed as error:
                logger.warning("{}", error)

    def close(self) -> None:
        self._stopped.set()
        if self._renewing is not None:
            self._renewing.join()
        for game_id in list(self._held):
            self.give_up(game_id)
