"""A fast check of a whole journal file: checksum, order and parent of every line are verified, but only the header,
the last few records and those with a label or a title are parsed."""

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import AliasPath, BaseModel, Field

from app.models.records.record import GameSummary, Header
from app.stores.journal import (
    DAMAGED,
    DAMAGED_BREAK,
    FIRST_RECORD_LINE,
    LineAt,
    LineReader,
    Links,
    sequence_problem,
)
from app.stores.lines import body_before_damage, body_of, is_whole

_RECORD_LINE = re.compile(
    rb'\{"crc":".{8}","body":\{"seq":(\d{1,18}),"kind":"[a-z]+","parent":(\d{1,18}),'
    rb'(?:"head":(\d{1,18}),)?(?:"copy_of":\d{1,18},)?(?:"turn":(\d{1,18})|(?P<name>"label":|"title":))?'
)
_CLOCK = re.compile(rb'"clock":(?:\{"minutes":(\d{1,18})[,}])?')
_ENDED = b'"ended":true'  # in a player's text its quotes would be escaped
_NEWEST = 32  # records from the end that are searched for the game's time


class _Glance(BaseModel):
    """The fields of a record that a list of games needs."""

    seq: int
    parent: int
    head: int | None = None
    label: str | None = None
    title: str | None = None
    turn: int
    at: datetime
    minutes: int | None = Field(default=None, validation_alias=AliasPath("parts", "clock", "minutes"))


class _EndGlance(BaseModel):
    ended: bool = Field(default=False, validation_alias=AliasPath("parts", "scenario", "ended"))


class _OpeningGlance(BaseModel):
    minutes: int = Field(validation_alias=AliasPath("state", "clock", "minutes"))


@dataclass
class Survey:
    """The outline of an intact journal.

    Attributes:
        confirmed: Its length in bytes up to the last line break.
        size: The length of the file in bytes.
        known: The position of each record's line, by number.
        parents: The parent of each record.
        turns: The turn of each record whose line says it before a name.
        newest: The last records.
        naming: Records that may have a label or title.
        ending: Records in which the story may have ended."""

    reader: LineReader
    header: Header
    opening: bytes
    confirmed: int = 0
    size: int = 0
    last_seq: int = 0
    known: dict[int, LineAt] = field(default_factory=lambda: {0: LineAt(2, 0)})
    parents: dict[int, int] = field(default_factory=dict)
    turns: dict[int, int] = field(default_factory=dict)
    newest: deque[Links] = field(default_factory=lambda: deque(maxlen=_NEWEST))
    naming: list[Links] = field(default_factory=list)
    ending: list[Links] = field(default_factory=list)


def survey(lines: Iterable[bytes], name: str) -> Survey:
    """Check a file.

    Raises:
        CorruptSave: A line is damaged; the error names the first.
    """
    reader = LineReader(name)
    source = iter(lines)
    first, second = next(source, b""), next(source, b"")
    header = reader.header(first)
    if not is_whole(second):
        raise reader.corrupt(2, DAMAGED)
    size = confirmed = len(first) + len(second)
    result = Survey(reader, header, second)
    for number, line in enumerate(source, FIRST_RECORD_LINE):
        start, size = size, size + len(line)
        links, turn, may_name = _links_of(number, line) or _links_of_other(reader, number, line)
        if links is None:
            break
        confirmed = size
        if problem := sequence_problem(links, result.last_seq, result.known, copied=header.branched_from is not None):
            raise reader.corrupt(number, problem)
        result.last_seq = links.seq
        result.known[links.seq] = LineAt(number, start)
        result.parents[links.seq] = links.parent
        if turn is not None:
            result.turns[links.seq] = turn
        result.newest.append(links)
        if may_name:
            result.naming.append(links)
        if _ENDED in line:
            result.ending.append(links)
    result.confirmed, result.size = confirmed, size
    return result


