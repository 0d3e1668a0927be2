"""The port of the stores of games."""

from collections.abc import Sequence
from typing import Protocol

from app.models.records.record import GameSummary, Header, Journal, Opening, Record


class IGameStore(Protocol):
    """A store of games, each as a journal (everything that was recorded of it). A game has one writer at a time;
    readers need no lock. All methods block: services call them in threads. If a method raises an error during a turn,
    the calling service undoes the turn (a store does not) and passes the error to its own caller. The id of a game is
    an `Id`: at most 64 characters, words of lower-case ASCII letters and digits that are joined by ``-`` or ``_``, such
    as ``tide-bell-1a2b``.

    Its methods are `create`, `acquire`, `release`, `append`, `read`, `records`, `list`, `delete`, `restore`, `trash`,
    `purge` and `repair`. ``container.store()`` of a `Container` is one in files, or in the database of the setting
    ``database``; your own replaces it by ``container.store.override(providers.Object(yours))`` (``providers`` of the
    package dependency_injector).
    """

    def create(self, header: Header, opening: Opening, records: tuple[Record, ...] = ()) -> None:
        """Store a new game, durably, and become its writer.

        Args:
            header: The header, which has the game's id.
            opening: The scenario and the first state.
            records: For a copy of a game its records, in order; empty for a new game.

        Raises:
            InvalidInput: The id is not a valid `Id`, or header, opening and records do not make one journal.
            Conflict: The id is taken, or another program has been busy in the store for too long.
            StorageFailed: The game could not be written; no game was stored.
        """

    def acquire(self, game_id: str) -> None:
        """Become the writer of a game; do nothing if this store is its writer already.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            Conflict: Another store is its writer.
            CorruptSave: Its journal is damaged.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
        """

    def release(self, game_id: str) -> None:
        """Stop being the writer of a game; do nothing if this store is not its writer.

        A failure of the disk or the database raises nothing: other stores may then have to wait for some seconds.

        Args:
            game_id: The game.

        Raises:
            InvalidInput: ``game_id`` is not a valid `Id`.
        """

    def append(self, game_id: str, record: Record, expected_seq: int, *, work_waits: bool = False) -> None:
        """Add a record to a game, durably, as its writer.

        Args:
            game_id: The game; this store acquires it if it has no writer.
            record: The record; its number is ``expected_seq`` + 1.
            expected_seq: The number of the last record of the game, as the caller knows it; 0 for none.
            work_waits: Whether background work is left to do after this record. A store that several servers share then
                notifies one of them.

        Raises:
            NotFound: There is no such game.
            Conflict: Another store is the writer, or has written the game since this one acquired it; or the number of
                the last record is not ``expected_seq``.
            CorruptSave: The journal is damaged. Raised only if the store has to read it first.
            InvalidInput: The record does not continue the journal, or ``game_id`` is not a valid `Id`.
            StorageFailed: The record could not be written; the journal is unchanged.
        """

    def read(self, game_id: str) -> Journal:
        """Return the whole journal of a game.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The journal is damaged.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
        """

    def records(self, game_id: str, seqs: Sequence[int]) -> Sequence[Record]:
        """Return some records of a game. A store that is the game's writer does not read the rest of the journal for
        this.

        Args:
            game_id: The game.
            seqs: The numbers of the records, from 1.

        Returns:
            The records in the order of ``seqs``; an empty list for no numbers.

        Raises:
            NotFound: There is no such game, or it has no record of one of the numbers.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
            CorruptSave: The journal is damaged.
        """

    def list(self) -> Sequence[GameSummary]:
        """Return a summary of every game, the last played first; an empty list if there is no game. The summary of a
        game that cannot be read says why in its ``problem``.

        Raises:
            StorageFailed: Reading or writing the disk or the database failed.
        """

    def delete(self, game_id: str) -> None:
        """Move a game to the trash.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            Conflict: Another store is its writer, or another program has been busy in the store for too long.
            CorruptSave: The folder of the game, or the trash, is a link. A damaged journal is no error.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
        """

    def restore(self, game_id: str) -> None:
        """Move a game back from the trash; if several games of this id are there, the one that was deleted last.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game in the trash.
            Conflict: The id has been taken since, or another program has been busy in the store for too long.
            CorruptSave: The trash, or the folder of the game in it, is a link. A damaged journal is no error.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
        """

    def trash(self) -> Sequence[GameSummary]:
        """Return a summary of every deleted game, the last played first; an empty list if there is none. The summary of
        a game that cannot be read says why in its ``problem``.

        Raises:
            CorruptSave: The trash is a link.
            StorageFailed: Reading or writing the disk or the database failed.
        """

    def purge(self, game_id: str) -> int:
        """Delete for good every game in the trash with the given id, with everything that is stored with it: files of
        older formats, tokens, the choice of its model.

        Args:
            game_id: The id. A game of this id outside of the trash stays as it is.

        Returns:
            How many games of this id were in the trash, at least 1.

        Raises:
            NotFound: There is no game of this id in the trash.
            Conflict: Another program has been busy in the store for too long.
            CorruptSave: The trash is a link.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed; what was not deleted is still in the
                trash.
        """

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
            Conflict: The new id is taken, or another program has been busy in the store for too long.
            CorruptSave: Not even the opening can be read.
            InvalidInput: An id is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
        """
