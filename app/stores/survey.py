"""A quick look at a whole journal file. Of every line checksum, order and parent are verified, but only the header, the
last few records and those with a label or a title are parsed."""

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
    rb'(?:"head":(\d{1,18}),)?(?P<name>"label":|"title":)?'
)
_CLOCK = re.compile(rb'"clock":(?:\{"minutes":(\d{1,18})[,}])?')
_ENDED = b'"ended":true'  # in a player's words its quotes would be escaped
_NEWEST = 32  # how many records, from the end, are looked through for the game's time


class _Glance(BaseModel):
    """What a list needs to know of a record."""

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
    """An intact journal from the outside. ``size`` is the file's; ``confirmed`` goes up to the last line break;
    ``known`` says by the records' numbers where their lines are, ``parents`` what they follow. ``naming`` are those
    that may have a label or title, ``ending`` those in which the story may have ended."""

    reader: LineReader
    header: Header
    opening: bytes
    confirmed: int = 0
    size: int = 0
    last_seq: int = 0
    known: dict[int, LineAt] = field(default_factory=lambda: {0: LineAt(2, 0)})
    parents: dict[int, int] = field(default_factory=dict)
    newest: deque[Links] = field(default_factory=lambda: deque(maxlen=_NEWEST))
    naming: list[Links] = field(default_factory=list)
    ending: list[Links] = field(default_factory=list)


def survey(lines: Iterable[bytes], name: str) -> Survey:
    """Look through a file. CorruptSave, naming the line, at the first that is damaged."""
    reader = LineReader(name)
    source = iter(lines)
    first, second = next(source, b""), next(source, b"")
    header = reader.header(first)
    if not is_whole(second):
        raise reader.corrupt(2, DAMAGED)
    size = confirmed = len(first) + len(second)
    found = Survey(reader, header, second)
    for number, line in enumerate(source, FIRST_RECORD_LINE):
        start, size = size, size + len(line)
        links, may_name = _links_of(number, line) or _links_of_other(reader, number, line)
        if links is None:
            break
        confirmed = size
        if problem := sequence_problem(links, found.last_seq, found.known, copied=header.branched_from is not None):
            raise reader.corrupt(number, problem)
        found.last_seq = links.seq
        found.known[links.seq] = LineAt(number, start)
        found.parents[links.seq] = links.parent
        found.newest.append(links)
        if may_name:
            found.naming.append(links)
        if _ENDED in line:
            found.ending.append(links)
    found.confirmed, found.size = confirmed, size
    return found


def _links_of(number: int, line: bytes) -> tuple[Links, bool] | None:
    """The links in a record's line as `encoded` writes it, and whether a name comes next; None for any other line. What
    makes this fast is that nothing of the line is copied or parsed."""
    found = _RECORD_LINE.match(line)
    if found is None or not is_whole(line):
        return None
    seq, parent, head, name = found.groups()
    return Links(int(seq), int(parent), int(head) if head else None, number, line), name is not None


def _links_of_other(reader: LineReader, number: int, line: bytes) -> tuple[Links | None, bool]:
    """The links in a line that was written otherwise; None for one that was never confirmed. CorruptSave."""
    body = body_of(line)
    if body is not None:
        record = reader.record(body, number)
        return Links(record.seq, record.parent, record.head, number, line), True
    if line.endswith(b"\n"):
        raise reader.corrupt(number, DAMAGED)
    if body_before_damage(line) is not None:
        raise reader.corrupt(number, DAMAGED_BREAK)
    return None, False


def summary_of(found: Survey) -> GameSummary:
    """What a list tells of a game, read of the newest records only as far as needed."""
    last = _glance(found, found.newest[-1]) if found.newest else None
    naming = [_glance(found, links) for links in found.naming]
    header = found.header
    return GameSummary(
        game_id=header.game_id,
        title=next((record.title for record in reversed(naming) if record.title), header.title),
        scenario_id=header.scenario_id,
        scenario_title=header.scenario_title,
        players=header.players,
        turn=last.turn if last else 0,
        game_time=_game_time(found, last),
        last_played=last.at if last else header.created_at,
        labels=tuple(dict.fromkeys(record.label for record in naming if record.label)),
        model=header.model,
        branched_from=header.branched_from,
        ended=_has_ended(found, last),
    )


def _has_ended(found: Survey, last: _Glance | None) -> bool:
    """Whether the story has ended where the game stands. It stays ended, so that one record that says so is enough."""
    ending = {
        links.seq
        for links in found.ending
        if found.reader.read(_EndGlance, "record", body_of(links.line), links.number).ended
    }
    at = 0 if last is None or not ending else last.seq if last.head is None else last.head
    while at and at not in ending:
        at = found.parents[at]
    return at in ending


def _game_time(found: Survey, last: _Glance | None) -> int | None:
    """The clock at the game's head, in minutes; None when it did not change within the newest records."""
    newest = {links.seq: links for links in found.newest}
    at = 0 if last is None else last.seq if last.head is None else last.head
    while at in newest:
        if clock := _CLOCK.search(newest[at].line):
            minutes = int(clock[1]) if clock[1] else _glance(found, newest[at]).minutes
            if minutes is not None:
                return minutes
        at = newest[at].parent
    return found.reader.read(_OpeningGlance, "opening", body_of(found.opening), 2).minutes if at == 0 else None


def _glance(found: Survey, links: Links) -> _Glance:
    return found.reader.read(_Glance, "record", body_of(links.line), links.number)


def last_played_first(games: Iterable[GameSummary]) -> list[GameSummary]:
    """Games whose time is not known or not sensible come last."""

    def moment(game: GameSummary) -> float:
        try:
            return game.last_played.timestamp() if game.last_played else float("-inf")
        except (OverflowError, OSError, ValueError):
            return float("-inf")

    return sorted(games, key=lambda game: (-moment(game), game.game_id))
