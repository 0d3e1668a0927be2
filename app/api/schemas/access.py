"""Tokens, players and notes."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from app.api.schemas.base import Model, PlayerName

GameRole = Literal["master", "player", "viewer"]


class TokenIn(Model):
    role: GameRole = Field(examples=["player"])
    player_id: str | None = Field(default=None, max_length=64, description="of a player's token", examples=["player"])
    label: str = Field(default="", max_length=120, examples=["Mara's phone"])


class TokenOut(Model):
    id: str
    role: GameRole
    player_id: str | None = None
    label: str = ""
    created_at: datetime
    revoked: bool = False


class NewTokenOut(TokenOut):
    token: str = Field(description="shown this once; the server keeps only its hash")


class PlayerIn(Model):
    name: PlayerName = Field(examples=["Odo"])


class PlayerOut(Model):
    id: str
    name: str
    is_here: bool = Field(default=False, description="whether a stream of this player is open")
    speaks_to: list[str] = Field(default=[], description="ids of the people the player speaks to")


class NoteIn(Model):
    """A line to keep. ``player_id``: whose it is; the game master's is everybody's unless it names one."""

    text: Annotated[str, Field(min_length=1, max_length=1000, examples=["Odo knows the tide tables"])]
    pinned: bool = Field(default=False, description="always before the narrator")
    player_id: str | None = Field(default=None, max_length=64)


class NoteOut(Model):
    text: str
    pinned: bool
    turn: int
    game_time: int
    owner_id: str | None = Field(default=None, description="null: everybody's")
