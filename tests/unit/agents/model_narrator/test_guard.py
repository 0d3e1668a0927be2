"""What of a model's text is held back: judged by the state of the game, and by what the players may know."""

from functools import cache

import pytest

from app.agents.narrator.model.agent import NarratorAgent
from app.agents.narrator.model.guard import NarrationGuard, Strictness
from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.model.told_changes import CarriedItems
from app.events.commands.play import ChangeLocationCommand, DropItemCommand, TakeItemCommand
from app.language.analysis.mentions import mentions_for
from app.language.checks.evidence import Evidence
from app.models.command import Command
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from tests.unit.agents.model_narrator.stage import ScriptedModel, Stage
from tests.unit.agents.model_narrator.test_guided import SPOKEN_TO, Rules
from tests.worlds import new_game, say


@cache
def sheet_of_tide_bell() -> ScenarioSheet:
    return ScenarioLibrary([PROJECT / "app" / "content"]).load("tide-bell")


def tide_bell() -> GameState:
    sheet = sheet_of_tide_bell()
    state = begin(sheet, "game", [PlayerCharacter(id="ada", name="Ada")], seed=7)
    say(state, sheet.opening, "I look around.")
    return state


def fault(sentence: str, state: GameState | None = None, strictness: Strictness = Strictness.BALANCED) -> str:
    """Why a sentence is held back; "" where it is shown."""
    state = state or tide_bell()
    shown = "\n".join(place.description for place in state.sheet.locations)
    return NarrationGuard(state, strictness, Evidence(shown, mentions_for(state.sheet))).check(sentence) or ""


@pytest.mark.parametrize(
    "sentence",
    [
        "The door of her face closes.",
        "Half a dozen gulls argue over nothing, a thousand miles from anybody.",
        "It is older than Solomon, and *much* older than you.",
        "“I would not go out there,” says Tove, and mends a mesh.",
        "You could take the lantern, if it were yours to take.",
        "What do you do?",
        "You say nothing, and the water says it for you.",
        "Tove tells you, without looking up, what the board says.",
    ],
)
def test_figures_of_speech_idioms_dialogue_and_questions_are_shown(sentence: str) -> None:
    assert fault(sentence) == ""


@pytest.mark.parametrize(
    "sentence",
    [
        "I call take_item for the lantern.",
        "As an AI, I cannot let you drown.",
        "You pick up [herring-bucket] and go.",
    ],
)
def test_nothing_of_the_program_is_shown(sentence: str) -> None:
    assert fault(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "“I swear it,” you say.",
        "You answer: “Then I will go.”",
        "You decide to trust her.",
        "Ada smiled and said, “Wow, this is amazing.”",
        "“Wow,” says the gull, and “Wow,” Ada replies.",
    ],
)
def test_nobody_speaks_or_decides_for_the_player(sentence: str) -> None:
    assert "player" in fault(sentence)


@pytest.mark.parametrize(
    ("sentence", "order"),
    [
        ("You take the herring bucket and go.", TakeItemCommand(item_id="herring-bucket")),
        ("You walk over, and pick up the herring bucket.", TakeItemCommand(item_id="herring-bucket")),
        ("You enter the Boiling House.", ChangeLocationCommand(location_id="boiling-house")),
    ],
)
async def test_a_deed_is_shown_only_where_the_state_has_it(sentence: str, order: Command) -> None:
    stage = Stage(state=tide_bell())
    assert "no call has done that" in fault(sentence, stage.state)
    await stage.scene.execute(order)
    assert fault(sentence, stage.state) == ""


@pytest.mark.parametrize(
    "sentence",
    [
        "Ansel Dyce arrives, wiping his hands.",
        "Tove leaves without a word.",
        "Tove dies in the middle of a sentence.",
        "You open the slip.",
    ],
)
def test_nobody_comes_goes_or_dies_and_nothing_opens_by_words_alone(sentence: str) -> None:
    assert "no call has done that" in fault(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "You do not take the herring bucket.",
        "You could take the herring bucket.",
        "You try to lift the herring bucket.",
        "“You take the herring bucket,” says Tove, “and it is your supper.”",
        "Do you take the herring bucket?",
        "You take a long look at the herring bucket.",
        "You open your mouth and shut it again.",
    ],
)
def test_what_is_denied_tried_possible_asked_or_said_aloud_is_no_deed(sentence: str) -> None:
    assert fault(sentence) == ""


@pytest.mark.parametrize(
    "sentence",
    [
        "She hangs up the net and walks off up the lane without a word.",
        "You stuff the herring bucket under your coat.",
        "Ansel himself comes round the corner.",
        "When you reach Tove there is no breath left in her.",
        "“That will do,” says Ansel.",
    ],
)
def test_what_other_words_say_has_happened_is_held_back(sentence: str) -> None:
    guard = NarrationGuard(tide_bell())
    assert guard.check("Tove looks up.") is None
    assert "no call has done that" in (guard.check(sentence) or "")


@pytest.mark.parametrize(
    "sentence",
    [
        "She goes back to her net and does not look up.",
        "You get your arms round the herring bucket and heave, and it stays where it is.",
        "Ansel will be at his pans, as he is every day.",
        "Tove nearly dies laughing.",
        "You find a stone and throw it.",
    ],
)
def test_what_changes_nothing_is_shown(sentence: str) -> None:
    assert fault(sentence) == ""


