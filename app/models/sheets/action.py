"""Actions and checks as an author writes them."""

from pydantic import ConfigDict, Field

from app.models.base import DICE_PATTERN, Frozen, Id, Name, Prose
from app.models.sheets.condition import Condition
from app.models.sheets.effect import Effects, Minutes

PLAYERS, PEOPLE = "players", "people"
"""Who can do an action, beside ids of persons."""


class ResultSheet(Frozen):
    """What follows from one result of a check."""

    text: Prose = ""
    effects: Effects = ()


class CheckSheet(Frozen):
    """A check: chance that counts. It succeeds where roll and attribute reach the difficulty.

    Attributes:
        attribute: The number of the actor that is added to the roll; 0 for an actor without it.
        difficulty: What roll and attribute must reach; None for the scenario's.
        dice: The dice; None for the scenario's.
        advantage: 1: the better of two rolls; -1: the worse; 0: one roll.
        opposed_by: The person whose roll and attribute must be reached in place of a difficulty.
        margin: By how much at most a check is missed that is a partial success; 0: there is none.
        success: What follows from a success.
        partial: What follows from a partial success.
        failure: What follows from a failure.
    """

    attribute: Id
    difficulty: int | None = Field(default=None, ge=-1000, le=1000)
    dice: str | None = Field(default=None, pattern=DICE_PATTERN)
    advantage: int = Field(default=0, ge=-1, le=1)
    opposed_by: Id | None = None
    margin: int = Field(default=0, ge=0, le=1000)
    success: ResultSheet = ResultSheet()
    partial: ResultSheet = ResultSheet()
    failure: ResultSheet = ResultSheet()


class ActionSheet(Frozen):
    """An action that players can take.

    Attributes:
        id: Its id.
        name: What it is called in choices; by default its first words.
        words: How players type it, with ``{target}`` and ``{with}`` for names.
        on: The ids that it is done to, one of which must be at hand; none: it is done to nothing.
        with_: (``with``) The ids of things of which one must be carried; none: it needs none.
        at: The only places where it is possible; none: anywhere.
        shown_if: Until this condition holds the action is not known.
        condition: What it needs.
        refusal: What players read while the condition does not hold.
        text: What players read when it is done.
        effects: What it changes, before a check.
        check: The check that follows.
        by: Who can do it: ``players``, ``people`` (every person), or ids of persons.
        minutes: Game minutes that it takes; None: those of a usual turn. For a person it takes none.
        once: Whether it can be done once only.
        again: What players read when they try it once more.
    """

    model_config = ConfigDict(validate_by_name=True)  # ``with`` is no name in Python

    id: Id
    name: str = Field(default="", max_length=120)
    words: tuple[Name, ...] = Field(min_length=1)
    on: tuple[Id, ...] = ()
    with_: tuple[Id, ...] = Field(default=(), alias="with")
    at: tuple[Id, ...] = ()
    shown_if: Condition | None = None
    condition: Condition | None = None
    refusal: Prose = ""
    text: Prose = ""
    effects: Effects = ()
    check: CheckSheet | None = None
    by: tuple[Id, ...] = Field(default=(PLAYERS,), min_length=1)
    minutes: Minutes | None = None
    once: bool = False
    again: Prose = ""
