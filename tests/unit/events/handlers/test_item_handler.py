"""Things: taken where they lie, given to who wants them, used as their sheets say; otherwise refused."""

from collections.abc import Iterator

import pytest

from app.errors import NotFound
from app.events import gifts
from app.events.commands import (
    DiscoverSecretCommand,
    DropItemCommand,
    GiveItemCommand,
    TakeItemCommand,
    UpdateLocationStateCommand,
    UseItemCommand,
)
from app.events.handlers.item_handler import ItemHandler
from app.models.events.play import ItemDropped, ItemGiven, ItemTaken, ItemUsed
from app.models.sheets.action import ActionSheet
from app.models.sheets.condition import AllOf, ItemHeld, SecretKnown
from app.models.sheets.item import ItemSheet, ItemUse
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.scenarios.scenario_rules import walk
from tests.unit.events.refusals import refused
from tests.unit.events.sheets import changed_sheet, game_in, with_place
from tests.worlds import small_sheet


@pytest.fixture
def handler() -> ItemHandler:
    return ItemHandler()


@pytest.fixture
def with_lantern(state: GameState) -> GameState:
    state.place("market").items.remove("lantern")
    state.party.items.append("lantern")
    return state


def with_item(**fields: object) -> GameState:
    """A game in which the lantern's sheet is different."""
    sheet = small_sheet()
    lantern = sheet.index.item("lantern").model_copy(update=fields)
    return game_in(changed_sheet(items=(lantern, *sheet.items[1:])))


def holding(**fields: object) -> GameState:
    """The same, and the party carries it."""
    state = with_item(**fields)
    state.place("market").items.remove("lantern")
    state.party.items.append("lantern")
    return state


# -- take and drop ------------------------------------------------------------------------------------------------


async def test_a_thing_is_taken_and_put_down_again(handler: ItemHandler, state: GameState) -> None:
    taken = await handler.take(TakeItemCommand(item_id="lantern"), state)
    assert taken.events == (ItemTaken(item_id="lantern", location_id="market"),)
    assert (state.party.items, state.place("market").items) == (["lantern"], ["anvil"])
    dropped = await handler.drop(DropItemCommand(item_id="lantern"), state)
    assert dropped.events == (ItemDropped(item_id="lantern", location_id="market"),)
    assert (state.party.items, state.place("market").items) == ([], ["anvil", "lantern"])


async def test_what_one_has_cannot_be_taken_again(handler: ItemHandler, with_lantern: GameState) -> None:
    words = await refused(handler, TakeItemCommand(item_id="lantern"), with_lantern)
    assert words == "You have the lantern already."


async def test_what_does_not_lie_here_is_refused_and_what_does_is_named(handler: ItemHandler, state: GameState) -> None:
    """Somebody else's key is not lying about either."""
    words = await refused(handler, TakeItemCommand(item_id="brass-key"), state)
    assert words == "There is no brass key lying here. You see: lantern, anvil."


async def test_what_cannot_be_carried_stays(handler: ItemHandler, state: GameState) -> None:
    words = await refused(handler, TakeItemCommand(item_id="anvil"), state)
    assert words == "The anvil cannot be carried away."


async def test_a_thing_under_a_condition_is_refused_in_its_own_words_or_with_what_is_missing(
    handler: ItemHandler,
) -> None:
    condition = SecretKnown(secret_id="loose-stone")
    told = with_item(take_condition=condition, take_refusal="It is chained to the wall.")
    assert await refused(handler, TakeItemCommand(item_id="lantern"), told) == "It is chained to the wall."
    untold = with_item(take_condition=condition)
    words = await refused(handler, TakeItemCommand(item_id="lantern"), untold)
    assert words == "It takes something you have not discovered yet."


async def test_what_one_does_not_have_can_be_neither_dropped_nor_given_nor_used(
    handler: ItemHandler, state: GameState
) -> None:
    state.party.items.append("brass-key")
    words = "You do not have the lantern. You carry: brass key."
    for command in (
        DropItemCommand(item_id="lantern"),
        GiveItemCommand(item_id="lantern", npc_id="guard-1"),
        UseItemCommand(item_id="lantern"),
    ):
        assert await refused(handler, command, state) == words


