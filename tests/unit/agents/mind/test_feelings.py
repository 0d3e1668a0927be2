"""Reading feelings off a portrait, as cognition writes it."""

import pytest

from app.agents.mind.feelings import feeling, feeling_in, spirits, tenor
from app.agents.mind.lines import STATES
from app.cognition.portrait import condition_words, liking
from app.models.instances.npc_instance import NPCInstance
from tests.unit.agents.mind.village import hedda


@pytest.mark.parametrize("value", [-10, -7, -5, -3, -1, 0, 1, 2, 4, 6, 10])
def test_every_relationship_is_understood(value: float) -> None:
    person = hedda(relationships=(f"Hedda Holm {liking(value)} Old Tam.",))
    felt = feeling(person, "Old Tam")
    assert felt is not None
    assert (felt > 0) == (value >= 2)
    assert (felt < 0) == (value < -1)
    assert feeling_in(person, "What do you think of Tam?") == felt
    assert feeling(person, "Tam") is feeling_in(person, "What do you think of Ragna?") is None


@pytest.mark.parametrize("meter", [0, 30, 100])
def test_every_condition_is_understood(meter: float) -> None:
    words = condition_words(NPCInstance(instance_id="hedda", energy=meter, hunger=meter, mood=meter))
    assert (spirits(hedda(state=words)) > 0) == (meter > 20)
    assert any(state in words for state in STATES) == (meter < 60)


def test_texts_are_glad_or_sad_or_neither() -> None:
    assert tenor("Anna helped and laughed.") == 1
    assert tenor("Tobin stole it, and she wept.") == -1
    assert tenor("Anna helped, and Tobin stole it.") == tenor("It rained.") == tenor("") == 0
