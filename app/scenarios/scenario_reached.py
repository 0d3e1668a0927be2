"""What play could reach in a scenario, and which conditions could then ever hold."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from app.models.sheets import condition as conditions
from app.models.sheets.condition import Condition
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.values import PARTY
from app.scenarios.scenario_reach_states import StateReach
from app.scenarios.scenario_scope import ActionScope

_WANTED: Mapping[type[object], str] = {
    conditions.ItemHeld: "item_id",
    conditions.ItemGivenTo: "item_id",
    conditions.PlaceEntered: "location_id",
    conditions.TopicAsked: "topic_id",
    conditions.EncounterCleared: "encounter_id",
    conditions.ObjectiveDone: "objective_id",
    conditions.QuestActive: "quest_id",
    conditions.SecretKnown: "secret_id",
    conditions.Count: "item_id",
    conditions.PartyAt: "location_id",
}
"""By kind of condition the field whose id must be in `Reach.ids`."""
_IN_FACTS: Mapping[type[object], str] = {
    conditions.TimerRuns: "timer_id",
    conditions.Companion: "npc_id",
    conditions.QuestHasFailed: "quest_id",
}
"""By kind of condition the field whose id must be in `Reach.facts`, with the kind."""
NO_SCOPE = ActionScope()


@dataclass
class Reach:
    """What play could reach, grown to a fixed point by `scenario_reach.reach_of`.

    Attributes:
        sheet: The scenario.
        ids: The ids of parts: places entered, things held, topics heard, timers, actions, endings and so on. They are
            unique across kinds.
        states: The values of states.
        quests_done: The quests that can be completed.
        facts: What else can be: pairs of the kind of condition and an id.
        spots: The places, people and containers where each thing can be, by thing.
        ways: The ways that effects open, as pairs of places.
    """

    sheet: ScenarioSheet
    ids: set[str]
    states: StateReach
    quests_done: set[str] = field(default_factory=set)
    facts: set[tuple[str, str]] = field(default_factory=set)
    spots: dict[str, set[str]] = field(default_factory=dict)
    ways: set[tuple[str, str]] = field(default_factory=set)

    @property
    def size(self) -> int:
        """How much is reached; it does not grow any more at the fixed point."""
        spots = sum(map(len, self.spots.values()))
        return len(self.ids) + len(self.quests_done) + len(self.facts) + len(self.ways) + spots + self.states.size

    def can_hold(self, condition: Condition | None, scope: ActionScope = NO_SCOPE) -> bool:
        """Return whether a condition could ever hold; None always does."""
        return condition is None or not any(True for _ in self.lacking(condition, scope))

    def lacking(self, condition: Condition, scope: ActionScope = NO_SCOPE) -> Iterator[str]:
        """Yield what is unreachable and keeps a condition from ever holding; nothing if it could hold.

        Args:
            condition: The condition.
            scope: The action that it belongs to.
        """
        match condition:
            case conditions.AllOf(conditions=parts):
                for part in parts:
                    yield from self.lacking(part, scope)
            case conditions.AnyOf(conditions=parts):
                if not any(self.can_hold(part, scope) for part in parts):
                    for part in parts:
                        yield from self.lacking(part, scope)
            case conditions.Not(condition=conditions.StateCompared() as compared):
                if not self.states.can_differ(compared, scope):
                    yield f"another value of {compared.of}.{compared.name}"
            case conditions.Not(condition=conditions.Not(condition=part)):
                yield from self.lacking(part, scope)
            case conditions.StateCompared():
                if not self.states.can_be(condition, scope):
                    yield f"{condition.of}.{condition.name}"
            case conditions.QuestDone(quest_id=quest):
                yield from {quest} - self.quests_done
            case conditions.ItemAt(item_id=item, at=spot):
                if not any(self._can_be_at(one, spot) for one in scope.ids(item)):
                    yield item
            case _ if (name := _WANTED.get(type(condition))) is not None:
                if self.ids.isdisjoint(scope.ids(getattr(condition, name))):
                    yield getattr(condition, name)
            case _ if (name := _IN_FACTS.get(type(condition))) is not None:
                if not any((condition.kind, one) in self.facts for one in scope.ids(getattr(condition, name))):
                    yield getattr(condition, name)

    def _can_be_at(self, item_id: str, spot: str) -> bool:
        """Return whether a thing can be somewhere: an effect or the opening puts it there, or a player can."""
        if spot in self.spots.get(item_id, ()):
            return True
        return item_id in self.ids and (spot not in self.sheet.index.locations or spot in self.ids)

    def at_hand(self, any_id: str) -> bool:
        """Return whether something can be acted on: a thing that can be carried or lie at a place that is reached, a
        detail or encounter there, that place, or a person."""
        index = self.sheet.index
        if any_id in index.features:
            return index.features[any_id][0].id in self.ids
        if any_id in index.encounters:
            return index.encounters[any_id][0].id in self.ids
        if any_id in index.npcs or any_id in self.ids:
            return True
        return any(spot == PARTY or self.at_hand(spot) for spot in self.spots.get(any_id, ()) if spot != any_id)
