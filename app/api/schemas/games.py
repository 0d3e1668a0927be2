"""Games."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from app.api.schemas.base import Model, PlayerName, Title
from app.models.base import Id

MOST_PLAYERS = 8


class NewGame(Model):
    """A game to begin. The same scenario, seed and players, told the same, give the same game."""

    scenario: Id = Field(description="of one that is there", examples=["tide-bell"])
    players: list[PlayerName] = Field(
        default=["Traveller"], min_length=1, max_length=MOST_PLAYERS, examples=[["Mara", "Odo"]]
    )
    seed: int | None = Field(default=None, ge=0, lt=2**31, examples=[7])
    title: Title | None = Field(default=None, examples=["Thursdays at Odo's"])


class GamePatch(Model):
    title: Title = Field(examples=["The second evening"])


class GameOut(Model):
    """A game in a list. ``problem`` says why it cannot be read, if so."""

    id: str
    title: str = ""
    scenario_id: str = ""
    scenario_title: str = ""
    players: list[str] = []
    turn: int = Field(default=0, description="turns played")
    game_time: int | None = Field(default=None, description="minutes since day 1, 00:00")
    last_played: datetime | None = None
    problem: str | None = None


class NewGameOut(GameOut):
    """``token``: for the game master of the new game, shown this once; null where the one who asks is admin."""

    token: str | None = None


class UndoIn(Model):
    turns: int = Field(default=1, ge=1, le=1000)


class Undone(Model):
    turn: int
    player_input: str | None


class UndoOut(Model):
    undone: list[Undone] = Field(description="newest first")
    turn: int = Field(description="where the game stands now")


class BranchIn(Model):
    """From where the new game goes its own way: a turn's number or name, by default the present."""

    turn: int | None = Field(default=None, ge=0, le=10**9)
    label: str | None = Field(default=None, max_length=60)


class LabelIn(Model):
    name: Annotated[str, Field(min_length=1, max_length=60, examples=["before the storm"])]


class TurnNode(Model):
    """A turn that was played, by the number of its record; ``stands``: it leads to the present."""

    seq: int
    parent: int = Field(description="the record of the turn before it, 0 for the opening")
    turn: int
    player_input: str | None
    labels: list[str]
    stands: bool


class TurnBranch(Model):
    """A game that goes its own way from a turn on."""

    game_id: str
    title: str
    turn: int


class TurnTree(Model):
    nodes: list[TurnNode] = Field(description="in the order in which they were played")
    branches: list[TurnBranch] = Field(description="for the admin, who may ask for other games; else none")
