"""Records and headers as rows, and the SQL statements that write and list them."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from psycopg import Connection
from pydantic import BaseModel, ValidationError

from app.errors import CorruptSave
from app.models.records.record import GameSummary, Header, Opening, Record
from app.stores.journal import LineReader
from app.stores.lines import body_of, checksum_of, framed
from app.stores.postgres.database import Row
from app.stores.postgres.leases import NOT_OTHERS

_COLUMNS = "game_id, generation, seq, parent, body, checksum, game_time, ended"
CREATE = """
    INSERT INTO games (game_id, generation, header, checksum, head_seq, stands_at, title, turn, labels, last_played,
                       owner, lease_until)
    SELECT %(game_id)s, coalesce(max(generation), 0) + 1, %(body)s, %(checksum)s, %(seq)s, %(stands_at)s, %(title)s,
           %(turn)s, %(labels)s, %(at)s, %(me)s, clock_timestamp() + make_interval(secs => %(seconds)s)
    FROM games WHERE game_id = %(game_id)s RETURNING generation, epoch
"""
CREATED = "SELECT FROM games WHERE game_id = %(game_id)s AND in_trash = 0 AND owner = %(me)s AND header = %(body)s"
NOTE = "UPDATE games SET problem = %s WHERE game_id = %s AND in_trash = 0"
INSERT = f"INSERT INTO records ({_COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"
_FENCE = """
    WITH fence AS (
        UPDATE games SET head_seq = %(seq)s, stands_at = %(stands_at)s, turn = %(turn)s, last_played = %(at)s,
               work_waits = %(work_waits)s, title = coalesce(%(title)s, title),
               labels = CASE WHEN %(label)s::text IS NULL OR %(label)s = ANY(labels) THEN labels
                             ELSE array_append(labels, %(label)s) END
        WHERE game_id = %(game_id)s AND generation = %(generation)s AND in_trash = 0 AND owner = %(me)s
              AND epoch = %(epoch)s AND head_seq = %(expected)s AND lease_until > clock_timestamp()
        RETURNING game_id, generation
    )
"""
APPEND = f"""{_FENCE}
    INSERT INTO records ({_COLUMNS})
    SELECT game_id, generation, %(seq)s, %(parent)s, %(body)s, %(checksum)s,
           coalesce(%(minutes)s, game_time), ended OR %(ended)s
    FROM fence JOIN records USING (game_id, generation) WHERE seq = %(parent)s
"""
"""One statement that appends only for the owner, under its lease, and only after the record that it expects to be
the last."""
DELETE = f"""
    UPDATE games SET owner = NULL, lease_until = NULL, epoch = epoch + 1, deleted_at = now(),
           in_trash = (SELECT max(in_trash) + 1 FROM games WHERE game_id = %(game_id)s)
    WHERE game_id = %(game_id)s AND generation = %(generation)s AND in_trash = 0
          AND {NOT_OTHERS}
"""
RESTORE = """
    UPDATE games SET in_trash = 0, deleted_at = NULL
    WHERE game_id = %(game_id)s AND generation = %(generation)s AND in_trash > 0
"""
PURGE = """
    WITH gone AS (
        SELECT game_id, generation FROM games WHERE game_id = %(game_id)s AND in_trash > 0 FOR UPDATE
    ), its_records AS (
        DELETE FROM records USING gone WHERE (records.game_id, records.generation) = (gone.game_id, gone.generation)
    ), its_older_lines AS (
        DELETE FROM older_lines AS older USING gone
        WHERE (older.game_id, older.generation) = (gone.game_id, gone.generation)
    ), its_private AS (
        DELETE FROM private USING gone WHERE (private.game_id, private.generation) = (gone.game_id, gone.generation)
    )
    DELETE FROM games USING gone WHERE (games.game_id, games.generation) = (gone.game_id, gone.generation)
"""
"""Deletes the games of an id that are in the trash, with the rows of all tables that are theirs."""
PURGE_JOBS = """
    DELETE FROM procrastinate_jobs WHERE args->>'game_id' = %(game_id)s AND status = 'todo'
           AND NOT EXISTS (SELECT FROM games WHERE game_id = %(game_id)s)
"""
"""Deletes the jobs that wait for a game that is gone."""
LIST = """
    SELECT game_id, header, games.checksum, title, turn, labels, last_played, problem, game_time, ended, stands_at,
           CASE WHEN stands_at NOT IN (0, head_seq) THEN body END
    FROM games LEFT JOIN (SELECT game_id, generation, seq AS stands_at, game_time, ended, body FROM records) AS head
         USING (game_id, generation, stands_at)
    WHERE (in_trash > 0) = %s
