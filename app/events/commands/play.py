"""Orders of play: about things, places, people, quests, time and notes; and about who plays."""

from typing import Annotated

from pydantic import AfterValidator, Field

from app.models.base import Id, Name
from app.models.clock import MINUTES_PER_DAY
from app.models.command import Command, PersonCommand
from app.models.imported import readable
from app.models.sheets.condition import Attitude, DangerLevel


class TakeItemCommand(Command):
    """Pick up a thing that lies in the party's place."""

    item_id: Id


class DropItemCommand(Command):
    """Put down a thing in the party's place."""

    item_id: Id


class GiveItemCommand(Command):
    """Hand a thing over: from the party to a person who is here, or (``to_party``) from that person to the party."""

    item_id: Id
    npc_id: Id
    to_party: bool = False


class UseItemCommand(Command):
    """Use a thing the party has, by itself or on something or someone here."""

    item_id: Id
    target_id: Id | None = Field(default=None, description="a person, encounter, feature or place that is here")


class ChangeLocationCommand(Command):
    """Move the party to a neighbouring place by an open, visible exit."""

    location_id: Id = Field(description="the place to go to")


class UpdateLocationStateCommand(Command):
    """Change how things stand in a place: its danger, an encounter that is over, an effect that stays."""

    location_id: Id
    danger_level: DangerLevel | None = None
    complete_encounter: Id | None = Field(default=None, description="an encounter whose condition holds")
    add_effect: Name | None = Field(default=None, description="a lasting change in a few words")


class DiscoverSecretCommand(Command):
    """The party finds out a secret of the place where it is."""

    secret_id: Id


class MoveNPCCommand(PersonCommand):
    """Let a person go to another place; None takes it off the map."""

    location_id: Id | None


class SetNPCAttitudeCommand(PersonCommand):
    """Change what a person thinks of the party."""

    attitude: Attitude


class AskTopicCommand(PersonCommand):
    """Let a person who is here tell what it knows about one of its topics."""

    topic_id: Id = Field(description="one of the person's topics")


class StartQuestCommand(Command):
    """Take on a quest."""

    quest_id: Id


class CompleteObjectiveCommand(Command):
    """Complete one objective of an active quest; its condition must hold."""

    quest_id: Id
    objective_id: Id


class CompleteQuestCommand(Command):
    """Complete an active quest whose objectives are all done."""

    quest_id: Id


class ProgressActCommand(Command):
    """End the current act and begin the next; after the last act the game ends."""

    act_id: Id | None = Field(default=None, description="the act to begin; None after the last act: the end")


MAX_ADVANCE = 365 * MINUTES_PER_DAY


class AdvanceTimeCommand(Command):
    """Let game time pass; it never runs backwards."""

    minutes: int = Field(ge=0, le=MAX_ADVANCE)


class AddNoteCommand(Command):
    """Keep a line on purpose; a pinned one is always before the narrator."""

    text: Annotated[str, AfterValidator(readable)] = Field(min_length=1, max_length=1000)
    pinned: bool = False
    owner_id: Id | None = Field(default=None, description="the player whose note it is; None: the whole table's")


class JoinPartyCommand(Command):
    """Let one more person play; who has left and comes back by its name is the same player again."""

    name: Name
    player_id: Id | None = Field(default=None, description="an id that the game does not have yet; None: one is made")


class LeavePartyCommand(Command):
    """Let a player leave; the others play on."""

    player_id: Id
