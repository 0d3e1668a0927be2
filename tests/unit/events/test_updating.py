"""What the author edits while a game is played: what nobody has touched follows, what no longer fits is named."""

from typing import Any

from app.events.commands import (
    ChangeLocationCommand,
    CompleteObjectiveCommand,
    TakeItemCommand,
    UpdateScenarioCommand,
)
from app.models.command import Command
from app.models.events.canon import ScenarioUpdated
from app.models.sheets.condition import Attitude, DangerLevel, TimeReached
from app.models.sheets.quest import QuestStatus
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.values import PARTY, ContainerSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.models.state.things import put
from tests.unit.events.playing import whole_bus
from tests.worlds import small_sheet


def game_of(sheet: ScenarioSheet | None = None) -> GameState:
    return begin(sheet or small_sheet(), "game-1", [PlayerCharacter(name="Élan")])


async def played(state: GameState, *commands: Command) -> None:
    for command in commands:
        await whole_bus().execute(command, state)


async def edit(state: GameState, **different: Any) -> ScenarioUpdated:
    sheet = state.amended.authored.model_copy(update=different)
    outcome = await whole_bus().execute(UpdateScenarioCommand(sheet=sheet), state)
    done = outcome.events[0]
    assert isinstance(done, ScenarioUpdated)
    return done


def changed(parts: tuple[Any, ...], any_id: str, **fields: Any) -> tuple[Any, ...]:
    return tuple(part.model_copy(update=fields) if part.id == any_id else part for part in parts)


def without(parts: tuple[Any, ...], *ids: str) -> tuple[Any, ...]:
    return tuple(part for part in parts if part.id not in ids)


def place(sheet: ScenarioSheet, any_id: str) -> Any:
    return sheet.index.locations[any_id]


async def test_a_companion_that_is_removed_is_named_and_leaves_the_party_and_its_talk() -> None:
    state = game_of()
    state.party.address("player", ("guard-1",))
    state.party.companions.append("guard-1")
    done = await edit(state, npcs=without(state.sheet.npcs, "guard-1"))
    assert done.unfit == ("guard-1",)
    assert (state.party.companions, state.party.addressees) == ([], {})


async def test_a_thing_of_a_removed_person_is_where_its_author_has_it_now() -> None:
    sheet = small_sheet()
    market = changed(sheet.locations, "market", items=("anvil",))
    people = changed(sheet.npcs, "guard-1", items=("lantern",))
    state = game_of(sheet.model_copy(update={"npcs": people, "locations": market}))
    await edit(state, npcs=without(people, "guard-1"), locations=changed(market, "inn", items=("lantern",)))
    assert state.holder_of("lantern") == "inn"


async def test_what_was_given_to_a_removed_person_goes_where_its_author_has_it() -> None:
    state = game_of()
    assert put(state, "lantern", "guard-1")
    done = await edit(state, npcs=without(state.sheet.npcs, "guard-1"))
    assert state.holder_of("lantern") == "market"
    assert done.unfit == ("lantern",)


async def test_a_thing_that_nobody_has_touched_follows_its_author() -> None:
    state = game_of()
    moved = changed(changed(state.sheet.locations, "market", items=("lantern",)), "inn", items=("anvil",))
    await edit(state, locations=moved)
    assert (state.holder_of("anvil"), state.holder_of("lantern")) == ("inn", "market")


async def test_a_thing_in_hand_stays_there_wherever_its_author_puts_it() -> None:
    state = game_of()
    await played(state, TakeItemCommand(item_id="lantern"))
    moved = changed(changed(state.sheet.locations, "market", items=("anvil",)), "inn", items=("lantern",))
    await edit(state, locations=moved)
    assert state.party.items == ["lantern"]


async def test_what_is_in_a_removed_container_is_not_lost_with_it() -> None:
    sheet = small_sheet()
    chest = sheet.items[0].model_copy(
        update={"id": "chest", "name": "chest", "aliases": (), "uses": (), "container": ContainerSheet(open=True)}
    )
    market = changed(sheet.locations, "market", items=("lantern", "anvil", "chest"))
    state = game_of(sheet.model_copy(update={"items": (*sheet.items, chest), "locations": market}))
    assert put(state, "lantern", "chest")
    await edit(state, items=without(state.sheet.items, "chest"), locations=sheet.locations)
    assert state.holder_of("lantern") == "market"


