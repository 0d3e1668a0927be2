"""Commits whose answer is lost with the connection, and requests that never came: each happens once, or is refused."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from threading import Event

import psycopg
import pytest

from app.errors import Conflict, Moved
from app.models.records.record import Record
from app.stores.postgres.database import Database, migrate
from app.stores.postgres.job_queue import JobQueue
from app.stores.postgres.leases import Leases
from app.stores.postgres.store import PostgresGameStore
from tests.databases import new_database
from tests.integration.stores.cutting import Line, Loss, line_to
from tests.unit.stores.journals import header, opening, turn
from tests.wording import raises_in_words

pytestmark = pytest.mark.long

GAME = "game-1"
LEASE = 300.0
"""Seconds that no test takes, however busy the machine is: a lease lapses where a test lets it."""
JOBS = "SELECT status::text FROM procrastinate_jobs"


@dataclass
class Away:
    """A store at the end of the line, and one that has no such line."""

    line: Line
    url: str
    store: PostgresGameStore
    other: PostgresGameStore

    def asked(self, query: str) -> list[object]:
        with psycopg.connect(self.url, autocommit=True) as connection:
            cursor = connection.execute(query)
            return [row[0] for row in cursor] if cursor.description else []

    def taken_over(self) -> None:
        """The lease lapses, and the other writes a turn."""
        self.asked("UPDATE games SET lease_until = clock_timestamp()")
        last = self.other.read(GAME).last_seq
        self.other.append(GAME, turn(last + 1, player_input="the other's"), last)

    def records(self) -> tuple[Record, ...]:
        return self.other.read(GAME).records


@pytest.fixture(scope="module")
def url(database_server: str) -> Iterator[str]:
    with new_database(database_server) as url:
        yield url


@pytest.fixture
def away(url: str) -> Iterator[Away]:
    with line_to(url) as line:
        near, far = Database(url), Database(line.url, patience=60.0)
        migrate(near)
        stores = [PostgresGameStore(each, Leases(each, LEASE), JobQueue(each, 15.0).defer) for each in (far, near)]
        made = Away(line, url, *stores)
        made.asked("TRUNCATE games, records, private, procrastinate_jobs CASCADE")
        yield made
        for store in stores:
            store._leases.close()
        for each in (far, near):
            each.close()


Lose = Callable[..., Loss]


@pytest.fixture(params=["answer", "request"])
def lose(request: pytest.FixtureRequest, away: Away) -> Callable[[bytes, bytes], Loss]:
    """Lose what is said of a command, or what asks for it."""

    def lost(tag: bytes, words: bytes) -> Loss:
        return away.line.lose_answer(tag) if request.param == "answer" else away.line.lose_request(words)

    return lost


def test_a_loss_has_happened_before_whoever_waits_learns_of_it(away: Away) -> None:
    has_learned, was_early = Event(), list[bool]()
    away.line.lose_request(b"look here", lambda: was_early.append(has_learned.wait(0.5)))
    with psycopg.connect(away.line.url, autocommit=True) as connection, suppress(psycopg.OperationalError):
        connection.execute("SELECT 'look here'")
    has_learned.set()
    assert was_early == [False]


@pytest.mark.parametrize("work_waits", [False, True])
@pytest.mark.parametrize("appended", [0, 8])
def test_a_record_is_there_once_and_its_numbers_go_on(away: Away, lose: Lose, work_waits: bool, appended: int) -> None:
    away.store.create(header(), opening())
    for seq in range(1, appended + 1):  # from some on the statement is prepared
        away.store.append(GAME, turn(seq), seq - 1, work_waits=work_waits)
    words = b"COMMIT" if work_waits else b"fence"
    lost = lose(b"COMMIT" if work_waits else b"INSERT 0 1", words if appended == 0 or work_waits else b"look 9")
    away.store.append(GAME, turn(appended + 1), appended, work_waits=work_waits)
    assert lost.has_happened
    away.store.append(GAME, turn(appended + 2), appended + 1, work_waits=work_waits)
    assert away.records() == tuple(turn(seq) for seq in range(1, appended + 3))
    assert away.asked(JOBS) == ["todo"] * work_waits


def test_a_record_whose_call_is_lost_on_its_way_is_there_with_its_call(away: Away) -> None:
    away.store.create(header(), opening())
    lost = away.line.lose_request(b"procrastinate_defer_jobs")
    away.store.append(GAME, turn(1), 0, work_waits=True)
    assert lost.has_happened
    assert away.records() == (turn(1),)
    assert away.asked(JOBS) == ["todo"]


def test_a_game_is_made_once_and_written_on(away: Away, lose: Lose) -> None:
    lost = lose(b"COMMIT", b"COMMIT")
    away.store.create(header(), opening(), (turn(1),))
    assert lost.has_happened
    away.store.append(GAME, turn(2), 1)
    assert away.records() == (turn(1), turn(2))
    assert away.asked("SELECT count(*) FROM games") == [1]


def test_a_game_is_opened_and_written_on(away: Away, lose: Lose) -> None:
    away.other.create(header(), opening())
    away.other.release(GAME)
    lost = lose(b"UPDATE 1", b"UPDATE games")
    away.store.acquire(GAME)
    assert lost.has_happened
    away.store.append(GAME, turn(1), 0)
    assert away.records() == (turn(1),)


def test_a_game_is_deleted(away: Away, lose: Lose) -> None:
    for records in ((turn(1),), ()):
        away.store.create(header(), opening(), records)
        lost = lose(b"UPDATE 1", b"deleted_at")
        away.store.delete(GAME)
        assert lost.has_happened
    assert not away.other.list()
    assert away.asked("SELECT in_trash FROM games ORDER BY generation") == [1, 2]


@pytest.mark.parametrize("others", [0, 1])
def test_a_game_is_restored(away: Away, lose: Lose, others: int) -> None:
    for _ in range(others):
        away.store.create(header(), opening())
        away.store.delete(GAME)
    away.store.create(header(), opening(), (turn(1),))
    away.store.delete(GAME)
    lost = lose(b"UPDATE 1", b"deleted_at")
    away.store.restore(GAME)
    assert lost.has_happened
    assert away.records() == (turn(1),)
    assert away.asked("SELECT in_trash FROM games ORDER BY generation") == [*range(1, others + 1), 0]


@pytest.mark.parametrize("work_waits", [False, True])
def test_an_earlier_owner_writes_nothing_where_its_request_was_lost(away: Away, work_waits: bool) -> None:
    away.store.create(header(), opening())
    lost = away.line.lose_request(b"fence", away.taken_over)
    with pytest.raises(Moved):
        away.store.append(GAME, turn(1), 0, work_waits=work_waits)
    assert lost.has_happened
    assert [record.player_input for record in away.records()] == ["the other's"]
    assert away.asked(JOBS) == []


@pytest.mark.parametrize("work_waits", [False, True])
def test_an_earlier_owner_learns_of_a_record_that_it_wrote_and_writes_no_more(away: Away, work_waits: bool) -> None:
    away.store.create(header(), opening())
    lost = away.line.lose_answer(b"COMMIT" if work_waits else b"INSERT 0 1", away.taken_over)
    away.store.append(GAME, turn(1), 0, work_waits=work_waits)
    assert lost.has_happened
    with pytest.raises(Moved):
        away.store.append(GAME, turn(2), 1)
    assert [record.player_input for record in away.records()] == ["look 1", "the other's"]


def test_a_game_that_another_has_made_is_no_success(away: Away) -> None:
    lost = away.line.lose_request(b"COMMIT", lambda: away.other.create(header(title="Another"), opening()))
    with raises_in_words(Conflict, match="There is a game"):
        away.store.create(header(), opening())
    assert lost.has_happened
    assert away.other.read(GAME).header.title == "Another"
