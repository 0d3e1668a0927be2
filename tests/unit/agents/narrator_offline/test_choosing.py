"""What answers the question whom or what the player means, and who may answer it."""

import pytest

from app.agents.narrator.turn.meaning import asked_back, chosen_by
from app.models.messages.message import AskedBack, AskedChoice, Role
from app.models.state.game_state import GameState
from tests.unit.agents.narrator_offline.test_recalling import at_inn
from tests.worlds import say

BOATS = AskedBack(
    line="examine the boat",
    choices=(
        *(AskedChoice(id="boat-1", name="the red boat"), AskedChoice(id="boat-2", name="the green boat")),
        AskedChoice(id="boat-3", name="the green barge"),
    ),
)


@pytest.mark.parametrize(
    ("answer", "chosen"),
    [
        *(("the red one", "boat-1"), ("red", "boat-1"), ("The green boat.", "boat-2"), ("the third", "boat-3")),
        *(("green", None), ("the blue one", None), ("the fourth", None), ("", None), ("?", None), ("the one", None)),
        *(("the oldest", None), ("him", None), ("the red boat is mine", None), ("red " * 9, None)),
    ],
)
def test_an_answer_names_one_of_the_choices_and_nothing_else(answer: str, chosen: str | None) -> None:
    found = chosen_by(at_inn(), BOATS, answer)
    assert (found and found.id) == chosen


def asked(state: GameState, by: str = "player") -> GameState:
    """The game after a turn in which that player was asked back."""
    state.turn += 1
    say(state, BOATS.line, speaker_id=by)
    say(state, "Which do you mean?", role=Role.NARRATOR, speaker_id=None, asks_back=BOATS)
    state.turn += 1
    say(state, "the red one")
    return state


def test_who_was_asked_may_answer_in_the_turn_after() -> None:
    assert asked_back(asked(at_inn()), "player") == BOATS
    assert asked_back(at_inn(), "player") is None


def test_another_player_does_not_answer_for_the_one_who_was_asked() -> None:
    assert asked_back(asked(at_inn(), by="player-2"), "player") is None


def test_what_was_asked_before_another_turn_of_a_player_is_asked_no_more() -> None:
    state = asked(at_inn())
    state.turn += 1
    say(state, "the red one")
    assert asked_back(state, "player") is None


def test_the_world_may_move_on_between_question_and_answer() -> None:
    state = asked(at_inn())
    state.conversation_history[-1] = state.conversation_history[-1].model_copy(update={"role": Role.SYSTEM})
    state.turn += 1
    say(state, "the red one")
    assert asked_back(state, "player") == BOATS
