"""What people's minds decide about themselves."""

import pytest

from app.errors import NotFound
from app.events.commands import (
    AdjustRelationshipCommand,
    CreateArtifactCommand,
    EatCommand,
    SetActivityCommand,
    SetPlanCommand,
    UpdatePlanItemCommand,
)
from app.events.handlers.mind_handler import MindHandler
from app.models.command import Command
from app.models.events.mind import (
    ActivityChanged,
    ArtifactCreated,
    MealEaten,
    PlanItemUpdated,
    PlanSet,
    RelationshipChanged,
)
from app.models.minds.activity import Activity
from app.models.minds.plan import PlanItem, PlanStatus
from app.models.sheets.location import LocationType
from app.models.state.game_state import GameState
from tests.unit.events.refusals import refused
from tests.unit.events.sheets import changed_sheet, game_in, with_place
from tests.worlds import small_sheet

BAKE = PlanItem(id="plan-mara-1-1", description="Bake.", place="inn", time=540)
MEET = PlanItem(id="plan-mara-1-2", description="Meet them.", time=1020, with_ids=("guard-1", "party"))
PLAN = SetPlanCommand(npc_id="mara", items=(BAKE, MEET), until=1800)
EAT, SLEEP = EatCommand(npc_id="mara"), SetActivityCommand(npc_id="mara", activity=Activity.SLEEPING)
LOAF = CreateArtifactCommand(npc_id="mara", description="a loaf", path="works/loaf.txt", style_tags=("rustic",))


@pytest.fixture
def handler() -> MindHandler:
    return MindHandler()


def update(status: PlanStatus, item_id: str = BAKE.id) -> UpdatePlanItemCommand:
    return UpdatePlanItemCommand(npc_id="mara", item_id=item_id, status=status)


def like(change: int, other: str = "party") -> AdjustRelationshipCommand:
    return AdjustRelationshipCommand(npc_id="mara", other_id=other, change=change, reason="A kind word.")


# -- plans ---------------------------------------------------------------------------------------------------------


async def test_a_plan_takes_the_place_of_the_one_before(handler: MindHandler, state: GameState) -> None:
    await handler.set_plan(SetPlanCommand(npc_id="mara", items=(BAKE,), until=1000), state)
    result = await handler.set_plan(PLAN, state)
    assert state.npc("mara").plan == [BAKE, MEET]
    assert state.npc("mara").mind.plan_until == 1800
    assert result.events == (PlanSet(npc_id="mara", items=2, until=1800),)


@pytest.mark.parametrize(
    "item",
    [
        BAKE.model_copy(update={"place": "atlantis"}),
        BAKE.model_copy(update={"place": "mara"}),
        BAKE.model_copy(update={"with_ids": ("party", "nobody")}),
    ],
)
async def test_a_plan_knows_only_places_and_people_there_are(
    handler: MindHandler, state: GameState, item: PlanItem
) -> None:
    await refused(handler, SetPlanCommand(npc_id="mara", items=(MEET, item), until=1800), state, NotFound)


async def test_a_plan_has_each_item_once(handler: MindHandler, state: GameState) -> None:
    twice = SetPlanCommand(npc_id="mara", items=(BAKE, MEET, BAKE), until=1800)
    assert "it has plan-mara-1-1 more than once" in await refused(handler, twice, state)


@pytest.mark.parametrize("until", [0, 480])
async def test_a_plan_that_is_over_is_none(handler: MindHandler, state: GameState, until: int) -> None:
    words = await refused(handler, SetPlanCommand(npc_id="mara", items=(BAKE,), until=until), state)
    assert "Day 1, 08:00" in words


async def test_an_item_goes_from_pending_to_active_to_completed(handler: MindHandler, state: GameState) -> None:
    await handler.set_plan(PLAN, state)
    for status in (PlanStatus.ACTIVE, PlanStatus.COMPLETED):
        result = await handler.update_plan_item(update(status), state)
        assert result.events == (PlanItemUpdated(npc_id="mara", item_id=BAKE.id, status=status),)
        assert state.npc("mara").plan == [BAKE.model_copy(update={"status": status}), MEET]


@pytest.mark.parametrize("over", [PlanStatus.COMPLETED, PlanStatus.CANCELLED])
async def test_an_item_that_is_over_does_not_come_back(
    handler: MindHandler, state: GameState, over: PlanStatus
) -> None:
    await handler.set_plan(PLAN, state)
    await handler.update_plan_item(update(over), state)
    for status in PlanStatus:
        assert await refused(handler, update(status), state) == f"plan-mara-1-1 is {over.value} already."


async def test_an_unknown_item_is_refused_with_what_the_plan_holds(handler: MindHandler, state: GameState) -> None:
    unknown = update(PlanStatus.ACTIVE, "plan-mara-1-9")
    assert (await refused(handler, unknown, state, NotFound)).endswith("which holds nothing.")
    await handler.set_plan(PLAN, state)
    assert (await refused(handler, unknown, state, NotFound)).endswith("plan-mara-1-1, plan-mara-1-2.")


