"""Commands about actions, checks, companions, states and timers."""

from pydantic import Field

from app.models.base import Id, Prose
from app.models.command import Command, PersonCommand
from app.models.sheets.action import DICE_PATTERN
from app.models.sheets.effect import KeptEffects
from app.models.sheets.values import StateValue


class PerformActionCommand(Command):
    """Do something that is possible here: an action of the scenario, or one that every world has.

    Args:
        action_id: The action.
        target_id: What it is done to: a thing, detail, person, place or encounter at hand; None for an action without
            a target.
        with_id: A thing that the party carries, for an action that needs one.
        actor_id: The player, or the person, who does it; None for the first player.

    Raises:
        NotFound: There is no such action, or nobody with this ``actor_id``.
        NotPossible: The action is not known here, its target or thing is not at hand, its condition does not hold, it
            was done already and can be done once only, or the actor is dead.
    """

    action_id: Id
    target_id: Id | None = Field(default=None, description="what it is done to")
    with_id: Id | None = Field(default=None, description="a thing that the party carries")
    actor_id: Id | None = Field(default=None, description="who does it; None: the first player")


class CheckCommand(Command):
    """Roll a check: chance that counts. It succeeds where roll and attribute reach the difficulty.

    Args:
        attribute: The number of the actor that is added to the roll; 0 for an actor without it.
        difficulty: What roll and attribute must reach; None for the scenario's.
        dice: Dice as ``2d6+1``, ``d20`` or ``4dF``; None for the scenario's.
        advantage: 1: the better of two rolls; -1: the worse; 0: one roll.
        opposed_by: The person whose roll and attribute must be reached in place of a difficulty.
        action_id: The action whose results follow from it.
        reason: Why it is rolled, in a few words.
        on: What the action is done to.
        with_id: What it is done with.
        actor_id: Who acts; None for the first player.

    Raises:
        NotFound: There is no such action, person or actor.
        NotPossible: The actor is dead, the attacked person is not at hand, or the story is over.
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


class JoinCompanionCommand(PersonCommand):
    """Let a person who is here go with the party from now on.

    Args:
        npc_id: A person at the party's place.

    Raises:
        NotFound: The game has no such person.
        NotPossible: The person is not at the party's place, goes with it already, or does not want to.
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
        rule_id: The rule.
        is_met: False: its condition does not hold any more, and it can apply again.

    Raises:
        NotFound: The scenario has no such rule.
        NotPossible: Whether its condition holds has not changed.
    """

    rule_id: Id
    is_met: bool = True


class SetStateCommand(Command):
    """Give a state a value.

    Args:
        of: Its owner: an id of the game, ``party``, ``game``, or a player's id.
        name: Its name.
        value: True or false, a number, which is kept within its bounds, or one of its words.

    Raises:
        NotFound: The owner has no such state.
        NotPossible: It has this value already.
        InvalidInput: The value is of another kind.
    """

    of: Id
    name: Id
    value: StateValue


class SetTimerCommand(Command):
    """Start a timer: one of the scenario, or a new one.

    Args:
        id: Its id.
        minutes: Game minutes until it is due, at least 1.
        effects: What it changes then; none for those of the scenario's timer.
        text: What players read then.

    Raises:
        InvalidInput: It is a new timer, and has neither effects nor text.
    """

    id: Id
    minutes: int = Field(ge=1, le=365 * 24 * 60)
    effects: KeptEffects = ()
    text: Prose = ""


class StopTimerCommand(Command):
    """Stop a timer.

    Args:
        id: A timer that runs.

    Raises:
        NotPossible: It does not run.
    """

    id: Id
