"""Tokens of a game: access over the network in one role each."""

from datetime import datetime
from typing import Literal

from app.models.base import Frozen, Id

GameRole = Literal["master", "player", "viewer", "character"]


class GameToken(Frozen):
    """A token as it is stored.

    Args:
        id: Its id in the game, such as ``token-3``.
        sha256: The SHA-256 of the token's secret string, in hexadecimal; the string itself is not stored.
        role: What the token allows: ``master``, everything in the game; ``player``, to play as one player; ``viewer``,
            to read what players see, except notes; ``character``, to play one person of the story.
        player_id: The id of the player, for the role ``player``; else None.
        npc_id: The id of the person, for the role ``character``; else None.
        label: A name by which the game master recognises the token; "" for none.
        created_at: When the token was made (UTC).
        revoked: Whether the token is no longer accepted; it stays in the list of tokens.

    Raises:
        pydantic.ValidationError: A field is of another type or no valid `Id`, or there is no such role. Whether the ids
            fit the role is not checked here.
    """

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
