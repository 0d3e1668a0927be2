"""How a game is told is part of the game: begun with it, changed as a turn, undone, branched, exported, loaded."""

from pathlib import Path

import pytest

from app.events.commands import SetNarrationStyleCommand
from app.interfaces.stores import IGameStore
from app.models.sheets.narration import USUAL_STYLE, NarrationStyle, NarrationTense
from app.services.game.turns.turn_service import TurnService
from app.stores.transfer import export_game, import_game
from tests.integration.turns.table import begin, comparable, new_store, new_table
from tests.worlds import small_sheet

pytestmark = pytest.mark.of_stores

PAST = NarrationStyle(tense=NarrationTense.PAST, author_note="The owl is near.")
DRY = NarrationStyle(style="Dry and slow.")


@pytest.fixture(params=["json", "memory"])
def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> IGameStore:
    return new_store(tmp_path if request.param == "json" else None)


def told(table: TurnService, game_id: str) -> NarrationStyle:
    return table.state(game_id).narration


async def change(table: TurnService, game_id: str, style: NarrationStyle) -> None:
    await table.execute(game_id, SetNarrationStyleCommand(narration=style))


async def test_it_is_changed_undone_and_the_same_when_the_game_is_loaded(any_store: IGameStore) -> None:
    table = new_table(any_store)
    game_id = begin(table)
    await change(table, game_id, PAST)
    await table.take_turn(game_id, "wait")
    await change(table, game_id, DRY)
    assert told(table, game_id) == DRY
    before = comparable(table.state(game_id))
    await table.close(game_id)
    table = new_table(any_store)
    assert comparable(table.state(game_id)) == before
    await table.undo(game_id)
    assert told(table, game_id) == PAST
    await table.undo(game_id, 2)
    assert told(table, game_id) == NarrationStyle()
    await table.close(game_id)
    assert told(new_table(any_store), game_id) == NarrationStyle()


async def test_branches_exports_and_games_that_begin_with_it_have_it(any_store: IGameStore) -> None:
    table = new_table(any_store)
    game_id = table.library.begin(small_sheet(), "Élan", seed=7, narration=PAST)
    await change(table, game_id, DRY)
    now, at_opening = await table.branch(game_id), await table.branch(game_id, turn=0)
    assert (told(table, now), told(table, at_opening)) == (DRY, PAST)
    copy = table.library.import_journal(import_game(export_game(table.library.read(game_id))))
    assert told(table, copy) == DRY


async def test_the_prompt_of_a_past_turn_is_told_as_it_was_then(any_store: IGameStore) -> None:
    table = new_table(any_store)
    game_id = begin(table)
    await table.take_turn(game_id, "wait")
    await change(table, game_id, PAST)
    await table.take_turn(game_id, "wait")
    await change(table, game_id, NarrationStyle())
    prompts = [await table.explain(game_id, turn) for turn in (1, 3)]
    assert ["the past tense" in prompt.text for prompt in prompts] == [False, True]
    assert ["The owl is near." in prompt.text for prompt in prompts] == [False, True]


async def test_nothing_is_told_of_it_and_nobody_remembers_it(any_store: IGameStore) -> None:
    table = new_table(any_store)
    game_id = begin(table)
    before = table.state(game_id).model_copy(deep=True)
    result = await table.execute(game_id, SetNarrationStyleCommand(narration=PAST))
    after = table.state(game_id)
    assert (result.text, result.changes) == ("", "")
    assert [after.memories(scope) for scope in after.scopes()] == [before.memories(scope) for scope in before.scopes()]
    assert after.clock == before.clock


def test_what_the_scenario_says_counts_without_any_order(any_store: IGameStore) -> None:
    table = new_table(any_store)
    sheet = small_sheet().model_copy(update={"narration": PAST})
    game_id = table.library.begin(sheet, "Élan", narration=DRY)
    state = table.state(game_id)
    assert state.narration == DRY
    assert state.narration_style == DRY.over(PAST).over(USUAL_STYLE)
