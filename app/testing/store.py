"""A store of games in memory, with the rules of the store on disk."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.errors import Conflict, InvalidInput, NotFound, StorageFailed, TalekeeperError
from app.models.records.record import GameSummary, Header, Journal, Opening, Record
from app.stores.journal import checked_game_id, encoded, encoded_journal, read_journal, recovered, sequence_problem
from app.stores.survey import last_played_first, summary_of, survey


@dataclass
class MemoryDisk:
    """The data of an `InMemoryGameStore`, which several stores may share.

    Args:
        games: By game id the bytes of its journal.
        trash: Ids and journals of deleted games, in order of deletion.
        writers: By game id the store that is its writer.
    """

    games: dict[str, bytes] = field(default_factory=dict)
    trash: list[tuple[str, bytes]] = field(default_factory=list)
    writers: dict[str, "InMemoryGameStore"] = field(default_factory=dict)


class InMemoryGameStore:
    """An `IGameStore` in memory, for tests. A second store over the same disk is a second writer. It never raises
    StorageFailed but for ``failures``.

    Args:
        disk: The data that it shares with other stores; None for data of its own.

    Attributes:
        disk: The data.
        failures: A queue with one element for each `append` to come: an error to raise instead, or None to append. With
            an empty queue every record is appended.
    """

    def __init__(self, disk: MemoryDisk | None = None) -> None:
        self.disk = disk or MemoryDisk()
        self.failures: list[StorageFailed | None] = []

    def create(self, header: Header, opening: Opening, records: tuple[Record, ...] = ()) -> None:
        """Store a new game and become its writer.

        Args:
            header: The header, with the game's id.
            opening: The scenario and the first state.
            records: The records of a copy, in order; none for a fresh game.

        Raises:
            InvalidInput: The id is no `Id`, or header, opening and records do not make one journal.
            Conflict: The id is taken.
        """
        if checked_game_id(header.game_id) in self.disk.games:
            raise Conflict(f"There is a game {header.game_id!r} already.")
        self.disk.games[header.game_id] = b"".join(encoded_journal(header, opening, records))
        self.disk.writers[header.game_id] = self

    def acquire(self, game_id: str) -> None:
        """Become the writer of a game, or stay it.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            Conflict: Another store is its writer.
            CorruptSave: Its journal is damaged.
            InvalidInput: ``game_id`` is no `Id`.
        """
        survey(io.BytesIO(self._bytes(game_id)), game_id)
        self._lock(game_id)

    def release(self, game_id: str) -> None:
        """Stop being the writer of a game; do nothing where this store is not.

        Args:
            game_id: The game.

        Raises:
            InvalidInput: ``game_id`` is no `Id`.
        """
        if self.disk.writers.get(checked_game_id(game_id)) is self:
            del self.disk.writers[game_id]

    def append(self, game_id: str, record: Record, expected_seq: int, *, work_waits: bool = False) -> None:
        """Add a record to a game as its writer, or raise the next error of ``failures``.

        Args:
            game_id: The game; this store acquires it if it has no writer.
            record: The record, with the number after ``expected_seq``.
            expected_seq: The number of the last record, 0 for none.
            work_waits: Without effect: no other server shares the store.

        Raises:
            NotFound: There is no such game.
            Conflict: Another store is the writer, or the last record has another number.
            CorruptSave: The journal is damaged.
            InvalidInput: The record does not continue the journal, or ``game_id`` is no `Id`.
            StorageFailed: The next error of ``failures``; the journal is unchanged.
        """
        self.acquire(game_id)
        journal = survey(io.BytesIO(self._bytes(game_id)), game_id)
        if expected_seq != journal.last_seq:
            raise Conflict(f"The last record of the game {game_id!r} is {journal.last_seq}, not {expected_seq}.")
        if problem := sequence_problem(record, journal.last_seq, journal.known):
            raise InvalidInput(f"That record cannot be saved: {problem}.")
        line = encoded(record)
        if self.failures and (failure := self.failures.pop(0)) is not None:
            raise failure
        self.disk.games[game_id] = self.disk.games[game_id][: journal.confirmed] + line

    def read(self, game_id: str) -> Journal:
        """Return the whole journal of a game.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The journal is damaged.
            InvalidInput: ``game_id`` is no `Id`.
        """
        return read_journal(io.BytesIO(self._bytes(game_id)), game_id)

    def records(self, game_id: str, seqs: Sequence[int]) -> Sequence[Record]:
        """Return some records of a game.

        Args:
            game_id: The game.
            seqs: Numbers of records, from 1.

        Returns:
            The records in the order of ``seqs``.

        Raises:
            NotFound: There is no such game, or it has no record of a number.
            InvalidInput: ``game_id`` is no `Id`.
            CorruptSave: The journal is damaged.
        """
        by_seq = {record.seq: record for record in self.read(game_id).records}
        if missing := [seq for seq in seqs if seq not in by_seq]:
            raise NotFound(f"The game {game_id!r} has no record {missing[0]}.")
        return [by_seq[seq] for seq in seqs]

    def list(self) -> Sequence[GameSummary]:
        """Return a summary of every game, last played first; empty for none. A game that cannot be read has a
        ``problem``."""
        return last_played_first(_summary(game_id, data) for game_id, data in self.disk.games.items())

    def delete(self, game_id: str) -> None:
        """Move a game to the trash.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            Conflict: Another store is its writer.
            InvalidInput: ``game_id`` is no `Id`.
        """
        data = self._bytes(game_id)
        self._lock(game_id)
        self.disk.trash.append((game_id, data))
        del self.disk.games[game_id], self.disk.writers[game_id]

    def restore(self, game_id: str) -> None:
        """Move a game from the trash back; of several with one id, the one deleted last.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game in the trash.
            Conflict: The id has been taken since.
            InvalidInput: ``game_id`` is no `Id`.
        """
        checked_game_id(game_id)
        deleted = [number for number, entry in enumerate(self.disk.trash) if entry[0] == game_id]
        if not deleted:
            raise NotFound(f"There is no game {game_id!r} in the trash.")
        if game_id in self.disk.games:
            raise Conflict(f"There is a game {game_id!r} again.")
        self.disk.games[game_id] = self.disk.trash.pop(deleted[-1])[1]

    def purge(self, game_id: str) -> int:
        """Delete for good every game of an id that is in the trash.

        Args:
            game_id: The id.

        Returns:
            How many games of the id were in the trash, at least 1.

        Raises:
            NotFound: There is none in the trash.
            InvalidInput: ``game_id`` is no `Id`.
        """
        checked_game_id(game_id)
        kept = [entry for entry in self.disk.trash if entry[0] != game_id]
        purged = len(self.disk.trash) - len(kept)
        if not purged:
            raise NotFound(f"There is no game {game_id!r} in the trash.")
        self.disk.trash[:] = kept
        return purged

    def trash(self) -> Sequence[GameSummary]:
        """Return a summary of every deleted game, last played first; empty for none. A game that cannot be read has a
        ``problem``."""
        return last_played_first(_summary(game_id, data) for game_id, data in self.disk.trash)

    def repair(self, game_id: str, new_id: str) -> int:
        """Copy what comes before the damage of a journal into a new game; the damaged one stays as it is. A game
        without damage is copied whole.

        Args:
            game_id: The damaged game.
            new_id: The id of the new one.

        Returns:
            How many records were copied, without the opening. The new game is released: any store may acquire it.

        Raises:
            NotFound: There is no such game.
            Conflict: The new id is taken.
            CorruptSave: Not even the opening can be read.
            InvalidInput: An id is no `Id`.
        """
        checked_game_id(new_id)
        journal = recovered(io.BytesIO(self._bytes(game_id)), game_id, new_id)
        self.create(journal.header, journal.opening, journal.records)
        self.release(new_id)
        return len(journal.records)

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
