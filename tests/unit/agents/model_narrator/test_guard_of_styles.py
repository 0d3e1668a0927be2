"""What is held back in a game that is told in another person or tense: the same as in the second and the present."""

import pytest

from app.agents.narrator.model.guard import NarrationGuard, Strictness
from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.model.told_form import as_told_to_you
from app.events.commands.play import AdvanceTimeCommand, TakeItemCommand
from app.language.analysis.mentions import mentions_for
from app.language.checks.evidence import Evidence
from app.models.sheets.narration import NarrationStyle
from app.models.state.game_state import GameState
from tests.unit.agents.model_narrator.stage import ScriptedModel, Stage
from tests.unit.agents.model_narrator.test_guard import tide_bell
from tests.unit.agents.model_narrator.test_guided import Rules

PAST, FIRST, THIRD = {"tense": "past"}, {"person": "first"}, {"person": "third"}
FIRST_PAST, THIRD_PAST = FIRST | PAST, THIRD | PAST


def told(style: dict[str, str]) -> GameState:
    state = tide_bell()
    state.narration = NarrationStyle.model_validate(style)
    return state


@pytest.mark.parametrize(
    ("style", "sentence", "judged"),
    [
        ({}, "I say that you took it.", "I say that you took it."),
        (PAST, "You took the bucket and went out.", "you take the bucket and went out."),
        (FIRST, "I take it, and we go.", "you take it, and you go."),
        (FIRST_PAST, "“I swore it,” I said, and I’m cold.", "“I swore it,” you say, and I’m cold."),
        (THIRD, "Ada picks up the bucket; Tove looks at Ada.", "you pick up the bucket; Tove looks at you."),
        (THIRD_PAST, "“Ada took it,” said Tove.", "“Ada took it,” said Tove."),
    ],
)
def test_a_sentence_is_judged_in_the_second_person_and_the_present(
    style: dict[str, str], sentence: str, judged: str
) -> None:
    assert as_told_to_you(sentence, told(style)) == judged


@pytest.mark.parametrize(
    ("style", "sentence"),
    [
        (PAST, "You took the herring bucket and went."),
        (PAST, "You walked over, and picked up the herring bucket."),
        (FIRST, "I take the herring bucket."),
        (FIRST_PAST, "I grabbed the herring bucket."),
        (THIRD, "Ada takes the herring bucket."),
        (THIRD, "Ada walks over, and picks up the herring bucket."),
        (THIRD_PAST, "The wind dropped, and Ada took the herring bucket."),
    ],
)
async def test_a_deed_is_shown_only_where_the_state_has_it(style: dict[str, str], sentence: str) -> None:
    stage = Stage(state=told(style))
    assert "no call has done that" in (NarrationGuard(stage.state).check(sentence) or "")
    await stage.scene.execute(TakeItemCommand(item_id="herring-bucket"))
    assert NarrationGuard(stage.state).check(sentence) is None


@pytest.mark.parametrize(
    ("style", "sentence"),
    [
        (PAST, "Ansel Dyce arrived, wiping his hands."),
        (PAST, "Tove left without a word."),
        (THIRD_PAST, "Tove died in the middle of a sentence."),
        (FIRST_PAST, "I reached the Boiling House."),
        (PAST, "You decided to trust her."),
        (FIRST, "“I swear it,” I say."),
        (FIRST_PAST, "“I swear it,” I said."),
        (THIRD, "Ada decides to trust her."),
        (THIRD_PAST, "Ada answered: “Then I will go.”"),
    ],
)
def test_nobody_comes_goes_speaks_or_decides_by_words_alone(style: dict[str, str], sentence: str) -> None:
    assert NarrationGuard(told(style)).check(sentence)


@pytest.mark.parametrize(
    ("style", "sentence"),
    [
        (PAST, "You stood on the wet boards, and the water said nothing."),
        (PAST, "You did not take the herring bucket."),
        (PAST, "“You took the herring bucket,” said Tove, “and it was your supper.”"),
        (FIRST, "I stand on the wet boards; Tove tells me what the board says."),
        (FIRST_PAST, "“I took the herring bucket,” said Tove."),
        (THIRD, "Tove looks up, and takes Ada in from head to foot."),
        (THIRD_PAST, "On Tove's left the herring bucket stood, and Ada looked at it."),
        (THIRD_PAST, "Ada could have taken the herring bucket."),
    ],
)
def test_what_is_no_deed_of_the_players_is_shown(style: dict[str, str], sentence: str) -> None:
    assert NarrationGuard(told(style)).check(sentence) is None


def test_a_person_who_says_i_is_not_the_player() -> None:
    assert NarrationGuard(told(FIRST), is_person=True).check("I take the herring bucket down at night.") is None


def test_i_is_no_unknown_name_where_all_is_judged() -> None:
    state = told(FIRST)
    evidence = Evidence(state.here.description, mentions_for(state.sheet))
    assert NarrationGuard(state, Strictness.STRICT, evidence).check("The wind turns, and I wait.") is None


def named(pronouns: str) -> GameState:
    """Ada, of these pronouns, at the landing with Tove, a woman; the game is told in the third person and the past."""
    state = told(THIRD_PAST)
    (ada,) = state.party.players
    state.party.players = [ada.model_copy(update={"pronouns": pronouns})]
    return state


@pytest.mark.parametrize(
    ("pronouns", "text"),
    [
        ("she/her", "Ada looked at the bucket. She took the herring bucket."),
        ("she/her", "Tove looked up. Ada nodded to Tove’s net, then Ada stood still. Then she decided to go."),
        ("he/him", "Tove looked up. He took the herring bucket."),
        ("he/him", "“I swear it,” he said."),
        ("they/them", "Ada waited. They took the herring bucket."),
        ("", "Ada waited; she took the herring bucket."),
    ],
)
def test_a_pronoun_that_speaks_of_the_player_is_judged_as_the_player(pronouns: str, text: str) -> None:
    assert NarrationGuard(named(pronouns)).check(text)


@pytest.mark.parametrize(
    ("pronouns", "text"),
    [
        ("she/her", "Tove looked up. She took the herring bucket."),
        ("she/her", "She took the herring bucket."),
        ("she/her", "Ada looked at Tove. “Not that one,” she said."),
        ("he/him", "Ada waited. She took the herring bucket."),
        ("he/him", "Ansel was not there; he took the herring bucket, once."),
        ("", "They took the herring bucket."),
    ],
)
def test_a_pronoun_that_may_speak_of_a_person_is_not(pronouns: str, text: str) -> None:
    assert NarrationGuard(named(pronouns)).check(text) is None


async def test_a_second_answer_is_judged_without_the_names_of_the_first_one() -> None:
    state = named("she/her")
    script = ScriptedModel(["Ada took the herring bucket."], ["She took the herring bucket."])
    narration = await Stage(state=state).narrated_by(GuidedNarrator(script.model, Rules(AdvanceTimeCommand(minutes=5))))
    assert narration.text == "She took the herring bucket."


def test_a_sentence_that_is_judged_again_is_judged_without_its_own_names() -> None:
    guard, sentence = NarrationGuard(named("he/him")), "He took the herring bucket, and Ansel watched."
    assert guard.check(sentence)
    assert guard.check(sentence)
