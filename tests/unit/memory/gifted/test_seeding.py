"""What the sheets give to people, places and the world when a game begins."""

from datetime import timedelta

import pytest
from pytest_mock import MockerFixture

from app.language.analysis.canonical import queries_of
from app.memory.entries import markers as gifted
from app.memory.seeding import gifts
from app.memory.seeding.seeding import SeedResult, seed
from app.models.memory import MemoryKind, Scope
from app.models.sheets.condition import SecretKnown
from app.models.sheets.location import ExitSheet, LocationType
from app.models.sheets.lore import LoreSheet
from app.models.state.opening import begin
from app.services.game.games.npc_generator import with_cast
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from tests.unit.memory.gifted.sheets import MARA, SECRET, game, standing, texts, village
from tests.worlds import NOW, small_sheet

INN = Scope.location("inn")


@pytest.mark.parametrize(
    ("category", "remembered"),
    [
        (
            "identity",
            [
                "I am Mara Ironhand, 47 years old. My occupation: innkeeper. My archetype: the one who stayed.",
                "What others see of me: A broad woman with burnt forearms.",
            ],
        ),
        ("background", [f"My background: Came down the river as a child. {SECRET} Has kept the inn ever since."]),
        (
            "communication",
            [
                "How I speak: Short sentences.",
                'When somebody comes, I say things like: "Door!"',
                'In conversation I say things like: "Hm."',
            ],
        ),
        ("decision", ["How I decide: By the ledger."]),
        ("traits", ["My traits: gruff; generous."]),
        ("skills", ["What I am good at: ales; ledgers."]),
        ("values", ["What I value: a fair price."]),
        ("lore", ["The Duke of Orsenne owes for forty barrels."]),
    ],
)
def test_a_person_is_given_what_its_sheet_says_of_it(category: str, remembered: list[str]) -> None:
    state = game()
    seed(state, NOW)
    assert texts(state, MARA, category) == remembered


def test_what_a_sheet_does_not_say_is_not_made_up() -> None:
    """Guards have a name and a description; nothing stands for what is left empty."""
    state = game(small_sheet())
    seed(state, NOW)
    own = [entry for entry in state.npc("guard-1").npc_memories if gifted.about_of(entry) is None]
    assert [entry.summary for entry in own] == ["I am Guard.", "What others see of me: Bored."]


def test_examples_of_a_dialogue_show_how_somebody_speaks() -> None:
    state = game(village(examples="Guest: Is there room?\nMara: There is a floor."))
    seed(state, NOW)
    shown = "How I talk, for example: Guest: Is there room? Mara: There is a floor."
    assert texts(state, MARA, "communication")[-1] == shown


def test_others_are_known_by_name_work_age_looks_and_shared_places() -> None:
    state = game()
    seed(state, NOW)
    guard = Scope.npc("guard-1")
    known = "I know Mara Ironhand: innkeeper, about 50 years old. A broad woman with burnt forearms."
    assert texts(state, guard, "character_knowledge", "mara") == [f"{known} We both work at the Inn."]
    assert texts(state, Scope.npc("guard-2"), "character_knowledge", "mara") == [known]
    assert {gifted.about_of(entry) for entry in standing(state, MARA)} == {None, "guard-1", "guard-2"}


def test_nothing_that_somebody_keeps_to_itself_is_known_to_others_or_to_places() -> None:
    state = game()
    seed(state, NOW)
    hidden = (SECRET, "sell the inn", "Duke", "ledger", "lantern", "the one who stayed", "gruff")
    for scope in state.scopes():
        if scope != MARA:
            assert not [text for text in texts(state, scope) for words in hidden if words in text]


def test_a_place_holds_how_it_is_and_what_happens_there() -> None:
    state = game(village(inn={"time_of_day": "Full after dark.", "lore": (LoreSheet(text="The cellar floods."),)}))
    seed(state, NOW)
    assert texts(state, INN, "location") == ["Inn: Smoke and warm light."]
    assert texts(state, INN, "atmosphere") == [
        "The atmosphere at the Inn: Peat smoke.",
        "Inn, by the hour: Full after dark.",
    ]
    assert texts(state, INN, "context") == [
        "The Inn is a place to eat and drink. Mara Ironhand lives and works here. Guard works here.",
        "Ways from the Inn: the street door to the Market.",
    ]
    assert texts(state, INN, "lore") == ["The cellar floods."]


def test_ways_that_are_hidden_or_locked_at_the_opening_are_not_given_away() -> None:
    """The market has a way to the tower, which is both; two open ones are told."""
    state = game()
    seed(state, NOW)
    ways = "Ways from the Market: the inn door to the Inn; the left grating to the Prison Cell."
    assert texts(state, Scope.location("market"), "context") == [ways]


def test_ways_are_those_of_the_opening_however_far_the_game_has_come() -> None:
    way = ExitSheet(to="market", name="the hatch", hidden_until=SecretKnown(secret_id="loose-stone"))
    state = game(village(inn={"exits": (way,), "type": LocationType.OTHER}))
    state.place("market").discovered_secrets.append("loose-stone")
    seed(state, NOW)
    assert not any("hatch" in text for text in texts(state, INN))


def test_lore_of_the_world_lies_with_the_world() -> None:
    state = game(village(lore=(LoreSheet(text="Owls are holy.", keys=("owls",), importance=8),)))
    seed(state, NOW)
    [entry] = state.memories(Scope.world())
    assert (entry.summary, entry.importance, entry.keywords) == ("Owls are holy.", 8, ("owls",))
    assert entry.metadata == {"type": "lore", "category": "lore", "indexed_by": ("owls",), "part": 1}


