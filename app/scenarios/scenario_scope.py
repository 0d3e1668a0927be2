"""What the ids of an action mean: ``target``, ``with``, ``actor`` and ``here`` in its conditions and effects."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from app.models.sheets.action import ActionSheet
from app.models.sheets.described import Described
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.values import ACTOR, HERE, PLAYER, TARGET, WITH

SheetPart = tuple[str, object]
"""A part of a scenario with its JSON path."""
Names = Mapping[str, tuple[str, ...]]
"""By id of an action the ids of the scenario that it can mean."""


@dataclass(frozen=True)
class ActionScope:
    """The action that a part belongs to.

    Attributes:
        action: The action, done to its owner where it belongs to one; None outside of actions.
        names: What its ids can mean; nothing outside of actions.
    """

    action: ActionSheet | None = None
    names: Names = field(default_factory=dict)

    def ids(self, any_id: str) -> tuple[str, ...]:
        """Return what an id can mean: itself, or the parts of the scenario that an id of the action can mean."""
        return self.names.get(any_id, (any_id,))


def scope_of(action: ActionSheet, sheet: ScenarioSheet) -> ActionScope:
    """Return the scope of an action as the index of the scenario has it.

    Args:
        action: The action, with its owner as what it is done to.
        sheet: The scenario.
    """
    everywhere = tuple(place.id for place in sheet.locations)
    names = {ACTOR: (PLAYER,), HERE: action.at or everywhere}
    if action.on:
        names[TARGET] = action.on
    if action.with_:
        names[WITH] = action.with_
    return ActionScope(action, names)


def with_scopes(sheet: ScenarioSheet, parts: Sequence[SheetPart]) -> Iterator[tuple[str, object, ActionScope]]:
    """Yield the parts of a scenario, each with the action that it belongs to.

    Args:
        sheet: The scenario.
        parts: Its parts, each before what it consists of.
    """
    owners = {where: part for where, part in parts if isinstance(part, Described)}
    inside, scope = "", ActionScope()
    for where, part in parts:
        if scope.action is not None and not where.startswith(f"{inside}."):
            scope = ActionScope()
        if isinstance(part, ActionSheet):
            owner = owners.get(where.rpartition(".actions[")[0])
            done_to = part if owner is None else part.model_copy(update={"on": (owner.id,)})
            inside, scope = where, scope_of(done_to, sheet)
        yield where, part, scope
