"""What is kept with a game, for its owner alone, and is no part of it."""

from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar

T = TypeVar("T")


class ISidecarStore(Protocol[T]):
    """One sort of it, of every game. It goes to the trash with the game, and into no copy of it. NotFound for no such
    game, InvalidInput for a bad id, CorruptSave, StorageFailed."""

    def read(self, game_id: str) -> T | None:
        """Return what was kept last; None where nothing was."""

    def version(self, game_id: str) -> Hashable | None:
        """Return another value whenever something else was kept, without waiting; None where only reading can say."""

    def change(self, game_id: str, change: Callable[[T | None], T]) -> T:
        """Put what ``change`` makes of what there is in its place.

        Args:
            game_id: The game.
            change: Makes the new value of the one there is. Whoever else changes it waits, in other processes too: it
                should be quick. It may be called again, even after its change was kept, where the answer was lost.

        Returns:
            What is kept now, durable.
        """
