"""Events of actions, checks, effects, timers and rules."""

from enum import StrEnum

from pydantic import Field

from app.models.base import Id
from app.models.command import Event, PersonEvent
from app.models.sheets.effect import WayStatus
from app.models.sheets.values import StateValue


class CheckResult(StrEnum):
    """The result of a check."""

    SUCCESS = "success"
    PARTIAL = "partial"
    FAILURE = "failure"


class ActionPerformed(Event):
    """Somebody did something.

    Attributes:
        action_id: What was done.
        actor_id: The player or person who did it.
        target_id: What it was done to.
        with_id: The thing that it was done with.
        at: The place.
        text: What players read; "" for a generic action, for which the language has the words.
        has_changed: Whether it has changed anything.
        is_again: Whether it had been done to this before.
    """

    action_id: Id
    actor_id: Id
    target_id: Id | None = None
    with_id: Id | None = None
    at: Id | None = None
    text: str = ""
    has_changed: bool = True
    is_again: bool = False


class CheckRolled(Event):
    """A check was rolled: ``rolls`` are the single dice, ``total`` is roll and attribute, ``needed`` what it had to
    reach. ``text`` is read by the players; ``at`` is where a person rolled it, None for a player."""

    actor_id: Id
    attribute: Id
    dice: str
    rolls: tuple[int, ...]
    bonus: int
    total: int
    needed: int
    result: CheckResult
    opposed_by: Id | None = None
    on: Id | None = None
    reason: str = ""
    text: str = ""
    at: Id | None = None


class StateChanged(Event):
    """A state has a new value.

    Attributes:
        of: Its owner.
        name: Its name.
        value: The new value.
        text: What players read of it; "" for a state that they do not see.
        is_mark: Whether it is a mark, for which the language has the words.
        at: The place where it is seen; None: everywhere.
    """

    of: Id
    name: Id
    value: StateValue
    text: str = ""
    is_mark: bool = False
    at: Id | None = None


class ItemMoved(Event):
    """A thing is somewhere else; None for nowhere."""

    item_id: Id
    from_id: Id | None
    to_id: Id | None
    at: Id | None = Field(default=None, description="the place where it is seen")


class WayChanged(Event):
    location_id: Id
    to_id: Id
    way: WayStatus


class EffectEnded(Event):
    location_id: Id
    effect: str


class CompanionJoined(PersonEvent):
    """The person goes with the party from now on."""


class CompanionLeft(PersonEvent):
    """The person does not go with the party any more."""


class MessageEntrusted(PersonEvent):
    """A person has taken on a message of a player (``by_id``) for another person."""

    to_id: Id
    by_id: Id


class MessageDelivered(PersonEvent):
    """A person has passed on a message of a player (``by_id``) to the person it is for, at a place."""

    to_id: Id
    by_id: Id
    words: str
    at: Id


class PersonSaid(PersonEvent):
    """A person has said an author's line."""

    text: str


class QuestFailed(Event):
    quest_id: Id


class TimerStarted(Event):
    timer_id: Id
    due: int


class TimerStopped(Event):
    timer_id: Id


class TimerDue(Event):
    """The time of a timer has come; ``text`` is read by the players."""

    timer_id: Id
    text: str = ""


class RuleApplied(Event):
    """A rule has applied; ``text`` is read by the players."""

    rule_id: Id
    text: str = ""


class Harmed(Event):
    """Somebody has lost health; ``left`` is what is left of it."""

    victim_id: Id
    by: int
    left: int


class Beaten(PersonEvent):
    """A person has surrendered, or (``fled_to``) fled."""

    fled_to: Id | None = None


class Died(Event):
    """A person or player has died."""

    victim_id: Id
    at: Id | None = None


class StoryEnded(Event):
    """The story has reached one of its endings."""

    ending_id: Id
    won: bool
    text: str = ""


ActionEvent = (
    ActionPerformed
    | CheckRolled
    | StateChanged
    | ItemMoved
    | WayChanged
    | EffectEnded
    | CompanionJoined
    | CompanionLeft
    | MessageEntrusted
    | MessageDelivered
    | PersonSaid
    | QuestFailed
    | TimerStarted
    | TimerStopped
    | TimerDue
    | RuleApplied
    | Harmed
    | Beaten
    | Died
    | StoryEnded
)
