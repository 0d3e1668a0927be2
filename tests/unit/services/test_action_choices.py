"""Actions and companions among what a player can do, each with the line that does it."""

import pytest

from app.models.sheets.values import OPEN
from app.models.state.game_state import GameState
from app.models.state.values import set_value
from app.services.game.choices import PossibleDeed, player_choices
from tests.cellar import in_cellar
from tests.unit.agents.narrator_offline.test_buying import boiling_house


def acts(state: GameState) -> dict[str, PossibleDeed]:
    """By line the actions that are offered."""
    return {deed.line: deed for deed in player_choices(state, "player").deeds if deed.deed in ("act", "part")}


def test_an_authored_action_is_offered_with_names_in_its_words() -> None:
    found = acts(in_cellar())
    assert found["pull lever"] == PossibleDeed(
        deed="act", id="pull-lever", name="pull lever", line="pull lever", on="lever", on_name="lever"
    )
    assert found["give up"].on is None


def test_an_action_that_is_refused_is_offered_as_locked_and_says_why() -> None:
    state = in_cellar()
    assert (acts(state)["break out"].is_open, acts(state)["break out"].refusal) == (False, "The hatch holds.")
    set_value(state, "lever", "down", value=True)
    assert (acts(state)["break out"].is_open, acts(state)["break out"].refusal) == (True, "")


def test_the_thing_that_an_action_needs_stands_in_its_line_once_it_is_carried() -> None:
    state = in_cellar()
    assert not next(deed for deed in acts(state).values() if deed.id == "oil-lever").is_open
    state.npc("pim").items.remove("oil")
    state.party.items.append("oil")
    assert acts(state)["oil lever with flask of oil"].is_open


@pytest.mark.parametrize(("name", "line"), [("oil the lever", "oil the lever"), ("", "oil lever with …")])
def test_no_line_has_a_slot_for_a_thing_that_is_not_carried(
    monkeypatch: pytest.MonkeyPatch, name: str, line: str
) -> None:
    state = in_cellar()
    changed = state.sheets.actions["oil-lever"].model_copy(
        update={"words": ("oil {target} with {with}",), "name": name}
    )
    monkeypatch.setitem(state.sheets.actions, "oil-lever", changed)
    assert acts(state)[line].id == "oil-lever"


def test_generic_actions_are_offered_for_what_is_made_for_them() -> None:
    found = acts(in_cellar())
    assert {"open chest", "light lamp", "buy crown", "buy flask of oil"} <= found.keys()


def test_each_ware_has_its_own_refusal() -> None:
    found = acts(in_cellar())
    assert (found["buy crown"].is_open, found["buy flask of oil"].is_open) == (False, True)


def test_what_is_in_an_open_container_can_be_taken() -> None:
    state = in_cellar()
    taken = [deed.id for deed in player_choices(state, "player").deeds if deed.deed == "take"]
    assert "ruby" not in taken
    set_value(state, "chest", OPEN, value=True)
    assert "ruby" in [deed.id for deed in player_choices(state, "player").deeds if deed.deed == "take"]


def test_a_person_can_be_asked_along_and_then_be_left_behind() -> None:
    state = in_cellar()
    assert acts(state)["ask Pim to come along"].id == "join"
    state.party.companions.append("pim")
    assert "ask Pim to come along" not in acts(state)
    assert acts(state)["ask Pim to stay here"].deed == "part"


def test_nothing_is_offered_to_do_once_the_story_is_over() -> None:
    state = in_cellar()
    state.world.ending = "lost"
    assert acts(state) == {}


def test_a_way_that_can_be_closed_is_called_by_its_own_name() -> None:
    found = acts(boiling_house())
    assert "close the door" in found
    assert not any("Landing" in line for line in found)
