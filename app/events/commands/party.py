"""Orders about who plays: given at the table, by nobody in the story."""

from typing import Literal

from pydantic import Field

from app.models.base import Id, Name
from app.models.command import Command


class JoinPartyCommand(Command):
    """Let one more person play; who has left and comes back by its name is the same player again."""

    kind: Literal["join_party"] = "join_party"
    name: Name
    player_id: Id | None = Field(default=None, description="an id that the game does not have yet; None: one is made")


class LeavePartyCommand(Command):
    """Let a player leave; the others play on."""

    kind: Literal["leave_party"] = "leave_party"
    player_id: Id
