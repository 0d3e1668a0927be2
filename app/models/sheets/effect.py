"""Effects as data: one typed change of the game each, of actions, timers and rules; `events.actions.effects` applies
them."""

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field, PlainSerializer

from app.models.base import Id, Name, Prose, Tagged
from app.models.sheets.condition import Attitude, Condition, DangerLevel
from app.models.sheets.values import StateValue

Minutes = Annotated[int, Field(ge=0, le=365 * 24 * 60)]
"""Minutes of game time, up to a year."""


class WayStatus(StrEnum):
    """What an effect made of a way, whatever its own conditions are."""

    OPEN = "open"
    CLOSED = "closed"
    HIDDEN = "hidden"


class SetState(Tagged):
    """Give a state a value; a number is kept within its bounds."""

    of: Id
    name: Id
    value: StateValue


class AddToState(Tagged):
    """Add to a number, within its bounds."""

    of: Id
    name: Id
    by: int


class MoveItem(Tagged):
    """Move a thing to a place, person, container, the party or ``here``."""

    item_id: Id
    to: Id


class MakeItem(Tagged):
    """Bring a thing that is nowhere into the game; one that is somewhere gains count."""

    item_id: Id
    to: Id
    count: int = Field(default=1, ge=1, le=999)


class ChangeItem(Tagged):
    """Put another thing where a thing is; the first one is gone."""

    item_id: Id
    into_id: Id


class RemoveItem(Tagged):
    """Take a thing, or a part of its count, out of the game."""

    item_id: Id
    count: int | None = Field(default=None, ge=1, le=999, description="null: all of it")


class SetWay(Tagged):
    """Open, close or hide a way."""

    location_id: Id
    to: Id
    way: WayStatus


class MovePerson(Tagged):
    """Move a person to a place; null takes it off the map."""

    npc_id: Id
    to: Id | None = None


class SetAttitude(Tagged):
    """Change what a person thinks of the party."""

    npc_id: Id
    attitude: Attitude


class JoinCompanion(Tagged):
    """Let a person go with the party."""

    npc_id: Id


class LeaveCompanion(Tagged):
    """Let a companion stay where it is."""

    npc_id: Id


class MoveParty(Tagged):
    """Move the party, with its companions, to a place."""

    to: Id


class RevealSecret(Tagged):
    """Let the party know a secret."""

    secret_id: Id


class StartQuest(Tagged):
    """Begin a quest that has not begun."""

    quest_id: Id


class CompleteObjective(Tagged):
    """Complete an objective of an active quest."""

    objective_id: Id


class FailQuest(Tagged):
    """Let an active quest fail."""

    quest_id: Id


class SetDanger(Tagged):
    """Set the danger of a place."""

    location_id: Id
    level: DangerLevel


class ClearEncounter(Tagged):
    """End an encounter."""

    encounter_id: Id


class ShowChange(Tagged):
    """Add a lasting change that a place shows."""

    location_id: Id
    text: Name


class EndChange(Tagged):
    """Remove a lasting change from a place."""

    location_id: Id
    text: Name


class LetSay(Tagged, tag="say"):
    """Let a person say something, where it is."""

    npc_id: Id
    text: Prose


class PassTime(Tagged):
    """Let game time pass."""

    minutes: Minutes


class StartTimer(Tagged):
    """Start a timer, or start it again."""

    timer_id: Id
    minutes: Minutes | None = Field(default=None, description="null: those of the timer itself")


class StopTimer(Tagged):
    """Stop a timer."""

    timer_id: Id


class Harm(Tagged):
    """Lower somebody's health; at its lowest value it is beaten, or dies."""

    of: Id
    by: Annotated[int, Field(ge=0, le=1_000_000)] | Literal["margin"] = Field(
        description="points; margin: by how much a check was won or lost, at least 1"
    )


class Die(Tagged):
    """Let a person or a player die."""

    of: Id


class EndStory(Tagged):
    """End the story with one of its endings."""

    ending_id: Id


class When(Tagged):
    """Apply some effects if a condition holds, others if not."""

    condition: Condition
    then: tuple["Effect", ...] = ()
    otherwise: tuple["Effect", ...] = ()


Effect = Annotated[
    SetState
    | AddToState
    | MoveItem
    | MakeItem
    | ChangeItem
    | RemoveItem
    | SetWay
    | MovePerson
    | SetAttitude
    | JoinCompanion
    | LeaveCompanion
    | MoveParty
    | RevealSecret
    | StartQuest
    | CompleteObjective
    | FailQuest
    | SetDanger
    | ClearEncounter
    | ShowChange
    | EndChange
    | LetSay
    | PassTime
    | StartTimer
    | StopTimer
    | Harm
    | Die
    | EndStory
    | When,
    Field(discriminator="kind"),
]
Effects = tuple[Effect, ...]


def _written(parts: Effects) -> list[dict[str, Any]]:
    return [part.model_dump(mode="json") for part in parts]


KeptEffects = Annotated[Effects, PlainSerializer(_written, return_type=list[dict[str, Any]])]
"""Effects that commands and games hold: written whole where defaults are left out, as their ``kind`` is one."""

When.model_rebuild()
