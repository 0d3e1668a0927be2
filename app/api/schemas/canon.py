"""What was added to the scenario of a game, or changed in it, while it was played."""

from typing import Annotated, Literal

from pydantic import Field

from app.api.schemas.base import ApiModel
from app.models.sheets.canon import CanonSource


class CanonMarkOut(ApiModel):
    """An order that has added a part of the world, or changed it. ``number`` is its entry in the canon."""

    by: CanonSource = Field(examples=["game_master"])
    turn: int = Field(examples=[12])
    number: int = Field(examples=[3])
    player_id: str | None = Field(default=None, description="the player whose claim it is")


AddedBy = Annotated[
    CanonMarkOut | None,
    Field(description="who has added it during the game; null for what the first scenario has"),
]
ChangedBy = Annotated[
    CanonMarkOut | None,
    Field(description="who has last described, renamed or otherwise changed it during the game; null for nobody"),
]
CanonKind = Literal[
    "person", "item", "place", "action", "state", "timer", "fact", "description", "name", "forgotten_note", "scenario"
]


class CanonEntryOut(ApiModel):
    """One order that has added something to the world, or changed it. ``value`` is the value of a fact, the new
    description or name, the words of an action, or the text of a forgotten note."""

    number: int = Field(description="from 0, the oldest", examples=[3])
    kind: CanonKind = Field(examples=["fact"])
    turn: int = Field(examples=[12])
    game_time: int = Field(description="minutes since day 1, 00:00", examples=[941])
    by: CanonSource = Field(description="who says so; `player`: it is a claim", examples=["game_master"])
    player_id: str | None = Field(description="the player whose claim it is")
    of: str | None = Field(
        description="the id of the part, or the subject of a fact; null for a note and the scenario", examples=["tove"]
    )
    name: str = Field(description="the present name of it", examples=["Tove Marrick"])
    attribute: str | None = Field(description="of a fact or state: which", examples=["mother"])
    value: str | None = Field(examples=["Ottilie"])
    is_new: bool = Field(description="whether it has added the part; else it changed one, or says something of it")
    holds: bool | None = Field(description="of a fact or claim: whether it still holds; else null", examples=[True])
