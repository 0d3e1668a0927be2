"""Tokens of a game: who may ask for it over the network, and in which role."""

from collections.abc import Sequence
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

    def write(self, game_id: str, tokens: Sequence[GameToken]) -> None:
        """Put these in the place of all tokens of the game, durable when this returns."""
