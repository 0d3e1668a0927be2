"""Commands about actions, checks, companions, states and timers."""

from pydantic import Field

from app.models.base import DICE_PATTERN, Id, Prose
from app.models.command import Command, PersonCommand
from app.models.refusals.actions import CheckOfAction
from app.models.refusals.base import Refusal
from app.models.sheets.effect import KeptEffects
from app.models.sheets.values import StateValue


class PerformActionCommand(Command):
    """Do something that is possible here: an action of the scenario, or one that every world has.

    Args:
        action_id: The id of an action of the scenario, or of one that every world has, as ``open``.
        target_id: The id of the target: a thing, detail, person, place, encounter or way within reach (a way by the id
            of the place that it leads to), or a thing that a person here sells; None for an action without a
            target, or for the only target within reach of an action of the scenario.
        with_id: The id of a thing that the actor carries, for an action that needs one; None for none, or for the
            first that fits an action of the scenario.
        actor_id: The id of the player or person who does it; None for the first player who is alive.

    Raises:
        NotFound: There is no such action, no player or person with this ``actor_id``, or the actor is at no place.
        NotPossible: The action is not known here or not done to such a target, its target or thing is out of reach, it
            needs a thing and none that fits is named or carried, its condition does not hold, it was done already and
            can be done once only, no person here trades the thing or there is too little money, the person cannot be
            attacked or does not want to join or has joined, the actor is dead, or the story is over.
    """

    action_id: Id
    target_id: Id | None = Field(default=None, description="what it is done to")
    with_id: Id | None = Field(default=None, description="a thing that the actor carries")
    actor_id: Id | None = Field(default=None, description="who does it; None: the first player")


class CheckCommand(Command):
    """Roll a check: chance that counts. It succeeds where roll and attribute reach the difficulty.

    Args:
        attribute: The name of a state that is a number, which is added to the roll: the actor's; for a player who has
            none of this name, the party's; 0 where there is neither.
        difficulty: The number, from -1,000 to 1,000, that roll and attribute must reach; None for the scenario's.
        dice: Dice as ``2d6+1``, ``d20`` or ``4dF``; None for the scenario's.
        advantage: 1 for the better of two rolls, -1 for the worse, 0 for one roll.
        opposed_by: The id of the person whose own roll and attribute must be reached in place of a difficulty; None for
            the difficulty.
        action_id: The id of the action whose results follow from the check; only the engine sets it, when that action
            is done. None for a check of its own.
        reason: Why it is rolled, at most 200 characters; "" for no reason.
        on: The id of the target of the action; None without an action or a target.
        with_id: The id of the thing that the action is done with; None for none.
        actor_id: The id of the player or person who acts; None for the first player who is alive.

    Raises:
        NotFound: There is no such person (``opposed_by``) or actor, or the actor is at no place; of a handler without a
            bus also: there is no such action.
        NotPossible: An ``action_id`` is given to a bus, the actor is dead, or the story is over; of a handler without a
            bus also: the attacked person is not there.
    """

    attribute: Id
    difficulty: int | None = Field(default=None, ge=-1000, le=1000)
    dice: str | None = Field(default=None, pattern=DICE_PATTERN)
    advantage: int = Field(default=0, ge=-1, le=1)
    opposed_by: Id | None = None
    action_id: Id | None = None
    reason: str = Field(default="", max_length=200)
    on: Id | None = None
    with_id: Id | None = None
    actor_id: Id | None = None

    @property
    def refused_by_itself(self) -> Refusal | None:
        """The refusal of a check with an ``action_id``, whose action was not done; None for a check without one."""
        return None if self.action_id is None else CheckOfAction(action=self.action_id)


class JoinCompanionCommand(PersonCommand):
    """Let a person who is here go with the party from now on.

    Args:
        npc_id: A person at the party's place.

    Raises:
        NotFound: The game has no such person.
        NotPossible: The person is not at the party's place, goes with it already, or has in the scenario no condition
            to join that holds.
    """


class LeaveCompanionCommand(PersonCommand):
    """Let a companion stay where it is.

    Args:
        npc_id: A person who goes with the party.

    Raises:
        NotFound: The game has no such person.
        NotPossible: The person does not go with the party.
    """


class ApplyRuleCommand(Command):
    """Apply a rule of the scenario whose condition has become true; follows by itself.

    Args:
        rule_id: The id of the rule.
        is_met: True: its condition holds now, and its effects apply. False: it does not hold any more, so that the rule
            can apply again.

    Raises:
        NotFound: The scenario has no such rule.
        NotPossible: The game has noted the same of its condition already, or the rule applies once and has applied.
    """

    rule_id: Id
    is_met: bool = True


class SetStateCommand(Command):
    """Give a state a value.

    Args:
        of: The owner: the id of a thing, detail, person, place or player, ``party`` or ``game``.
        name: The name of a state that the owner has.
        value: For a flag true or false; for a number an integer, which is moved to the nearest bound if it is out of
            them; else one of the state's words.

    Raises:
        NotFound: There is no such owner, or it has no such state.
        NotPossible: The state has this value already.
        InvalidInput: The value is of another kind, or none of the state's words.
    """

    of: Id
    name: Id
    value: StateValue


class SetTimerCommand(Command):
    """Start a timer: one of the scenario, or a new one.

    Args:
        id: The id of a timer of the scenario, or a new id. A timer that runs is started again.
        minutes: Game minutes until it is due, from 1 to 525,600 (365 days).
        effects: The effects that it has then; empty for those of the scenario's timer.
        text: The text that players read then, at most 4,000 characters; "" for that of the scenario's timer.

    Raises:
        InvalidInput: The scenario has no such timer, and neither effects nor a text is given.
    """

    id: Id
    minutes: int = Field(ge=1, le=365 * 24 * 60)
    effects: KeptEffects = ()
    text: Prose = ""


class StopTimerCommand(Command):
    """Stop a timer.

    Args:
        id: The id of a timer that runs.

    Raises:
        NotPossible: No such timer runs.
    """

    id: Id