def _links_of(number: int, line: bytes) -> tuple[Links, int | None, bool] | None:
    """Return the links in a record's line as `encoded` writes it, its turn where it comes next, and whether a name
    does; None for any other line. It is fast because nothing of the line is copied or parsed."""
    match = _RECORD_LINE.match(line)
    if match is None or not is_whole(line):
        return None
    seq, parent, head, turn, name = match.groups()
    links = Links(int(seq), int(parent), int(head) if head else None, number, line)
    return links, int(turn) if turn else None, name is not None


def _links_of_other(reader: LineReader, number: int, line: bytes) -> tuple[Links | None, int | None, bool]:
    """Return the links and the turn in a line that was written in another form; None for one that was never confirmed.
    CorruptSave if it is damaged."""
    body = body_of(line)
    if body is not None:
        record = reader.record(body, number)
        return Links(record.seq, record.parent, record.head, number, line), record.turn, True
    if line.endswith(b"\n"):
        raise reader.corrupt(number, DAMAGED)
    if body_before_damage(line) is not None:
        raise reader.corrupt(number, DAMAGED_BREAK)
    return None, None, False


def summary_of(outline: Survey) -> GameSummary:
    """Make the summary of a game, parsing only the newest records, as far as needed."""
    last = _glance(outline, outline.newest[-1]) if outline.newest else None
    naming = [_glance(outline, links) for links in outline.naming]
    header = outline.header
    return GameSummary(
        game_id=header.game_id,
        title=next((record.title for record in reversed(naming) if record.title), header.title),
        scenario_id=header.scenario_id,
        scenario_title=header.scenario_title,
        players=header.players,
        turn=_turn(outline, naming, last),
        game_time=_game_time(outline, last),
        last_played=last.at if last else header.created_at,
        labels=tuple(dict.fromkeys(record.label for record in naming if record.label)),
        model=header.model,
        branched_from=header.branched_from,
        ended=_has_ended(outline, last),
    )


def _turn(outline: Survey, naming: Iterable[_Glance], last: _Glance | None) -> int:
    """Return the turn at the game's head; that of the last record where it is not known."""
    turns = outline.turns | {record.seq: record.turn for record in naming}
    return 0 if last is None or last.head == 0 else turns.get(last.head or last.seq, last.turn)


def _has_ended(outline: Survey, last: _Glance | None) -> bool:
    """Check whether the story has ended at the game's head. It stays ended, so one record that says so is enough."""
    ending = {
        links.seq
        for links in outline.ending
        if outline.reader.read(_EndGlance, "record", body_of(links.line), links.number).ended
    }
    at = 0 if last is None or not ending else last.seq if last.head is None else last.head
    while at and at not in ending:
        at = outline.parents[at]
    return at in ending


def _game_time(outline: Survey, last: _Glance | None) -> int | None:
    """Return the clock at the game's head, in minutes; None if it did not change within the newest records."""
    newest = {links.seq: links for links in outline.newest}
    at = 0 if last is None else last.seq if last.head is None else last.head
    while at in newest:
        if clock := _CLOCK.search(newest[at].line):
            minutes = int(clock[1]) if clock[1] else _glance(outline, newest[at]).minutes
            if minutes is not None:
                return minutes
        at = newest[at].parent
    return outline.reader.read(_OpeningGlance, "opening", body_of(outline.opening), 2).minutes if at == 0 else None


def _glance(outline: Survey, links: Links) -> _Glance:
    return outline.reader.read(_Glance, "record", body_of(links.line), links.number)


def last_played_first(games: Iterable[GameSummary]) -> list[GameSummary]:
    """Sort games by the time of their last turn, newest first; games without a usable time come last."""

    def moment(game: GameSummary) -> float:
        try:
            return game.last_played.timestamp() if game.last_played else float("-inf")
        except (OverflowError, OSError, ValueError):
            return float("-inf")

    return sorted(games, key=lambda game: (-moment(game), game.game_id))
