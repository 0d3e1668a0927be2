"""What a typed name is taken to mean."""

import pytest

from app.agents.narrator.understanding.naming import (
    Thing,
    ThingKind,
    choice_names,
    everybody,
    everything_here,
    items_here,
    may_be_name,
    people_here,
    place_here,
    resolve,
    split_name,
    which_is_meant,
)
from app.agents.narrator.understanding.typed_words import name_words
from app.models.sheets.canon import NameEntry
from tests.unit.agents.narrator_offline.playing import at
from tests.worlds import new_game


def thing(any_id: str, *names: str) -> Thing:
    return Thing(ThingKind.ITEM, any_id, names[0], tuple(name_words(name) for name in names))


LANTERN = thing("lantern", "lantern", "lamp")
BRASS, IRON = thing("brass", "brass key"), thing("iron", "the iron key")
OFFICE = thing("office", "Élan's office")
THINGS = [LANTERN, BRASS, IRON, OFFICE, thing("lamp-oil", "灯"), thing("owl", "great owl")]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("the lantern", ["lantern"]),
        ("LAMP", ["lantern"]),
        ("brass", ["brass"]),
        ("key", ["brass", "iron"]),
        ("that brass key over there", ["brass"]),
        ("lant", []),
        ("lanterns", ["lantern"]),
        ("iron keys", ["iron"]),
        ("weather", []),
        ("lanternist", []),
        ("lantrn", ["lantern"]),
        ("latnern", ["lantern"]),
        ("brss kye", ["brass"]),
        ("elans office", ["office"]),
        ("灯", ["lamp-oil"]),
        ("bowl", []),
        ("owl", ["owl"]),
        ("lanternfish", []),
        ("", []),
        ("the", []),
        ("lantern " * 200, []),
        ("((((((", []),
    ],
)
def test_a_name_is_found_exactly_by_a_part_or_with_a_typo(typed: str, expected: list[str]) -> None:
    assert [found.id for found in resolve(typed, THINGS)] == expected


def test_an_exact_name_beats_a_part_of_another() -> None:
    assert resolve("key", [thing("ring", "key ring"), thing("key", "key")])[0].id == "key"
    assert len(resolve("key", [thing("ring", "key ring"), thing("key", "key")])) == 1


def test_of_two_called_alike_the_first_and_the_second_can_be_told_apart() -> None:
    state = at(new_game(), "market")
    state.npc("guard-2").current_location_id = "market"
    guards = people_here(state)
    assert len(resolve("guard", guards)) == 2
    assert choice_names(guards) == ["the first Guard", "the second Guard"]
    assert [found.id for found in resolve("the second guard", guards)] == ["guard-2"]
    assert [found.id for found in resolve("first guard", guards)] == ["guard-1"]
    assert which_is_meant(guards) == "Which do you mean: the first Guard or the second Guard?"


def test_a_name_at_the_beginning_is_split_from_the_rest() -> None:
    state = at(new_game(), "inn")
    people = people_here(state)
    assert split_name("mara ironhand the lantern", people)[1] == "the lantern"
    assert split_name("marra about it", people)[1] == "about it"
    assert split_name("the lantern", people) == ([], "the lantern")


def test_only_what_lies_here_is_an_item_here() -> None:
    assert [found.id for found in items_here(new_game())] == ["lantern", "anvil"]


@pytest.mark.parametrize("typed", ["the lantern", "lantrn", "alntern", "Mara", "lanterns", "tower"])
def test_what_may_be_a_name_of_the_scenario_wherever_it_is(typed: str) -> None:
    assert may_be_name(at(new_game(), "market"), typed)


@pytest.mark.parametrize("typed", ["take the lantern", "wait", "lantern please quickly"])
def test_a_word_that_is_near_no_name_makes_a_text_no_name(typed: str) -> None:
    assert not may_be_name(at(new_game(), "market"), typed)


def test_whatever_is_named_here_may_be_a_name() -> None:
    game = new_game()
    for place in game.sheet.locations:
        here = at(game, place.id)
        things = [*everything_here(here), *place_here(here), *everybody(here)]
        assert all(may_be_name(here, " ".join(name)) for thing in things for name in thing.names)


def test_a_name_that_is_made_up_while_playing_may_be_one() -> None:
    state = at(new_game(), "market")
    assert not may_be_name(state, "quonking zither")
    state.add_canon(NameEntry(of="lantern", name="quonking zither"))
    assert may_be_name(state, "quonking zither")
