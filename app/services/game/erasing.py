"""Deletion of games for good: journal, tokens, model and vectors, on the disk or in the database."""

from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from app.errors import NotFound
from app.interfaces.embeddings import IVectorCache
from app.services.game.games.concurrency import in_thread
from app.services.game.games.game_library import GameLibrary
from app.services.game.hosting import GameHost


@dataclass
class GameEraser:
    """Deletes games so that nothing of them is left in the store."""

    library: GameLibrary
    host: GameHost
    vectors: IVectorCache

    async def erase(self, game_id: str) -> int:
        """Delete a game for good, and all deleted games of its id, with all that is stored with them.

        The cache of vectors is emptied first, as a vector does not say of which game it is; other games compute theirs
        again when they need them. Branches, exports and backups of the game are games and files of their own, and stay.

        Args:
            game_id: A game, played or in the trash.

        Returns:
            How many games of the id were deleted.

        Raises:
            NotFound: There is no such game, nor one in the trash.
            Conflict: Another program has the game open.
            StorageFailed: Reading or writing the disk or the database failed; the game, or what is left of it, is in
                the trash.
        """
        with suppress(NotFound):  # it may be in the trash already
            await self.host.delete(game_id)
        return await self.erase_deleted(game_id)

    async def erase_deleted(self, game_id: str) -> int:
        """Delete for good the games of an id that are in the trash; one that is played stays. As `erase` otherwise."""
        return await in_thread(partial(self._purge, game_id))

    def _purge(self, game_id: str) -> int:
        store = self.library.store
        if any(summary.game_id == game_id for summary in store.trash()):
            self.vectors.clear()  # the games last: what fails on the way can be done again
        return store.purge(game_id)
