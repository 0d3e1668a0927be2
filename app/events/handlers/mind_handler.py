"""Handles commands of people's minds: about plans, activities, works and relationships."""

from collections import Counter

from app.errors import NotFound, NotPossible
from app.events import commands
from app.events.handlers.base import Handler, HandlerResult
from app.events.handlers.world_handler import HIGHEST
from app.interfaces.services.location import PARTY
from app.models.events import mind
from app.models.instances.npc_instance import NPCInstance
from app.models.minds.activity import Activity
from app.models.minds.plan import PlanStatus
from app.models.refusals import people
from app.models.sheets.location import LocationType
from app.models.state.game_state import GameState

WELL_FED = 90.0  # above this a person has no meal
MOST_LIKED = 10.0  # a relationship runs from minus this to plus this

_OF_PLAN = {"npc_id", "until", "reason", "because"}
_OVER = {PlanStatus.COMPLETED, PlanStatus.CANCELLED}


class MindHandler(Handler):
    """Changes plans, activities, meters and relationships of people, and lets them make things."""

    async def set_plan(self, command: commands.SetPlanCommand, state: GameState) -> HandlerResult:
        """Replace a person's plan.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The event PlanSet.

        Raises:
            NotFound, NotPossible: As `SetPlanCommand` lists them; nothing has changed.
        """
        npc = state.npc(command.npc_id)
        repeated = [item_id for item_id, count in Counter(item.id for item in command.items).items() if count > 1]
        if repeated:
            raise NotPossible(people.PlanRepeats(items=tuple(repeated)))
        if command.until <= state.clock.minutes:
            raise NotPossible(people.PlanIsPast(now=state.clock.minutes))
        for item in command.items:
            if item.place is not None:
                state.place(item.place)
            for other in item.with_ids:
                if other != PARTY:
                    state.npc(other)
        npc.plan = list(command.items)
        npc.mind.plan_until = command.until
        plan = mind.PlanSet(items=len(command.items), **command.model_dump(include=_OF_PLAN))
        return HandlerResult(events=(plan,))

    async def update_plan_item(self, command: commands.UpdatePlanItemCommand, state: GameState) -> HandlerResult:
        """Change an item's status; completed and cancelled items keep theirs.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The event PlanItemUpdated.

        Raises:
            NotFound, NotPossible: As `UpdatePlanItemCommand` lists them; nothing has changed.
        """
        npc = state.npc(command.npc_id)
        position = next((n for n, item in enumerate(npc.plan) if item.id == command.item_id), None)
        if position is None:
            item_ids = tuple(item.id for item in npc.plan)
            raise NotFound(people.PlanItemUnknown(npc_id=command.npc_id, there=item_ids))
        item = npc.plan[position]
        if item.status is command.status or item.status in _OVER:
            raise NotPossible(people.PlanItemIsSo(item=item.id, status=item.status))
        npc.plan[position] = item.model_copy(update={"status": command.status})
        return HandlerResult(
            events=(mind.PlanItemUpdated(npc_id=command.npc_id, item_id=item.id, status=command.status),)
        )

    async def set_activity(self, command: commands.SetActivityCommand, state: GameState) -> HandlerResult:
        """Change a person's activity.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The event ActivityChanged.

        Raises:
            NotFound, NotPossible: As `SetActivityCommand` lists them; nothing has changed.
        """
        npc = state.npc(command.npc_id)
        _place_of(npc)
        if npc.activity is command.activity:
            raise NotPossible(people.PersonDoesAlready(npc_id=command.npc_id, activity=command.activity))
        npc.activity = command.activity
        return HandlerResult(events=(mind.ActivityChanged(npc_id=command.npc_id, activity=command.activity),))

    async def eat(self, command: commands.EatCommand, state: GameState) -> HandlerResult:
        """Let a person have a meal at home or in a restaurant.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The event MealEaten.

        Raises:
            NotFound, NotPossible: As `EatCommand` lists them; nothing has changed.
        """
        npc = state.npc(command.npc_id)
        place_id = _place_of(npc, awake=True)
        home = state.sheets.npc(npc.instance_id).home_location
        restaurants = [place.id for place in state.sheet.locations if place.type is LocationType.RESTAURANT]
        tables = tuple(place for place in dict.fromkeys((home, *restaurants)) if place is not None)
        if place_id not in tables:
            raise NotPossible(people.PersonNoMeal(npc_id=npc.instance_id, location_id=place_id, tables=tables))
        if npc.hunger > WELL_FED:
            raise NotPossible(people.PersonNotHungry(npc_id=npc.instance_id))
        npc.hunger = HIGHEST
        return HandlerResult(events=(mind.MealEaten(npc_id=npc.instance_id, location_id=place_id),))

    async def adjust_relationship(self, command: commands.AdjustRelationshipCommand, state: GameState) -> HandlerResult:
        """Change a relationship within its limits; at a limit, or by 0, nothing happens and no event follows.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The events RelationshipChanged, or no event.

        Raises:
            NotFound, NotPossible: As `AdjustRelationshipCommand` lists them; nothing has changed.
        """
        npc = state.npc(command.npc_id)
        if command.other_id == command.npc_id:
            raise NotPossible(people.PersonItself(npc_id=command.npc_id))
        if command.other_id != PARTY:
            state.npc(command.other_id)
        before = npc.relationships.get(command.other_id, 0.0)
        value = min(MOST_LIKED, max(-MOST_LIKED, before + command.change))
        if value == before:
            return HandlerResult()
        npc.relationships[command.other_id] = value
        changed = mind.RelationshipChanged(
            npc_id=command.npc_id,
            other_id=command.other_id,
            change=value - before,
            value=value,
            reason=command.reason,
            because=command.because,
        )
        return HandlerResult(events=(changed,))

    async def create_artifact(self, command: commands.CreateArtifactCommand, state: GameState) -> HandlerResult:
        """Make a thing at the person's place; its maker and witnesses remember it when the turn ends.

        Args:
            command: The command.
            state: The game, which is changed.

        Returns:
            The event ArtifactCreated.

        Raises:
            NotFound, NotPossible: As `CreateArtifactCommand` lists them; nothing has changed.
        """
        place_id = _place_of(state.npc(command.npc_id), awake=True)
        created = mind.ArtifactCreated(location_id=place_id, **command.model_dump(exclude={"kind"}))
        return HandlerResult(events=(created,))


def _place_of(npc: NPCInstance, *, awake: bool = False) -> str:
    if npc.current_location_id is None:
        raise NotPossible(people.PersonNowhere(npc_id=npc.instance_id))
    if awake and npc.activity is Activity.SLEEPING:
        raise NotPossible(people.PersonAsleep(npc_id=npc.instance_id))
    return npc.current_location_id
