"""Games saved in format 1 stay whole: they load, go back, explain themselves and go on. See tests/data/saves and
tests/data/frozen."""

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
from tests.integration.stores.kept_saves import CANDIDATE, FIRST, LABEL, OTHERWISE, Kept, lean, lean_state

pytestmark = pytest.mark.long

GAMES = *FIRST, CANDIDATE
of_each_game = pytest.mark.parametrize("kept", GAMES, ids=str)


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """A folder of kept games, as of somebody who comes from the version that wrote them."""
    for kept in GAMES:
        shutil.copytree(kept.folder / kept.scenario, tmp_path / "saves" / kept.game_id)
    return tmp_path / "saves"


@pytest.fixture
def container(saves: Path) -> Iterator[Container]:
    made = new_container(saves)
    made.turns().settle_in_background = False
    yield made
    for kept in GAMES:
        made.library().close(kept.game_id)


def journal_of(container: Container, kept: Kept) -> Journal:
    return container.library().read(kept.game_id)


def turns_of(journal: Journal) -> list[Record]:
    """The turns of the branch that the game is at, oldest first."""
    return [record for record in chain(journal, journal.head) if record.kind is RecordKind.TURN]


@of_each_game
def test_the_saves_under_test_are_of_format_1(kept: Kept) -> None:
    first, *_ = (kept.folder / kept.scenario / "journal.jsonl").read_bytes().splitlines()
    assert json.loads(first)["body"]["save_format"] == 1


@of_each_game
def test_a_kept_save_holds_captures_a_branch_an_undo_and_work_that_waits(container: Container, kept: Kept) -> None:
    journal = journal_of(container, kept)
    assert {record.kind for record in journal.records} == {RecordKind.TURN, RecordKind.SETTLE, RecordKind.MARK}
    assert journal.header.branched_from is not None
    undone = [record.player_input for record in journal.records if record not in chain(journal, journal.head)]
    assert OTHERWISE in undone
    assert fold_journal(journal).pending


def test_the_kept_save_of_the_release_holds_what_came_after_the_first_ones(container: Container) -> None:
    state = fold_journal(journal_of(container, CANDIDATE))
    assert {entry.change.kind for entry in state.canon} == {"place", "person", "item", "state", "timer", "fact"}
    assert [player.sheet.occupation for player in state.party.players] == ["bell founder", ""]
    assert state.notes
    assert state.states
    assert state.world.timers
    assert state.narration


@of_each_game
def test_a_kept_save_is_listed_and_sound(container: Container, kept: Kept) -> None:
    journal = journal_of(container, kept)
    [listed] = [game for game in container.library().list() if game.game_id == kept.game_id]
    assert (listed.turn, listed.problem, listed.labels) == (kept.turns, None, (LABEL,))
    check(journal)


@of_each_game
def test_a_kept_save_comes_to_the_state_that_it_came_to(container: Container, kept: Kept) -> None:
    stored = (kept.folder / f"{kept.scenario}.state.json").read_bytes()
    assert lean_state(journal_of(container, kept)) == json.loads(stored)


@of_each_game
def test_a_kept_save_exports_what_it_exported_and_that_is_imported(container: Container, kept: Kept) -> None:
    """Compared without defaults, so that a field that came later is no difference."""
    stored = (kept.folder / f"{kept.scenario}.export.json").read_bytes()
    journal, document = journal_of(container, kept), json.loads(stored)
    made = json.loads(export_game(journal))
    assert made["records"] == document["records"]
    for name, model in (("header", Header), ("opening", Opening)):
        assert lean(model.model_validate(made[name])) == lean(model.model_validate(document[name]))
    assert lean(import_game(stored)) == lean(journal)


@of_each_game
async def test_every_turn_of_a_kept_save_can_be_taken_back(container: Container, kept: Kept) -> None:
    journal, turns = journal_of(container, kept), container.turns()
    for record in reversed(turns_of(journal)):
        [taken_back] = await turns.undo(kept.game_id)
        assert taken_back.turn == record.turn
        assert lean(turns.state(kept.game_id)) == lean(fold_journal(journal, record.parent))
    with pytest.raises(NotPossible, match="Nothing has been played"):
        await turns.undo(kept.game_id)


@of_each_game
async def test_each_line_of_a_kept_save_is_explained(container: Container, kept: Kept) -> None:
    typed = {record.turn: record.player_input for record in turns_of(journal_of(container, kept))}
    lines = {turn: line for turn, line in typed.items() if line is not None}
    assert (len(typed), len(lines)) == (kept.turns, kept.lines)
    for turn, line in lines.items():
        assert line in (await container.turns().explain(kept.game_id, turn)).player_line


@of_each_game
async def test_a_kept_save_is_settled_played_on_and_loads_again(container: Container, saves: Path, kept: Kept) -> None:
    turns, game_id = container.turns(), kept.game_id
    await turns.settle(game_id)
    assert not turns.state(game_id).pending
    result = await turns.take_turn(game_id, "wait an hour")
    assert result.turn == kept.turns + 1
    await turns.settle(game_id)
    left = lean(turns.state(game_id))
    await turns.close(game_id)
    assert lean(fold_journal(new_container(saves).library().read(game_id))) == left
