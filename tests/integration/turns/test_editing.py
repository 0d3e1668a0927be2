"""A line written anew: what came after it is gone, as if it had never been, and where it fails all stands as before."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.agents.summarizer.offline import ExtractiveSummarizer
from app.container import Container
from app.errors import Conflict, InvalidInput, ModelUnavailable, NotFound, NotPossible
from app.events.commands import AddNoteCommand
from app.interfaces.stores import IGameStore
from app.models.records.folding import chain, fold_journal
from app.models.records.record import Journal
from app.services.game.games.session import Request
from app.services.game.turns.turn_service import TurnService
from app.settings import Settings
from app.stores.transfer import export_game
from app.testing import FakeNarrator
from tests.examples import examples
from tests.integration.turns.table import (
    WORDS,
    begin,
    comparable,
    new_store,
    new_table,
    stores_until_end,
    suffixes,
    ticking_clock,
)
from tests.integration.turns.test_undo_rule import TALK, small_table

pytestmark = [pytest.mark.of_stores, pytest.mark.long]


SETTLE = ""
OF_THE_FILE = {"created_at", "timestamp", "since_timestamp", "game_id", "branched_from"}
OF_A_RECORD = {"seq", "parent", "at"}


def exported(journal: Journal) -> Any:
    """The export of what led to the present, without what is the file's: record numbers, wall-clock times, ids."""

    def kept(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: kept(item) for key, item in value.items() if key not in OF_THE_FILE}
        return [kept(item) for item in value] if isinstance(value, list) else value

    told = journal.model_copy(update={"records": tuple(chain(journal, journal.head))})
    document = json.loads(export_game(told))
    records = [{key: record[key] for key in record.keys() - OF_A_RECORD} for record in document.pop("records")]
    return kept({**document, "records": records})


async def play(table: TurnService, game_id: str, lines: Sequence[str]) -> None:
    for line in lines:
        await (table.take_turn(game_id, line) if line != SETTLE else table.settle(game_id))


Lines = st.lists(st.sampled_from([*WORDS, *TALK, SETTLE, SETTLE]), min_size=1, max_size=9)


@given(lines=Lines, after=Lines, new=st.sampled_from([*WORDS, *TALK]), place=st.integers(0, 8), as_branch=st.booleans())
@settings(max_examples=examples(40, usual=0.25), deadline=None)
def test_an_edited_game_exports_as_one_in_which_the_line_was_typed_at_once(
    lines: list[str], after: list[str], new: str, place: int, as_branch: bool
) -> None:
    typed = [position for position, line in enumerate(lines) if line != SETTLE]
    if not typed:
        return
    turn = place % len(typed) + 1
    asyncio.run(edit_and_compare(lines, turn, [*lines[: typed[turn - 1]], new], after, as_branch=as_branch))


async def edit_and_compare(
    lines: Sequence[str], turn: int, at_once: Sequence[str], after: Sequence[str], *, as_branch: bool
) -> None:
    with TemporaryDirectory() as folder, stores_until_end():
        stores = new_store(Path(folder) / "edited"), new_store(Path(folder) / "at-once")
        edited, other = (small_table(store, ExtractiveSummarizer(), suffixes()) for store in stores)
        game_id, other_id = begin(edited), begin(other)
        await play(edited, game_id, lines)
        result = await edited.edit(game_id, turn, at_once[-1], as_branch=as_branch)
        assert (result.turn, result.player_input, result.game_id == game_id) == (turn, at_once[-1], not as_branch)
        await play(other, other_id, at_once)
        assert comparable(edited.state(result.game_id)) == comparable(other.state(other_id))
        for table, each in ((edited, result.game_id), (other, other_id)):
            await play(table, each, [SETTLE, *after, SETTLE])
        journals = edited.library.read(result.game_id), other.library.read(other_id)
        assert exported(journals[0]) == exported(journals[1])
        assert comparable(fold_journal(journals[0])) == comparable(edited.state(result.game_id))


async def test_people_with_minds_remember_only_the_line_that_stands(tmp_path: Path) -> None:
    async def played(name: str, lines: Sequence[str], edit: tuple[int, str] | None = None) -> Any:
        container = Container()
        container.settings.override(Settings(saves=tmp_path / name, model="offline", embedder="words"))
        container.now.override(ticking_clock())
        turns = container.turns()
        game_id = container.library().begin(container.scenarios().load("tide-bell"), "Élan", seed=7)
        for line in lines:
            await turns.take_turn(game_id, line)
            await turns.settle(game_id)
        if edit is not None:
            await turns.edit(game_id, *edit)
            await turns.settle(game_id)
        await turns.close(game_id)
        return exported(container.library().read(game_id))

    before = ["look", "wait an hour", "say My name is Ilka and I promise to mend the bell."]
    instead = "say My name is Oda and I will leave at noon."
    edited = await played("edited", [*before, "wait two hours", "wait an hour"], (3, instead))
    assert edited == await played("at-once", [*before[:2], instead])
    assert "Ilka" not in json.dumps(edited)


