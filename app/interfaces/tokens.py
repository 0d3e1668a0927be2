"""Tokens of a game: access over the network in one role each."""

from datetime import datetime
from typing import Literal

from app.models.base import Frozen, Id

GameRole = Literal["master", "player", "viewer", "character"]


class GameToken(Frozen):
    """A stored token: the SHA-256 of its secret, never the secret itself. A revoked one stays in the list."""

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
