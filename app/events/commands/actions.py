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
        action_id: The id of an action of the scenario, or of one that every world has: ``search``, ``under``,
            ``behind``, ``through``, ``touch``, ``listen``, ``smell``, ``taste``, ``open``, ``close``, ``light``,
            ``put-out``, ``wear``, ``take-off``, ``eat``, ``drink``, ``move``, ``break``, ``cut``, ``bend``, ``tear``,
            ``burn``, ``mark``, ``paint``, ``wet``, ``soil``, ``clean``, ``fill``, ``empty``, ``cover``, ``uncover``,
            ``hide``, ``tie``, ``untie``, ``repair``, ``warm``, ``cool``, ``put``, ``throw``, ``knock``, ``climb``,
            ``sit``, ``lift``, ``shake``, ``jump``, ``dance``, ``sing``, ``pray``, ``dig``, ``embrace``,
            ``push-person``, ``buy``, ``sell``, ``attack``, ``join`` or ``attempt`` (anything else).
        target_id: The id of the target: a thing, detail, person, place, encounter or way within reach, or a thing that
            a person here sells. A way has the id of the place that it leads to. None for an action without a target; of
            those that every world has, only ``jump``, ``dance``, ``sing`` and ``pray`` have none. For an action of the
            scenario also None to choose the only possible target within reach; if there are several, NotPossible is
            raised.
        with_id: The id of a thing that the actor carries, for an action that is done with one; ``put`` and ``throw``
            always need it. None for no thing; for an action of the scenario also None to choose the first thing that
            fits.
        actor_id: The id of the player or person who acts; None for the first player who is alive.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: There is no such action; there is no player or person with this ``actor_id``; or the actor is at no
            place.
        NotPossible: The actor is dead, or the story is over. The action is not possible here, or not on such a target.
            The target or the thing is out of reach. The action needs a thing, and none that fits is named or carried.
            The action's condition does not hold. The action can be done only once, and was done before. For ``buy`` and
            ``sell``: no person here trades the thing, or there is too little money. For ``attack``: the person cannot
            be attacked. For ``join``: the person does not want to join, or has joined already.
    """

    action_id: Id
    target_id: Id | None = Field(default=None, description="what it is done to")
    with_id: Id | None = Field(default=None, description="a thing that the actor carries")
    actor_id: Id | None = Field(default=None, description="who does it; None: the first player")


class CheckCommand(Command):
    """Roll a check: chance that counts. It succeeds where roll and attribute reach the difficulty.

    Args:
        attribute: The name of a state with a number, which is added to the roll. It is the actor's state; if a player
            has no state of this name, the party's; if there is neither, 0 is added.
        difficulty: The number, from -1,000 to 1,000, that roll and attribute together must reach; None for the
            scenario's.
        dice: The dice to roll, such as ``2d6+1``, ``d20`` or ``4dF`` (dice that show -1, 0 or 1): at most 99 dice of 1
            to 9,999 sides, and at most 9,999 added or subtracted. None for the scenario's.
        advantage: 1 for the better of two rolls, -1 for the worse, 0 for one roll.
        opposed_by: The id of a person who rolls too: the actor must reach the person's roll and attribute instead of
            ``difficulty``. None for no opponent.
        action_id: The id of the action whose results follow from the check. Only the engine may set it, when that
            action is done; None for a check without an action.
        reason: The reason for the check, at most 200 characters; "" for none.
        on: The id of the target of the action; None for no action or no target.
        with_id: The id of the thing that the action is done with; None for none.
        actor_id: The id of the player or person who acts; None for the first player who is alive.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: There is no such person (``opposed_by``) or actor, or the actor is at no place. A handler that is
            called without a bus raises it also for an unknown ``action_id``.
        NotPossible: A caller gives a command with an ``action_id`` to a bus; the actor is dead; or the story is over. A
            handler that is called without a bus raises it also if the attacked person is not there.
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
        """The reason with which the bus refuses this check if it has an ``action_id``; None if it has none. The bus
        reads it only for a command that a caller gives, not for the check that follows from an action by itself."""
        return None if self.action_id is None else CheckOfAction(action=self.action_id)


class JoinCompanionCommand(PersonCommand):
    """Let a person who is here go with the party from now on.

    Args:
        npc_id: A person at the party's place.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person.
        NotPossible: The person is not at the party's place; is a companion already; or the scenario gives the person no
            condition for joining, or one that does not hold.
    """


class LeaveCompanionCommand(PersonCommand):
    """Let a companion stay where it is.

    Args:
        npc_id: The id of a companion (a person who travels with the party).

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person.
        NotPossible: The person is not a companion of the party.
    """


class ApplyRuleCommand(Command):
    """Apply a rule of the scenario whose condition has become true. The game does this by itself.

    Args:
        rule_id: The id of the rule.
        is_met: True (the default) if the condition of the rule holds now: its effects apply. False if the condition
            does not hold any more: the rule can apply again. The command does not check the condition.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The scenario has no such rule.
        NotPossible: The game has recorded this state of the condition already; or the rule can apply only once, and has
            applied.
    """

    rule_id: Id
    is_met: bool = True


class SetStateCommand(Command):
    """Give a state a value.

    Args:
        of: The owner of the state: the id of a thing, detail, person, place or player, ``party`` or ``game``.
        name: The name of a state that the owner has.
        value: For a flag true or false. For a number an integer; one outside of the state's bounds is replaced by the
            nearest bound. For a word one of the state's words.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: There is no such owner, or it has no such state.
        NotPossible: The state has this value already.
        InvalidInput: The value is of the wrong kind, or not one of the state's words.
    """

    of: Id
    name: Id
    value: StateValue


class SetTimerCommand(Command):
    """Start a timer: one of the scenario, or a new one.

    Args:
        id: The id of a timer of the scenario, or a new id. A timer that is running is started again.
        minutes: Game minutes until it is due, from 1 to 525,600 (365 days).
        effects: The `Effect` values that happen when it is due, in order; empty for the effects of the scenario's
            timer. Ids in them are not checked; an effect on something that the game does not have then changes nothing.
        text: The text that players read when it is due, at most 4,000 characters; "" for that of the scenario's timer.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        InvalidInput: The scenario has no such timer, and neither ``effects`` nor ``text`` is given.
    """

    id: Id
    minutes: int = Field(ge=1, le=365 * 24 * 60)
    effects: KeptEffects = ()
    text: Prose = ""


class StopTimerCommand(Command):
    """Stop a timer.

    Args:
        id: The id of a timer that is running.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotPossible: No timer of this id is running.
    """

    id: Id
