"""Orders about places."""

from typing import Literal

from pydantic import Field

from app.models.base import Id, Name
from app.models.command import Command
from app.models.sheets.condition import DangerLevel


class ChangeLocationCommand(Command):
    """Move the party to a neighbouring place by an open, visible exit."""

    kind: Literal["change_location"] = "change_location"
    location_id: Id = Field(description="the place to go to")


class UpdateLocationStateCommand(Command):
    """Change how things stand in a place: its danger, an encounter that is over, an effect that stays."""

    kind: Literal["update_location_state"] = "update_location_state"
    location_id: Id
    danger_level: DangerLevel | None = None
    complete_encounter: Id | None = Field(default=None, description="an encounter whose condition holds")
    add_effect: Name | None = Field(default=None, description="a lasting change in a few words")


class DiscoverSecretCommand(Command):
    """The party finds out a secret of the place where it is."""

    kind: Literal["discover_secret"] = "discover_secret"
    secret_id: Id
