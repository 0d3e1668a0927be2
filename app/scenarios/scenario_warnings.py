"""What an author may not have meant: parts of a scenario that no play can reach or use. A scenario with warnings can be
played."""

from collections.abc import Iterator

from app.models.sheets import condition as conditions
from app.models.sheets.action import CheckSheet
from app.models.sheets.described import Described
from app.models.sheets.fact import FactSheet
from app.models.sheets.person import NPCSheet, PlacedVoiceSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.timer import TextVariant
from app.models.sheets.values import COUNT, HEALTH, LIT, MONEY, OPEN, PERSON, WORN
from app.scenarios.scenario_gone import stale_texts
from app.scenarios.scenario_lockouts import lockouts
from app.scenarios.scenario_reach import lacking_for, reach_of
from app.scenarios.scenario_reached import Reach
from app.scenarios.scenario_rules import ScenarioProblem, check_scenario, walk
from app.scenarios.scenario_scope import scope_of, with_scopes
from app.scenarios.scenario_states import states_named

_READ_BY_THE_ENGINE = frozenset({OPEN, COUNT, WORN, LIT, HEALTH, MONEY})


def warnings_of(sheet: ScenarioSheet) -> list[ScenarioProblem]:
    """Find the parts that no play can reach or use, as far as that can be known without playing.

    The bound of what can be reached is generous, so that what is reported is certain; ways that lock players out are a
    guess from the map alone.

    Args:
        sheet: The scenario.

    Returns:
        The warnings; none for a scenario with problems, which may be their cause.
    """
    if check_scenario(sheet):
        return []
    reach, parts = reach_of(sheet), list(walk(sheet))
    found = [*_unreached(sheet, reach), *_actions(reach, parts), *_texts(reach, parts), *_states(sheet, parts)]
    found += [*lockouts(sheet, reach), *stale_texts(sheet)]
    return [ScenarioProblem(where=where, what=what) for where, what in found]


def _unreached(sheet: ScenarioSheet, reach: Reach) -> Iterator[tuple[str, str]]:
    for i, place in enumerate(sheet.locations):
        if place.id not in reach.ids:
            yield f"locations[{i}]", f"nobody can get to {place.id!r}: no way to it can open."
    for i, npc in enumerate(sheet.npcs):
        for j, topic in enumerate(npc.topics):
            if topic.id not in reach.ids or not _can_tell(npc, topic.places, reach):
                yield (
                    f"npcs[{i}].topics[{j}]",
                    f"nobody can ask for {topic.id!r}: {npc.id!r} is never where it is told.",
                )
        if npc.joins is not None and not reach.can_hold(npc.joins):
            yield f"npcs[{i}].joins", f"{npc.id!r} never joins: out of reach is {_lacking(reach, npc.joins)}."
    for i, timer in enumerate(sheet.timers):
        if ("timer", timer.id) not in reach.facts:
            yield (
                f"timers[{i}]",
                f"{timer.id!r} never runs: it does not start at once, and no effect that can be starts it.",
            )
    for i, rule in enumerate(sheet.rules):
        if rule.id not in reach.ids:
            yield f"rules[{i}].when", f"{rule.id!r} never applies: out of reach is {_lacking(reach, rule.when)}."
    for i, ending in enumerate(sheet.endings):
        if ending.id not in reach.ids:
            yield f"endings[{i}]", f"{ending.id!r} never comes: no effect that can be ends the story with it."


def _can_tell(npc: NPCSheet, places: tuple[str, ...], reach: Reach) -> bool:
    """Return whether a person can be where it tells something, and the party there too."""
    stays = npc.stays_at if npc.stays_until is None else ()
    known = reach.ids.intersection(stays or reach.ids).intersection(places or reach.ids)
    return not (stays or places) or bool(known)


def _lacking(reach: Reach, condition: conditions.Condition) -> str:
    return ", ".join(dict.fromkeys(map(repr, reach.lacking(condition))))


def _actions(reach: Reach, parts: list[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    actions = reach.sheet.index.actions
    for where, part in parts:
        if isinstance(part, ScenarioSheet | Described):
            for number, action in enumerate(part.actions):
                placed = actions[action.id]
                scope = scope_of(placed, reach.sheet)
                lacking = ", ".join(dict.fromkeys(map(repr, lacking_for(reach, placed, scope))))
                if lacking:
                    path = f"{where}.actions[{number}]" if where else f"actions[{number}]"
                    yield path, f"{action.id!r} is never possible: out of reach is {lacking}."


def _texts(reach: Reach, parts: list[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    for where, part in parts:
        condition = part.condition if isinstance(part, TextVariant | PlacedVoiceSheet | FactSheet) else None
        if condition is not None and not reach.can_hold(condition):
            yield where, f"this is never shown: out of reach is {_lacking(reach, condition)}."


def _states(sheet: ScenarioSheet, parts: list[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    """Yield the states that nothing reads: no condition, no check, no screen."""
    read = {(owner, name) for owner, name in _read(sheet, parts)}
    names = {part.attribute for _, part in parts if isinstance(part, CheckSheet)} | _READ_BY_THE_ENGINE
    if sheet.fights:
        names |= {sheet.fight_attribute}
    for where, part in parts:
        if not isinstance(part, ScenarioSheet | Described):
            continue
        for number, state in enumerate(part.states):
            owner = part.id if isinstance(part, Described) else getattr(state, "of", "")
            owners = sheet.index.npcs if owner == PERSON else (owner,)
            if not state.shown and state.name not in names and not any((one, state.name) in read for one in owners):
                path = f"{where}.states[{number}]" if where else f"states[{number}]"
                yield path, f"nothing reads {state.name!r} of {owner!r}: no condition, no check, and it is not shown."


def _read(sheet: ScenarioSheet, parts: list[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    for _, part, scope in with_scopes(sheet, parts):
        if isinstance(part, conditions.StateCompared):
            yield from ((owner, part.name) for owner, _ in states_named(part.of, part.name, scope, sheet))
