"""The port of the stores of games."""

from collections.abc import Sequence
from typing import Protocol

from app.models.records.record import GameSummary, Header, Journal, Opening, Record


class IGameStore(Protocol):
    """A store of games, each as a journal (everything that was recorded of it). A game has one writer at a time;
    readers need no lock. All methods block: services call them in threads, and may read a game while its writer
    appends. If a method raises an error during a turn, the calling service undoes the turn (a store does not) and
    passes the error to its own caller. The id of a game is an `Id`: at most 64 characters, words of lower-case ASCII
    letters and digits that are joined by ``-`` or ``_``, such as ``tide-bell-1a2b``. Each method checks ids first. It
    keeps copies: a later change of a given or a returned value changes nothing in the store.

    Header, opening and records make one journal if all of this holds:

    - The header's ``save_format`` is the present one (its default), and the opening's state has the header's
      ``game_id``.
    - The numbers (``seq``) of the records are 1, 2, 3 and so on. Only in the records that `create` gets for a copy (its
      header has ``branched_from``), numbers may be left out before a record whose ``parent`` is the record before it,
      or 0 for the first one.
    - ``parent``, ``head`` and ``names`` of a record are each None, 0 or the number of an earlier record.
    - Each of them can be written as JSON and read again: its texts are valid Unicode, and its fields fit the model.

    A stored journal is damaged if this does not hold any more (an older format is no damage), or if a part of it has
    changed or is missing. A store must notice that, for instance by checksums.

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
            InvalidInput: The id is not a valid `Id`; or header, opening and records do not make one journal, as
                `IGameStore` says.
            Conflict: There is a game of this id (one in the trash does not count), or another program has been busy in
                the store for too long.
            StorageFailed: The game could not be written. Nothing is stored, unless the answer of a database was lost:
                the whole game may then be there.
        """

    def acquire(self, game_id: str) -> None:
        """Become the writer of a game; do nothing if this store is its writer already. A writer that may not write any
        more, because another store has written the game since, becomes one again, and appends after the present last
        record. After an error this store is not the writer.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            Conflict: Another store is its writer.
            CorruptSave: Its journal is damaged. The store checks the whole journal for this.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
        """

    def release(self, game_id: str) -> None:
        """Stop being the writer of a game; do nothing if this store is not its writer, or if there is no such game.

        A failure of the disk or the database raises nothing: other stores may then have to wait for some seconds.

        Args:
            game_id: The game.

        Raises:
            InvalidInput: ``game_id`` is not a valid `Id`.
        """

    def append(self, game_id: str, record: Record, expected_seq: int, *, work_waits: bool = False) -> None:
        """Add a record to a game, durably, as its writer.

        The store first acquires the game if it has no writer, then compares ``expected_seq``, then checks the record,
        and writes it last. After InvalidInput the caller goes on from the same last record; after any other error it
        calls `acquire` and `read` before it appends again.

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
            InvalidInput: The record does not continue the journal: its ``seq`` is not the last number + 1; its
                ``parent``, ``head`` or ``names`` is the number of no earlier record (None and 0 are allowed); or it
                cannot be written as JSON and read again. Or ``game_id`` is not a valid `Id`.
            StorageFailed: The record could not be written. The journal is unchanged, unless the answer of a database
                was lost: the whole record may then be there.
        """

    def read(self, game_id: str) -> Journal:
        """Return the whole journal of a game, with every record that was appended, by any store. The title in the
        header is the newest one. This store need not be the writer, and does not become it.

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
            seqs: The numbers of the records, from 1; in any order, and a number may occur twice.

        Returns:
            The records in the order of ``seqs``; an empty list for no numbers.

        Raises:
            NotFound: There is no such game, or it has no record of one of the numbers.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
            CorruptSave: The journal is damaged. Damage outside of these records need not be noticed.
        """

    def list(self) -> Sequence[GameSummary]:
        """Return a summary of every game that is not in the trash, the last played first (by ``last_played``, those of
        one time by id); an empty list if there is no game. The summary of a game that cannot be read has only its id
        and says why in its ``problem``; it comes last. A damaged game may look like a whole one until a method has met
        the damage.

        Raises:
            StorageFailed: Reading or writing the disk or the database failed.
        """

    def delete(self, game_id: str) -> None:
        """Move a game to the trash, with everything that is stored with it. If this store is the writer, it stops being
        it; a game without a writer is moved, too. Earlier deleted games of the same id stay in the trash.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game, or it is in the trash already.
            Conflict: Another store is its writer, or another program has been busy in the store for too long.
            CorruptSave: The folder of the game, or the trash, is a link. A damaged journal is no error.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
        """

    def restore(self, game_id: str) -> None:
        """Move a game back from the trash; if several games of this id are there, the one that was deleted last. It has
        no writer then.

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
        """Return a summary of every deleted game, in the order of `list`; an empty list if there is none. An id occurs
        several times if several games of it were deleted. The summary of a game that cannot be read has only its id and
        says why in its ``problem``.

        Raises:
            CorruptSave: The trash is a link.
            StorageFailed: Reading or writing the disk or the database failed.
        """

    def purge(self, game_id: str) -> int:
        """Delete for good every game in the trash with the given id, with everything that this store keeps with it
        (such as journals of older formats, tokens, the choice of its model).

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
        """Copy the part of a journal that comes before the damage into a new game. The damaged game stays as it is,
        also if another store is its writer; a game without damage is copied whole.

        The copy ends before the first record that is damaged or does not fit the game's scenario, such as a memory of a
        person that the scenario does not have. The new header and state have ``new_id``, and the header's
        ``branched_from`` has the old id, the turn of the last copied record (0 for none) and ``repaired``.

        Args:
            game_id: The damaged game.
            new_id: The id of the new game.

        Returns:
            How many records were copied, the opening not counted. The new game has no writer: any store may acquire it.

        Raises:
            NotFound: There is no such game.
            Conflict: The new id is taken (the old one is, too), or another program has been busy in the store for too
                long.
            CorruptSave: Header or opening cannot be read.
            InvalidInput: An id is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
        """
