"""A quick look at a whole journal file. Of every line checksum, order and parent are verified, but only the header, the
last few records and those with a label or a title are parsed."""

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from app.models.records.record import GameSummary, Header, Record
from app.stores.journal import DAMAGED, DAMAGED_BREAK, FIRST_RECORD_LINE, LineReader, Links, sequence_problem
from app.stores.lines import body_before_damage, body_of

_LINKS = re.compile(
    rb'\{"seq":(\d{1,18}),"kind":"[a-z]+","parent":(\d{1,18}),(?:"head":(\d{1,18}),)?(?P<name>"label":|"title":)?'
)
_NEWEST = 32  # how many records, from the end, are looked through for the game's time


@dataclass
class Survey:
    """An intact journal from the outside. ``size`` is the file's; ``confirmed`` goes up to the last line break."""

    reader: LineReader
    header: Header
    opening: bytes
    confirmed: int
    size: int
    seqs: list[int] = field(default_factory=list)
    newest: deque[tuple[int, bytes]] = field(default_factory=lambda: deque(maxlen=_NEWEST))
    naming: list[tuple[int, bytes]] = field(default_factory=list)

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
    newest = [found.reader.record(body, number) for number, body in found.newest]
    naming = [found.reader.record(body, number) for number, body in found.naming]
    last = newest[-1] if newest else None
    header = found.header
    return GameSummary(
        game_id=header.game_id,
        title=next((record.title for record in reversed(naming) if record.title), header.title),
        scenario_id=header.scenario_id,
        scenario_title=header.scenario_title,
        players=header.players,
        turn=last.turn if last else 0,
        game_time=_game_time(found, newest),
        last_played=last.at if last else header.created_at,
        labels=tuple(dict.fromkeys(record.label for record in naming if record.label)),
        branched_from=header.branched_from,
    )


def _game_time(found: Survey, newest: list[Record]) -> int | None:
    """The clock at the game's head, in minutes; None when it did not change within the newest records."""
    by_seq = {record.seq: record for record in newest}
    at = newest[-1].stands_at if newest else 0
    while at in by_seq:
        clock = by_seq[at].parts.get("clock")
        if isinstance(clock, dict) and isinstance(minutes := clock.get("minutes"), int):
            return minutes
        at = by_seq[at].parent
    return found.reader.opening(found.opening, found.header).state.clock.minutes if at == 0 else None


def last_played_first(games: Iterable[GameSummary]) -> list[GameSummary]:
    """Games whose time is not known or not sensible come last."""

    def moment(game: GameSummary) -> float:
        try:
            return game.last_played.timestamp() if game.last_played else float("-inf")
        except (OverflowError, OSError, ValueError):
            return float("-inf")

    return sorted(games, key=lambda game: (-moment(game), game.game_id))
