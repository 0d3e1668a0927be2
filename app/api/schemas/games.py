"""Games."""

from datetime import datetime
from typing import Annotated

from pydantic import AliasChoices, Field

from app.api.schemas.base import ApiModel, PlayerName, RequestModel, ResponseModel, Title
from app.models.base import Id
from app.models.sheets.narration import NarrationStyle
from app.models.sheets.player import PlayerSheet
from app.services.game.turns.turn_tree import TurnBranch, TurnNode, TurnRun

MOST_PLAYERS = 8


class NewGame(RequestModel):
    """A game to create. The same scenario, seed, players and lines give the same game when the rules narrate."""

    scenario: Id = Field(description="the id of a scenario", examples=["tide-bell"])
    players: list[PlayerName | PlayerSheet] = Field(
        default=["Traveller"],
        min_length=1,
        max_length=MOST_PLAYERS,
        description="names, or sheets of characters; what a sheet has of `known_to` is not taken",
        examples=[["Mara", {"name": "Odo", "pronouns": "he/him"}]],
    )
    seed: int | None = Field(
        default=None, ge=0, lt=2**31, description="of the game's chance; null: drawn at random", examples=[7]
    )
    title: Title | None = Field(
        default=None,
        description="null: one made of the players' names and the scenario's title",
        examples=["Thursdays at Odo's"],
    )
    model: str | None = Field(
        default=None, min_length=1, max_length=200, description="null: the server's model", examples=["offline"]
    )
    narration: NarrationStyle | None = Field(
        default=None, description="how models tell it, where not as the scenario says", examples=[{"tense": "past"}]
    )


class GamePatch(RequestModel):
    title: Title = Field(examples=["The second evening"])


class OriginOut(ApiModel):
    game_id: str = Field(examples=["tide-bell-1a2b3c4d"])
    turn: int = Field(description="the turn of that game from which this one continues", examples=[4])
    how: str = Field(description="branched, repaired or imported", examples=["branched"])


class GameOut(ResponseModel):
    """A game. ``problem`` says why it cannot be read; null where it can."""

    id: str = Field(validation_alias=AliasChoices("id", "game_id"), examples=["tide-bell-1a2b3c4d"])
    title: str = Field(default="", examples=["Thursdays at Odo's"])
    scenario_id: str = Field(default="", examples=["tide-bell"])
    scenario_title: str = Field(default="", examples=["The Bell on the Sands"])
    players: list[str] = Field(default=[], examples=[["Mara", "Odo"]])
    model: str | None = Field(
        default=None, description="the game's own model; null: the server's", examples=["offline"]
    )
    turn: int = Field(default=0, description="turns played", examples=[4])
    game_time: int | None = Field(default=None, description="minutes since day 1, 00:00", examples=[941])
    last_played: datetime | None = Field(default=None, description="wall-clock time, UTC")
    branched_from: OriginOut | None = Field(default=None, description="null for a game begun from a scenario")
    ended: bool = Field(default=False, description="whether the story has ended")
    problem: str | None = None


class NewGameOut(GameOut):
    """A new game. ``token`` is a game master's token for it, shown only here; null where the caller is the admin."""

    token: str | None = Field(default=None, examples=["tide-bell-9e8d7c6b.…"])


class ReleaseOut(ApiModel):
    released: bool = Field(description="false for a game that is not loaded, or is at work")


class UndoIn(RequestModel):
    turns: int = Field(default=1, ge=1, le=1000, description="how many turns", examples=[1])


class Undone(ApiModel):
    turn: int = Field(examples=[5])
    player_input: str | None = Field(
        description="null for a turn of commands only", examples=["go to the boiling house"]
    )


class UndoOut(ApiModel):
    undone: list[Undone] = Field(description="newest first")
    turn: int = Field(description="the last turn that remains", examples=[4])


class BranchIn(RequestModel):
    """The turn from which the new game continues: by number, by name (``label``), or by record (``seq``), which may be
    of an undone turn; by default the present one."""

    turn: int | None = Field(default=None, ge=0, le=10**9, examples=[4])
    label: str | None = Field(default=None, max_length=60)
    seq: int | None = Field(default=None, ge=1, le=10**9)


class LabelIn(RequestModel):
    """A name for a turn, given by its number or its record; by default for the present one."""

    turn: int | None = Field(default=None, ge=0, le=10**9, examples=[4])
    seq: int | None = Field(default=None, ge=1, le=10**9)
    name: Annotated[str, Field(min_length=1, max_length=60, examples=["before the storm"])]


class TreeOut(ApiModel):
    nodes: list[TurnNode] = Field(description="in the order in which they were played")
    branches: list[TurnBranch] = Field(description="for the admin, who may access other games; else empty")


class NamedTurn(ApiModel):
    name: str = Field(examples=["before the storm"])
    turn: int = Field(examples=[4])
    seq: int = Field(description="the number of its record, 0 for the opening", examples=[6])
    place: str = Field(examples=["The Ferry Landing"])
    game_time: int | None = Field(description="minutes since day 1, 00:00, at its end", examples=[931])
    stands: bool = Field(description="whether it leads to the game's present")


class ScenesOut(ApiModel):
    """The tree of turns in a short form that does not grow with the game. ``branched_from`` and ``branches`` are shown
    to the admin only, who may access other games."""

    scenes: list[TurnRun] = Field(description="by lane, in order")
    named: list[NamedTurn] = Field(description="by turn")
    branched_from: OriginOut | None
    branches: list[TurnBranch]
