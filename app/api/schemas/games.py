"""Games."""

from datetime import datetime
from typing import Annotated

from pydantic import AliasChoices, Field

from app.api.schemas.base import Model, PlayerName, RequestModel, ResponseModel, Title
from app.models.base import Id
from app.services.game.turns.turn_tree import TurnBranch, TurnNode

MOST_PLAYERS = 8


class NewGame(RequestModel):
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


class GamePatch(RequestModel):
    title: Title = Field(examples=["The second evening"])


class OriginOut(Model):
    game_id: str = Field(examples=["tide-bell-1a2b3c4d"])
    turn: int = Field(examples=[4])
    how: str = Field(description="branched, repaired or imported", examples=["branched"])


class GameOut(ResponseModel):
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
    branched_from: OriginOut | None = Field(default=None, description="where it was not begun fresh")
    ended: bool = Field(default=False, description="whether the story has ended")
    problem: str | None = None


class NewGameOut(GameOut):
    """``token``: for the game master of the new game, shown this once; null where the one who asks is admin."""

    token: str | None = Field(default=None, examples=["tide-bell-9e8d7c6b.…"])


class ReleaseOut(Model):
    released: bool = Field(description="false for a game that is not loaded, or at work")


class UndoIn(RequestModel):
    turns: int = Field(default=1, ge=1, le=1000, examples=[1])


class Undone(Model):
    turn: int = Field(examples=[5])
    player_input: str | None = Field(examples=["go to the boiling house"])


class UndoOut(Model):
    undone: list[Undone] = Field(description="newest first")
    turn: int = Field(description="where the game stands now", examples=[4])


class BranchIn(RequestModel):
    """From where the new game goes its own way: a turn's number or name, or the record of one, which need not stand any
    more; by default the present."""

    turn: int | None = Field(default=None, ge=0, le=10**9, examples=[4])
    label: str | None = Field(default=None, max_length=60)
    seq: int | None = Field(default=None, ge=1, le=10**9)


class LabelIn(RequestModel):
    """A name for a turn, by its number or that of its record; by default for the present one."""

    turn: int | None = Field(default=None, ge=0, le=10**9, examples=[4])
    seq: int | None = Field(default=None, ge=1, le=10**9)
    name: Annotated[str, Field(min_length=1, max_length=60, examples=["before the storm"])]


class TreeOut(Model):
    nodes: list[TurnNode] = Field(description="in the order in which they were played")
    branches: list[TurnBranch] = Field(description="for the admin, who may ask for other games; else none")


class StretchOut(Model):
    """Turns in one place that follow each other, or several such ``scenes`` folded to one, which then has no place. It
    is in a ``lane``: 0 leads to the present, each other one holds turns that do not stand any more. ``turns``: of these
    those around forks, the named ones, and the last of the lane."""

    lane: int = Field(examples=[0])
    parent: int = Field(description="the record of the turn before them, 0 for the opening", examples=[5])
    first: int = Field(description="a turn", examples=[4])
    last: int = Field(examples=[9])
    place: str = Field(examples=["The Ferry Landing"])
    game_time: int = Field(description="when its first turn ended", examples=[931])
    scenes: int = Field(examples=[1])
    turns: list[TurnNode]


class NamedTurn(Model):
    name: str = Field(examples=["before the storm"])
    turn: int = Field(examples=[4])
    seq: int = Field(description="of its record, 0 for the opening", examples=[6])
    place: str = Field(examples=["The Ferry Landing"])
    game_time: int | None = Field(examples=[931])
    stands: bool


class ScenesOut(Model):
    """The tree of turns, short however long the game is. ``branched_from`` and ``branches``: for the admin, who may
    ask for other games; else none."""

    scenes: list[StretchOut] = Field(description="by lane, in order")
    named: list[NamedTurn] = Field(description="by turn")
    branched_from: OriginOut | None
    branches: list[TurnBranch]
