"""A German game of forty turns with a model in both modes: what the engine says is German, too."""

import re
from pathlib import Path

import pytest

from app.agents.factory import build_narrator
from app.agents.narrator.model.guard import NarrationGuard
from app.agents.narrator.offline import OfflineNarrator
from app.language.analysis.mentions import mentions_for
from app.language.checks.evidence import Evidence
from app.language.language import default_language, find_language, language_of, using
from app.memory.prompt_data import language_line
from app.models.sheets.quest import QuestStatus
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.services.game.choices import player_choices
from app.services.game.turns.turn_result import TurnResult
from tests.integration.minds.table import container_in
from tests.integration.turns.german import LINES, SCENARIO, GermanModel

pytestmark = pytest.mark.long

SHEET = ScenarioSheet.model_validate_json(SCENARIO.read_text("utf-8"))
Played = tuple[list[TurnResult], GameState, GermanModel]


def english_in(text: str) -> frozenset[str]:
    """The words of a text that say something in English alone, but for those of the scenario."""
    german = find_language("de")
    assert german is not None
    no_german = default_language().words("words.stop") - german.words("words.stop")
    words = re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)?", text.casefold())
    return no_german.intersection(words) - frozenset(SCENARIO.read_text("utf-8").casefold().split())


async def played(folder: Path, mode: str) -> Played:
    """The turns of all lines."""
    container, model, turns = container_in(folder), GermanModel(), list[TurnResult]()
    narrator = build_narrator(model.model, mode=mode, offline=OfflineNarrator())
    game_id, service = container.library().begin(SHEET, "Élan"), container.turns()
    for number, (line, _) in enumerate(LINES):
        model.turn = number
        turns.append(await service.take_turn(game_id, line, narrator=narrator))
        await service.settle(game_id)
    return turns, service.state(game_id), model


@pytest.fixture(scope="module", params=["guided", "tools"])
async def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    return await played(tmp_path_factory.mktemp("german"), request.param)


def test_it_has_forty_turns_and_the_model_never_fails(game: Played) -> None:
    turns, *_ = game
    assert len(turns) == 40
    assert [turn.turn for turn in turns if turn.failure or turn.degraded] == []


def test_no_english_line_reaches_the_player(game: Played) -> None:
    turns, state, _ = game
    shown = [part.text for turn in turns for part in turn.parts]
    with using(language_of(state.sheet)):
        shown += [deed.line for deeds in player_choices(state, state.party.players[0].id) for deed in deeds]
    assert {text: found for text in shown if (found := english_in(text))} == {}


def test_what_places_and_people_remember_is_german(game: Played) -> None:
    """Also what people plan, conclude and say to each other by rule."""
    _, state, _ = game
    entries = [entry for scope in state.scopes() for entry in state.memories(scope)]
    assert len(entries) > 30
    assert {entry.summary: found for entry in entries if (found := english_in(entry.summary))} == {}


def test_the_game_goes_on_as_in_english(game: Played) -> None:
    """Places are reached, things taken and given, quests begun and done, and an act begins that is called a noun."""
    _, state, _ = game
    assert state.scenario.current_location_id == "turm"
    assert state.quest("licht").status is QuestStatus.COMPLETED
    assert "schluessel" in state.party.items
    assert state.scenario.current_act_id == "akt-2"


def test_every_prompt_names_the_language(game: Played) -> None:
    *_, model = game
    assert all(language_line("de") in instructions for instructions in model.instructions)


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("Du nimmst den Messingschlüssel.", "no call has done that (taken)"),
        ("Du gibst Holm die Laterne, und er nickt.", None),
        ("Mara kommt herein.", "no call has done that (came)"),
        ("Holm verlässt den Platz.", "no call has done that (left)"),
        ("Du erreichst den Turm.", "no call has done that (arrived)"),
        (
            "Hinter dem Brunnen gibt ein Stein nach, und eine Treppe führt hinauf.",
            "it gives away what is not known yet",
        ),
        ("„Ich komme mit“, sagst du und lachst.", "the player speaks and decides alone"),
        ("Als Sprachmodell kann ich das nicht entscheiden.", "it spoke of the program"),
        ("Zorblax nickt dir zu.", "it was given nothing of Zorblax"),
        ("Der Regen wartet noch, und die Dämmerung kommt über den Markt.", None),
        ("Ein alter Fischer lacht, und der Wirt ruft etwas über die Straße.", None),
        ("„Der Schlüssel ist fort“, sagt Holm.", None),
    ],
)
def test_a_german_sentence_is_judged_by_the_state(sentence: str, why: str | None) -> None:
    state = begin(SHEET, "game-1", [PlayerCharacter(name="Élan")])
    with using(language_of(SHEET)):
        given = Evidence("Wache Holm steht am Brunnen.", mentions_for(SHEET))
        fault = NarrationGuard(state, evidence=given).fault(sentence)
    assert fault == (None if why is None else f"{why}: “{sentence}”")