async def test_an_edit_that_fails_leaves_the_game_as_it_was(tmp_path: Path) -> None:
    narrator = FakeNarrator()
    table = new_table(new_store(tmp_path), narrator=narrator)
    game_id = begin(table)
    for line in ("one", "two", "three"):
        await table.take_turn(game_id, line, request_id=line)
    before = table.state(game_id).model_dump()
    for as_branch in (False, True):
        narrator.enqueue(ModelUnavailable("The model is away."))
        with pytest.raises(ModelUnavailable):
            await table.edit(game_id, 2, "deux", as_branch=as_branch)
    assert table.state(game_id).model_dump() == before
    assert fold_journal(table.library.read(game_id)).model_dump() == before
    assert [game.game_id for game in table.library.list()] == [game_id]
    assert (await table.take_turn(game_id, "three", request_id="three")).turn == 3
    assert (await table.take_turn(game_id, "four")).turn == 4


async def test_what_came_after_an_edited_line_is_no_more_nor_are_its_requests(table: TurnService, game_id: str) -> None:
    for line in ("one", "two", "three"):
        await table.take_turn(game_id, line, request_id=line)
    await table.edit(game_id, 2, "deux")
    assert table.state(game_id).turn == 2
    assert "three" not in {message.content for message in table.state(game_id).conversation_history}
    assert (await table.take_turn(game_id, "one", request_id="one")).turn == 1
    assert (await table.take_turn(game_id, "three", request_id="three")).turn == 3


@pytest.mark.parametrize("as_branch", [False, True])
async def test_the_same_edit_is_made_once_also_after_a_restart(
    store: IGameStore, table: TurnService, game_id: str, *, as_branch: bool
) -> None:
    for line in ("one", "two", "three"):
        await table.take_turn(game_id, line)
    how: dict[str, Any] = {"as_branch": as_branch, "request_id": "r-1", "request_hash": "a"}
    first = await table.edit(game_id, 2, "deux", **how)
    assert await table.edit(game_id, 2, "deux", **how) == first
    for each in {game_id, first.game_id}:
        await table.close(each)
    later = new_table(store)
    assert await later.edit(game_id, 2, "deux", **how) == first
    with pytest.raises(Conflict, match="another request"):
        await later.edit(game_id, 2, "zwei", **{**how, "request_hash": "b"})
    assert later.state(first.game_id).turn == 2
    assert later.state(game_id).turn == (3 if as_branch else 2)


@pytest.mark.parametrize("own", [{}, {"request_id": "edit", "request_hash": "e"}, {"request_hash": "e"}])
async def test_the_request_of_a_line_gets_the_turn_that_it_was_edited_to(
    store: IGameStore, table: TurnService, game_id: str, own: Request
) -> None:
    line: Request = {"request_id": "line", "request_hash": "a"}
    await table.take_turn(game_id, "one", **line)
    await table.retry(game_id, request_id="again", request_hash="b")
    edited = await table.edit(game_id, 1, "eins", **own)
    await table.take_turn(game_id, "two")
    record = table.library.read(game_id).records[-2]
    assert record.request_hash == own.get("request_hash", "b")
    await table.close(game_id)
    later = new_table(store)
    assert (await later.take_turn(game_id, "one", **line)).seq == edited.seq
    assert (await later.retry(game_id, request_id="again", request_hash="b")).seq == edited.seq
    assert later.state(game_id).turn == 2


async def test_two_requests_to_edit_have_two_branches(table: TurnService, game_id: str) -> None:
    await table.take_turn(game_id, "one")
    names = ("r-1", "r-2", None, None)
    branches = [await table.edit(game_id, 1, "eins", as_branch=True, request_id=name) for name in names]
    assert len({branch.game_id for branch in branches}) == 4


async def test_a_retry_with_a_request_of_its_own_is_made_once(table: TurnService, game_id: str) -> None:
    await table.take_turn(game_id, "one")
    first = await table.retry(game_id, request_id="r-1")
    seq = table.library.read(game_id).last_seq
    assert await table.retry(game_id, request_id="r-1") == first
    assert table.library.read(game_id).last_seq == seq


async def test_only_a_turn_of_words_that_was_played_can_be_edited(table: TurnService, game_id: str) -> None:
    await table.take_turn(game_id, "one")
    await table.execute(game_id, AddNoteCommand(text="The owl."))
    for turn in (0, 3, -1):
        with pytest.raises(NotFound, match=f"no turn {turn}"):
            await table.edit(game_id, turn, "eins")
    with pytest.raises(NotPossible, match="without text"):
        await table.edit(game_id, 2, "eins")
    with pytest.raises(InvalidInput):
        await table.edit(game_id, 1, " ")
    assert table.state(game_id).turn == 2
