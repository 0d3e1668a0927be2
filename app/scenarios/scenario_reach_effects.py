"""What effects add to the upper bound of what play can reach."""

from collections.abc import Iterable

from app.models.sheets import effect as effects
from app.models.sheets.condition import Not
from app.models.sheets.effect import Effect, WayStatus
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.values import ACTOR, COUNT, HEALTH, HERE, PARTY, PLAYER
from app.scenarios.scenario_reached import Reach
from app.scenarios.scenario_scope import ActionScope
from app.scenarios.scenario_states import owners_of


class EffectReach:
    """Adds what effects bring about that could happen."""

    def __init__(self, sheet: ScenarioSheet, reach: Reach) -> None:
        self._sheet, self._reach = sheet, reach
        self._nowhere = ActionScope(names={HERE: tuple(place.id for place in sheet.locations)})

    def add(self, parts: Iterable[Effect], scope: ActionScope | None = None) -> None:
        """Add what effects bring about.

        Args:
            parts: The effects.
            scope: The action that they belong to; None for those of timers and rules.
        """
        for part in parts:
            self._add(part, self._nowhere if scope is None else scope)

    def _add(self, effect: Effect, scope: ActionScope) -> None:
        reach = self._reach
        match effect:
            case effects.When(condition=condition, then=then, otherwise=otherwise):
                if reach.can_hold(condition, scope):
                    self.add(then, scope)
                if reach.can_hold(Not(condition=condition), scope):
                    self.add(otherwise, scope)
            case effects.SetState() | effects.AddToState():
                reach.states.add(effect, scope)
            case effects.SetWay(location_id=place, to=to, way=WayStatus.OPEN):
                reach.ways.update((one, to) for one in scope.ids(place))
            case effects.MoveParty(to=to):
                reach.ids.update(one for one in scope.ids(to) if len(scope.ids(to)) == 1)
            case effects.RevealSecret(secret_id=any_id) | effects.StartQuest(quest_id=any_id):
                reach.ids.add(any_id)
            case effects.CompleteObjective(objective_id=any_id) | effects.ClearEncounter(encounter_id=any_id):
                reach.ids.add(any_id)
            case effects.EndStory(ending_id=any_id):
                reach.ids.add(any_id)
            case effects.FailQuest(quest_id=any_id):
                reach.facts.add(("quest_failed", any_id))
            case effects.StartTimer(timer_id=any_id):
                reach.facts.add(("timer", any_id))
            case effects.JoinCompanion(npc_id=any_id):
                reach.facts.update(("companion", one) for one in scope.ids(any_id))
            case effects.Harm(of=of) | effects.Die(of=of):
                self._harm(of, scope)
            case _:
                self._add_to_things(effect, scope)

    def _add_to_things(self, effect: Effect, scope: ActionScope) -> None:
        spots = self._reach.spots
        match effect:
            case effects.MoveItem(item_id=item_id, to=to) | effects.MakeItem(item_id=item_id, to=to):
                for one in self._things(item_id, scope):
                    spots.setdefault(one, set()).update(scope.ids(to))
                if isinstance(effect, effects.MakeItem):
                    self._reach.states.raise_(item_id, COUNT, scope)
            case effects.ChangeItem(item_id=item_id, into_id=into_id):
                for one in self._things(item_id, scope):
                    carried = {PARTY} if one in self._reach.ids else set()
                    spots.setdefault(into_id, set()).update({*spots.get(one, ()), *carried} - {into_id})
            case effects.RemoveItem(item_id=item_id, count=count) if count is not None:
                self._reach.states.lower(item_id, COUNT, scope)

    def _things(self, item_id: str, scope: ActionScope) -> list[str]:
        return [one for one in scope.ids(item_id) if one in self._sheet.index.items]

    def _harm(self, of: str, scope: ActionScope) -> None:
        self._reach.states.lower(of, HEALTH, scope)
        if PLAYER in owners_of(of, scope, self._sheet) and self._sheet.fallen_ending is not None:
            self._reach.ids.add(self._sheet.fallen_ending)

    def add_fights(self) -> None:
        """Add what attacks bring about, which are possible where people have health."""
        states = self._sheet.index.states
        fighters = [npc.id for npc in self._sheet.npcs if HEALTH in states.get(npc.id, {})]
        if self._sheet.fights and fighters:
            for fighter in (*fighters, *([ACTOR] if HEALTH in states.get(PLAYER, {}) else [])):
                self._harm(fighter, ActionScope())
