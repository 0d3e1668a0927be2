"""The store of games in PostgreSQL: a game is a row of ``games``, its journal's lines are rows of ``records``."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from psycopg import Connection, errors

from app.errors import Conflict, CorruptSave, InvalidInput, Moved, NotFound, StorageFailed
from app.models.plain_reasons import Clash, Clashes, Sought, Unknown
from app.models.records.record import SAVE_FORMAT_VERSION, GameSummary, Header, Journal, Opening, Record
from app.stores.journal import (
    FIRST_RECORD_LINE,
    LineReader,
    checked_game_id,
    encoded,
    encoded_journal,
    read_journal,
    recovered,
    sequence_problem,
)
from app.stores.lines import body_of, framed
from app.stores.postgres.database import Database, Row, tolerating
from app.stores.postgres.leases import Held, Leases
from app.stores.postgres.rows import (
    APPEND,
    CREATE,
    CREATED,
    DELETE,
    INSERT,
    LIST,
    NOTE,
    PURGE,
    PURGE_JOBS,
    RESTORE,
    generation_of,
    is_there,
    journal_name,
    line_columns,
    moved,
    record_columns,
    record_rows,
    summary,
    summary_columns,
)
from app.stores.survey import last_played_first, survey

T = TypeVar("T")
Defer = Callable[[Connection[Row], str], None]
"""Queues a job for a game's pending work, in the transaction of the connection."""
OnCommitted = Callable[[str, int, float], None]
"""Called with the game, the number of each record that was appended, and the seconds it took."""


class _StoredLines(NamedTuple):
    """The lines of a game, and the number of its last record."""

    generation: int
    last_seq: int
    lines: list[bytes]