def test_a_gift_is_marked_as_what_it_is() -> None:
    state = game()
    seed(state, NOW)
    about_guard = next(entry for entry in state.memories(MARA) if gifted.about_of(entry) == "guard-1")
    assert (about_guard.kind, about_guard.created_at, about_guard.turn) == (MemoryKind.GIFTED, NOW, None)
    assert (about_guard.game_time, about_guard.subjects) == (state.sheet.start_minutes, ("guard-1",))
    assert about_guard.metadata == {
        "type": "character_knowledge",
        "category": "character_knowledge",
        "about": "guard-1",
        "indexed_by": queries_of("character_knowledge", "Guard"),
        "part": 1,
    }


def test_the_time_is_nowhere_stored() -> None:
    state = game()
    seed(state, NOW)
    stored = {gifted.category_of(entry) for scope in state.scopes() for entry in state.memories(scope)}
    assert "time" not in stored


def test_a_gift_is_no_experience() -> None:
    state = game()
    seed(state, NOW)
    assert all(npc.importance_accumulator == 0 for npc in state.npcs.values())
    assert state.memory_status == {}


def test_seeding_twice_changes_nothing() -> None:
    state = game()
    added = seed(state, NOW).added
    before = state.model_dump_json()
    assert seed(state, NOW + timedelta(days=3)) == SeedResult(unchanged=added)
    assert state.model_dump_json() == before


def test_the_same_text_is_given_once() -> None:
    twice = LoreSheet(text="Owls are holy.", keys=("owls",))
    state = game(village(lore=(twice, twice), background="It rained. " * 60))
    seed(state, NOW)
    assert len(state.memories(Scope.world())) == 1
    assert len(texts(state, MARA, "background")) < 4
    assert seed(state, NOW).added == 0


def test_a_hostile_sheet_gives_bounded_memories_and_no_error() -> None:
    state = game(
        village(
            name="NAME {0} %s who",
            occupation="x" * 5000,
            archetype="\n\n",
            description="y" * 4000,
            background="## System\n" * 300,
            traits=("", " ", "z" * 900),
            examples="{player}" * 400,
        )
    )
    seed(state, NOW)
    entries = [entry for scope in state.scopes() for entry in state.memories(scope)]
    assert all(len(entry.summary) <= 300 for entry in entries)
    assert len([entry for entry in entries if gifted.about_of(entry) == "mara"]) < 2 * 24
    assert seed(state, NOW).added == 0


def test_in_a_large_scenario_everybody_knows_itself_and_everybody() -> None:
    large = ScenarioLibrary([PROJECT / "app" / "content"]).load("before-the-thaw")
    state = begin(with_cast(large, 25, 1), "game-1")
    seed(state, NOW)
    for npc_id in state.npcs:
        about = [gifted.about_of(entry) for entry in state.memories(Scope.npc(npc_id))]
        assert about[0] is None
        assert set(about) - {None} == state.npcs.keys() - {npc_id}


def test_a_long_description_is_cut_once_however_many_know_the_person(mocker: MockerFixture) -> None:
    """Cards bring descriptions of thousands of characters, and in a crowd sixty people know each of them."""
    large = ScenarioLibrary([PROJECT / "app" / "content"]).load("before-the-thaw")
    state = begin(with_cast(large, 25, 1), "game-1")
    cut = mocker.spy(gifts, "chunks")
    seed(state, NOW)
    described = state.sheets.npc("jorun").description
    assert [call.args[0] for call in cut.call_args_list].count(described) == 2, "for herself, and for all others"


def test_in_a_crowd_those_nearest_are_known() -> None:
    large = ScenarioLibrary([PROJECT / "app" / "content"]).load("before-the-thaw")
    state = begin(with_cast(large, 90, 1), "game-1")
    seed(state, NOW)
    sheets = {npc.id: npc for npc in state.sheet.npcs}
    for npc_id in ("jorun", state.sheet.npcs[-1].id):
        known = {gifted.about_of(entry) for entry in standing(state, Scope.npc(npc_id))} - {None}
        neighbours = {key for key, npc in sheets.items() if npc.home_location == sheets[npc_id].home_location}
        assert len(known) == 60
        assert neighbours - {npc_id} <= known


def test_what_a_sheet_gives_is_made_once_for_it_and_given_to_each_game_of_it(mocker: MockerFixture) -> None:
    sheet, split = village(), mocker.spy(gifts, "chunks")
    first, second, later = begin(sheet, "first"), begin(sheet, "second"), begin(with_cast(sheet, 4, 1), "third")
    seed(first, NOW)
    calls = split.call_count
    given, again = seed(first, NOW), seed(second, NOW)
    assert split.call_count == calls > 0
    assert given == SeedResult(unchanged=again.added)
    assert texts(second, MARA, "identity") == texts(first, MARA, "identity")
    assert seed(later, NOW).added > again.added
    assert split.call_count > calls


def test_a_game_with_fewer_people_than_its_sheet_is_given_what_is_said_of_those(mocker: MockerFixture) -> None:
    sheet, split = village(), mocker.spy(gifts, "chunks")
    whole, fewer = begin(sheet, "whole"), begin(sheet, "fewer")
    del fewer.npcs[next(reversed(fewer.npcs))]
    assert seed(fewer, NOW).added < seed(whole, NOW).added
    calls = split.call_count
    assert seed(fewer, NOW).added == 0
    assert split.call_count > calls
