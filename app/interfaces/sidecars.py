"""The port of sidecars: values that are stored with a game, for its owner alone, and are no part of it."""

from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar

T = TypeVar("T")


class ISidecarStore(Protocol[T]):
    """A store of one sort of sidecar (a value that is stored with a game but is no part of it), with at most one value
    per game. A value goes to the trash with its game, and into no copy of it."""

    def read(self, game_id: str) -> T | None:
        """Return the value of a game. Blocks.

        Args:
            game_id: The game.

        Returns:
            The value; None where there is none.

        Raises:
            NotFound: There is no such game.
            InvalidInput: ``game_id`` is no `Id`.
            CorruptSave: The stored value is damaged.
            StorageFailed: The disk or the database refused.
        """

    def version(self, game_id: str) -> Hashable | None:
        """Return a token that changes with the value, so quickly that an event loop may call it.

        Args:
            game_id: The game.

        Returns:
            A token, also for a game without a value or that does not exist; None where only reading shows a change.

        Raises:
            InvalidInput: ``game_id`` is no `Id`; only of a store that looks for the game.
        """

    def change(self, game_id: str, change: Callable[[T | None], T]) -> T:
        """Replace the value of a game. Blocks. What ``change`` raises reaches the caller, and nothing has changed then.

        Args:
            game_id: The game.
            change: Returns the new value for the present one (None: there is none). Other changes of the value wait for
                it, in other processes too, so it should be quick. It may be called again, even after its change was
                stored, where the answer of the store was lost.

        Returns:
            The new value, which is durable.

        Raises:
            Conflict: Another program has been changing values of this game for too long; only of a store in files.
            NotFound: There is no such game.
            InvalidInput: ``game_id`` is no `Id`.
            CorruptSave: The stored value is damaged.
            StorageFailed: The disk or the database refused.
        """
