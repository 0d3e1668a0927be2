"""Conditions as data, for quests, secrets, encounters, exits, topics; `models.state.conditions` evaluates them."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from app.models.base import Frozen, Id


class _Ranked(StrEnum):
    @property
    def rank(self) -> int:
        return list(type(self)).index(self)


class DangerLevel(_Ranked):
    """How dangerous a place is, in rising order; CLEARED stands below SAFE and is reached by clearing it."""

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


class ItemHeld(Frozen):
    """The party carries the item."""

    kind: Literal["item_held"] = "item_held"
    item_id: Id


class ItemGiven(Frozen):
    """The party gave the item to the person (who may have passed it on since)."""

    kind: Literal["item_given"] = "item_given"
    item_id: Id
    npc_id: Id


class PlaceEntered(Frozen):
    """The party has been in the place."""

    kind: Literal["place_entered"] = "place_entered"
    location_id: Id


class TopicAsked(Frozen):
    """The person has told the party about the topic."""

    kind: Literal["topic_asked"] = "topic_asked"
    npc_id: Id
    topic_id: Id


class EncounterCleared(Frozen):
    """The encounter is over."""

    kind: Literal["encounter_cleared"] = "encounter_cleared"
    encounter_id: Id


class ObjectiveDone(Frozen):
    """The objective is completed."""

    kind: Literal["objective_done"] = "objective_done"
    objective_id: Id


class QuestActive(Frozen):
    """The quest was taken on; completed counts too."""

    kind: Literal["quest_active"] = "quest_active"
    quest_id: Id


class QuestDone(Frozen):
    """The quest is completed."""

    kind: Literal["quest_done"] = "quest_done"
    quest_id: Id


class SecretKnown(Frozen):
    """The party has discovered the secret."""

    kind: Literal["secret_known"] = "secret_known"
    secret_id: Id


class DangerAtMost(Frozen):
    """The place is no more dangerous than the level."""

    kind: Literal["danger_at_most"] = "danger_at_most"
    location_id: Id
    level: DangerLevel


class AttitudeAtLeast(Frozen):
    """The person thinks at least so well of the party."""

    kind: Literal["attitude_at_least"] = "attitude_at_least"
    npc_id: Id
    attitude: Attitude


class TimeReached(Frozen):
    """The game clock shows at least so many minutes since day 1, 00:00."""

    kind: Literal["time_reached"] = "time_reached"
    minutes: int = Field(ge=0)


class AllOf(Frozen):
    """Each of the conditions holds."""

    kind: Literal["all_of"] = "all_of"
    conditions: tuple["Condition", ...] = Field(min_length=1)


class AnyOf(Frozen):
    """At least one of the conditions holds."""

    kind: Literal["any_of"] = "any_of"
    conditions: tuple["Condition", ...] = Field(min_length=1)


Condition = Annotated[
    ItemHeld
    | ItemGiven
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
