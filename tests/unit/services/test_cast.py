"""People made from a seed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import InvalidInput
from app.language.analysis.mentions import mentions_for
from app.language.language import default_language
from app.models.sheets.condition import ItemHeld
from app.models.sheets.location import ExitSheet, LocationSheet, LocationType
from app.models.sheets.person import NPCSheet
from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_rules import check_scenario
from app.services.game.games.bounds import MOST_PEOPLE
from app.services.game.games.npc_generator import cast_words, with_cast
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from tests.examples import examples
from tests.wording import raises_in_words
from tests.worlds import small_sheet

SHIPPED = ("before-the-thaw", "tide-bell")


def sheet_of(name: str) -> ScenarioSheet:
    return ScenarioLibrary([PROJECT / "app" / "content"]).load(name) if name in SHIPPED else small_sheet()


def made(sheet: ScenarioSheet, people: int, seed: int = 1) -> tuple[NPCSheet, ...]:
    return with_cast(sheet, people, seed).npcs[len(sheet.npcs) :]


@pytest.mark.parametrize("name", [*SHIPPED, "small"])
def test_a_scenario_with_a_large_cast_passes_its_check(name: str) -> None:
    sheet = with_cast(sheet_of(name), MOST_PEOPLE, 3)
    assert len(sheet.npcs) == MOST_PEOPLE
    assert check_scenario(sheet) == []


@given(seed=st.integers(), people=st.integers(min_value=0, max_value=40))
@settings(max_examples=examples(10))
def test_whatever_the_seed_everybody_is_somebody_else_and_can_get_home(seed: int, people: int) -> None:
    sheet = small_sheet()
    cast = made(sheet, people, seed)
    assert len(cast) == max(0, people - len(sheet.npcs))
    assert len({npc.id for npc in (*sheet.npcs, *cast)}) == len(sheet.npcs) + len(cast)
    assert len({npc.name for npc in cast}) == len({npc.description for npc in cast}) == len(cast)
    for npc in cast:
        assert {npc.home_location, npc.work_location, npc.start_location} <= {"market", "inn", "cell-1", "cell-2"}
        assert npc.age is not None
        assert all((npc.occupation, npc.archetype, npc.background, npc.communication_style, npc.decision_style))
        assert all((npc.traits, npc.skills, npc.values, npc.goals, npc.schedule_hints))


def test_the_same_seed_gives_the_same_people_and_another_seed_others() -> None:
    sheet = small_sheet()
    assert made(sheet, 20, 5) == made(sheet, 20, 5)
    assert {npc.name for npc in made(sheet, 20, 5)} != {npc.name for npc in made(sheet, 20, 6)}


def test_a_larger_cast_begins_with_the_smaller_one() -> None:
    sheet = small_sheet()
    assert made(sheet, 150, 5)[:20] == made(sheet, 23, 5)


def test_a_scenario_keeps_its_own_people_however_few_are_wanted() -> None:
    sheet = small_sheet()
    assert with_cast(sheet, 1, 5) is sheet
    assert with_cast(sheet, 9, 5).npcs[:3] == sheet.npcs


def test_more_than_the_most_is_refused() -> None:
    with raises_in_words(InvalidInput, match="at most 200"):
        with_cast(small_sheet(), MOST_PEOPLE + 1, 1)


def test_nobody_bears_a_name_of_the_scenario() -> None:
    owner = NPCSheet(id="dagny", name="Dagny Brekke", description="Somebody.")
    sheet = small_sheet().model_copy(update={"npcs": (owner,)})
    words = {word for npc in made(sheet, MOST_PEOPLE) for word in npc.name.split()}
    assert not words & {"Dagny", "Brekke"}


def test_names_that_are_all_taken_are_said_to_be() -> None:
    words = cast_words(default_language())
    hall = LocationSheet(id="hall", name="Hall", aliases=(*words.given[1:], *words.family[1:]), description="A hall.")
    sheet = small_sheet().model_copy(update={"locations": (*small_sheet().locations, hall)})
    assert len(made(sheet, 4)) == 1
    with raises_in_words(InvalidInput, match="names are taken"):
        with_cast(sheet, 5, 1)


def test_an_id_that_is_taken_is_not_given_again() -> None:
    first = made(small_sheet(), 4)[0]
    hall = LocationSheet(id=first.id, name="Hall", description="A hall.")
    sheet = small_sheet().model_copy(update={"locations": (*small_sheet().locations, hall)})
    assert made(sheet, 4)[0].id == f"{first.id}-2"


def test_people_live_where_they_can_come_and_go_under_a_roof_and_at_home_if_there_are_homes() -> None:
    lost = LocationSheet(id="vault", name="Vault", description="A vault.", type=LocationType.HOME)
    house = lost.model_copy(
        update={"id": "house", "name": "House", "exits": (ExitSheet(to="market", name="the house door"),)}
    )
    market, *others = small_sheet().locations
    door = ExitSheet(to="house", name="the door of the house")
    locked = ExitSheet(to="vault", name="the vault door", locked_until=ItemHeld(item_id="brass-key"))
    open_market = market.model_copy(update={"exits": (*market.exits, door, locked)})
    sheet = small_sheet().model_copy(update={"locations": (open_market, *others, house, lost)})
    assert {npc.home_location for npc in made(sheet, 30)} == {"house"}


def test_the_shipped_village_gets_people_of_many_kinds() -> None:
    cast = made(sheet_of("before-the-thaw"), 25)
    assert len({npc.occupation for npc in cast}) >= 14
    assert len({npc.archetype for npc in cast}) >= 12
    assert len({npc.home_location for npc in cast}) >= 4
    assert len({npc.work_location for npc in cast}) >= 4
    assert len({npc.schedule_hints for npc in cast}) >= 14


def test_everybody_is_found_by_its_given_name() -> None:
    sheet = with_cast(sheet_of("tide-bell"), 30, 2)
    mentions = mentions_for(sheet)
    for npc in sheet.npcs:
        assert mentions.people(f"Then {npc.name.partition(' ')[0]} laughed.") == (npc.id,)


def test_a_changed_sheet_knows_its_new_people() -> None:
    sheet = small_sheet()
    assert "mara" in sheet.index.npcs
    assert set(with_cast(sheet, 6, 1).index.npcs) == {npc.id for npc in with_cast(sheet, 6, 1).npcs}
