"""Why an action, a check or a companion is refused."""

from app.models.base import Id
from app.models.refusals.base import Refusal
from app.models.refusals.people import PersonRefusal


class ActionUnknown(Refusal):
    """There is no such action."""

    action: str


class ActionNotHere(Refusal):
    """The action is not possible here."""

    action: str


class ActionNoTarget(Refusal):
    """What the action is to be done to is not at hand."""

    target_id: Id | None


class ActionUnfit(Refusal):
    """The action cannot be done to this."""

    target_id: Id


class ActionNeedsThing(Refusal):
    """The action needs one of ``things`` in the party's hands."""

    things: tuple[Id, ...]


class ActionNotYet(Refusal):
    """The condition of the action does not hold."""

    target_id: Id | None = None


class ActionDoneAlready(Refusal):
    """The action can be done once only."""


class ActorUnknown(Refusal):
    """No player and no person has the id."""

    actor: str


class ActorNowhere(Refusal):
    """The one who is to act is at no place."""

    actor_id: Id


class ActorDead(Refusal):
    """The one who is to act is dead."""

    actor_id: Id


class StoryHasEnded(Refusal):
    """The story has reached one of its endings."""


class ItemTooDear(Refusal):
    """The party has less money than the thing costs."""

    item_id: Id
    price: int
    money: int


class NobodyTrades(Refusal):
    """Nobody here sells or buys the thing."""

    item_id: Id


class FightRefused(PersonRefusal):
    """The person cannot be fought: the scenario has no fights, or the person no health."""


class CompanionAlready(PersonRefusal):
    """The person goes with the party."""


class CompanionUnwilling(PersonRefusal):
    """The person does not want to go with the party."""


class CompanionNone(PersonRefusal):
    """The person does not go with the party."""


class StateUnknown(Refusal):
    """The owner has no such state; it has those that ``there`` names."""

    of: Id
    state: str
    there: tuple[str, ...] = ()


class StateIsSo(Refusal):
    """The state has this value."""

    of: Id
    state: str
    value: str


class StateUnfit(Refusal):
    """The state cannot have such a value."""

    of: Id
    state: str
    value: str


class TimerStill(Refusal):
    """The timer does not run; those of ``there`` do."""

    timer: str
    there: tuple[str, ...] = ()


class TimerEmpty(Refusal):
    """A new timer has neither effects nor text."""

    timer: str


class CheckOfAction(Refusal):
    """The check belongs to an action, and follows only from doing that."""

    action: str


class RuleIsSo(Refusal):
    """Whether the condition of the rule holds has not changed."""

    rule: str
