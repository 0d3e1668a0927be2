"""The table as a player sees it: the scene, who plays, notes."""

from typing import Annotated

from pydantic import Field

from app.api.schemas.base import Model, PlayerName


class PlayerIn(Model):
    name: PlayerName = Field(examples=["Odo"])


class PlayerOut(Model):
    id: str
    name: str
    is_here: bool = Field(description="whether a stream of this player is open")
    speaks_to: list[str] = Field(description="ids of the people the player speaks to")


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


class Named(Model):
    id: str
    name: str


class Described(Named):
    description: str


class PlaceOut(Described):
    atmosphere: str
    danger: str
    effects: list[str]


class PersonOut(Described):
    attitude: str
    activity: str


class ObjectiveOut(Named):
    done: bool


class QuestOut(Described):
    status: str
    objectives: list[ObjectiveOut]


class ChoiceOut(Named):
    """``deed`` (go, talk, ask, take …) on what has this id; ``line`` does it when it is typed. ``known``: visited,
    spoken with, told, or carried; ``whom``: the person asked or given to."""

    deed: str
    line: str
    known: bool
    is_open: bool
    whom: str | None


class ChoicesOut(Model):
    ways: list[ChoiceOut]
    people: list[ChoiceOut]
    topics: list[ChoiceOut]
    things: list[ChoiceOut]
    deeds: list[ChoiceOut]


class SceneOut(Model):
    """What the party knows of where it is. Texts of secrets are those that it has discovered."""

    turn: int
    game_time: int = Field(description="minutes since day 1, 00:00")
    time: str = Field(description="the same in words")
    ended: bool = Field(description="whether the story has ended")
    place: PlaceOut | None
    people: list[PersonOut]
    things: list[Named] = Field(description="that lie here")
    carries: list[Named]
    secrets: list[Described]
    quests: list[QuestOut] = Field(description="those that were begun")
    players: list[PlayerOut]
    choices: ChoicesOut
