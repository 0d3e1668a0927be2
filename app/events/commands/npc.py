"""Orders about people."""

from typing import Literal

from pydantic import Field

from app.models.base import Id
from app.models.command import Command
from app.models.sheets.condition import Attitude


class MoveNPCCommand(Command):
    """Let a person go to another place; None takes it off the map."""

    kind: Literal["move_npc"] = "move_npc"
    npc_id: Id
    location_id: Id | None


class SetNPCAttitudeCommand(Command):
    """Change what a person thinks of the party."""

    kind: Literal["set_npc_attitude"] = "set_npc_attitude"
    npc_id: Id
    attitude: Attitude


class AskTopicCommand(Command):
    """Let a person who is here tell what it knows about one of its topics."""

    kind: Literal["ask_topic"] = "ask_topic"
    npc_id: Id
    topic_id: Id = Field(description="one of the person's topics")
