"""Conditions as data, for quests, secrets, encounters, exits, topics; `models.state.conditions` evaluates them."""

from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, model_validator

from app.models.base import Id, Tagged
from app.models.sheets.values import StateValue


class _Ranked(StrEnum):
    @property
    def rank(self) -> int:
        return list(type(self)).index(self)


class DangerLevel(_Ranked):
    """How dangerous a place is, in rising order; CLEARED is below SAFE and is reached by clearing the place."""

    CLEARED = "CLEARED"
    SAFE = "safe"
    LOW = "low"
    MODERATE = "moderate"
    HIGH = "high"
    EXTREME = "extreme"


class Attitude(_Ranked):
    """What a person thinks of the party, in rising order."""

    HOSTILE = "hostile"
    WARY = "wary"
    NEUTRAL = "neutral"
    FRIENDLY = "friendly"
    LOYAL = "loyal"


class ItemHeld(Tagged):
    """The party carries the item."""

    item_id: Id


class ItemGivenTo(Tagged, tag="item_given"):
    """The party gave the item to the person (who may have passed it on since)."""

    item_id: Id
    npc_id: Id


class PlaceEntered(Tagged):
    """The party has been in the place."""

    location_id: Id


class TopicAsked(Tagged):
    """The party has heard the topic from the person."""

    npc_id: Id
    topic_id: Id


class EncounterCleared(Tagged):
    """The encounter is over."""

    encounter_id: Id


class ObjectiveDone(Tagged):
    """The objective is completed."""

    objective_id: Id


class QuestActive(Tagged):
    """The quest was taken on; completed counts too."""

    quest_id: Id


class QuestDone(Tagged):
    """The quest is completed."""

    quest_id: Id


class SecretKnown(Tagged):
    """The party has discovered the secret."""

    secret_id: Id


class DangerAtMost(Tagged):
    """The place is no more dangerous than the level."""

    location_id: Id
    level: DangerLevel


class AttitudeAtLeast(Tagged):
    """The person thinks at least so well of the party."""

    npc_id: Id
    attitude: Attitude


class TimeReached(Tagged):
    """The game clock shows at least so many minutes since day 1, 00:00."""

    minutes: int = Field(ge=0)


class QuestHasFailed(Tagged, tag="quest_failed"):
    """The quest has failed."""

    quest_id: Id


class StateCompared(Tagged, tag="state"):
    """A state has the value, or a number is within the bounds."""

    of: Id = Field(description="an id of the game, party, game, player; in an action also target, with or actor")
    name: Id
    value: StateValue | None = None
    at_least: int | None = None
    at_most: int | None = None

    @model_validator(mode="after")
    def _compares(self) -> Self:
        if self.value is None and self.at_least is None and self.at_most is None:
            raise ValueError("a state is compared with a value, at_least or at_most")
        return self


class Count(Tagged):
    """The party carries the thing, and its count is at least so much."""

    item_id: Id
    at_least: int = Field(default=1, ge=1)


class TimerRuns(Tagged, tag="timer"):
    """The timer runs."""

    timer_id: Id


class Companion(Tagged):
    """The person goes with the party."""

    npc_id: Id


class ItemAt(Tagged):
    """The thing is at a place, with a person, in a container or with the party, there in a container too."""

    item_id: Id
    at: Id


class PartyAt(Tagged):
    """The party is at the place now."""

    location_id: Id


class PersonAt(Tagged):
    """The person is at the place now."""

    npc_id: Id
    location_id: Id


class Not(Tagged):
    """The condition does not hold."""

    condition: "Condition"


class AllOf(Tagged):
    """Each of the conditions holds."""

    conditions: tuple["Condition", ...] = Field(min_length=1)


class AnyOf(Tagged):
    """At least one of the conditions holds."""

    conditions: tuple["Condition", ...] = Field(min_length=1)


Condition = Annotated[
    ItemHeld
    | ItemGivenTo
    | PlaceEntered
    | TopicAsked
    | EncounterCleared
    | ObjectiveDone
    | QuestActive
    | QuestDone
    | SecretKnown
    | DangerAtMost
    | AttitudeAtLeast
    | TimeReached
    | QuestHasFailed
    | StateCompared
    | Count
    | TimerRuns
    | Companion
    | ItemAt
    | PartyAt
    | PersonAt
    | Not
    | AllOf
    | AnyOf,
    Field(discriminator="kind"),
]

Not.model_rebuild()
AllOf.model_rebuild()
AnyOf.model_rebuild()
