"""Leases: who may write a game, by two clocks that need not agree."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import psycopg
import pytest
from typing_extensions import override

from app.errors import Moved, NotFound, StorageFailed
from app.stores.postgres.database import Database, Row, T, Work, migrate
from app.stores.postgres.leases import Leases
from app.stores.postgres.store import PostgresGameStore
from tests.databases import PATIENCE, new_database
from tests.unit.stores.journals import header, opening, turn

GAME, OTHER_GAME = "game-1", "game-2"
LEASE = 300.0
"""Seconds, longer than any of these tests takes."""


@dataclass
class Clock:
    """Stands still until it is moved."""

    now: float = 1000.0
    asked: int = 0

    def __call__(self) -> float:
        self.asked += 1
        return self.now


@dataclass
class Server:
    """Leases of one server, and its store."""

    leases: Leases
    store: PostgresGameStore
    clock: Clock


@dataclass
class Servers:
    """Servers that share a database."""

    url: str
    database: Database
    made: list[Server] = field(default_factory=list)

    def new(self, lease: float = LEASE) -> Server:
        clock = Clock()
        leases = Leases(self.database, lease, clock)
        self.made.append(Server(leases, PostgresGameStore(self.database, leases), clock))
        return self.made[-1]

    def asked(self, query: str) -> Any:
        with psycopg.connect(self.url, autocommit=True) as connection:
            cursor = connection.execute(query)
            return cursor.fetchall()[0][0] if cursor.description else None

    def lapse(self) -> None:
        """All leases, by the database's clock."""
        self.asked("UPDATE games SET lease_until = clock_timestamp()")

    def until_of(self, game_id: str) -> Any:
        return self.asked(f"SELECT lease_until FROM games WHERE game_id = '{game_id}'")


@pytest.fixture(scope="module")
def database(database_server: str) -> Iterator[Database]:
    with new_database(database_server) as url:
        made = Database(url)
        migrate(made)
        yield made
        made.close()


@pytest.fixture
def servers(database: Database) -> Iterator[Servers]:
    made = Servers(database.url, database)
    yield made
    for server in made.made:
        server.leases.close()
    made.asked("TRUNCATE games CASCADE")


@pytest.fixture
def server(servers: Servers) -> Server:
    """It holds a game."""
    made = servers.new()
    made.store.create(header(), opening())
    return made


class Meanwhile(Database):
    """Lets something happen before what is asked of a database and after it."""

    def __init__(self, database: Database, before: Callable[[], None], after: Callable[[], None]) -> None:
        self._real, self._before, self._after = database, before, after

    def run(self, what: str, work: Work[T], *, patience: float | None = None) -> T:
        self._before()
        done = self._real.run(what, work, patience=patience)
        self._after()
        return done


class Rounds(Event):
    """Lets a thread that waits between its rounds wait for less."""

    @override
    def wait(self, timeout: float | None = None) -> bool:
        return super().wait(0.01)


def nothing() -> None:
    pass


def away(connection: psycopg.Connection[Row] | None = None) -> None:
    raise StorageFailed("The database is away.")


def test_what_has_lapsed_here_is_not_held_whatever_the_database_says(servers: Servers, server: Server) -> None:
    server.clock.now += LEASE - 1
    assert server.leases.held(GAME) is not None
    assert server.leases.games() == [GAME]
    server.clock.now += 1
    assert server.leases.held(GAME) is None
    assert server.leases.games() == []
    with pytest.raises(Moved):
        server.store.append(GAME, turn(1), 0)
    with pytest.raises(Moved):
        servers.new().leases.claim(GAME)
    server.store.append(GAME, turn(1), 0)  # nobody else has had it


def test_a_lease_counts_from_before_it_was_asked_for(servers: Servers, server: Server) -> None:
    def slowly() -> None:
        server.clock.now += LEASE / 2

    server.leases.database = Meanwhile(servers.database, slowly, slowly)
    server.leases.renew()
    assert server.leases.held(GAME) is None
    server.leases.database = servers.database
    server.leases.renew()
    assert server.leases.held(GAME) is not None


def test_a_game_whose_lease_has_lapsed_is_anothers_and_lost(servers: Servers, server: Server) -> None:
    other = servers.new()
    with pytest.raises(Moved):
        other.leases.claim(GAME)
    before = server.leases.held(GAME)
    servers.lapse()
    taken = other.leases.claim(GAME)
    assert before is not None
    assert taken.epoch > before.epoch
    server.leases.renew()
    assert (server.leases.held(GAME), server.leases.lost) == (None, 1)
    assert other.leases.held(GAME) is not None
    with pytest.raises(Moved):
        server.leases.claim(GAME)


