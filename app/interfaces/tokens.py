"""Tokens of a game: who may ask for it over the network, and in which role."""

from datetime import datetime
from typing import Literal

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


GameTokens = tuple[GameToken, ...]
"""Every token of a game, oldest first."""
