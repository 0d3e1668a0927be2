"""Orders about things."""

from typing import Literal

from pydantic import Field

from app.models.base import Id
from app.models.command import Command


class TakeItemCommand(Command):
    """Pick up a thing that lies in the party's place."""

    kind: Literal["take_item"] = "take_item"
    item_id: Id


class DropItemCommand(Command):
    """Put down a thing in the party's place."""

    kind: Literal["drop_item"] = "drop_item"
    item_id: Id


class GiveItemCommand(Command):
    """Hand a thing over: from the party to a person who is here, or (``to_party``) from that person to the party."""

    kind: Literal["give_item"] = "give_item"
    item_id: Id
    npc_id: Id
    to_party: bool = False


class UseItemCommand(Command):
    """Use a thing the party has, by itself or on something or someone here."""

    kind: Literal["use_item"] = "use_item"
    item_id: Id
    target_id: Id | None = Field(default=None, description="a person, encounter, feature or place that is here")