"""
"""The column ``turn`` is that of the last record: after an undo the turn is in the record that the game stands at."""


def journal_name(game_id: str) -> str:
    return f"{game_id} in the database"


def is_there(connection: Connection[Row], given: dict[str, Any]) -> bool:
    """Check whether this very record was committed before, so that only the answer was lost."""
    rows = connection.execute(
        "SELECT body FROM records WHERE game_id = %(game_id)s AND generation = %(generation)s AND seq = %(seq)s",
        given,
        binary=True,
    )
    return rows.fetchone() == (given["body"],)


def generation_of(connection: Connection[Row], game_id: str, *, in_trash: bool) -> int | None:
    """Return the generation of the game that is played, or of the one that was deleted last."""
    query = "SELECT generation FROM games WHERE game_id = %s AND (in_trash > 0) = %s ORDER BY in_trash DESC LIMIT 1"
    row = connection.execute(query, (game_id, in_trash)).fetchone()
    return None if row is None else row[0]


def moved(connection: Connection[Row], statement: str, given: dict[str, Any], *, to_trash: bool) -> bool:
    """Move a game into the trash or out of it, and return whether it is there now."""
    if connection.execute(statement, given).rowcount > 0:
        return True
    query = "SELECT in_trash > 0 FROM games WHERE game_id = %(game_id)s AND generation = %(generation)s"
    return connection.execute(query, given).fetchone() == (to_trash,)


def line_columns(line: bytes) -> dict[str, Any]:
    return {"body": body_of(line), "checksum": checksum_of(line)}


def record_columns(record: Record) -> dict[str, Any]:
    """Return the columns of a record other than its body."""
    return {
        **{name: getattr(record, name) for name in ("seq", "parent", "stands_at", "turn", "at", "title", "label")},
        "minutes": (record.parts.get("clock") or {}).get("minutes"),
        "ended": bool((record.parts.get("scenario") or {}).get("ended")),
    }


def summary_columns(header: Header, records: Sequence[Record]) -> dict[str, Any]:
    last = records[-1] if records else None
    return {
        "seq": last.seq if last else 0,
        "stands_at": last.stands_at if last else 0,
        "turn": last.turn if last else 0,
        "at": last.at if last else header.created_at,
        "title": next((record.title for record in reversed(records) if record.title), header.title),
        "labels": [*dict.fromkeys(record.label for record in records if record.label)],
    }


def record_rows(
    game_id: str, generation: int, lines: Sequence[bytes], opening: Opening, records: Iterable[Record]
) -> Iterator[Row]:
    """Yield the rows of all lines but the header's; game time and the end of the story are inherited from parents."""
    inherited = {0: (opening.state.clock.minutes, opening.state.scenario.ended)}
    yield game_id, generation, 0, 0, *line_columns(lines[1]).values(), *inherited[0]
    for record, line in zip(records, lines[2:], strict=True):
        columns = record_columns(record)
        minutes, ended = inherited[record.parent]
        inherited[record.seq] = columns["minutes"] or minutes, columns["ended"] or ended
        yield game_id, generation, record.seq, record.parent, *line_columns(line).values(), *inherited[record.seq]


class _TurnGlance(BaseModel):
    """The turn of a record."""

    turn: int


def _turn_at(head: bytes | None, otherwise: int) -> int:
    """Return the turn of a record's body; ``otherwise`` for none, or for one that cannot be read."""
    if head is not None:
        with suppress(ValidationError):
            return _TurnGlance.model_validate_json(head).turn
    return otherwise


def summary(row: Row) -> GameSummary:
    """Make the summary of a row of `LIST`."""
    game_id, header, checksum, title, turn, labels, last_played, problem, game_time, ended, stands_at, head = row
    try:
        read_header = LineReader(journal_name(game_id)).header(framed(header, checksum))
    except CorruptSave as error:
        return GameSummary(game_id=game_id, problem=str(error))
    if problem is not None:
        return GameSummary(game_id=game_id, problem=problem)
    return GameSummary(
        **read_header.model_dump(include={"game_id", "scenario_id", "scenario_title", "players", "model"}),
        branched_from=read_header.branched_from,
        title=title,
        turn=_turn_at(head, otherwise=turn) if stands_at else 0,
        labels=tuple(labels),
        last_played=last_played,
        game_time=game_time,
        ended=bool(ended),
    )
