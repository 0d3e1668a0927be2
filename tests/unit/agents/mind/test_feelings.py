"""Feelings and needs out of a portrait's numbers, as cognition gives them; and the tenor of a text."""

import pytest

from app.agents.mind.feelings import feeling, feeling_in, mood_of, needs
from app.cognition.portrait import portrait
from app.language.emotions import sentiment
from tests.unit.agents.mind.village import hedda
from tests.unit.cognition.people import new_village


@pytest.mark.parametrize("value", [-10, -7, -5, -3, -1, 0, 1, 2, 4, 6, 10])
def test_every_relationship_is_felt(value: float) -> None:
    person = hedda(feelings={"tam": value}, names={"tam": "Old Tam"})
    felt = feeling(person, "tam")
    assert felt is not None
    assert (felt > 0) == (value >= 2)
    assert (felt < 0) == (value < -1)
    assert feeling_in(person, "What do you think of Tam?") == felt
    assert feeling(person, "ragna") is feeling_in(person, "What do you think of Ragna?") is None


@pytest.mark.parametrize("meter", [0, 30, 100])
def test_every_condition_is_felt(meter: float) -> None:
    person = hedda(energy=meter, hunger=meter, mood=meter)
    assert (mood_of(person) > 0) == (meter > 20)
    assert bool(list(needs(person))) == (meter < 60)


def test_the_most_pressing_need_comes_first() -> None:
    assert list(needs(hedda(energy=10, hunger=10, mood=10))) == ["exhausted", "starving", "low"]
    assert list(needs(hedda(energy=30, hunger=10, mood=50))) == ["starving", "tired"]


def test_a_portrait_holds_the_numbers_that_its_words_tell() -> None:
    state = new_village()
    npc = state.npc("jorun")
    npc.energy, npc.hunger, npc.mood, npc.relationships = 10, 30, 80, {"hedda": -6.0}
    person = portrait(state, "jorun")
    assert (person.energy, person.hunger, person.mood, person.feelings) == (10, 30, 80, {"hedda": -6.0})
    assert person.names["hedda"] == state.name("hedda")
    assert person.state.endswith("exhausted, hungry, in good spirits")
    assert person.relationships == (f"{person.name} hates {state.name('hedda')}.",)


def test_texts_are_glad_or_sad_or_neither() -> None:
    assert sentiment("Anna helped and laughed.") == 1
    assert sentiment("Tobin stole it, and she wept.") == -1
    assert sentiment("Anna helped, and Tobin stole it.") == sentiment("It rained.") == sentiment("") == 0
