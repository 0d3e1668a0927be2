"""Tokens of a game: who may ask for it over the network, and in which role."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Literal, Protocol

from app.models.base import Frozen, Id

GameRole = Literal["master", "player", "viewer", "character"]


class GameToken(Frozen):
    """A token as it is kept: the SHA-256 of its secret, never the secret itself. A revoked one stays in the list."""

    id: Id
    sha256: str
    role: GameRole
    player_id: Id | None = None
    npc_id: Id | None = None
    label: str = ""
    created_at: datetime
    revoked: bool = False


class ITokenStore(Protocol):
    """The tokens of each game; they go to the trash with it. NotFound for no such game, InvalidInput for a bad id,
    CorruptSave, StorageFailed."""

    def tokens(self, game_id: str) -> Sequence[GameToken]:
        """Every token of the game, oldest first."""

    def change(self, game_id: str, change: Callable[[Sequence[GameToken]], Sequence[GameToken]]) -> Sequence[GameToken]:
        """Put what ``change`` makes of all tokens of the game in their place; what those are, durable when this
        returns. Nobody else changes them meanwhile. It may be called again: even after its change was kept, where the
        answer to that was lost."""
