"""Games."""

from datetime import datetime
from typing import Annotated

from pydantic import AliasChoices, Field

from app.api.schemas.base import Answer, Asked, Model, PlayerName, Title
from app.models.base import Id

MOST_PLAYERS = 8


class NewGame(Asked):
    """A game to begin. The same scenario, seed and players, told the same, give the same game."""

    scenario: Id = Field(description="of one that is there", examples=["tide-bell"])
    players: list[PlayerName] = Field(
        default=["Traveller"], min_length=1, max_length=MOST_PLAYERS, examples=[["Mara", "Odo"]]
    )
    seed: int | None = Field(default=None, ge=0, lt=2**31, examples=[7])
    title: Title | None = Field(default=None, examples=["Thursdays at Odo's"])
    model: str | None = Field(
        default=None, min_length=1, max_length=200, description="null: the server's", examples=["offline"]
    )


class GamePatch(Asked):
    title: Title = Field(examples=["The second evening"])


class GameOut(Answer):
    """A game in a list. ``problem`` says why it cannot be read, if so."""

    id: str = Field(validation_alias=AliasChoices("id", "game_id"), examples=["tide-bell-1a2b3c4d"])
    title: str = Field(default="", examples=["Thursdays at Odo's"])
    scenario_id: str = Field(default="", examples=["tide-bell"])
    scenario_title: str = Field(default="", examples=["The Bell on the Sands"])
    players: list[str] = Field(default=[], examples=[["Mara", "Odo"]])
    model: str | None = Field(default=None, description="the game's own; null: the server's", examples=["offline"])
    turn: int = Field(default=0, description="turns played", examples=[4])
    game_time: int | None = Field(default=None, description="minutes since day 1, 00:00", examples=[941])
    last_played: datetime | None = None
    problem: str | None = None


class NewGameOut(GameOut):
    """``token``: for the game master of the new game, shown this once; null where the one who asks is admin."""

    token: str | None = Field(default=None, examples=["tide-bell-9e8d7c6b.…"])


class UndoIn(Asked):
    turns: int = Field(default=1, ge=1, le=1000, examples=[1])


class Undone(Model):
    turn: int = Field(examples=[5])
    player_input: str | None = Field(examples=["go to the boiling house"])


class UndoOut(Model):
    undone: list[Undone] = Field(description="newest first")
    turn: int = Field(description="where the game stands now", examples=[4])


class BranchIn(Asked):
    """From where the new game goes its own way: a turn's number or name, by default the present."""

    turn: int | None = Field(default=None, ge=0, le=10**9, examples=[4])
    label: str | None = Field(default=None, max_length=60)


class LabelIn(Asked):
    name: Annotated[str, Field(min_length=1, max_length=60, examples=["before the storm"])]


class TurnNode(Model):
    """A turn that was played, by the number of its record; ``stands``: it leads to the present."""

    seq: int = Field(examples=[6])
    parent: int = Field(description="the record of the turn before it, 0 for the opening", examples=[5])
    turn: int = Field(examples=[4])
    player_input: str | None = Field(examples=["look around"])
    labels: list[str] = Field(examples=[["before the storm"]])
    stands: bool = Field(examples=[True])


class TurnBranch(Model):
    """A game that goes its own way from a turn on."""

    game_id: str = Field(examples=["tide-bell-9e8d7c6b"])
    title: str = Field(examples=["The second evening"])
    turn: int = Field(examples=[4])


class TurnTree(Model):
    nodes: list[TurnNode] = Field(description="in the order in which they were played")
    branches: list[TurnBranch] = Field(description="for the admin, who may ask for other games; else none")
