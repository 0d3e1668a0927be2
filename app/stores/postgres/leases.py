"""Which games this process may write, by leases. The database decides by its own clock; here a lease counts from before
it was asked for, by a clock that goes on while the machine is stopped, so that it lapses here before it does there."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import NamedTuple

from psycopg import Connection

from app.errors import Moved, NotFound, StorageFailed
from app.log import logger
from app.stores.postgres.database import Database, Row

RENEWALS = 4
"""How often a lease is renewed before it would lapse."""
NOT_OTHERS = "(owner IS NULL OR owner = %(me)s OR lease_until <= clock_timestamp())"
"""The condition for a game that no other server holds."""
_GIVE_UP = """
    UPDATE games SET owner = NULL, lease_until = NULL WHERE game_id = %s AND generation = %s AND epoch = %s
"""
_EXTEND = """
    UPDATE games SET lease_until = clock_timestamp() + make_interval(secs => %s)
    WHERE owner = %s AND game_id = ANY(%s) AND in_trash = 0 AND lease_until > clock_timestamp()
    RETURNING game_id, epoch
"""


def boot_time() -> float:
    """Seconds that go on while the machine sleeps, where the system has such a clock."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class Held(NamedTuple):
    """A game that is held: which one of its id, the fence, and until when by `boot_time`."""

    generation: int
    epoch: int
    until: float


@dataclass(eq=False)
class Leases:
    """Of one server, called ``me``. A thread renews them, so that whoever holds a game need not think of it; a server
    with an event loop calls `beat`, and its games are not renewed once it has not done so for the time of a lease."""

    database: Database
    seconds: float = 15.0
    clock: Callable[[], float] = boot_time

    def __post_init__(self) -> None:
        self.me = secrets.token_hex(8)
        self.lost = 0
        """How many leases have lapsed or were taken while they were held."""
        self._held: dict[str, Held] = {}
        self._lock = Lock()
        self._stopped = Event()
        self._renewing: Thread | None = None
        self._beat: float | None = None
        self._beside: Callable[[], None] | None = None

    def held(self, game_id: str) -> Held | None:
        """None for a game that is not held, or not any more."""
        found = self._held.get(game_id)
        return found if found is not None and self.clock() < found.until else None

    def games(self) -> list[str]:
        return [game_id for game_id in list(self._held) if self.held(game_id)]

    def beat(self) -> None:
        self._beat = self.clock()

    def claim(self, game_id: str) -> Held:
        """Hold the game that nobody else holds, under a new epoch. NotFound, Moved, StorageFailed."""

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

        found = self.database.run(f"The game {game_id!r} could not be opened", take)
        if found is None:
            raise Moved(f"The game {game_id!r} is open somewhere else.")
        self.hold(game_id, found)
        return found

    def check_there(self, connection: Connection[Row], game_id: str) -> None:
        """NotFound for a game that is not there."""
        query = "SELECT FROM games WHERE game_id = %s AND in_trash = 0"
        if connection.execute(query, (game_id,)).fetchone() is None:
            raise NotFound(f"There is no game {game_id!r}.")

    def hold(self, game_id: str, held: Held) -> None:
        with self._lock:
            self._held[game_id] = held
        self.start()

    def start(self, beside: Callable[[], None] | None = None) -> None:
        """Renew what is held, and each time do something ``beside``: in a thread of its own, which waits for nothing
        else that the process does."""
        with self._lock:
            self._beside = beside or self._beside
            if self._renewing is None and not self._stopped.is_set():
                self._renewing = Thread(target=self._keep_renewing, name="leases", daemon=True)
                self._renewing.start()

    def forget(self, game_id: str) -> Held | None:
        with self._lock:
            return self._held.pop(game_id, None)

    def give_up(self, game_id: str) -> None:
        """Let others have the game; where the database is away the lease lapses by itself."""
        if (held := self.forget(game_id)) is None:
            return
        given = game_id, held.generation, held.epoch
        try:
            self.database.changed("A game could not be given up", _GIVE_UP, given, patience=0)
        except StorageFailed as error:
            logger.warning("{}: {}", game_id, error)

    def renew(self) -> None:
        """All that is held; what the database does not confirm is lost. Games that are this server's in the database
        alone, as it could not be told that they are given up, lapse."""
        asked_at, before = self.clock(), dict(self._held)
        if not before:
            return
        given = self.seconds, self.me, [*before]
        renewed = {*self.database.rows("Games could not be kept", _EXTEND, given, patience=0)}
        with self._lock:
            for game_id, held in before.items():
                if self._held.get(game_id) is not held:  # claimed or given up meanwhile
                    continue
                if (game_id, held.epoch) in renewed:
                    self._held[game_id] = held._replace(until=asked_at + self.seconds)
                else:
                    self.lost += 1
                    del self._held[game_id]

    def _keep_renewing(self) -> None:
        while not self._stopped.wait(self.seconds / RENEWALS):
            if self._beat is not None and self.clock() - self._beat > self.seconds:
                continue
            try:
                self.renew()
                if self._beside is not None:
                    self._beside()
            except StorageFailed as error:
                logger.warning("{}", error)

    def close(self) -> None:
        self._stopped.set()
        if self._renewing is not None:
            self._renewing.join()
        for game_id in list(self._held):
            self.give_up(game_id)
