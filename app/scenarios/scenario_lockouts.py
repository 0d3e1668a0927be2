"""Ways that may lock players out: into places from which neither the start nor an end of the story can be reached. A
guess from the map: it takes each way that can ever open for open."""

from collections.abc import Iterator

from app.models.sheets import condition as conditions
from app.models.sheets import effect as effects
from app.models.sheets.condition import Condition
from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_reach import reachable
from app.scenarios.scenario_reached import Reach
from app.scenarios.scenario_rules import walk


def lockouts(sheet: ScenarioSheet, reach: Reach) -> Iterator[tuple[str, str]]:
    """Yield the exits that lead out of the part of the map from which one can come back.

    Args:
        sheet: The scenario.
        reach: What play could reach.
    """
    if any(isinstance(part, effects.MoveParty) for _, part in walk(sheet)):
        return  # an effect may bring the party back from anywhere
    ways = {
        place.id: [
            way.to
            for way in place.exits
            if (reach.can_hold(way.hidden_until) and reach.can_hold(way.locked_until))
            or (place.id, way.to) in reach.ways
        ]
        for place in sheet.locations
    }
    goals = {sheet.start_location, *_ends(sheet)}
    lost = {place for place in reach.ids & ways.keys() if goals.isdisjoint(reachable(place, ways))}
    for i, place in enumerate(sheet.locations):
        for j, way in enumerate(place.exits):
            if place.id in reach.ids - lost and way.to in lost and way.to in ways[place.id]:
                what = f"this may lock players out: from {way.to!r} no way leads back, nor to an end of the story."
                yield f"locations[{i}].exits[{j}]", what


def _ends(sheet: ScenarioSheet) -> Iterator[str]:
    """Yield the places where the story can go on or end: those that a condition of an act, objective or rule names, and
    those with an action, detail or thing that ends it."""
    named = [act.condition for act in sheet.acts] + [rule.when for rule in sheet.rules]
    named += [step.condition for quest in sheet.quests for step in quest.objectives if step.condition is not None]
    for condition in named:
        yield from _places(condition)
    for place in sheet.locations:
        if any(isinstance(part, effects.EndStory) for _, part in walk(place)):
            yield place.id
    for action in sheet.actions:
        if any(isinstance(part, effects.EndStory) for _, part in walk(action)):
            yield from action.at or (place.id for place in sheet.locations)


def _places(condition: Condition) -> Iterator[str]:
    for _, part in walk(condition):
        if isinstance(part, conditions.PlaceEntered | conditions.PartyAt):
            yield part.location_id