@pytest.mark.parametrize(
    "command",
    [
        TakeItemCommand(item_id="moon"),
        DropItemCommand(item_id="moon"),
        GiveItemCommand(item_id="moon", npc_id="guard-1"),
        GiveItemCommand(item_id="lantern", npc_id="nobody"),
        GiveItemCommand(item_id="moon", npc_id="guard-1", to_party=True),
        UseItemCommand(item_id="moon"),
    ],
)
async def test_unknown_things_and_people_are_not_found(
    handler: ItemHandler, with_lantern: GameState, command: TakeItemCommand
) -> None:
    await refused(handler, command, with_lantern, NotFound)


# -- give ---------------------------------------------------------------------------------------------------------


async def test_a_wanted_thing_is_accepted_and_remembered_as_given(
    handler: ItemHandler, with_lantern: GameState
) -> None:
    with_lantern.scenario.current_location_id = "inn"
    result = await handler.give(GiveItemCommand(item_id="lantern", npc_id="mara"), with_lantern)
    assert result.events == (ItemGiven(item_id="lantern", npc_id="mara", to_party=False),)
    assert with_lantern.party.items == []
    assert with_lantern.npc("mara").items == ["brass-key", "lantern"]
    assert with_lantern.npc("mara").items_received == ["lantern"]


async def test_an_unwanted_thing_is_handed_back(handler: ItemHandler, with_lantern: GameState) -> None:
    words = await refused(handler, GiveItemCommand(item_id="lantern", npc_id="guard-1"), with_lantern)
    assert words == "Guard has no use for the lantern and hands it back."


async def test_what_a_condition_expects_to_be_given_is_wanted(handler: ItemHandler) -> None:
    """Also without standing in the person's own list."""
    sheet = small_sheet()
    mara = sheet.index.npc("mara").model_copy(update={"wants": ()})
    state = game_in(changed_sheet(npcs=(mara, *sheet.npcs[1:])), at="inn")
    state.party.items.append("lantern")
    await handler.give(GiveItemCommand(item_id="lantern", npc_id="mara"), state)
    assert "lantern" in state.npc("mara").items


async def test_a_thing_goes_back_to_whom_it_belongs_and_comes_on_asking(handler: ItemHandler, state: GameState) -> None:
    """Also where the topic that gave it cannot be told any more."""
    state.scenario.current_location_id = "inn"
    back = GiveItemCommand(item_id="brass-key", npc_id="mara")
    again = GiveItemCommand(item_id="brass-key", npc_id="mara", to_party=True)
    state.npc("mara").items.remove("brass-key")
    state.party.items.append("brass-key")
    await handler.give(back, state)
    assert state.npc("mara").items == ["brass-key"]
    await handler.give(again, state)
    assert state.party.items == ["brass-key"]


async def test_a_thing_goes_back_to_whom_it_came_from(handler: ItemHandler, state: GameState) -> None:
    """Somebody may lend what was not its own at the beginning."""
    state.place("market").items.remove("lantern")
    state.npc("guard-1").items.append("lantern")
    await handler.give(GiveItemCommand(item_id="lantern", npc_id="guard-1", to_party=True), state)
    assert state.npc("guard-1").items_parted_with == ["lantern"]
    await handler.give(GiveItemCommand(item_id="lantern", npc_id="guard-1"), state)
    assert state.npc("guard-1").items == ["lantern"]


async def test_who_is_not_here_is_given_nothing_and_gives_nothing(
    handler: ItemHandler, with_lantern: GameState
) -> None:
    for to_party in (False, True):
        command = GiveItemCommand(item_id="lantern", npc_id="mara", to_party=to_party)
        assert await refused(handler, command, with_lantern) == "Mara Ironhand is not here."


