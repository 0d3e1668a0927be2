"""The states of a scenario: their owners, names, values and texts, where they are declared and where they are used."""

from collections.abc import Iterator, Sequence

from app.models.base import has_control_characters
from app.models.sheets import condition as conditions
from app.models.sheets import effect as effects
from app.models.sheets.described import Described
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.values import (
    ACTOR,
    GAME,
    MARKS,
    PARTY,
    PERSON,
    PLAYER,
    TARGET,
    WITH,
    OwnedStateSheet,
    StateKind,
    StateSheet,
    StateValue,
)
from app.scenarios.nearest import did_you_mean
from app.scenarios.scenario_scope import ActionScope, SheetPart, with_scopes

_OWNERS = (GAME, PARTY, PLAYER, PERSON)


def check_states(sheet: ScenarioSheet, parts: Sequence[SheetPart]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with states that are declared, set or compared."""
    for where, part, scope in with_scopes(sheet, parts):
        match part:
            case ScenarioSheet() | Described():
                yield from _check_declared(where, part)
            case effects.SetState() | effects.AddToState() | conditions.StateCompared():
                yield from _check_use(sheet, where, part, scope)


def _check_declared(where: str, part: ScenarioSheet | Described) -> Iterator[tuple[str, str]]:
    seen: set[tuple[str, str]] = set()
    for number, state in enumerate(part.states):
        path = f"{where}.states[{number}]" if where else f"states[{number}]"
        owner = state.of if isinstance(state, OwnedStateSheet) else ""
        if owner and owner not in _OWNERS:
            yield f"{path}.of", f"{owner!r} is none of {', '.join(_OWNERS)}{did_you_mean(owner, _OWNERS)}"
        if (owner, state.name) in seen:
            yield f"{path}.name", f"a second state {state.name!r} of the same owner."
        seen.add((owner, state.name))
        yield from _check_texts(path, state)


def _check_texts(path: str, state: StateSheet) -> Iterator[tuple[str, str]]:
    """Yield the texts for values that a state never has, and those that no screen can show."""
    for key, text in state.texts.items():
        if has_control_characters(str(text)):
            yield f"{path}.texts.{key}", "the text holds control characters."
        match state.kind:
            case StateKind.NUMBER:
                is_value = key.removeprefix("-").isdecimal() and int(key) <= state.most
                wanted = f"a whole number up to {state.most}, the lowest that the text is for"
            case StateKind.FLAG:
                is_value, wanted = key in ("true", "false"), "'true' or 'false'"
            case StateKind.WORD:
                is_value, wanted = key in state.words, f"one of {', '.join(state.words)}"
        if not is_value:
            yield f"{path}.texts", f"{key!r} is no value of {state.name!r}: a text is for {wanted}."


def owners_of(of: str, scope: ActionScope, sheet: ScenarioSheet) -> tuple[str, ...]:
    """Return the owners that an id in a condition or effect can mean; the players are one, ``player``.

    Args:
        of: The id.
        scope: The action that the condition or effect belongs to.
        sheet: The scenario.
    """
    if of == ACTOR:  # a player, or a person who acts by a command
        return (PLAYER, *sheet.index.npcs) if scope.action is not None else (PLAYER,)
    return scope.ids(of)


def states_named(of: str, name: str, scope: ActionScope, sheet: ScenarioSheet) -> list[tuple[str, StateSheet]]:
    """Return the states that an owner and a name can mean: each with its owner.

    Args:
        of: The id of the owner in a condition or effect.
        name: The name.
        scope: The action that the condition or effect belongs to.
        sheet: The scenario.
    """
    index, found = sheet.index, list[tuple[str, StateSheet]]()
    for owner in owners_of(of, scope, sheet):
        declared = index.states.get(owner, {}).get(name)
        if declared is None and name in MARKS and (owner in index.items or owner in index.features):
            declared = StateSheet(name=name)
        if declared is not None:
            found.append((owner, declared))
    return found


_Use = effects.SetState | effects.AddToState | conditions.StateCompared


def _check_use(sheet: ScenarioSheet, where: str, part: _Use, scope: ActionScope) -> Iterator[tuple[str, str]]:
    index = sheet.index
    if part.of in (TARGET, WITH) and part.of not in scope.names:
        lacking = "has a meaning only in an action" if scope.action is None else "is nothing: the action has none"
        yield f"{where}.of", f"{part.of!r} {lacking}."
        return
    owners = owners_of(part.of, scope, sheet)
    possible = {*index.items, *index.features, *index.npcs, *index.locations, GAME, PARTY, PLAYER}
    if not possible.intersection(owners):
        yield f"{where}.of", f"{part.of!r} has no states in this scenario{did_you_mean(part.of, possible)}"
        return
    states = [state for _, state in states_named(part.of, part.name, scope, sheet)]
    if not states:
        names = [name for owner in owners for name in index.states.get(owner, {})]
        yield f"{where}.name", f"{part.of!r} has no state {part.name!r}{did_you_mean(part.name, names)}"
        return
    problems = [list(_wrong(part, state)) for state in states]
    if all(problems):
        yield from ((f"{where}.{field}", what) for field, what in problems[0])


def _wrong(part: _Use, state: StateSheet) -> Iterator[tuple[str, str]]:
    """Yield the fields of a condition or effect that do not fit a state."""
    is_number = state.kind is StateKind.NUMBER
    match part:
        case effects.SetState(value=value) if state.fitting(value) is None:
            yield "value", _no_value(value, state)
        case effects.AddToState() if not is_number:
            yield "by", f"{state.name!r} is no number: nothing can be added to it."
        case conditions.StateCompared(value=value, at_least=least, at_most=most):
            if value is not None and (state.fitting(value) is None or state.fitting(value) != value):
                yield "value", _no_value(value, state)
            for field, bound in (("at_least", least), ("at_most", most)):
                if bound is not None and not is_number:
                    yield field, f"{state.name!r} is no number: compare it with a value."
            if is_number and least is not None and least > state.most:
                yield "at_least", f"{state.name!r} is never above {state.most}."
            if is_number and most is not None and most < state.least:
                yield "at_most", f"{state.name!r} is never below {state.least}."


def _no_value(value: StateValue, state: StateSheet) -> str:
    shown = str(value).lower() if isinstance(value, bool) else repr(value)
    match state.kind:
        case StateKind.FLAG:
            return f"{shown} is no value of {state.name!r}: it is true or false."
        case StateKind.NUMBER:
            return f"{shown} is no value of {state.name!r}: it is a number from {state.least} to {state.most}."
        case StateKind.WORD:
            end = did_you_mean(value, state.words)
            return f"{shown} is no value of {state.name!r}: it is one of {', '.join(state.words)}{end}"
