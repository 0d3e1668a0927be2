"""The game's title, which can be changed, and the tree of its turns."""

from pathlib import Path

import pytest

from app.errors import InvalidInput
from app.events.commands import AddNoteCommand
from app.interfaces.stores import IGameStore
from app.services.game.turns.turn_service import TurnService
from app.services.game.turns.turn_tree import MOST_SHOWN, TurnBranch, TurnTree
from app.stores.transfer import export_game, import_game
from tests.integration.turns.table import begin, new_store, new_table

pytestmark = pytest.mark.of_stores


@pytest.fixture(params=["json", "memory"])
def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> IGameStore:
    return new_store(tmp_path if request.param == "json" else None)


# -- titles -------------------------------------------------------------------------------------------------------


async def test_a_title_is_shown_everywhere_from_then_on_also_after_loading_in_branches_and_exports(
    any_store: IGameStore,
) -> None:
    table = new_table(any_store)
    game_id = begin(table)
    first = table.library.open(game_id).header.title
    await table.take_turn(game_id, "wait")
    for title in ("The owl", "  Elan's long way  "):
        await table.rename(game_id, title)
    library = table.library
    title = "Elan's long way"
    assert title != first
    assert library.open(game_id).header.title == library.list()[0].title == library.read(game_id).header.title == title
    assert library.find("Elan's") == (game_id, None)
    await table.undo(game_id)
    await table.close(game_id)
    assert library.open(game_id).header.title == title
    assert import_game(export_game(library.read(game_id))).header.title == title
    branch = await table.branch(game_id)
    assert library.read(branch).header.title == title
    assert {game.title for game in library.list()} == {title}


async def test_a_title_rewrites_nothing_and_leaves_the_game_where_it_stands(any_store: IGameStore) -> None:
    table = new_table(any_store)
    game_id = begin(table)
    await table.take_turn(game_id, "wait")
    before = table.library.read(game_id)
    await table.rename(game_id, "The owl")
    after = table.library.read(game_id)
    assert after.records[:-1] == before.records
    assert after.head == before.head
    assert table.library.list()[0].labels == ()


@pytest.mark.parametrize("title", ["", " ", "a\nb", "x" * 61, "\u200b"])
async def test_a_title_is_one_line_that_can_be_seen(table: TurnService, game_id: str, title: str) -> None:
    with pytest.raises(InvalidInput):
        await table.rename(game_id, title)


# -- the tree -----------------------------------------------------------------------------------------------------


def shape(tree: TurnTree) -> list[tuple[int, int, int, str | None, bool]]:
    return [(node.seq, node.parent, node.turn, node.player_input, node.stands) for node in tree.nodes]


async def test_a_new_game_has_a_tree_without_turns(table: TurnService, game_id: str) -> None:
    await table.label(game_id, "the start")
    tree = await table.tree(game_id)
    assert (tree.game_id, tree.nodes, tree.branches, tree.labels) == (game_id, (), (), ("the start",))


async def test_turns_that_were_undone_or_written_anew_stay_in_the_tree(table: TurnService, game_id: str) -> None:
    """Captures and marks stand between the turns, and are none."""
    await table.take_turn(game_id, "to the inn")
    await table.settle(game_id)
    await table.take_turn(game_id, "x" * 200)
    await table.label(game_id, "a long line")
    await table.undo(game_id)
    await table.execute(game_id, AddNoteCommand(text="The owl."))
    await table.edit(game_id, 1, "wait")
    assert shape(await table.tree(game_id)) == [
        (1, 0, 1, "to the inn", False),
        (3, 1, 2, "x" * (MOST_SHOWN - 1) + "…", False),
        (6, 1, 2, None, False),
        (7, 0, 1, "wait", True),
    ]
    assert [node.labels for node in (await table.tree(game_id)).nodes] == [(), ("a long line",), (), ()]


async def test_a_label_that_stands_on_a_capture_names_the_turn_before_it(table: TurnService, game_id: str) -> None:
    await table.take_turn(game_id, "to the inn")
    await table.settle(game_id)
    await table.label(game_id, "the inn")
    assert (await table.tree(game_id)).nodes[0].labels == ("the inn",)


async def test_the_tree_names_the_games_that_branched_off_and_where_it_came_from(
    table: TurnService, game_id: str
) -> None:
    for line in ("one", "two", "three"):
        await table.take_turn(game_id, line)
    branch = await table.branch(game_id, turn=2)
    edited = (await table.edit(game_id, 1, "eins", as_branch=True)).game_id
    await table.rename(branch, "Aside")
    table.library.import_journal(table.library.read(game_id))
    tree = await table.tree(game_id)
    assert sorted((one.game_id, one.turn) for one in tree.branches) == sorted([(branch, 2), (edited, 0)])
    assert TurnBranch(game_id=branch, title="Aside", turn=2, last=2) in tree.branches
    assert tree.branched_from is None
    aside = await table.tree(branch)
    assert aside.branched_from is not None
    assert (aside.branched_from.game_id, aside.branched_from.turn, aside.branches) == (game_id, 2, ())
    assert [node.turn for node in aside.nodes] == [1, 2]