async def test_what_is_in_a_carried_bag_that_holds_nothing_any_more_comes_into_the_hands() -> None:
    sheet = small_sheet()
    items = changed(sheet.items, "anvil", container=ContainerSheet(open=True))
    state = game_of(sheet.model_copy(update={"items": items}))
    assert put(state, "lantern", "anvil")
    assert put(state, "anvil", PARTY)
    done = await edit(state, items=sheet.items)
    assert state.party.items == ["anvil", "lantern"]
    assert done.unfit == ("anvil",)


async def test_what_was_in_a_removed_detail_is_where_its_author_has_it_now() -> None:
    sheet = small_sheet()
    well = (
        place(sheet, "market")
        .features[0]
        .model_copy(update={"container": ContainerSheet(open=True, items=("lantern",))})
    )
    places = changed(sheet.locations, "market", items=("anvil",), features=(well,))
    state = game_of(sheet.model_copy(update={"locations": places}))
    assert state.holder_of("lantern") == "well"
    without_it = changed(sheet.locations, "market", items=("anvil",), features=())
    things = changed(sheet.items, "lantern", uses=())
    await edit(state, locations=changed(without_it, "inn", items=("lantern",)), items=things)
    assert (state.holder_of("lantern"), state.contents) == ("inn", {})


async def test_a_companion_stays_with_the_party_in_a_place_that_is_removed() -> None:
    state = game_of()
    state.party.companions.append("guard-1")
    await played(state, *(ChangeLocationCommand(location_id=cell) for cell in ("cell-1", "cell-2")))
    places = without(state.sheet.locations, "cell-2")
    cell = place(state.sheet, "cell-1")
    places = changed(places, "cell-1", exits=tuple(way for way in cell.exits if way.to != "cell-2"))
    done = await edit(state, locations=places, npcs=changed(state.sheet.npcs, "guard-2", start_location="cell-1"))
    assert state.npc("guard-1").current_location_id == "cell-2"
    assert state.npc("guard-2").current_location_id == "cell-1"
    assert set(done.unfit) == {"guard-2", "cell-2"}
    await played(state, ChangeLocationCommand(location_id="market"))


async def test_attitudes_dangers_and_goals_follow_their_author_where_the_game_has_left_them() -> None:
    state = game_of()
    state.npc("guard-1").attitude = Attitude.FRIENDLY
    people = tuple(npc.model_copy(update={"attitude": Attitude.WARY, "goals": ("peace",)}) for npc in state.sheet.npcs)
    await edit(state, npcs=people, locations=changed(state.sheet.locations, "inn", danger_level=DangerLevel.LOW))
    assert (state.npc("guard-1").attitude, state.npc("mara").attitude) == (Attitude.FRIENDLY, Attitude.WARY)
    assert [goal.text for goal in state.npc("mara").goals] == ["peace"]
    assert state.place("inn").danger_level is DangerLevel.LOW


async def test_a_quest_that_begins_at_once_now_begins() -> None:
    state = game_of()
    await edit(state, quests=changed(state.sheet.quests, "peace", starts_at_once=True))
    assert state.quest("peace").status is QuestStatus.ACTIVE


async def test_a_removed_quest_is_named_and_nobody_is_after_it_any_more() -> None:
    state = game_of()
    state.quest("peace").status = QuestStatus.ACTIVE
    state.quest("peace").completed_objectives = ["bell-rung"]
    acts = changed(state.sheet.acts, "act-2", condition=TimeReached(minutes=9999))
    done = await edit(state, quests=without(state.sheet.quests, "peace"), acts=acts)
    assert done.unfit == ("peace",)
    assert state.quest("peace").status is QuestStatus.NOT_STARTED
    assert state.quest("peace").completed_objectives == ["bell-rung"]


async def test_a_quest_whose_last_open_objective_is_removed_is_done() -> None:
    state = game_of()
    state.quest("peace").status = QuestStatus.ACTIVE
    await played(state, CompleteObjectiveCommand(quest_id="peace", objective_id="bell-rung"))
    rest = state.sheet.index.quests["peace"].objectives[2:]
    await edit(state, quests=changed(state.sheet.quests, "peace", objectives=rest))
    assert state.quest("peace").status is QuestStatus.COMPLETED


async def test_an_edit_of_the_story_itself_is_named_by_its_id() -> None:
    state = game_of()
    done = await edit(state, premise="A village after the war.")
    assert (done.added, done.changed, done.removed) == ((), ("small",), ())
