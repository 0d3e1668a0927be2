"""The table as a player sees it: the scene, who plays, notes; and who may look on: tokens."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from app.api.schemas.base import Model, PlayerName
from app.interfaces.tokens import GameRole
from app.models.base import Id


class PlayerIn(Model):
    name: PlayerName = Field(examples=["Odo"])


class PlayerOut(Model):
    id: str
    name: str
    is_here: bool = Field(description="whether a stream of this player is open")
    speaks_to: tuple[str, ...] = Field(description="ids of the people the player speaks to")


class NoteIn(Model):
    """A line to keep. ``player_id``: whose it is; the game master's is everybody's unless it names one."""

    text: Annotated[str, Field(min_length=1, max_length=1000, examples=["Odo knows the tide tables"])]
    pinned: bool = Field(default=False, description="always before the narrator")
    player_id: Id | None = None


class NoteOut(Model):
    text: str
    pinned: bool
    turn: int
    game_time: int
    owner_id: str | None = Field(default=None, description="null: everybody's")


class Thing(Model):
    """A place, person, quest, secret or thing. ``state``: of a place its danger, of a person what it is doing, of a
    quest and its ``parts``, the objectives, how far they are."""

    id: str
    name: str
    description: str = ""
    state: str = ""
    parts: list["Thing"] = []


class ChoiceOut(Model):
    """``deed`` (go, talk, ask, take …) on what has this id; ``line`` does it when it is typed. ``known``: visited,
    spoken with, told, or carried; ``whom``: the person asked or given to."""

    deed: str
    id: str
    name: str
    line: str
    known: bool
    is_open: bool
    whom: str | None


class SceneOut(Model):
    """What the party knows of where it is, and what it can do."""

    turn: int
    game_time: int = Field(description="minutes since day 1, 00:00")
    time: str = Field(description="the same in words")
    ended: bool = Field(description="whether the story has ended")
    place: Thing | None
    people: list[Thing]
    things: list[Thing] = Field(description="that lie here")
    carries: list[Thing]
    secrets: list[Thing] = Field(description="those that were discovered")
    quests: list[Thing] = Field(description="those that were begun")
    players: list[PlayerOut]
    choices: list[ChoiceOut] = Field(description="ways, people, topics, things and other deeds, in this order")


class TokenIn(Model):
    role: GameRole = Field(examples=["player"])
    player_id: Id | None = Field(default=None, description="of a player's token", examples=["player"])
    npc_id: Id | None = Field(default=None, description="of a character's token, which takes the seat of this person")
    label: str = Field(default="", max_length=120, examples=["Mara's phone"])


class TokenOut(Model):
    id: str
    role: GameRole
    player_id: str | None = None
    npc_id: str | None = None
    label: str = ""
    created_at: datetime
    revoked: bool = False


class NewTokenOut(TokenOut):
    token: str = Field(description="shown this once; the server keeps only its hash")
