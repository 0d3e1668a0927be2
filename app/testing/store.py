"""A store of games in memory, with the rules of the one on disk."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.errors import Conflict, InvalidInput, NotFound, StorageFailed, TalekeeperError
from app.models.records.record import GameSummary, Header, Journal, Opening, Record
from app.stores.journal import checked_game_id, encoded, journal_lines, read_journal, recovered, sequence_problem
from app.stores.survey import last_played_first, summary_of, survey


@dataclass
class MemoryDisk:
    """What several stores share: the journals' bytes, who writes which, and the trash."""

    games: dict[str, bytes] = field(default_factory=dict)
    trash: list[tuple[str, bytes]] = field(default_factory=list)
    writers: dict[str, "InMemoryGameStore"] = field(default_factory=dict)


class InMemoryGameStore:
    """Implements `IGameStore`. A second store over the same disk is a second writer. Every error queued in ``failures``
    is raised by one append (None lets one pass), which then changes nothing."""

    def __init__(self, disk: MemoryDisk | None = None) -> None:
        self.disk = disk or MemoryDisk()
        self.failures: list[StorageFailed | None] = []

    def create(self, header: Header, opening: Opening, records: tuple[Record, ...] = ()) -> None:
        if checked_game_id(header.game_id) in self.disk.games:
            raise Conflict(f"There is a game {header.game_id!r} already.")
        self.disk.games[header.game_id] = b"".join(journal_lines(header, opening, records))
        self.disk.writers[header.game_id] = self

    def acquire(self, game_id: str) -> None:
        survey(io.BytesIO(self._bytes(game_id)), game_id)
        self._lock(game_id)

    def release(self, game_id: str) -> None:
        if self.disk.writers.get(checked_game_id(game_id)) is self:
            del self.disk.writers[game_id]

    def append(self, game_id: str, record: Record, expected_seq: int, *, work_waits: bool = False) -> None:
        self.acquire(game_id)
        found = survey(io.BytesIO(self._bytes(game_id)), game_id)
        if expected_seq != found.last_seq:
            raise Conflict(f"The game {game_id!r} stands at record {found.last_seq}, not at {expected_seq}.")
        if problem := sequence_problem(record, found.last_seq, found.known):
            raise InvalidInput(f"That record cannot be saved: {problem}.")
        line = encoded(record)
        if self.failures and (failure := self.failures.pop(0)) is not None:
            raise failure
        self.disk.games[game_id] = self.disk.games[game_id][: found.confirmed] + line

    def read(self, game_id: str) -> Journal:
        return read_journal(io.BytesIO(self._bytes(game_id)), game_id)

    def records(self, game_id: str, seqs: Sequence[int]) -> Sequence[Record]:
        found = {record.seq: record for record in self.read(game_id).records}
        if missing := [seq for seq in seqs if seq not in found]:
            raise NotFound(f"{game_id} has no record {missing[0]}.")
        return [found[seq] for seq in seqs]

    def list(self) -> Sequence[GameSummary]:
        return last_played_first(_summary(game_id, data) for game_id, data in self.disk.games.items())

    def delete(self, game_id: str) -> None:
        data = self._bytes(game_id)
        self._lock(game_id)
        self.disk.trash.append((game_id, data))
        del self.disk.games[game_id], self.disk.writers[game_id]

    def restore(self, game_id: str) -> None:
        checked_game_id(game_id)
        deleted = [number for number, entry in enumerate(self.disk.trash) if entry[0] == game_id]
        if not deleted:
            raise NotFound(f"There is no game {game_id!r} in the trash.")
        if game_id in self.disk.games:
            raise Conflict(f"There is a game {game_id!r} again.")
        self.disk.games[game_id] = self.disk.trash.pop(deleted[-1])[1]

    def trash(self) -> Sequence[GameSummary]:
        return last_played_first(_summary(game_id, data) for game_id, data in self.disk.trash)

    def repair(self, game_id: str, new_id: str) -> int:
        checked_game_id(new_id)
        kept = recovered(io.BytesIO(self._bytes(game_id)), game_id, new_id)
        self.create(kept.header, kept.opening, kept.records)
        self.release(new_id)
        return len(kept.records)

    def _bytes(self, game_id: str) -> bytes:
        try:
            return self.disk.games[checked_game_id(game_id)]
        except KeyError:
            raise NotFound(f"There is no game {game_id!r}.") from None

    def _lock(self, game_id: str) -> None:
        if self.disk.writers.setdefault(game_id, self) is not self:
            raise Conflict(f"The game {game_id!r} is open somewhere else.")


def _summary(game_id: str, data: bytes) -> GameSummary:
    try:
        return summary_of(survey(io.BytesIO(data), game_id))
    except TalekeeperError as error:
        return GameSummary(game_id=game_id, problem=str(error))