# -- doing ---------------------------------------------------------------------------------------------------------


async def test_somebody_does_something_else(handler: MindHandler, state: GameState) -> None:
    result = await handler.set_activity(SLEEP, state)
    assert state.npc("mara").activity is Activity.SLEEPING
    assert result.events == (ActivityChanged(npc_id="mara", activity=Activity.SLEEPING),)
    assert await refused(handler, SLEEP, state) == "Mara Ironhand is sleeping already."


async def test_a_meal_at_home_leaves_nobody_hungry() -> None:
    sheet = small_sheet()
    at_home = tuple(npc.model_copy(update={"home_location": "inn"}) for npc in sheet.npcs)
    state = game_in(changed_sheet(npcs=at_home))
    state.npc("mara").hunger = 90
    result = await MindHandler().eat(EAT, state)
    assert state.npc("mara").hunger == 100
    assert result.events == (MealEaten(npc_id="mara", location_id="inn"),)


async def test_meals_are_sold_in_restaurants_only(handler: MindHandler) -> None:
    state = game_in(with_place("inn", type=LocationType.RESTAURANT))
    state.npc("mara").hunger = state.npc("guard-1").hunger = 3.5
    await handler.eat(EAT, state)
    assert state.npc("mara").hunger == 100
    words = await refused(handler, EatCommand(npc_id="guard-1"), state)
    assert words == "There is nothing to eat at the Market. Guard can eat at the Inn."


async def test_nobody_eats_asleep_without_hunger_or_where_there_is_nothing(state: GameState) -> None:
    handler = MindHandler()
    state.npc("mara").hunger = 50
    assert "knows of no place to eat" in await refused(handler, EAT, state)
    state = game_in(with_place("inn", type=LocationType.RESTAURANT))
    mara = state.npc("mara")
    mara.hunger = 90.5
    assert await refused(handler, EAT, state) == "Mara Ironhand is not hungry."
    mara.hunger, mara.activity = 50, Activity.SLEEPING
    assert await refused(handler, EAT, state) == "Mara Ironhand is asleep."


# -- feeling -------------------------------------------------------------------------------------------------------


async def test_a_relationship_is_a_sum_that_stays_within_its_limits(handler: MindHandler, state: GameState) -> None:
    for change, limit in ((2, 10.0), (-2, -10.0)):
        for _ in range(12):
            await handler.adjust_relationship(like(change, "guard-1"), state)
        assert state.npc("mara").relationships == {"guard-1": limit}


async def test_a_change_of_heart_tells_how_far_it_went_and_why(handler: MindHandler, state: GameState) -> None:
    state.npc("mara").relationships["party"] = 9
    result = await handler.adjust_relationship(like(2), state)
    changed = RelationshipChanged(npc_id="mara", other_id="party", change=1, value=10, reason="A kind word.")
    assert result.events == (changed,)
    assert (await handler.adjust_relationship(like(2), state)).events == ()


async def test_a_change_by_nothing_begins_no_relationship(handler: MindHandler, state: GameState) -> None:
    assert (await handler.adjust_relationship(like(0), state)).events == ()
    assert state.npc("mara").relationships == {}


async def test_nobody_likes_itself_or_nobody(handler: MindHandler, state: GameState) -> None:
    await refused(handler, like(1, "mara"), state)
    for other in ("nobody", "inn", "player"):
        await refused(handler, like(1, other), state, NotFound)


# -- making --------------------------------------------------------------------------------------------------------


async def test_what_is_made_is_told_with_where_and_how(handler: MindHandler, state: GameState) -> None:
    result = await handler.create_artifact(LOAF, state)
    assert result.events == (
        ArtifactCreated(
            npc_id="mara", location_id="inn", description="a loaf", path="works/loaf.txt", style_tags=("rustic",)
        ),
    )


async def test_nobody_makes_anything_asleep(handler: MindHandler, state: GameState) -> None:
    state.npc("mara").activity = Activity.SLEEPING
    assert await refused(handler, LOAF, state) == "Mara Ironhand is asleep."


# -- who -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [SLEEP, EAT, LOAF], ids=lambda command: str(command.kind))
async def test_who_is_off_the_map_does_nothing(handler: MindHandler, state: GameState, command: Command) -> None:
    state.npc("mara").current_location_id = None
    words = await refused(handler, command, state)
    assert words == "Mara Ironhand is nowhere to be found and can do nothing."


@pytest.mark.parametrize(
    "command", [PLAN, update(PlanStatus.ACTIVE), SLEEP, EAT, like(1), LOAF], ids=lambda command: str(command.kind)
)
async def test_who_does_not_exist_does_nothing(handler: MindHandler, state: GameState, command: Command) -> None:
    await refused(handler, command.model_copy(update={"npc_id": "nobody"}), state, NotFound)