def test_a_lease_that_has_lapsed_is_not_renewed_where_nobody_took_it(servers: Servers, server: Server) -> None:
    servers.lapse()
    server.leases.renew()
    assert (server.leases.held(GAME), server.leases.lost) == (None, 1)
    servers.new().leases.claim(GAME)


@pytest.mark.parametrize("set_back", [0.0, 10 * LEASE])
def test_an_earlier_owner_that_believes_in_its_lease_writes_nothing(
    servers: Servers, server: Server, set_back: float
) -> None:
    server.clock.now -= set_back
    servers.lapse()
    other = servers.new()
    other.store.acquire(GAME)
    assert server.leases.held(GAME) is not None
    for work_waits in (False, True):
        with pytest.raises(Moved):
            server.store.append(GAME, turn(1), 0, work_waits=work_waits)
        assert other.store.read(GAME).records == ()
    with pytest.raises(Moved):
        server.store.delete(GAME)
    other.store.append(GAME, turn(1, player_input="the other's"), 0)
    with pytest.raises(Moved):
        server.store.append(GAME, turn(1), 0)
    assert [record.player_input for record in other.store.read(GAME).records] == ["the other's"]


def test_a_server_that_gives_up_what_another_has_by_now_takes_nothing_from_it(servers: Servers, server: Server) -> None:
    servers.lapse()
    other = servers.new()
    other.store.acquire(GAME)
    server.store.release(GAME)
    other.store.append(GAME, turn(1), 0)


def test_games_of_a_server_whose_event_loop_stands_still_are_not_renewed(servers: Servers) -> None:
    server = servers.new(lease=60.0)
    server.leases.heartbeat()
    server.clock.now += 61.0
    server.leases.renew = lambda: renewed.append(server.clock.now)  # type: ignore[method-assign]
    server.leases._stopped = Rounds()
    renewed: list[float] = []
    server.store.create(header(), opening())
    until_asked(server.clock, server.clock.asked + 5)
    assert renewed == []
    server.leases.heartbeat()
    deadline = time.monotonic() + PATIENCE
    while not renewed:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def until_asked(clock: Clock, times: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while clock.asked < times:
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("is_first", [True, False])
def test_a_game_that_is_given_up_during_a_renewal_is_not_held_and_not_lost(
    servers: Servers, server: Server, is_first: bool
) -> None:
    def give_up() -> None:
        server.leases.database = servers.database
        server.leases.give_up(GAME)

    server.leases.database = Meanwhile(servers.database, *((give_up, nothing) if is_first else (nothing, give_up)))
    server.leases.renew()
    assert (server.leases.held(GAME), server.leases.lost) == (None, 0)
    servers.new().leases.claim(GAME)


def test_a_game_that_is_claimed_anew_during_a_renewal_stays_held(servers: Servers, server: Server) -> None:
    def anew() -> None:
        server.leases.database = servers.database
        server.leases.give_up(GAME)
        server.leases.claim(GAME)

    server.leases.database = Meanwhile(servers.database, nothing, anew)
    server.leases.renew()
    assert server.leases.lost == 0
    held = server.leases.held(GAME)
    assert held is not None
    assert held.epoch == servers.asked("SELECT epoch FROM games")


def test_a_game_that_could_not_be_given_up_lapses_whatever_else_is_renewed(servers: Servers, server: Server) -> None:
    server.store.create(header(OTHER_GAME), opening(OTHER_GAME))
    server.leases.database = Meanwhile(servers.database, away, nothing)
    server.leases.give_up(GAME)
    server.leases.database = servers.database
    kept, left = servers.until_of(OTHER_GAME), servers.until_of(GAME)
    server.leases.renew()
    assert servers.until_of(OTHER_GAME) > kept
    assert servers.until_of(GAME) == left


def test_while_the_database_is_away_a_lease_goes_on_until_its_time(servers: Servers, server: Server) -> None:
    server.leases.database = Meanwhile(servers.database, away, nothing)
    with pytest.raises(StorageFailed):
        server.leases.renew()
    assert (server.leases.held(GAME) is not None, server.leases.lost) == (True, 0)


def test_a_game_that_is_not_there_cannot_be_claimed(servers: Servers) -> None:
    with pytest.raises(NotFound):
        servers.new().leases.claim("game-9")