async def test_a_person_keeps_what_a_topic_gives_until_its_condition_holds(
    handler: ItemHandler, state: GameState
) -> None:
    state.scenario.current_location_id = "inn"
    command = GiveItemCommand(item_id="brass-key", npc_id="mara", to_party=True)
    words = await refused(handler, command, state)
    assert words == "Mara Ironhand keeps the brass key. It takes giving the lantern to Mara Ironhand."
    state.npc("mara").items_received.append("lantern")
    result = await handler.give(command, state)
    assert result.events == (ItemGiven(item_id="brass-key", npc_id="mara", to_party=True),)
    assert state.party.items == ["brass-key"]


async def test_a_person_gives_only_what_it_has(handler: ItemHandler, state: GameState) -> None:
    words = await refused(handler, GiveItemCommand(item_id="lantern", npc_id="guard-1", to_party=True), state)
    assert words == "Guard does not have the lantern."


# -- use ----------------------------------------------------------------------------------------------------------


async def test_a_thing_is_used_by_itself_or_on_what_is_here(handler: ItemHandler, with_lantern: GameState) -> None:
    lit = await handler.use(UseItemCommand(item_id="lantern"), with_lantern)
    assert lit.events == (ItemUsed(item_id="lantern", target_id=None, text="You light the lantern.", consumed=False),)
    shone = await handler.use(UseItemCommand(item_id="lantern", target_id="well"), with_lantern)
    assert shone.events == (
        ItemUsed(item_id="lantern", target_id="well", text="It shines down the shaft.", consumed=False),
    )


async def test_what_it_cannot_be_used_on_is_refused_with_what_it_can(
    handler: ItemHandler, with_lantern: GameState
) -> None:
    words = await refused(handler, UseItemCommand(item_id="lantern", target_id="guard-1"), with_lantern)
    assert words == "The lantern is of no use for that. It would do something with the old well."


@pytest.mark.parametrize("target", ["owl", None])
async def test_used_on_an_obstacle_that_takes_it_a_thing_gets_the_party_past(
    handler: ItemHandler, target: str | None
) -> None:
    state = holding(uses=())
    state.scenario.current_location_id = "tower"
    result = await handler.use(UseItemCommand(item_id="lantern", target_id=target), state)
    assert result.follow_ups == (UpdateLocationStateCommand(location_id="tower", complete_encounter="owl"),)


async def test_what_an_obstacle_takes_besides_is_said_in_the_words_of_the_obstacle(handler: ItemHandler) -> None:
    needs = AllOf(conditions=(ItemHeld(item_id="lantern"), ItemHeld(item_id="brass-key")))
    owl = small_sheet().index.encounter("owl")[1].model_copy(update={"condition": needs})
    state = game_in(with_place("tower", encounters=(owl,)), at="tower")
    state.place("market").items.remove("lantern")
    state.party.items.append("lantern")
    words = await refused(handler, UseItemCommand(item_id="lantern", target_id="owl"), state)
    assert words == "It beats you back into the dark. (It takes the brass key in your hands.)"


async def test_what_waits_for_a_thing_is_named_where_the_thing_is_used_otherwise(handler: ItemHandler) -> None:
    state = holding(uses=())
    state.scenario.current_location_id = "tower"
    words = await refused(handler, UseItemCommand(item_id="lantern", target_id="market"), state)
    assert words == "The lantern is of no use for that. It would do something with the great owl."


async def test_a_key_needs_no_using_on_the_way_that_it_opens(handler: ItemHandler, state: GameState) -> None:
    state.place("market").discovered_secrets.append("loose-stone")
    state.npc("mara").items.remove("brass-key")
    state.party.items.append("brass-key")
    words = await refused(handler, UseItemCommand(item_id="brass-key", target_id="tower"), state)
    assert words == "The brass key is all that the tower stair takes: it is open now."


