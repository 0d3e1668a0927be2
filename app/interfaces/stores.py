"""Where games live."""

from collections.abc import Sequence
from typing import Protocol

from app.models.records.record import GameSummary, Header, Journal, Opening, Record


class IGameStore(Protocol):
    """Journals of games. One writer per game and store; readers need no lock. Errors: NotFound, Conflict (the game has
    another writer, or had one since), CorruptSave, StorageFailed, InvalidInput (an id that is none)."""

    def create(self, header: Header, opening: Opening, records: tuple[Record, ...] = ()) -> None:
        """A new game, durable when this returns; this store is then its writer. Conflict if the id is taken."""

    def acquire(self, game_id: str) -> None:
        """Become the game's writer, or Conflict. Acquiring what one has is fine."""

    def release(self, game_id: str) -> None:
        """Stop being its writer. Releasing what one has not is fine."""

    def append(self, game_id: str, record: Record, expected_seq: int, *, work_waits: bool = False) -> None:
        """Add a record, durable when this returns. Conflict unless ``expected_seq`` is the last record's number.
        ``work_waits``: whether something waits to be done in the background once this record stands; a store that
        several servers share calls one of them for it."""

    def read(self, game_id: str) -> Journal:
        """The whole game."""

    def records(self, game_id: str, seqs: Sequence[int]) -> Sequence[Record]:
        """Some records of a game, in the order asked for; of one that this store writes without reading the others.
        NotFound for a number that it does not have."""

    def list(self) -> Sequence[GameSummary]:
        """Every game, last played first; one that cannot be read stands there with its problem."""

    def delete(self, game_id: str) -> None:
        """Move the game to the trash."""

    def restore(self, game_id: str) -> None:
        """Bring the game back from the trash. Conflict if the id was taken since."""

    def trash(self) -> Sequence[GameSummary]:
        """Every deleted game."""

    def repair(self, game_id: str, new_id: str) -> int:
        """Copy everything before the damage into a new game; how many records that were."""
