"""An upper bound of what play can reach in a scenario, to find what can never be. It assumes that nothing is ever lost,
that people go anywhere, that checks have any result, and that commands reach any attitude and danger."""

from collections.abc import Iterator, Mapping, Sequence

from app.models.sheets.action import ActionSheet
from app.models.sheets.location import LocationSheet
from app.models.sheets.person import NPCSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.values import PARTY
from app.scenarios.scenario_reach_effects import EffectReach
from app.scenarios.scenario_reach_states import StateReach
from app.scenarios.scenario_reached import Reach
from app.scenarios.scenario_scope import ActionScope, scope_of


def reachable(start: str, ways: Mapping[str, Sequence[str]]) -> set[str]:
    """Return the ids that can be reached from one of them, itself included.

    Args:
        start: The first id.
        ways: By id the ids that it leads to.
    """
    reached, todo = {start}, [start]
    while todo:
        new = set(ways.get(todo.pop(), ())) - reached
        reached |= new
        todo += new
    return reached


def reach_of(sheet: ScenarioSheet) -> Reach:
    """Compute the upper bound of what play could reach. Every reference in the sheet must be valid."""
    reach = Reach(sheet, {sheet.start_location, *sheet.start_items}, StateReach(sheet), spots=_first_spots(sheet))
    reach.facts.update(("timer", timer.id) for timer in sheet.timers if timer.starts_at_once)
    effect_reach, before = EffectReach(sheet, reach), -1
    while (size := reach.size) != before:
        before = size
        for place in sheet.locations:
            if place.id in reach.ids:
                _grow_place(reach, place)
        for npc in sheet.npcs:
            _grow_person(reach, npc)
        _grow_things(reach)
        _grow_quests(reach)
        _grow_actions(reach, effect_reach)
    return reach


def _first_spots(sheet: ScenarioSheet) -> dict[str, set[str]]:
    spots: dict[str, set[str]] = {item: {PARTY} for item in sheet.start_items}
    details = [detail for place in sheet.locations for detail in place.features]
    held = [*((place.id, place.items) for place in sheet.locations), *((npc.id, npc.items) for npc in sheet.npcs)]
    held += [(item.id, item.container.items) for item in sheet.items if item.container is not None]
    held += [(detail.id, detail.container.items) for detail in details if detail.container is not None]
    for spot, items in held:
        for item in items:
            spots.setdefault(item, set()).add(spot)
    return spots


def _grow_place(reach: Reach, place: LocationSheet) -> None:
    for way in place.exits:
        is_open = reach.can_hold(way.hidden_until) and reach.can_hold(way.locked_until)
        if is_open or (place.id, way.to) in reach.ways:
            reach.ids.add(way.to)
    reach.ids.update(secret.id for secret in place.secrets if reach.can_hold(secret.condition))
    reach.ids.update(danger.id for danger in place.encounters if reach.can_hold(danger.condition))


def _grow_person(reach: Reach, npc: NPCSheet) -> None:
    in_reach = [topic for topic in npc.topics if not topic.places or reach.ids.intersection(topic.places)]
    tellable = [topic for topic in in_reach if reach.can_hold(topic.condition)]
    reach.ids.update(topic.id for topic in tellable)
    reach.ids.update(topic.reveals_secret for topic in tellable if topic.reveals_secret is not None)
    reach.ids.update(topic.starts_quest for topic in tellable if topic.starts_quest is not None)
    withheld = {topic.gives_item for topic in npc.topics} - {topic.gives_item for topic in tellable}
    held = (item for item, spots in reach.spots.items() if npc.id in spots)
    reach.ids.update(item for item in held if item not in withheld)
    if npc.joins is not None and reach.can_hold(npc.joins):
        reach.facts.add(("companion", npc.id))


def _grow_things(reach: Reach) -> None:
    people = reach.sheet.index.npcs
    for item_id, spots in reach.spots.items():
        item = reach.sheet.index.items[item_id]
        lies_open = any(reach.at_hand(spot) for spot in spots if spot not in (PARTY, item_id) and spot not in people)
        if PARTY in spots or (lies_open and item.portable and reach.can_hold(item.take_condition)):
            reach.ids.add(item_id)


def _grow_quests(reach: Reach) -> None:
    for quest in reach.sheet.quests:
        if quest.starts_at_once or reach.can_hold(quest.start_condition):
            reach.ids.add(quest.id)
        if quest.id in reach.ids:
            reach.ids.update(step.id for step in quest.objectives if reach.can_hold(step.condition))
            if all(step.id in reach.ids for step in quest.objectives):
                reach.quests_done.add(quest.id)


def _grow_actions(reach: Reach, effects: EffectReach) -> None:
    """Add what the effects of actions, timers and rules bring about that could happen."""
    for action in reach.sheet.index.actions.values():
        scope = scope_of(action, reach.sheet)
        if not any(True for _ in lacking_for(reach, action, scope)):
            reach.ids.add(action.id)
            effects.add(action.effects, scope)
            if (check := action.check) is not None:
                results = (check.success, check.failure, *((check.partial,) if check.margin else ()))
                for result in results:
                    effects.add(result.effects, scope)
    for timer in reach.sheet.timers:
        if ("timer", timer.id) in reach.facts:
            effects.add(timer.effects)
    for rule in reach.sheet.rules:
        if reach.can_hold(rule.when):
            reach.ids.add(rule.id)
            effects.add(rule.effects)
    effects.add_fights()


def lacking_for(reach: Reach, action: ActionSheet, scope: ActionScope) -> Iterator[str]:
    """Yield what keeps an action from ever being possible; nothing if it could be.

    Args:
        reach: What play could reach.
        action: The action, as the index of the scenario has it.
        scope: Its scope.
    """
    if action.at and reach.ids.isdisjoint(action.at):
        yield from action.at
    if action.on and not any(reach.at_hand(one) for one in action.on):
        yield from action.on
    if action.with_ and reach.ids.isdisjoint(action.with_):
        yield from action.with_
    for condition in (action.shown_if, action.condition):
        if condition is not None:
            yield from reach.lacking(condition, scope)
