"""Refusals of commands about people and players."""

from enum import StrEnum

from app.models.base import Id
from app.models.minds.activity import Activity
from app.models.minds.plan import Goal, PlanStatus
from app.models.refusals.base import Refusal
from app.models.sheets.condition import Attitude


class PersonRefusal(Refusal):
    """A refusal about one person."""

    npc_id: Id


class PersonThereAlready(PersonRefusal):
    """The person is at the place that it was to go to."""


class PersonNotHere(PersonRefusal):
    """The person is not where the party is."""


class PersonStays(PersonRefusal):
    """The person does not leave ``places``."""

    places: tuple[Id, ...]


class MessageHindrance(StrEnum):
    """Why a person does not take a message to another."""

    SELF = "self"  # the message is for itself
    HERE = "here"  # the other is here, and can be spoken to
    UNKNOWN = "unknown"  # it does not know the other
    APART = "apart"  # the two never come to one place
    UNWILLING = "unwilling"  # it does not do the players a favour
    DISLIKED = "disliked"  # it wants nothing to do with the other
    BUSY = "busy"  # it carries as many messages as it can


class MessageDeclined(PersonRefusal):
    """The person does not take a message to another person, ``to_id``."""

    to_id: Id
    why: MessageHindrance


class MessageNotCarried(PersonRefusal):
    """The person has no message for ``to_id`` that it can pass on now."""

    to_id: Id


class PersonFeelsAlready(PersonRefusal):
    """The person has this attitude."""

    attitude: Attitude


class TopicUnknown(PersonRefusal):
    """The person has no such topic."""

    topic_id: Id


class PersonSilent(PersonRefusal):
    """The person does not tell a topic whose condition does not hold."""


class PersonSilentHere(PersonRefusal):
    """The person tells a topic at ``places`` only."""

    places: tuple[Id, ...]


class PersonDoesAlready(PersonRefusal):
    """The person has this activity."""

    activity: Activity


class PersonNowhere(PersonRefusal):
    """The person is at no place."""


class PersonAsleep(PersonRefusal):
    """The person would have to be awake."""


class PersonNotHungry(PersonRefusal):
    """The person has eaten enough."""


class PersonNoMeal(PersonRefusal):
    """There are no meals at the person's place; ``tables`` are the places where it can eat."""

    location_id: Id
    tables: tuple[Id, ...]


class PersonItself(PersonRefusal):
    """A relationship takes two."""


class PlanRepeats(Refusal):
    """Items of a plan occur more than once."""

    items: tuple[str, ...]


class PlanIsPast(Refusal):
    """A plan would be over before now."""

    now: int


class PlanItemIsSo(Refusal):
    """An item of a plan has this status, or can have no other any more."""

    item: str
    status: PlanStatus


class PlanItemUnknown(PersonRefusal):
    """The person's plan has no such item; ``there`` are those that it has."""

    there: tuple[str, ...]


class GoalUnknown(PersonRefusal):
    """The person has no such goal; ``goals`` are those that it has."""

    goal: str
    goals: tuple[Goal, ...]


class GoalIsThere(PersonRefusal):
    """The goal is as far as this."""

    goal: str
    progress: int


class PlayerNameTaken(Refusal):
    """Another player has the name."""

    player: str


class PlayerNameOfCast(Refusal):
    """A person of the scenario has the name."""

    player: str


class PlayerIdTaken(Refusal):
    """Another player or a person has the id."""

    player: str


class PlayerTooMany(Refusal):
    """The party is full, or has had as many players as a game may have."""

    most: int
    ever: int


class PlayerLast(Refusal):
    """A game needs a player."""

    player: str


class PlayerUnknown(Refusal):
    """The game has no such player."""

    player: str


class PersonUnheard(PersonRefusal):
    """The person is at no place, where nobody hears it."""


class PersonMute(PersonRefusal):
    """The person is asleep and cannot speak."""


class PersonNoHearer(Refusal):
    """The addressee of a speech is not there; ``here`` are those who hear it.

    The addressee has an id, or is only called something, where the speaker must not learn who has this name.
    """

    addressee_id: Id | None = None
    called: str = ""
    here: tuple[Id, ...]


class PersonNoSpeaker(PersonRefusal):
    """The person is not at the place of the party, where ``here`` can speak."""

    here: tuple[Id, ...]


class SomebodyUnknown(Refusal):
    """A speech is addressed to an id that the game does not have, or to the speaker; ``here`` are those who hear it."""

    person: str
    here: tuple[Id, ...]


class SpeechLimits(Refusal):
    """A speech is blank, has over ``most`` characters, or holds control characters."""

    most: int


class PersonUnknown(Refusal):
    """No person of the game, ``there``, has the name."""

    name: str
    there: tuple[Id, ...]


class GoalNotYours(Refusal):
    """The person has only the goals of the ids ``goals``."""

    goal: str
    goals: tuple[str, ...]


class DeedUnknown(Refusal):
    """The words mean no action that the person knows here; ``possible`` are the lines of those that it can do."""

    deed: str
    possible: tuple[str, ...]


class DeedUnclear(Refusal):
    """The words mean several actions; ``possible`` are the lines of those that can be done."""

    deed: str
    possible: tuple[str, ...]