async def test_what_was_taken_and_put_down_in_one_turn_may_be_told() -> None:
    stage = Stage(state=tide_bell())
    items = CarriedItems(stage.state, stage.scene.execute)
    guard = NarrationGuard(stage.state, items=items)
    await items.execute(TakeItemCommand(item_id="herring-bucket"))
    await items.execute(DropItemCommand(item_id="herring-bucket"))
    assert guard.check("You pick the bucket up by its handle. You set it down on the planks again.") is None


async def test_a_way_through_the_place_that_an_order_left_may_be_told() -> None:
    stage = Stage(state=tide_bell())
    stage.state.scenario.current_location_id = "causeway"
    guard = NarrationGuard(stage.state)
    told = "The stones of the causeway take you south again."
    stage.state.scenario.current_location_id = "ferry-landing"
    assert guard.check(told) is None
    assert NarrationGuard(stage.state).check(told) is not None


def test_what_the_player_has_typed_is_not_decided_for_the_player() -> None:
    state, sentence = tide_bell(), "You tell her that you will sit here for half an hour."
    assert "player" in (NarrationGuard(state).check(sentence) or "")
    assert NarrationGuard(state, said="I tell Tove I will sit here for half an hour").check(sentence) is None


def test_a_stranger_is_found_by_any_verb_and_behind_it() -> None:
    assert "Gerrit" in fault("On a tub sits old Gerrit, who caulked the ferry.")
    assert "Zorblax" in fault("Zorblax caulks the ferry.")


def test_a_secret_in_other_words_is_held_back_until_it_is_known() -> None:
    state, sentence = tide_bell(), "Under the ash lies half a burnt leather strap, the sling of a clapper."
    assert "not known yet" in fault(sentence, state)
    state.place("boiling-house").discovered_secrets.append("singed-strap")
    assert fault(sentence, state) == ""


def test_a_secret_that_a_call_has_brought_about_may_be_told_in_the_same_turn() -> None:
    state = tide_bell()
    guard = NarrationGuard(state)
    sentence = "Under the ash lies half a burnt leather strap, the sling of a clapper."
    assert guard.check(sentence)
    state.place("boiling-house").discovered_secrets.append("singed-strap")
    assert guard.check(sentence) is None


def test_what_was_read_gives_nothing_away() -> None:
    state = tide_bell()
    _, secret = state.sheets.secret("singed-strap")
    say(state, secret.text)
    assert fault("It is a leather strap, singed at one end.", state) == ""


def test_a_stranger_may_be_named_and_may_not_act() -> None:
    assert fault("It has been so since the days of King Zorblax.") == ""
    assert "Zorblax" in fault("Zorblax nods at you.")


@pytest.mark.parametrize("sentence", ["You decide to trust her.", "Zorblax nods at you.", "As an AI, I wait."])
def test_where_nothing_is_judged_everything_is_shown(sentence: str) -> None:
    assert fault(sentence, strictness=Strictness.OFF) == ""


def test_the_fault_names_the_sentence() -> None:
    assert "“You decide to trust her.”" in fault("She waits. You decide to trust her. The rain begins.")


async def test_a_bad_sentence_is_named_to_the_model_and_the_second_answer_is_shown() -> None:
    stage = Stage(state=new_game())
    script = ScriptedModel(["The rain stops. You decide to go home."], ["The rain stops."])
    narration = await stage.narrated_by(NarratorAgent(script.model))
    assert narration.text.endswith("The rain stops.")
    assert "You decide to go home." in script.prompt(1)
    assert not narration.degraded


async def test_a_bad_sentence_of_the_second_answer_is_left_out_and_the_rest_is_shown() -> None:
    stage = Stage(state=new_game())
    bad = "The rain stops. You decide to go home. A dog barks."
    narration = await stage.narrated_by(NarratorAgent(ScriptedModel([bad], [bad]).model))
    assert "decide" not in stage.told
    assert narration.text.endswith("A dog barks.")
    assert not narration.degraded


async def test_where_nothing_is_judged_the_answer_stands() -> None:
    stage, script = Stage(state=new_game()), ScriptedModel(["You decide to go home."])
    narration = await stage.narrated_by(NarratorAgent(script.model, strictness=Strictness.OFF))
    assert narration.text == "You decide to go home."


async def test_a_person_that_answers_is_judged_too() -> None:
    script = ScriptedModel(["As an AI, I guard nothing."], ["I guard the gate."])
    narration = await Stage().narrated_by(GuidedNarrator(script.model, Rules(**SPOKEN_TO)))
    assert [speech.text for speech in narration.speeches] == ["I guard the gate."]


def test_who_was_met_before_a_walk_of_the_turn_may_have_spoken_there() -> None:
    state = tide_bell()
    state.scenario.current_location_id = "boiling-house"
    guard = NarrationGuard(state)
    state.scenario.current_location_id = "ferry-landing"
    assert guard.check("“That will do,” says Ansel.") is None
    assert NarrationGuard(state).check("“That will do,” says Ansel.") is not None


@pytest.mark.parametrize("told", ["The question drops into the steam like a stone.", "It lands like a stone."])
def test_a_likeness_with_an_article_is_no_place_that_is_elsewhere(told: str) -> None:
    state = tide_bell()
    state.scenario.current_location_id = "boiling-house"
    assert NarrationGuard(state).check(told) is None