async def test_a_thing_that_an_action_is_done_with_is_refused_with_the_words_of_the_action(
    handler: ItemHandler,
) -> None:
    pry = ActionSheet(id="pry", words=("pry the lid off",), on=("well",), with_=("lantern",))
    lantern = small_sheet().index.item("lantern").model_copy(update={"uses": ()})
    state = game_in(changed_sheet(actions=(pry,), items=(lantern, *small_sheet().items[1:])))
    state.place("market").items.remove("lantern")
    state.party.items.append("lantern")
    words = await refused(handler, UseItemCommand(item_id="lantern", target_id="well"), state)
    assert words == "The lantern is for something else here: “pry the lid off”."


@pytest.mark.parametrize("target", ["owl", "mara", "tower", "nothing-at-all"])
async def test_what_is_not_here_cannot_be_used_upon(handler: ItemHandler, with_lantern: GameState, target: str) -> None:
    await refused(handler, UseItemCommand(item_id="lantern", target_id=target), with_lantern)


async def test_a_use_under_a_condition_is_refused_with_what_is_missing(handler: ItemHandler) -> None:
    state = holding(uses=(ItemUse(text="Flame.", condition=ItemHeld(item_id="brass-key")),))
    words = await refused(handler, UseItemCommand(item_id="lantern"), state)
    assert words == "Not yet: it takes the brass key in your hands."


async def test_a_use_consumes_reveals_and_leaves_a_mark(handler: ItemHandler) -> None:
    state = holding(
        uses=(ItemUse(text="Ash.", consumes=True, reveals_secret="loose-stone", adds_effect="a scorched wall"),)
    )
    result = await handler.use(UseItemCommand(item_id="lantern"), state)
    assert state.party.items == []
    assert state.holder_of("lantern") is None
    assert result.follow_ups == (
        DiscoverSecretCommand(secret_id="loose-stone"),
        UpdateLocationStateCommand(location_id="market", add_effect="a scorched wall"),
    )


async def test_what_a_use_has_brought_about_it_does_not_bring_about_again(handler: ItemHandler) -> None:
    state = holding(uses=(ItemUse(text="Soot.", reveals_secret="loose-stone", adds_effect="a scorched wall"),))
    state.place("market").discovered_secrets.append("loose-stone")
    state.place("market").lasting_changes.append("a scorched wall")
    assert (await handler.use(UseItemCommand(item_id="lantern"), state)).follow_ups == ()


async def test_the_first_use_whose_condition_holds_is_taken(handler: ItemHandler) -> None:
    uses = (ItemUse(text="Never.", condition=ItemHeld(item_id="brass-key")), ItemUse(text="Now."))
    result = await handler.use(UseItemCommand(item_id="lantern"), holding(uses=uses))
    assert isinstance(result.events[0], ItemUsed)
    assert result.events[0].text == "Now."


async def test_there_is_one_of_each_thing_wherever_it_goes(handler: ItemHandler, state: GameState) -> None:
    item: ItemSheet = state.sheets.item("lantern")
    for where, command in (
        ("party", TakeItemCommand(item_id=item.id)),
        ("market", DropItemCommand(item_id=item.id)),
        ("party", TakeItemCommand(item_id=item.id)),
    ):
        await handler.handles()[type(command)](command, state)
        assert state.holder_of(item.id) == where


async def test_a_scenario_is_walked_through_once_for_what_its_people_are_to_be_given(
    handler: ItemHandler, with_lantern: GameState, monkeypatch: pytest.MonkeyPatch
) -> None:
    walks: list[object] = []
    with_lantern.scenario.current_location_id = "inn"

    def counted(sheet: ScenarioSheet) -> Iterator[tuple[str, object]]:
        walks.append(sheet)
        return walk(sheet)

    monkeypatch.setattr(gifts, "walk", counted)
    await handler.give(GiveItemCommand(item_id="lantern", npc_id="mara"), with_lantern)
    with_lantern.npc("mara").items.remove("lantern")
    with_lantern.party.items.append("lantern")
    await handler.give(GiveItemCommand(item_id="lantern", npc_id="mara"), with_lantern)
    assert len(walks) == 1
