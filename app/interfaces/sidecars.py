"""The port of sidecars: values that are stored with a game, for its owner alone, and are no part of it."""

from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar

T = TypeVar("T")


class ISidecarStore(Protocol[T]):
    """A store of one sort of sidecar: a value that is stored with a game but is no part of its journal (everything that
    was recorded of the game), such as the choice of its model. A game has at most one value. Copies of the game do not
    get it.

    A sidecar store is not called when a game is deleted, restored or deleted for good. `IGameStore.delete` moves the
    value to the trash with its game, `IGameStore.restore` brings it back, and `IGameStore.purge` deletes it. So keep
    the value where the game store keeps the game: in the folder of the game, or in a row of the same database that
    belongs to this one game. While a game is in the trash, `read` and `change` raise NotFound, as for a game that does
    not exist. A new game with the same id has no value.

    The methods are `read`, `version` and `change`; services call `read` and `change` in threads. ``container.stores()``
    of a `Container` has one store for each sort of value: ``tokens``, ``models``, ``pictures`` and ``talks``.
    """

    def read(self, game_id: str) -> T | None:
        """Return the value of a game. Blocks.

        Args:
            game_id: The game.

        Returns:
            The value; None if there is none.

        Raises:
            NotFound: There is no such game.
            InvalidInput: ``game_id`` is not a valid `Id`.
            CorruptSave: The stored value is damaged.
            StorageFailed: Reading or writing the disk or the database failed.
        """

    def version(self, game_id: str) -> Hashable | None:
        """Return a token that changes whenever the stored value of a game changes. It takes so little time that an
        event loop may call it.

        Args:
            game_id: The game.

        Returns:
            A token that can be compared, also for a game that has no value or does not exist; None if the store can
            find a change only by reading the value.

        Raises:
            InvalidInput: ``game_id`` is not a valid `Id`. Only stores that look for the game raise it.
        """

    def change(self, game_id: str, change: Callable[[T | None], T]) -> T:
        """Replace the value of a game. Blocks. An exception of ``change`` reaches the caller; nothing has changed then.

        Args:
            game_id: The game.
            change: Gets the present value, or None if there is none, and returns the new one. Other changes of the
                value wait for it, in other processes too, so it should be quick. It may be called again, even after its
                change was stored, if the answer of the store was lost.

        Returns:
            The new value, which is durable.

        Raises:
            Conflict: Another program has been changing values of this game for too long. Only a store in files raises
                it.
            NotFound: There is no such game.
            InvalidInput: ``game_id`` is not a valid `Id`.
            CorruptSave: The stored value is damaged.
            StorageFailed: Reading or writing the disk or the database failed.
        """
