"""What the terminal shows of states, companions, counts and the ending."""

from app.cli.rendering.turns import states_seen
from tests.cellar import in_cellar


def test_states_companions_and_the_ending_are_shown_and_nothing_hidden_is() -> None:
    state = in_cellar()
    assert list(states_seen(state)) == ["The floor is dry. · coins: 5/99 · health: 8/8", "Pim: He is shaking."]
    state.party.companions.append("pim")
    state.world.ending = "lost"
    assert list(states_seen(state))[1:] == ["with you: Pim (He is shaking.)", "The end (lost): The Long Dark"]


def test_of_people_elsewhere_and_of_hidden_states_nothing_is_shown() -> None:
    state = in_cellar()
    state.npc("pim").current_location_id = "yard"
    assert "Pim" not in " ".join(states_seen(state))