class PostgresGameStore:
    """Implements `IGameStore`. Its calls block, so make them in threads."""

    def __init__(
        self, database: Database, leases: Leases, defer: Defer | None = None, on_committed: OnCommitted | None = None
    ) -> None:
        self._database, self._run = database, database.run
        self._leases = leases
        self._defer = defer
        self._on_committed = on_committed
        self._known: dict[str, dict[int, None]] = {}
        """The record numbers of the games that are held, in order; 0 is the opening."""
        self._fresh: dict[str, list[bytes]] = {}
        """The lines that were read when a game was acquired, for the next read."""

    def create(self, header: Header, opening: Opening, records: tuple[Record, ...] = ()) -> None:
        game_id = checked_game_id(header.game_id)
        lines = list(encoded_journal(header, opening, records))
        given = {
            **summary_columns(header, records),
            **line_columns(lines[0]),
            "game_id": game_id,
            "me": self._leases.me,
            "seconds": self._leases.seconds,
        }

        def insert(connection: Connection[Row]) -> Held:
            asked_at = self._leases.clock()
            with connection.transaction():
                ((generation, epoch),) = connection.execute(CREATE, given)
                rows = record_rows(game_id, generation, lines, opening, records)
                connection.cursor().executemany(INSERT, [*rows])
            return Held(generation, epoch, asked_at + self._leases.seconds)

        failure = f"The game {game_id!r} could not be saved"
        try:
            held = self._run(failure, insert)
        except errors.UniqueViolation:
            if game_id in self._known or not self._database.rows(failure, CREATED, given):
                raise Conflict(Clashes(clash=Clash.GAME_EXISTS, name=game_id)) from None
            held = self._leases.claim(game_id)  # only the answer to its commit was lost
        self._known[game_id] = dict.fromkeys((0, *(record.seq for record in records)))
        self._leases.hold(game_id, held)

    def acquire(self, game_id: str) -> None:
        """Become the game's only writer.

        Raises:
            Moved: Another server holds it.
            CorruptSave: The game is damaged.
        """
        if self._leases.held(checked_game_id(game_id)) is not None and game_id in self._known:
            return
        self._forget(game_id)
        held = self._leases.claim(game_id)
        try:
            stored = self._lines(game_id)
            surveyed = survey(stored.lines, journal_name(game_id))
            _check_end(game_id, surveyed.last_seq, stored.last_seq)
            if surveyed.reader.version != SAVE_FORMAT_VERSION:
                stored = self._migrated(game_id, held, stored, surveyed.reader.version)
        except BaseException as error:
            self._leases.give_up(game_id)
            if isinstance(error, CorruptSave):
                self._note(game_id, error)
            raise
        self._known[game_id], self._fresh[game_id] = dict.fromkeys(surveyed.known), stored.lines

    def release(self, game_id: str) -> None:
        self._forget(checked_game_id(game_id))
        self._leases.give_up(game_id)

    def append(self, game_id: str, record: Record, expected_seq: int, *, work_waits: bool = False) -> None:
        if self._known.get(checked_game_id(game_id)) is None:
            self.acquire(game_id)
        self._fresh.pop(game_id, None)
        held, known = self._leases.held(game_id), self._known[game_id]
        if held is None:
            self._forget(game_id)
            raise Moved(Clashes(clash=Clash.GAME_PERHAPS_ELSEWHERE, name=game_id))
        if (last := next(reversed(known))) != expected_seq:
            raise Conflict(
                Clashes(clash=Clash.GAME_AT_RECORD, name=game_id, present=str(last), expected=str(expected_seq))
            )
        if problem := sequence_problem(record, last, known):
            raise InvalidInput(f"That record cannot be saved: {problem}.")
        given = {
            **record_columns(record),
            **line_columns(encoded(record)),
            **held._asdict(),
            "game_id": game_id,
            "me": self._leases.me,
            "expected": expected_seq,
            "work_waits": work_waits,
        }

        def commit(connection: Connection[Row]) -> bool:
            if not work_waits or self._defer is None:
                return connection.execute(APPEND, given).rowcount > 0 or is_there(connection, given)
            with connection.transaction():
                if connection.execute(APPEND, given).rowcount == 0:
                    return is_there(connection, given)
                self._defer(connection, game_id)
            return True

        began = perf_counter()
        try:
            is_committed = self._run(f"The game {game_id!r} could not be saved", commit)
        except StorageFailed:  # it may have been committed nevertheless: the game is read again before the next append
            self._forget(game_id)
            raise
        if not is_committed:
            self._forget(game_id)
            self._leases.forget(game_id)
            raise Moved(Clashes(clash=Clash.GAME_WRITTEN_ELSEWHERE, name=game_id))
        known[record.seq] = None
        if self._on_committed is not None:
            self._on_committed(game_id, record.seq, perf_counter() - began)

    def read(self, game_id: str) -> Journal:
        if (lines := self._fresh.pop(checked_game_id(game_id), None)) is not None:
            return read_journal(lines, journal_name(game_id))
        stored = self._lines(game_id)
        try:
            journal = read_journal(stored.lines, journal_name(game_id))
            _check_end(game_id, journal.last_seq, stored.last_seq)
        except CorruptSave as error:
            self._note(game_id, error)
            raise
        return journal

    def records(self, game_id: str, seqs: Sequence[int]) -> Sequence[Record]:
        checked_game_id(game_id)

        def look(connection: Connection[Row]) -> dict[int, Row]:
            self._leases.check_there(connection, game_id)
            rows = connection.execute(
                "SELECT seq, records.checksum, body FROM records JOIN games USING (game_id, generation)"
                " WHERE game_id = %s AND in_trash = 0 AND seq = ANY(%s) AND seq > 0",
                (game_id, [*seqs]),
                binary=True,
            )
            return {row[0]: row[1:] for row in rows}

        rows_by_seq = self._run(f"The game {game_id!r} could not be read", look)
        if missing := [seq for seq in seqs if seq not in rows_by_seq]:
            raise NotFound(Unknown(what=Sought.RECORD, of=game_id, name=str(missing[0])))
        reader = LineReader(journal_name(game_id))
        return [
            reader.record(body_of(framed(rows_by_seq[seq][1], rows_by_seq[seq][0])), seq + FIRST_RECORD_LINE - 1)
            for seq in seqs
        ]

    def list(self) -> Sequence[GameSummary]:
        return self._listed(in_trash=False)

    def trash(self) -> Sequence[GameSummary]:
        return self._listed(in_trash=True)

    def delete(self, game_id: str) -> None:
        with suppress(CorruptSave):  # a problem is noted, so that the trash shows it
            self.read(game_id)

        given = {"me": self._leases.me, **self._which(game_id, in_trash=False)}
        if not self._moved(f"The game {game_id!r} could not be deleted", DELETE, given, to_trash=True):
            raise Moved(Clashes(clash=Clash.GAME_ELSEWHERE, name=game_id))
        self._forget(game_id)
        self._leases.forget(game_id)

    def restore(self, game_id: str) -> None:
        """Restore the game that was deleted last under this id."""
        given = self._which(checked_game_id(game_id), in_trash=True)
        try:
            self._moved(f"The game {game_id!r} could not be restored", RESTORE, given, to_trash=False)
        except errors.UniqueViolation:
            raise Conflict(Clashes(clash=Clash.GAME_EXISTS_AGAIN, name=game_id)) from None

    def purge(self, game_id: str) -> int:
        given = {"game_id": checked_game_id(game_id)}

        def delete(connection: Connection[Row]) -> int:
            with connection.transaction():
                purged = connection.execute(PURGE, given).rowcount
                connection.execute(PURGE_JOBS, given)
            return purged

        if not (purged := self._run(f"The game {game_id!r} could not be deleted for good", delete)):
            raise NotFound(Unknown(what=Sought.DELETED_GAME, name=game_id))
        return purged

    def repair(self, game_id: str, new_id: str) -> int:
        checked_game_id(new_id)
        kept = recovered(self._lines(checked_game_id(game_id)).lines, journal_name(game_id), new_id)
        self.create(kept.header, kept.opening, kept.records)
        self.release(new_id)
        return len(kept.records)

    def _which(self, game_id: str, *, in_trash: bool) -> dict[str, Any]:
        """Return the key of the game that is played, or of the one that was deleted last."""
        look = partial(generation_of, game_id=game_id, in_trash=in_trash)
        if (generation := self._run(f"The game {game_id!r} could not be looked for", look)) is None:
            raise NotFound(Unknown(what=Sought.DELETED_GAME if in_trash else Sought.GAME, name=game_id))
        return {"game_id": game_id, "generation": generation}

    def _moved(self, what: str, statement: str, given: dict[str, Any], *, to_trash: bool) -> bool:
        return self._run(what, partial(moved, statement=statement, given=given, to_trash=to_trash))

    def _lines(self, game_id: str) -> _StoredLines:
        """Read the game's lines, header first."""

        def look(connection: Connection[Row]) -> _StoredLines:
            row = connection.execute(
                "SELECT generation, head_seq, checksum, header FROM games WHERE game_id = %s AND in_trash = 0",
                (game_id,),
                binary=True,
            ).fetchone()
            if row is None:
                raise NotFound(Unknown(what=Sought.GAME, name=game_id))
            generation, last_seq, *header = row
            rows = connection.execute(
                "SELECT checksum, body FROM records WHERE game_id = %s AND generation = %s ORDER BY seq",
                (game_id, generation),
                binary=True,
            )
            return _StoredLines(generation, last_seq, [framed(body, crc) for crc, body in [header, *rows]])

        return self._run(f"The game {game_id!r} could not be read", look)

    def _migrated(self, game_id: str, held: Held, stored: _StoredLines, version: int) -> _StoredLines:
        """Rewrite the game in the current format; its old lines are kept in ``older_lines``."""
        journal = read_journal(stored.lines, journal_name(game_id))
        lines = [*encoded_journal(journal.header, journal.opening, journal.records)]
        rows = [*record_rows(game_id, held.generation, lines, journal.opening, journal.records)]
        key = {"game_id": game_id, **held._asdict(), **line_columns(lines[0])}
        before = [(game_id, held.generation, version, number, line) for number, line in enumerate(stored.lines, 1)]

        def rewrite(connection: Connection[Row]) -> None:
            with connection.transaction():
                fence = connection.execute(
                    "UPDATE games SET header = %(body)s, checksum = %(checksum)s WHERE game_id = %(game_id)s AND"
                    " generation = %(generation)s AND epoch = %(epoch)s AND lease_until > clock_timestamp()",
                    key,
                )
                if fence.rowcount == 0:
                    raise Moved(Clashes(clash=Clash.GAME_ELSEWHERE, name=game_id))
                connection.cursor().executemany(
                    "INSERT INTO older_lines VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING", before
                )
                connection.execute(
                    "DELETE FROM records WHERE game_id = %(game_id)s AND generation = %(generation)s", key
                )
                connection.cursor().executemany(INSERT, rows)

        self._run(f"The game {game_id!r} could not be opened", rewrite)
        return stored._replace(lines=lines)

    def _listed(self, *, in_trash: bool) -> Sequence[GameSummary]:
        rows = self._database.rows("The saved games could not be listed", LIST, (in_trash,))
        return last_played_first(summary(row) for row in rows)

    def _note(self, game_id: str, error: CorruptSave) -> None:
        """Store the problem of a game for the list."""
        with tolerating("A problem could not be noted"):
            self._database.changed("The game could not be marked", NOTE, (str(error), game_id))

    def _forget(self, game_id: str) -> None:
        self._known.pop(game_id, None)
        self._fresh.pop(game_id, None)


def _check_end(game_id: str, read: int, last: int) -> None:
    if read < last:
        raise CorruptSave(f"{journal_name(game_id)}: record {last} is missing at its end.")
