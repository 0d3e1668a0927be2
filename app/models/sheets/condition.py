"""Conditions as data, for quests, secrets, encounters, exits, topics; `models.state.conditions` evaluates them."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from app.models.base import Id, Tagged


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
    | AllOf
    | AnyOf,
    Field(discriminator="kind"),
]

AllOf.model_rebuild()
AnyOf.model_rebuild()
