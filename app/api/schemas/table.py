"""The game as a player sees it (scene, players, notes), and tokens."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import AliasChoices, BeforeValidator, Field

from app.api.access import TableRole
from app.api.schemas.base import ApiModel, PlayerName, RequestModel, ResponseModel
from app.api.schemas.canon import AddedBy, CanonMarkOut, ChangedBy
from app.interfaces.tokens import GameRole
from app.models.base import Id
from app.models.sheets.player import PlayerSheet
from app.models.table_talk import MAX_REMARK
from app.services.game.choices import PossibleDeed


class PlayerIn(RequestModel):
    name: PlayerName = Field(examples=["Odo"])
    sheet: PlayerSheet | None = Field(
        default=None, description="what is known of the character; its `name` and `known_to` are not taken"
    )


class PlayerOut(ApiModel):
    id: str = Field(examples=["player-2"])
    name: str = Field(examples=["Odo"])
    is_here: bool = Field(description="whether this player has an open stream")
    speaks_to: tuple[str, ...] = Field(description="ids of the people that it addresses", examples=[["tove"]])
    seen: list[str] = Field(default=[], description="its states that players see", examples=[["health: 8/8"]])
    dead: bool = False
    sheet: PlayerSheet = Field(
        description="the character: all of it for the player itself and the game master, what is seen for others"
    )


class NoteIn(RequestModel):
    """A note to add. ``player_id`` is its owner; without it a player's note is its own, and the game master's is the
    table's."""

    text: Annotated[str, Field(min_length=1, max_length=1000, examples=["Odo knows the tide tables"])]
    pinned: bool = Field(default=False, description="whether every prompt of the narrator contains it")
    player_id: Id | None = Field(default=None, description="the only player who may read it; null: as above")


class NoteOut(ApiModel):
    text: str = Field(examples=["Odo knows the tide tables"])
    pinned: bool = Field(description="whether every prompt of the narrator contains it")
    turn: int = Field(examples=[4])
    game_time: int = Field(description="minutes since day 1, 00:00", examples=[941])
    owner_id: str | None = Field(default=None, description="null: the whole table's", examples=["player-2"])
    for_master: bool = Field(default=False, description="whether the game master alone may read it")


class RemarkIn(RequestModel):
    text: Annotated[str, Field(min_length=1, max_length=MAX_REMARK, examples=["Ten minutes' break?"])]


class RemarkOut(ApiModel):
    """Something that was written at the table, aside from the story."""

    number: int = Field(description="which no other remark of the game ever gets", examples=[7])
    player_id: str | None = Field(description="who wrote it; null: the game master", examples=["player-2"])
    text: str = Field(examples=["Ten minutes' break?"])
    at: datetime = Field(description="wall-clock time, UTC")


class RemarkRemoved(ApiModel):
    number: int = Field(description="of the remark that was removed", examples=[7])


def _in_words(state: Any) -> Any:
    return state if isinstance(state, str) else "done" if state else "open"


class ItemOut(ResponseModel):
    """A place, person, quest, act, secret or thing. ``state`` is the danger of a place, the activity of a person, the
    status of a quest and of its objectives (``parts``)."""

    id: str = Field(examples=["tove"])
    name: str = Field(examples=["Tove Marrick"])
    description: str = Field(default="", examples=["A lean woman mending a net."])
    state: Annotated[str, BeforeValidator(_in_words)] = Field(
        default="", validation_alias=AliasChoices("danger", "activity", "status", "done"), examples=["idle"]
    )
    parts: list["ItemOut"] = Field(default=[], validation_alias="objectives")
    seen: list[str] = Field(default=[], description="its states that players see", examples=[["The lamp burns."]])
    count: int | None = Field(default=None, description="of a bundle: of how many it consists", examples=[3])
    inside: str | None = Field(default=None, description="the open container that it is in or on", examples=["chest"])
    companion: bool = Field(default=False, description="of a person: whether it goes with the party")
    added_by: AddedBy = None
    changed_by: ChangedBy = None


