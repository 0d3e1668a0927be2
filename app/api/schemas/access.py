"""Tokens."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from app.api.schemas.base import Model

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
