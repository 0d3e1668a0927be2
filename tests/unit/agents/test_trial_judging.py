"""What counts as an echo of the player's line or of the prompt, and what gives a secret away."""

import pytest

from app.agents.narrator.model.guard import NarrationGuard
from app.agents.recording import RecordedCall
from app.agents.trial.judging import echoes, faults_of
from app.models.model_trial import TrialFault
from tests.worlds import new_game

LINE = "Excuse me, I've just come off the boat. Who are you?"


@pytest.mark.parametrize(
    ("sentence", "is_echo"),
    [
        ("Who are you?", True),
        ("who are you", True),
        ("You have just come off the boat, then.", True),
        ("You come off the boat.", False),
        ("Tove, of the landing.", False),
        ("", False),
    ],
)
def test_a_sentence_of_the_line_or_five_words_of_it_in_a_row_are_an_echo(sentence: str, is_echo: bool) -> None:
    assert echoes(sentence, LINE) is is_echo


def test_what_was_ordered_may_be_told() -> None:
    assert not echoes("You pick up the bucket of herring.", "pick up the bucket of herring")
    assert not echoes("As you pick up the bucket of herring, it drips.", "pick up the bucket of herring")


CALL = RecordedCall(
    instructions="Tell exactly that to the player, in a few sentences of plain prose.",
    prompt='## What Happened\n<happened>\n"You take the lantern."\n</happened>',
)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("The wind turns a little.", []),
        ("<think>So be it.</think>The wind turns.", []),
        ("<happened>The wind turns.</happened>", [TrialFault.ECHOED]),
        ("## What Happened\nThe wind turns.", [TrialFault.ECHOED]),
        ("I tell exactly that to the player, in a few sentences.", [TrialFault.ECHOED]),
        ("You take the lantern.", [TrialFault.CONTRADICTED]),
    ],
)
def test_an_answer_is_judged_as_it_came(text: str, faults: list[TrialFault]) -> None:
    state = new_game()
    assert faults_of(text, LINE, [CALL], NarrationGuard(state), ["What Happened"]) == faults
