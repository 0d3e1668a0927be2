"""The table as a player sees it: the scene, who plays, notes; and who may look on: tokens."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import AliasChoices, BeforeValidator, Field

from app.api.access import TableRole
from app.api.schemas.base import Model, PlayerName, RequestModel, ResponseModel
from app.interfaces.tokens import GameRole
from app.models.base import Id


class PlayerIn(RequestModel):
    name: PlayerName = Field(examples=["Odo"])


class PlayerOut(Model):
    id: str = Field(examples=["player-2"])
    name: str = Field(examples=["Odo"])
    is_here: bool = Field(description="whether a stream of this player is open")
    speaks_to: tuple[str, ...] = Field(description="ids of people", examples=[["tove"]])


class NoteIn(RequestModel):
    """A line to keep. ``player_id``: whose it is; the game master's is everybody's unless it names one."""

    text: Annotated[str, Field(min_length=1, max_length=1000, examples=["Odo knows the tide tables"])]
    pinned: bool = Field(default=False, description="always before the narrator")
    player_id: Id | None = None


class NoteOut(Model):
    text: str = Field(examples=["Odo knows the tide tables"])
    pinned: bool
    turn: int = Field(examples=[4])
    game_time: int = Field(examples=[941])
    owner_id: str | None = Field(default=None, description="null: everybody's", examples=["player-2"])


def _in_words(state: Any) -> Any:
    return state if isinstance(state, str) else "done" if state else "open"


class ItemOut(ResponseModel):
    """A place, person, quest, act, secret or thing. ``state``: of a place its danger, of a person what it is doing, of
    a quest and its ``parts``, the objectives, how far they are."""

    id: str = Field(examples=["tove"])
    name: str = Field(examples=["Tove Marrick"])
    description: str = Field(default="", examples=["A lean woman mending a net."])
    state: Annotated[str, BeforeValidator(_in_words)] = Field(
        default="", validation_alias=AliasChoices("danger", "activity", "status", "done"), examples=["idle"]
    )
    parts: list["ItemOut"] = Field(default=[], validation_alias="objectives")


class ChoiceOut(Model):
    """``deed`` (go, talk, ask, take …) on what has this id; ``line`` does it when it is typed. ``known``: visited,
    spoken with, told, or carried; ``whom``: the person asked or given to; ``on``: what a thing is used on."""

    deed: str = Field(examples=["ask"])
    id: str = Field(examples=["the-silence"])
    name: str = Field(examples=["the silent bell"])
    line: str = Field(examples=["ask Tove Marrick about the silent bell"])
    known: bool
    is_open: bool
    whom: str | None = Field(examples=["tove"])
    on: str | None
    on_name: str = Field(description="what that is called", examples=["ash heap"])


class HintOut(ResponseModel):
    """For a player who does not know what to do, from a faint hint to a plain one. ``goal``: what is wanted, in the
    words of the objective, if it is one's; ``lead``: where that leads now, and to whom; ``choice``: what does it,
    or the way there."""

    quest_id: str | None = Field(examples=["silent-bell"])
    objective_id: str | None = Field(examples=["find-clapper"])
    goal: str = Field(examples=["The Silent Bell: Find the missing clapper"])
    lead: str = Field(examples=["Something here is worth a closer look."])
    choice: ChoiceOut = Field(description="one of the scene's")


class WayOut(ResponseModel):
    """A way that was seen, locked or not."""

    to: str = Field(examples=["boiling-house"])
    name: str = Field(examples=["the cinder path"])
    direction: str | None = Field(examples=["east"])
    is_open: bool


class PlaceOut(Model):
    """A place that is known: the party has been there, or a way that it has seen leads there."""

    id: str = Field(examples=["ferry-landing"])
    name: str = Field(examples=["The Ferry Landing"])
    visited: bool
    ways: list[WayOut] = Field(description="of a place that was visited")


class FirstOut(Model):
    place: ItemOut = Field(examples=[{"id": "ferry-landing", "name": "The Ferry Landing", "description": "…"}])
    act: ItemOut = Field(examples=[{"id": "act-silence", "name": "Three Silent Nights", "description": "…"}])
    game_time: int = Field(description="minutes since day 1, 00:00", examples=[930])


class SceneOut(ResponseModel):
    """What the party knows of where it is, and what it can do."""

    turn: int = Field(examples=[4])
    game_time: int = Field(description="minutes since day 1, 00:00", examples=[941])
    time: str = Field(description="the same in words", examples=["Day 1, 15:41"])
    ended: bool = Field(description="whether the story has ended")
    opening: str = Field(description="what is read before the first turn", examples=["The bell has been silent …"])
    first: FirstOut = Field(description="where and when the story begins, whatever was played since")
    act: ItemOut | None = Field(
        description="the chapter of the story; its description is what is read when it begins",
        examples=[{"id": "act-silence", "name": "Three Silent Nights", "description": "…"}],
    )
    place: ItemOut | None = Field(examples=[{"id": "ferry-landing", "name": "The Ferry Landing", "state": "safe"}])
    people: list[ItemOut]
    things: list[ItemOut] = Field(description="that lie here")
    carries: list[ItemOut]
    secrets: list[ItemOut] = Field(description="those that were discovered")
    quests: list[ItemOut] = Field(description="those that were begun")
    players: list[PlayerOut]
    places: list[PlaceOut] = Field(description="all that are known, as the scenario names them: the party's map")
    role: TableRole = Field(description="as whom the request was made")
    player_id: str = Field(description="whose choices these are", examples=["player"])
    choices: list[ChoiceOut] = Field(description="ways, people, topics, things and other deeds, in this order")


class TokenIn(RequestModel):
    role: GameRole = Field(examples=["player"])
    player_id: Id | None = Field(default=None, description="of a player's token", examples=["player"])
    npc_id: Id | None = Field(default=None, description="of a character's token, which takes the seat of this person")
    label: str = Field(default="", max_length=120, examples=["Mara's phone"])


class TokenOut(Model):
    id: str = Field(examples=["token-1"])
    role: GameRole = Field(examples=["player"])
    player_id: str | None = Field(default=None, examples=["player"])
    npc_id: str | None = Field(default=None, examples=["odo"])
    label: str = Field(default="", examples=["Mara's phone"])
    created_at: datetime
    revoked: bool = False


class NewTokenOut(TokenOut):
    token: str = Field(description="shown this once; the server keeps only its hash", examples=["tide-bell-1a2b3c4d.…"])
