"""Whatever is offered as possible can be typed: it is understood, and done or refused for a reason."""

import random

import pytest

from app.events.commands import (
    AskTopicCommand,
    GiveItemCommand,
    PerformActionCommand,
    UpdateLocationStateCommand,
    UseItemCommand,
)
from app.language.language import language_of, using
from app.models.messages.mark import MarkKind
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.models.state.texts import description_now
from app.services.game.choices import Choices, PossibleDeed, player_choices
from tests.examples import IS_LONG, examples
from tests.unit.agents.narrator_offline.playing import Play, Played

pytestmark = pytest.mark.long

STEPS, TRIED = 30, examples(6, usual=0.17)
"""Turns of a walk, and choices that are tried after each of them, beside the one that is taken."""
EACH = 1 if IS_LONG else 3
"""After how many lines of a walkthrough choices are tried."""


def everything(found: Choices) -> list[PossibleDeed]:
    return [choice for sort in found for choice in sort]


def is_refused(played: Played) -> bool:
    told = (*played.narration.marks, *(mark for speech in played.narration.speeches for mark in speech.marks))
    return any(mark.kind is MarkKind.REFUSAL for mark in told)


def is_done(choice: PossibleDeed, state: GameState, played: Played) -> bool:
    """Whether what the choice says is what the line has done."""
    said = {speech.speaker_id for speech in played.narration.speeches}
    match choice.deed:
        case "go":
            return state.here.id == choice.id
        case "talk":
            return choice.id in said
        case "ask":
            asked = AskTopicCommand(npc_id=choice.whom or "", topic_id=choice.id)
            return choice.whom in said and (choice.known or asked in played.commands)
        case "examine":
            sheets = state.sheets
            if choice.id in sheets.encounters:
                return sheets.encounter(choice.id)[1].description in played.text
            sheet = sheets.items.get(choice.id) or sheets.features[choice.id][1]
            return description_now(state, sheet) in played.text
        case "take":
            return choice.id in state.party.items
        case "drop":
            return choice.id in state.place(state.here.id).items
        case "give":
            return GiveItemCommand(item_id=choice.id, npc_id=choice.whom or "") in played.commands
        case "use":
            used = [each for each in played.commands if isinstance(each, UseItemCommand) and each.item_id == choice.id]
            return any(choice.on in (None, each.target_id) for each in used)
        case "fight":
            wins = (each for each in played.commands if isinstance(each, UpdateLocationStateCommand))
            return any(each.complete_encounter == choice.id for each in wins)
        case "look":
            return description_now(state, state.here) in played.text
        case "act":
            acts = [each for each in played.commands if isinstance(each, PerformActionCommand)]
            joined = choice.id == "join" and choice.on in state.party.companions
            return joined or any(each.action_id == choice.id for each in acts)
        case "wait":
            return played.kinds == ["advance_time"]
        case "part":
            return choice.id not in state.party.companions
    raise AssertionError(choice.deed)


async def typed(choice: PossibleDeed, state: GameState) -> Played:
    """Type the line of a choice, and see that it was understood and did what the choice says."""
    played = await Play(state).do(choice.line)
    refused = is_refused(played)
    assert played.narration.understood, (choice, played)
    assert is_done(choice, state, played) or (refused and not choice.is_open) or _may_fail(choice, refused), (
        choice,
        played,
    )
    return played


def _may_fail(choice: PossibleDeed, refused: bool) -> bool:
    return refused and choice.deed in ("take", "fight", "give")


@pytest.mark.parametrize("seed", range(examples(4, usual=0.25)))
async def test_every_line_that_is_offered_on_a_walk_is_understood_and_does_what_it_says(
    sheet: ScenarioSheet, seed: int
) -> None:
    chance, state = random.Random(seed), begin(sheet, "game-1", [PlayerCharacter(name="Élan")], seed)
    with using(language_of(sheet)):
        for _ in range(STEPS):
            offered = everything(player_choices(state, "player"))
            for choice in chance.sample(offered, min(TRIED, len(offered))):
                await typed(choice, state.model_copy(deep=True))
            await typed(chance.choice(offered), state)


async def test_every_line_that_is_offered_along_the_walkthrough_is_understood_and_does_what_it_says(
    sheet: ScenarioSheet,
) -> None:
    chance, play = random.Random(7), Play(begin(sheet, "game-1", [PlayerCharacter(name="Élan")], 7))
    with using(language_of(sheet)):
        for number, line in enumerate(sheet.walkthrough):
            offered = everything(player_choices(play.state, "player")) if number % EACH == 0 else []
            for choice in chance.sample(offered, min(TRIED, len(offered))):
                await typed(choice, play.state.model_copy(deep=True))
            await play.do(line)
