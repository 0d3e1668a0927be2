"""Generic actions: what can be done to everything that is described, in every scenario."""

from enum import StrEnum
from functools import cache

from app.models.base import Frozen, Id
from app.models.sheets.values import StateValue
from app.package_data import package_data


class TargetKind(StrEnum):
    """The kind of an action's target."""

    THING = "thing"
    DETAIL = "detail"
    PERSON = "person"
    PLACE = "place"
    ENCOUNTER = "encounter"
    WAY = "way"
    """A way out of the place; its id is that of the place to which it leads."""


class SpecialRule(StrEnum):
    """Generic actions with rules of their own."""

    BUY = "buy"
    SELL = "sell"
    ATTACK = "attack"
    JOIN = "join"


class GenericAction(Frozen):
    """An action that comes with the engine.

    Attributes:
        id: Its id; its words and lines are in the language pack under this name.
        on: The kinds of its targets; none: it has no target.
        sense: The field of the target's sheet with what is found.
        flag: The flag of the target that it sets, where the target has it.
        value: The value that it gives to the flag.
        mark: The mark that it leaves on a thing or detail.
        clears: The marks that it takes away.
        is_destructive: Whether it spares what the story needs.
        tags: Tags of which the target needs one.
        uses_up: Whether one of the target is gone afterwards.
        brings: Whether something is brought to the target, and stays there.
        puts: Whether a thing of the party is put into, onto or near the target.
        needs_thing: Whether it is done with a thing that the party carries.
        trade: Its rules, where they are special.
        minutes: Game minutes that it takes; None: those of a usual turn.
    """

    id: Id
    on: tuple[TargetKind, ...] = ()
    sense: str | None = None
    flag: Id | None = None
    value: StateValue = True
    mark: Id | None = None
    clears: tuple[Id, ...] = ()
    is_destructive: bool = False
    tags: tuple[str, ...] = ()
    uses_up: bool = False
    brings: bool = False
    puts: bool = False
    needs_thing: bool = False
    trade: SpecialRule | None = None
    minutes: int | None = None

    @property
    def is_for_some(self) -> bool:
        """Whether an author makes some targets for it: by a flag, a tag, a price or what a person does."""
        return self.flag is not None or bool(self.tags) or self.trade is not None


@cache
def generic_actions() -> dict[str, GenericAction]:
    """Return the generic actions by id."""
    actions = package_data(__package__, "generic_actions")
    return {key: GenericAction.model_validate({"id": key, **fields}) for key, fields in actions.items()}
