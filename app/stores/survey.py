"""A quick look at a whole journal file. Of every line checksum, order and parent are verified, but only the header, the
last few records and those with a label or a title are parsed."""

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import AliasPath, BaseModel, Field

from app.models.records.record import GameSummary, Header
from app.stores.journal import DAMAGED, DAMAGED_BREAK, FIRST_RECORD_LINE, LineReader, Links, sequence_problem
from app.stores.lines import body_before_damage, body_of

_LINKS = re.compile(
    rb'\{"seq":(\d{1,18}),"kind":"[a-z]+","parent":(\d{1,18}),(?:"head":(\d{1,18}),)?(?P<name>"label":|"title":)?'
)
_NEWEST = 32  # how many records, from the end, are looked through for the game's time


_NumberedLine = tuple[int, bytes]


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


class _OpeningGlance(BaseModel):
    minutes: int = Field(validation_alias=AliasPath("state", "clock", "minutes"))


@dataclass
class Survey:
    """An intact journal from the outside. ``size`` is the file's; ``confirmed`` goes up to the last line break."""

    reader: LineReader
    header: Header
    opening: bytes
    confirmed: int
    size: int
    seqs: list[int] = field(default_factory=list)
    newest: deque[_NumberedLine] = field(default_factory=lambda: deque(maxlen=_NEWEST))
    naming: list[_NumberedLine] = field(default_factory=list)

    @property
    def last_seq(self) -> int:
        return self.seqs[-1] if self.seqs else 0


def survey(lines: Iterable[bytes], name: str) -> Survey:
    """Look through a file. CorruptSave, naming the line, at the first that is damaged."""
    reader = LineReader(name)
    source = iter(lines)
    first, second = next(source, b""), next(source, b"")
    header = reader.header(first)
    if body_of(second) is None:
        raise reader.corrupt(2, DAMAGED)
    size = len(first) + len(second)
    found, known = Survey(reader, header, second, confirmed=size, size=size), set[int]()
    for number, line in enumerate(source, FIRST_RECORD_LINE):
        found.size += len(line)
        body = body_of(line)
        if body is None:
            if line.endswith(b"\n"):
                raise reader.corrupt(number, DAMAGED)
            if body_before_damage(line) is not None:
                raise reader.corrupt(number, DAMAGED_BREAK)
            break
        found.confirmed += len(line)
        found_links = _LINKS.match(body)
        links = _links(found_links) if found_links else reader.record(body, number)
        if problem := sequence_problem(links, found.last_seq, known, copied=header.branched_from is not None):
            raise reader.corrupt(number, problem)
        known.add(links.seq)
        found.seqs.append(links.seq)
        found.newest.append((number, body))
        if found_links is None or found_links["name"]:
            found.naming.append((number, body))
    return found


def _links(found: re.Match[bytes]) -> Links:
    return Links(int(found[1]), int(found[2]), int(found[3]) if found[3] else None)


def summary_of(found: Survey) -> GameSummary:
    """What a list tells of a game, read of the newest records only as far as needed."""
    newest = dict(zip(reversed(found.seqs), reversed(found.newest), strict=False))
    last = _glance(found, newest[found.last_seq]) if newest else None
    naming = [_glance(found, line) for line in found.naming]
    header = found.header
    return GameSummary(
        game_id=header.game_id,
        title=next((record.title for record in reversed(naming) if record.title), header.title),
        scenario_id=header.scenario_id,
        scenario_title=header.scenario_title,
        players=header.players,
        turn=last.turn if last else 0,
        game_time=_game_time(found, newest, last),
        last_played=last.at if last else header.created_at,
        labels=tuple(dict.fromkeys(record.label for record in naming if record.label)),
        branched_from=header.branched_from,
    )


def _game_time(found: Survey, newest: dict[int, _NumberedLine], last: _Glance | None) -> int | None:
    """The clock at the game's head, in minutes; None when it did not change within the newest records."""
    at = 0 if last is None else last.seq if last.head is None else last.head
    while at in newest:
        record = _glance(found, newest[at])
        if record.minutes is not None:
            return record.minutes
        at = record.parent
    return found.reader.read(_OpeningGlance, "opening", body_of(found.opening), 2).minutes if at == 0 else None


def _glance(found: Survey, line: _NumberedLine) -> _Glance:
    number, body = line
    return found.reader.read(_Glance, "record", body, number)


def last_played_first(games: Iterable[GameSummary]) -> list[GameSummary]:
    """Games whose time is not known or not sensible come last."""

    def moment(game: GameSummary) -> float:
        try:
            return game.last_played.timestamp() if game.last_played else float("-inf")
        except (OverflowError, OSError, ValueError):
            return float("-inf")

    return sorted(games, key=lambda game: (-moment(game), game.game_id))
