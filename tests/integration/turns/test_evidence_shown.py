"""A thing that is shown is remembered by who saw it, and what follows from it is undone with the turn."""

import pytest

from app.errors import NotPossible
from app.events.commands import ShowItemCommand, TakeItemCommand
from app.interfaces.stores import IGameStore
from app.models.records.folding import fold_journal
from app.testing.store import InMemoryGameStore
from tests.integration.turns.test_first_hour import BELL, Game


@pytest.fixture(params=["files", "memory"])
def at(request: pytest.FixtureRequest, store: IGameStore) -> Game:
    return Game(store if request.param == "files" else InMemoryGameStore(), BELL)


async def test_who_sees_a_thing_remembers_it_and_an_undo_takes_it_back(at: Game) -> None:
    await at.table.execute(at.id, TakeItemCommand(item_id="tarred-twine"))
    before = [entry.summary for entry in at.state.npc("tove").npc_memories]
    await at.do("show Tove the twine")
    kept = [entry.summary for entry in at.state.npc("tove").npc_memories]
    assert "Élan showed Tove Marrick the hank of tarred twine." in kept[len(before) :]
    assert at.state.dialogues["player"].shown_id == "tarred-twine"
    assert fold_journal(at.table.library.read(at.id)).dialogues == at.state.dialogues
    await at.table.undo(at.id, 1)
    assert [entry.summary for entry in at.state.npc("tove").npc_memories] == before
    assert at.state.dialogues == {}


async def test_nothing_is_shown_to_who_is_elsewhere_and_nothing_that_is_not_there(at: Game) -> None:
    for npc_id, item_id in (("tove", "clapper"), ("ansel", "tarred-twine")):
        with pytest.raises(NotPossible):
            await at.table.execute(at.id, ShowItemCommand(item_id=item_id, npc_id=npc_id))
