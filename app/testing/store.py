"""A store of games in memory, with the rules of the store on disk."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.errors import Conflict, InvalidInput, NotFound, StorageFailed, TalekeeperError
from app.language.rendering.plain_reasons import in_words
from app.models.plain_reasons import Clash, Clashes, Sought, Unknown
from app.models.records.record import GameSummary, Header, Journal, Opening, Record
from app.stores.journal import checked_game_id, encoded, encoded_journal, read_journal, recovered, sequence_problem
from app.stores.survey import last_played_first, summary_of, survey


@dataclass
class MemoryDisk:
    """The data of an `InMemoryGameStore`, which several stores may share.

    Without arguments it is empty.

    Args:
        games: The journals: game id to bytes, as a file of a game has them: one line of JSON each for the header, the
            opening and each record, with a checksum. Change bytes to damage a game.
        trash: Pairs of id and journal (bytes, as in ``games``) of the deleted games, in order of deletion.
        writers: The `InMemoryGameStore` that may write each game, by the id of the game; a game without an entry has no
            writer.
    """

    games: dict[str, bytes] = field(default_factory=dict)
    trash: list[tuple[str, bytes]] = field(default_factory=list)
    writers: dict[str, "InMemoryGameStore"] = field(default_factory=dict)


class InMemoryGameStore:
    """An `IGameStore` in memory, for tests. A second store with the same ``disk`` is a second writer. It raises
    StorageFailed only if ``failures`` says so.

    Args:
        disk: The data (a `MemoryDisk`) that it shares with other stores; None, the default, for new data of its own.

    Attributes:
        disk: The data, a `MemoryDisk`.
        failures: A list of results for the next calls of `append`, the first for the next call, which removes it: a
            StorageFailed to raise, or None to append the record. If the list is empty, as at first, the record is
            appended. A call that raises another error removes nothing.
    """

    def __init__(self, disk: MemoryDisk | None = None) -> None:
        self.disk = disk or MemoryDisk()
        self.failures: list[StorageFailed | None] = []

    def create(self, header: Header, opening: Opening, records: tuple[Record, ...] = ()) -> None:
        """Store a new game and become its writer. After an error nothing has changed.

        Args:
            header: The header, with the game's id.
            opening: The scenario and the first state.
            records: For a copy of a game its records, in order; empty for a new game.

        Raises:
            InvalidInput: The id is not a valid `Id`; or header, opening and records do not make one journal, as
                `IGameStore` says.
            Conflict: There is a game of this id (one in the trash does not count).
        """
        if checked_game_id(header.game_id) in self.disk.games:
            raise Conflict(Clashes(clash=Clash.GAME_EXISTS, name=header.game_id))
        self.disk.games[header.game_id] = b"".join(encoded_journal(header, opening, records))
        self.disk.writers[header.game_id] = self

    def acquire(self, game_id: str) -> None:
        """Become the writer of a game; do nothing if this store is its writer already.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            Conflict: Another store is its writer.
            CorruptSave: Its journal is damaged; this store is not its writer then.
            InvalidInput: ``game_id`` is not a valid `Id`.
        """
        if self.disk.writers.get(checked_game_id(game_id)) is not self:
            survey(io.BytesIO(self._bytes(game_id)), game_id)
            self._lock(game_id)

    def release(self, game_id: str) -> None:
        """Stop being the writer of a game; do nothing if this store is not its writer, or if there is no such game.

        Args:
            game_id: The game.

        Raises:
            InvalidInput: ``game_id`` is not a valid `Id`.
        """
        if self.disk.writers.get(checked_game_id(game_id)) is self:
            del self.disk.writers[game_id]

    def append(self, game_id: str, record: Record, expected_seq: int, *, work_waits: bool = False) -> None:
        """Add a record to a game as its writer, or raise the next error of ``failures``.

        Args:
            game_id: The game; this store acquires it if it has no writer.
            record: The record; its number is ``expected_seq`` + 1.
            expected_seq: The number of the last record of the game, as the caller knows it; 0 for none.
            work_waits: Ignored: no other server shares the store.

        Raises:
            NotFound: There is no such game.
            Conflict: Another store is the writer, or the number of the last record is not ``expected_seq``.
            CorruptSave: The journal is damaged.
            InvalidInput: The record does not continue the journal: its ``seq`` is not the last number + 1; its
                ``parent``, ``head`` or ``names`` is the number of no earlier record (None and 0 are allowed); or it
                cannot be written as JSON and read again. Or ``game_id`` is not a valid `Id`.
            StorageFailed: The next error of ``failures``; the journal is unchanged.
        """
        self.acquire(game_id)
        journal = survey(io.BytesIO(self._bytes(game_id)), game_id)
        if expected_seq != journal.last_seq:
            raise Conflict(
                Clashes(
                    clash=Clash.GAME_AT_RECORD, name=game_id, present=str(journal.last_seq), expected=str(expected_seq)
                )
            )
        if problem := sequence_problem(record, journal.last_seq, journal.known):
            raise InvalidInput(f"That record cannot be saved: {problem}.")
        line = encoded(record)
        if self.failures and (failure := self.failures.pop(0)) is not None:
            raise failure
        self.disk.games[game_id] = self.disk.games[game_id][: journal.confirmed] + line

    def read(self, game_id: str) -> Journal:
        """Return the whole journal of a game, read from its bytes: changes of the result change nothing in the store.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The journal is damaged.
            InvalidInput: ``game_id`` is not a valid `Id`.
        """
        return read_journal(io.BytesIO(self._bytes(game_id)), game_id)

    def records(self, game_id: str, seqs: Sequence[int]) -> Sequence[Record]:
        """Return some records of a game.

        Args:
            game_id: The game.
            seqs: Numbers of records, from 1; in any order, and a number may occur twice.

        Returns:
            A list of the records in the order of ``seqs``; an empty list for no numbers.

        Raises:
            NotFound: There is no such game, or it has no record of one of the numbers.
            InvalidInput: ``game_id`` is not a valid `Id`.
            CorruptSave: The journal is damaged.
        """
        by_seq = {record.seq: record for record in self.read(game_id).records}
        if missing := [seq for seq in seqs if seq not in by_seq]:
            raise NotFound(Unknown(what=Sought.RECORD, of=game_id, name=str(missing[0])))
        return [by_seq[seq] for seq in seqs]

    def list(self) -> Sequence[GameSummary]:
        """Return a list with a summary of every game that is not in the trash, the last played first (those of one time
        by id); an empty list if there is no game. The summary of a game that cannot be read has only its id and says
        why in its ``problem``; it comes last."""
        return last_played_first(_summary(game_id, data) for game_id, data in self.disk.games.items())

    def delete(self, game_id: str) -> None:
        """Move a game to the trash. It has no writer then, and earlier deleted games of the same id stay in the trash.

        Args:
            game_id: The game, damaged or not; this store is its writer, or it has none.

        Raises:
            NotFound: There is no such game.
            Conflict: Another store is its writer.
            InvalidInput: ``game_id`` is not a valid `Id`.
        """
        data = self._bytes(game_id)
        self._lock(game_id)
        self.disk.trash.append((game_id, data))
        del self.disk.games[game_id], self.disk.writers[game_id]

    def restore(self, game_id: str) -> None:
        """Move a game back from the trash; if several games of this id are there, the one that was deleted last. It has
        no writer then.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game in the trash.
            Conflict: The id has been taken since.
            InvalidInput: ``game_id`` is not a valid `Id`.
        """
        checked_game_id(game_id)
        deleted = [number for number, entry in enumerate(self.disk.trash) if entry[0] == game_id]
        if not deleted:
            raise NotFound(Unknown(what=Sought.DELETED_GAME, name=game_id))
        if game_id in self.disk.games:
            raise Conflict(Clashes(clash=Clash.GAME_EXISTS_AGAIN, name=game_id))
        self.disk.games[game_id] = self.disk.trash.pop(deleted[-1])[1]

    def purge(self, game_id: str) -> int:
        """Delete for good every game in the trash with the given id.

        Args:
            game_id: The id. A game of this id outside of the trash stays as it is.

        Returns:
            How many games of this id were in the trash, at least 1.

        Raises:
            NotFound: There is no game of this id in the trash.
            InvalidInput: ``game_id`` is not a valid `Id`.
        """
        checked_game_id(game_id)
        kept = [entry for entry in self.disk.trash if entry[0] != game_id]
        purged = len(self.disk.trash) - len(kept)
        if not purged:
            raise NotFound(Unknown(what=Sought.DELETED_GAME, name=game_id))
        self.disk.trash[:] = kept
        return purged

    def trash(self) -> Sequence[GameSummary]:
        """Return a list with a summary of every deleted game, in the order of `list`; an empty list if there is none.
        An id occurs several times if several games of it were deleted. The summary of a game that cannot be read has
        only its id and says why in its ``problem``."""
        return last_played_first(_summary(game_id, data) for game_id, data in self.disk.trash)

    def repair(self, game_id: str, new_id: str) -> int:
        """Copy the part of a journal that comes before the damage into a new game. The damaged game stays as it is; a
        game without damage is copied whole.

        Args:
            game_id: The damaged game.
            new_id: The id of the new game.

        Returns:
            How many records were copied, the opening not counted. The new game has no writer: any store may acquire it.

        Raises:
            NotFound: There is no such game.
            Conflict: The new id is taken (the old one is, too).
            CorruptSave: Header or opening cannot be read.
            InvalidInput: An id is not a valid `Id`.
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
            raise NotFound(Unknown(what=Sought.GAME, name=game_id)) from None

    def _lock(self, game_id: str) -> None:
        if self.disk.writers.setdefault(game_id, self) is not self:
            raise Conflict(Clashes(clash=Clash.GAME_ELSEWHERE, name=game_id))


def _summary(game_id: str, data: bytes) -> GameSummary:
    try:
        return summary_of(survey(io.BytesIO(data), game_id))
    except TalekeeperError as error:
        return GameSummary(game_id=game_id, problem=in_words(error))
