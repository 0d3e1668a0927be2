"""Games saved in format 1 stay whole: they load, go back, explain themselves and go on. See tests/data/saves."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.container import Container
from app.errors import NotPossible
from app.models.records.folding import chain, check, fold_journal
from app.models.records.record import Header, Journal, Opening, Record, RecordKind
from app.stores.transfer import export_game, import_game
from tests.integration.mcp.serving import new_container
from tests.integration.stores.kept_saves import KEPT, LABEL, OTHERWISE, SCENARIOS, lean, lean_state

pytestmark = pytest.mark.long

FORMAT_1 = KEPT.parent / "format-1"
of_each_game = pytest.mark.parametrize("scenario", SCENARIOS)


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """A folder of kept games, as of somebody who comes from the version that wrote them."""
    for scenario in SCENARIOS:
        shutil.copytree(FORMAT_1 / scenario, tmp_path / "saves" / f"{scenario}-kept")
    return tmp_path / "saves"


@pytest.fixture
def container(saves: Path) -> Iterator[Container]:
    made = new_container(saves)
    made.turns().settle_in_background = False
    yield made
    for scenario in SCENARIOS:
        made.library().close(f"{scenario}-kept")


def journal_of(container: Container, scenario: str) -> Journal:
    return container.library().read(f"{scenario}-kept")


def turns_of(journal: Journal) -> list[Record]:
    """The turns of the branch that the game is at, oldest first."""
    return [record for record in chain(journal, journal.head) if record.kind is RecordKind.TURN]


@of_each_game
def test_the_saves_under_test_are_of_format_1(scenario: str) -> None:
    first, *_ = (FORMAT_1 / scenario / "journal.jsonl").read_bytes().splitlines()
    assert json.loads(first)["body"]["save_format"] == 1


@of_each_game
def test_a_kept_save_holds_captures_a_branch_an_undo_and_work_that_waits(container: Container, scenario: str) -> None:
    journal = journal_of(container, scenario)
    assert {record.kind for record in journal.records} == {RecordKind.TURN, RecordKind.SETTLE, RecordKind.MARK}
    assert journal.header.branched_from is not None
    undone = [record.player_input for record in journal.records if record not in chain(journal, journal.head)]
    assert OTHERWISE in undone
    assert fold_journal(journal).pending


@of_each_game
def test_a_kept_save_is_listed_and_sound(container: Container, scenario: str) -> None:
    journal, turns = journal_of(container, scenario), SCENARIOS[scenario] + 1
    [listed] = [game for game in container.library().list() if game.game_id == f"{scenario}-kept"]
    assert (listed.turn, listed.problem, listed.labels) == (turns, None, (LABEL,))
    check(journal)


@of_each_game
def test_a_kept_save_comes_to_the_state_that_it_came_to(container: Container, scenario: str) -> None:
    assert lean_state(journal_of(container, scenario)) == json.loads((FORMAT_1 / f"{scenario}.state.json").read_bytes())


@of_each_game
def test_a_kept_save_exports_what_it_exported_and_that_is_imported(container: Container, scenario: str) -> None:
    """Compared without defaults, so that a field that came later is no difference."""
    stored = (FORMAT_1 / f"{scenario}.export.json").read_bytes()
    journal, document = journal_of(container, scenario), json.loads(stored)
    made = json.loads(export_game(journal))
    assert made["records"] == document["records"]
    for name, model in (("header", Header), ("opening", Opening)):
        assert lean(model.model_validate(made[name])) == lean(model.model_validate(document[name]))
    assert lean(import_game(stored)) == lean(journal)


@of_each_game
async def test_every_turn_of_a_kept_save_can_be_taken_back(container: Container, scenario: str) -> None:
    journal, turns, game_id = journal_of(container, scenario), container.turns(), f"{scenario}-kept"
    for record in reversed(turns_of(journal)):
        [taken_back] = await turns.undo(game_id)
        assert taken_back.turn == record.turn
        assert lean(turns.state(game_id)) == lean(fold_journal(journal, record.parent))
    with pytest.raises(NotPossible, match="Nothing has been played"):
        await turns.undo(game_id)


@of_each_game
async def test_each_turn_of_a_kept_save_is_explained(container: Container, scenario: str) -> None:
    for record in turns_of(journal_of(container, scenario)):
        prompt = await container.turns().explain(f"{scenario}-kept", record.turn)
        assert record.player_input is not None
        assert record.player_input in prompt.player_line


@of_each_game
async def test_a_kept_save_is_settled_played_on_and_loads_again(
    container: Container, saves: Path, scenario: str
) -> None:
    turns, game_id = container.turns(), f"{scenario}-kept"
    await turns.settle(game_id)
    assert not turns.state(game_id).pending
    result = await turns.take_turn(game_id, "wait an hour")
    assert result.turn == SCENARIOS[scenario] + 2
    await turns.settle(game_id)
    left = lean(turns.state(game_id))
    await turns.close(game_id)
    assert lean(fold_journal(new_container(saves).library().read(game_id))) == left
