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
    """The handler of the commands of people's minds: to change plans, activities, meters and relationships, and to make
    things. Each method carries out one command: it changes the state and returns a `HandlerResult`, or raises an error
    that it lists; nothing has changed then."""

    async def set_plan(self, command: commands.SetPlanCommand, state: GameState) -> HandlerResult:
        """Replace a person's plan by another one, which ends at a game time.

        Args:
            command: The person, the items of the plan, the game minute at which it ends, and for a change during a day
                its reason in words and the id of the memory or commitment that caused it (``because``).
            state: The game, which is changed.

        Returns:
            A result with the event PlanSet.

        Raises:
            NotFound: The game has no such person, or an item names an unknown place or companion.
            NotPossible: Two items have the same id, or ``until`` is not in the future. Nothing has changed then.
        """
        npc = state.npc(command.npc_id)
        check_plan(command, state)
        npc.plan = list(command.items)
        npc.mind.plan_until = command.until
        plan = mind.PlanSet(items=len(command.items), **command.model_dump(include=_OF_PLAN))
        return HandlerResult(events=(plan,))

    async def update_plan_item(self, command: commands.UpdatePlanItemCommand, state: GameState) -> HandlerResult:
        """Set the status of an item of a person's plan; completed and cancelled items keep theirs.

        Args:
            command: The person, the id of the item, and the new status.
            state: The game, which is changed.

        Returns:
            A result with the event PlanItemUpdated.

        Raises:
            NotFound: The game has no such person, or the person's plan has no such item.
            NotPossible: The item has this status already, or is completed or cancelled. Nothing has changed then.
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
            command: The person, and its new activity.
            state: The game, which is changed.

        Returns:
            A result with the event ActivityChanged.

        Raises:
            NotFound: The game has no such person.
            NotPossible: The person is at no place, or has this activity already. Nothing has changed then.
        """
        npc = state.npc(command.npc_id)
        _place_of(npc)
        if npc.activity is command.activity:
            raise NotPossible(people.PersonDoesAlready(npc_id=command.npc_id, activity=command.activity))
        npc.activity = command.activity
        return HandlerResult(events=(mind.ActivityChanged(npc_id=command.npc_id, activity=command.activity),))

    async def eat(self, command: commands.EatCommand, state: GameState) -> HandlerResult:
        """Let a person have a meal at home or in a restaurant: its ``hunger`` becomes 100 (well fed).

        Args:
            command: The person.
            state: The game, which is changed.

        Returns:
            A result with the event MealEaten.

        Raises:
            NotFound: The game has no such person.
            NotPossible: The person is asleep or at no place; there are no meals here; or the person's ``hunger`` is
                above 90 (not hungry). Nothing has changed then.
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
        """Change how much a person likes another one or the party, from -10 to +10; a change that would pass a
        limit ends there, and one that leaves the value as it is does nothing.

        Args:
            command: The person, the other one or ``party``, the points from -2 to +2, the reason in words, and the id
                of the memory or commitment that caused it (``because``).
            state: The game, which is changed.

        Returns:
            A result with the event RelationshipChanged, whose ``change`` is what was really added; without events if
            the value stays the same.

        Raises:
            NotFound: The game has no such person, or no person with the id ``other_id``.
            NotPossible: ``other_id`` is the same person. Nothing has changed then.
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
        """Let a person make something at its place; the person and all who are there remember it when the turn ends.

        Args:
            command: The person who makes it, its description, path and tags.
            state: The game, which is changed.

        Returns:
            A result with the event ArtifactCreated.

        Raises:
            NotFound: The game has no such person.
            NotPossible: The person is asleep or at no place. Nothing has changed then.
        """
        place_id = _place_of(state.npc(command.npc_id), awake=True)
        created = mind.ArtifactCreated(location_id=place_id, **command.model_dump(exclude={"kind"}))
        return HandlerResult(events=(created,))


def check_plan(command: commands.SetPlanCommand, state: GameState) -> None:
    """Check that a plan can be set, but for the person that it is for.

    Args:
        command: The plan.
        state: The game, for reading.

    Raises:
        NotFound: An item names an unknown place or companion.
        NotPossible: Two items have the same id, or ``until`` is not in the future.
    """
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


def _place_of(npc: NPCInstance, *, awake: bool = False) -> str:
    if npc.current_location_id is None:
        raise NotPossible(people.PersonNowhere(npc_id=npc.instance_id))
    if awake and npc.activity is Activity.SLEEPING:
        raise NotPossible(people.PersonAsleep(npc_id=npc.instance_id))
    return npc.current_location_id
