"""An upper bound of the states that play can reach in a scenario, to find conditions that can never hold. It assumes
that nothing is ever lost, that people go anywhere and that commands reach any attitude and danger."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from app.models.sheets import condition as conditions
from app.models.sheets.condition import Condition
from app.models.sheets.location import LocationSheet
from app.models.sheets.person import NPCSheet
from app.models.sheets.scenario import ScenarioSheet

_WANTED: Mapping[type[object], str] = {
    conditions.ItemHeld: "item_id",
    conditions.ItemGivenTo: "item_id",
    conditions.PlaceEntered: "location_id",
    conditions.TopicAsked: "topic_id",
    conditions.EncounterCleared: "encounter_id",
    conditions.ObjectiveDone: "objective_id",
    conditions.QuestActive: "quest_id",
    conditions.SecretKnown: "secret_id",
}
"""By kind of condition the field whose id must be in `Reach.ids`."""


@dataclass
class Reach:
    """The ids of all parts that play could reach, grown to a fixed point by `reach_of`."""

    ids: set[str]
    """Ids of all kinds of parts, which are unique across kinds."""
    quests_done: set[str] = field(default_factory=set)

    def can_hold(self, condition: Condition | None) -> bool:
        """Return whether a condition could ever hold; None always does."""
        return condition is None or not any(True for _ in self.lacking(condition))

    def lacking(self, condition: Condition) -> Iterator[str]:
        """Yield the unreachable ids that keep a condition from ever holding; none if it could hold."""
        match condition:
            case conditions.AllOf(conditions=parts):
                for part in parts:
                    yield from self.lacking(part)
            case conditions.AnyOf(conditions=parts):
                if not any(self.can_hold(part) for part in parts):
                    for part in parts:
                        yield from self.lacking(part)
            case conditions.QuestDone(quest_id=quest):
                yield from {quest} - self.quests_done
            case _ if type(condition) in _WANTED:
                yield from {getattr(condition, _WANTED[type(condition)])} - self.ids


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
    """Compute the upper bound of the ids that play could reach. Every reference in the sheet must be valid."""
    reach, before = Reach({sheet.start_location, *sheet.start_items}), -1
    while (size := len(reach.ids) + len(reach.quests_done)) != before:
        before = size
        for place in sheet.locations:
            if place.id in reach.ids:
                _grow_place(reach, place, sheet)
        for npc in sheet.npcs:
            _grow_person(reach, npc)
        for quest in sheet.quests:
            if quest.starts_at_once or reach.can_hold(quest.start_condition):
                reach.ids.add(quest.id)
                done = {step.id for step in quest.objectives if reach.can_hold(step.condition)}
                reach.ids.update(done)
                if len(done) == len(quest.objectives):
                    reach.quests_done.add(quest.id)
    return reach


def _grow_place(reach: Reach, place: LocationSheet, sheet: ScenarioSheet) -> None:
    ways = (way for way in place.exits if reach.can_hold(way.hidden_until) and reach.can_hold(way.locked_until))
    reach.ids.update(way.to for way in ways)
    reach.ids.update(secret.id for secret in place.secrets if reach.can_hold(secret.condition))
    reach.ids.update(danger.id for danger in place.encounters if reach.can_hold(danger.condition))
    things = (sheet.index.items[item] for item in place.items)
    reach.ids.update(item.id for item in things if item.portable and reach.can_hold(item.take_condition))


def _grow_person(reach: Reach, npc: NPCSheet) -> None:
    in_reach = [topic for topic in npc.topics if not topic.places or reach.ids.intersection(topic.places)]
    tellable = [topic for topic in in_reach if reach.can_hold(topic.condition)]
    reach.ids.update(topic.id for topic in tellable)
    reach.ids.update(topic.reveals_secret for topic in tellable if topic.reveals_secret is not None)
    withheld = {topic.gives_item for topic in npc.topics} - {topic.gives_item for topic in tellable}
    reach.ids.update(item for item in npc.items if item not in withheld)
