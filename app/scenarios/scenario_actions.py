"""The actions, timers and rules of a scenario: what their fields need of each other."""

from collections.abc import Iterator, Sequence

from app.models.sheets import effect as effects
from app.models.sheets.action import ActionSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.values import TARGET, WITH
from app.scenarios.nearest import did_you_mean
from app.scenarios.scenario_scope import ActionScope, SheetPart, with_scopes


def check_actions(sheet: ScenarioSheet, parts: Sequence[SheetPart]) -> Iterator[tuple[str, str]]:
    """Yield the words of actions that name what their action has not, and effects where they do nothing."""
    for where, part, scope in with_scopes(sheet, parts):
        match part:
            case ActionSheet():
                yield from _check_words(where, part, scope)
                if part.on and scope.action is not None and scope.action.on != part.on:
                    owner = scope.action.on[0]
                    yield f"{where}.on", f"the action belongs to {owner!r} and is done to nothing else."
            case effects.PassTime() if scope.action is None:
                yield where, "time passes only by actions: a timer or rule cannot let it pass."


def _check_words(where: str, action: ActionSheet, scope: ActionScope) -> Iterator[tuple[str, str]]:
    for number, phrase in enumerate(action.words):
        for slot in _slots(phrase):
            path = f"{where}.words[{number}]"
            if slot not in (TARGET, WITH):
                yield path, f"there is no {{{slot}}}{did_you_mean(slot, (TARGET, WITH))}"
            elif slot not in scope.names:
                lacking = "is done to nothing: it has no 'on'" if slot == TARGET else "needs nothing: it has no 'with'"
                yield path, f"{{{slot}}} names nothing: the action {lacking}."


def _slots(phrase: str) -> list[str]:
    """Return what is in braces in a phrase."""
    return [part.partition("}")[0] for part in phrase.split("{")[1:]]
