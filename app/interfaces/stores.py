"""The port of the stores of games."""

from collections.abc import Sequence
from typing import Protocol

from app.models.records.record import GameSummary, Header, Journal, Opening, Record


class IGameStore(Protocol):
    """A store of games, each as a journal (everything that was recorded of it). A game has one writer; readers need no
    lock. All methods block. The id of a game is an `Id`: at most 64 lower-case letters and digits, joined by ``-`` or
    ``_``.
    """

    def create(self, header: Header, opening: Opening, records: tuple[Record, ...] = ()) -> None:
        """Store a new game, durably, and become its writer.

        Args:
            header: The header, with the game's id.
            opening: The scenario and the first state.
            records: The records of a copy, in order; none for a fresh game.

        Raises:
            InvalidInput: The id is no `Id`, or header, opening and records do not make one journal.
            Conflict: The id is taken, or another program has been busy in the store for too long.
            StorageFailed: The game could not be written; there is none.
        """

    def acquire(self, game_id: str) -> None:
        """Become the writer of a game, or stay it.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            Conflict: Another store is its writer.
            CorruptSave: Its journal is damaged.
            InvalidInput: ``game_id`` is no `Id`.
            StorageFailed: The disk or the database refused.
        """

    def release(self, game_id: str) -> None:
        """Stop being the writer of a game; do nothing where this store is not.

        A failure of the disk or the database is not raised: other stores may then have to wait for some seconds.

        Args:
            game_id: The game.

        Raises:
            InvalidInput: ``game_id`` is no `Id`.
        """

    def append(self, game_id: str, record: Record, expected_seq: int, *, work_waits: bool = False) -> None:
        """Add a record to a game, durably, as its writer.

        Args:
            game_id: The game; this store acquires it if it has no writer.
            record: The record, with the number after ``expected_seq``.
            expected_seq: The number of the last record, 0 for none.
            work_waits: Whether background work is left to do after this record; a store that several servers share
                notifies one of them.

        Raises:
            NotFound: There is no such game.
            Conflict: Another store is the writer, or has written the game since this one acquired it; or the last
                record has another number.
            CorruptSave: The journal is damaged; only where the store has to read it first.
            InvalidInput: The record does not continue the journal, or ``game_id`` is no `Id`.
            StorageFailed: The record could not be written; the journal is unchanged.
        """

    def read(self, game_id: str) -> Journal:
        """Return the whole journal of a game.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The journal is damaged.
            InvalidInput: ``game_id`` is no `Id`.
            StorageFailed: The disk or the database refused.
        """

    def records(self, game_id: str, seqs: Sequence[int]) -> Sequence[Record]:
        """Return some records of a game. A store that is the game's writer reads no others for it.

        Args:
            game_id: The game.
            seqs: Numbers of records, from 1; empty for none.

        Returns:
            The records in the order of ``seqs``; empty for no numbers.

        Raises:
            NotFound: There is no such game, or it has no record of a number.
            InvalidInput: ``game_id`` is no `Id`.
            StorageFailed: The disk or the database refused.
            CorruptSave: The journal is damaged.
        """

    def list(self) -> Sequence[GameSummary]:
        """Return a summary of every game, last played first; empty for none. A game that cannot be read has a
        ``problem``.

        Raises:
            StorageFailed: The disk or the database refused.
        """

    def delete(self, game_id: str) -> None:
        """Move a game to the trash.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            Conflict: Another store is its writer, or another program has been busy in the store for too long.
            CorruptSave: The folder of the game, or the trash, is a link. A damaged journal is no error.
            InvalidInput: ``game_id`` is no `Id`.
            StorageFailed: The disk or the database refused.
        """

    def restore(self, game_id: str) -> None:
        """Move a game from the trash back; of several with one id, the one deleted last.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game in the trash.
            Conflict: The id has been taken since, or another program has been busy in the store for too long.
            CorruptSave: The trash, or the folder of the game in it, is a link. A damaged journal is no error.
            InvalidInput: ``game_id`` is no `Id`.
            StorageFailed: The disk or the database refused.
        """

    def trash(self) -> Sequence[GameSummary]:
        """Return a summary of every deleted game, last played first; empty for none. A game that cannot be read has a
        ``problem``.

        Raises:
            CorruptSave: The trash is a link.
            StorageFailed: The disk or the database refused.
        """

    def purge(self, game_id: str) -> int:
        """Delete for good every game of an id that is in the trash, with all that is stored with it: older formats,
        tokens, the choice of its model.

        Args:
            game_id: The id. A game of this id that is not in the trash stays as it is.

        Returns:
            How many games of the id were in the trash, at least 1.

        Raises:
            NotFound: There is none in the trash.
            Conflict: Another program has been busy in the store for too long.
            CorruptSave: The trash is a link.
            InvalidInput: ``game_id`` is no `Id`.
            StorageFailed: The disk or the database refused; what is left is in the trash.
        """

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
            Conflict: The new id is taken, or another program has been busy in the store for too long.
            CorruptSave: Not even the opening can be read.
            InvalidInput: An id is no `Id`.
            StorageFailed: The disk or the database refused.
        """