class WayOut(ResponseModel):
    """A way that the party has seen, open or locked."""

    to: str = Field(examples=["boiling-house"])
    name: str = Field(examples=["the cinder path"])
    direction: str | None = Field(examples=["east"])
    is_open: bool
    added_by: CanonMarkOut | None = Field(
        default=None, description="who has added it during the game; null for a way of the scenario"
    )


class PlaceOut(ApiModel):
    """A place that the party has visited, or that a known way leads to."""

    id: str = Field(examples=["ferry-landing"])
    name: str = Field(examples=["The Ferry Landing"])
    visited: bool
    ways: list[WayOut] = Field(description="of a visited place")
    added_by: AddedBy = None
    changed_by: ChangedBy = None


class StoryStart(ApiModel):
    place: ItemOut = Field(examples=[{"id": "ferry-landing", "name": "The Ferry Landing", "description": "…"}])
    act: ItemOut = Field(examples=[{"id": "act-silence", "name": "Three Silent Nights", "description": "…"}])
    game_time: int = Field(description="minutes since day 1, 00:00", examples=[930])


class EndingOut(ResponseModel):
    """The ending that the story has reached."""

    id: str = Field(examples=["drowned"])
    name: str = Field(examples=["The tide was faster"])
    text: str = Field(examples=["The water is here."])
    won: bool = Field(description="whether the players have won")


class SceneOut(ResponseModel):
    """What the party knows of its place, and what it can do."""

    turn: int = Field(examples=[4])
    game_time: int = Field(description="minutes since day 1, 00:00", examples=[941])
    time: str = Field(description="the same in words", examples=["Day 1, 15:41"])
    ended: bool = Field(description="whether the story has ended")
    opening: str = Field(description="the text to show before the first turn", examples=["The bell has been silent …"])
    first: StoryStart = Field(description="where and when the story began")
    act: ItemOut | None = Field(
        description="the present act; its description is the text shown when it begins",
        examples=[{"id": "act-silence", "name": "Three Silent Nights", "description": "…"}],
    )
    place: ItemOut | None = Field(examples=[{"id": "ferry-landing", "name": "The Ferry Landing", "state": "safe"}])
    people: list[ItemOut]
    things: list[ItemOut] = Field(description="that lie at the place")
    carries: list[ItemOut]
    secrets: list[ItemOut] = Field(description="those discovered")
    quests: list[ItemOut] = Field(description="those begun")
    players: list[PlayerOut]
    places: list[PlaceOut] = Field(description="all that are known, as the scenario names them: the party's map")
    role: TableRole = Field(description="as whom the request was made")
    player_id: str = Field(description="whose choices these are", examples=["player"])
    seen: list[str] = Field(description="states of party and game that players see", examples=[["coins: 5/99"]])
    companions: list[str] = Field(description="ids of the people who go with the party", examples=[["tove"]])
    ending: EndingOut | None = Field(default=None, description="the ending that the story has reached")
    answers: int = Field(
        description="how often a turn was played from where the last one began: from 2 on it may have several answers"
    )
    may_go_on: bool = Field(description="whether a model narrates, which can go on without a line")
    choices: list[PossibleDeed] = Field(description="ways, people, topics, things and other deeds, in this order")


class TokenIn(RequestModel):
    role: GameRole = Field(examples=["player"])
    player_id: Id | None = Field(default=None, description="required for the role player", examples=["player"])
    npc_id: Id | None = Field(
        default=None, description="required for the role character: the person whose seat it opens"
    )
    label: str = Field(
        default="", max_length=120, description="a name by which you recognise it", examples=["Mara's phone"]
    )


class TokenOut(ApiModel):
    id: str = Field(examples=["token-1"])
    role: GameRole = Field(examples=["player"])
    player_id: str | None = Field(default=None, examples=["player"])
    npc_id: str | None = Field(default=None, examples=["odo"])
    label: str = Field(default="", examples=["Mara's phone"])
    created_at: datetime = Field(description="wall-clock time, UTC")
    revoked: bool = Field(default=False, description="whether it is no longer accepted")


class NewTokenOut(TokenOut):
    token: str = Field(
        description="shown only here; the server stores only its hash", examples=["tide-bell-1a2b3c4d.…"]
    )
