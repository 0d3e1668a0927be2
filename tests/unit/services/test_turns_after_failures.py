"""Turns of one game that come while one of them cannot be saved."""

import asyncio

import pytest
from typing_extensions import override

from app.errors import StorageFailed
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.models.records.folding import fold_journal
from app.testing import InMemoryGameStore
from tests.integration.turns.table import ScriptedNarrator, begin, comparable, new_table


class SlowNarrator(ScriptedNarrator):
    """Tells of nothing before it is told to go on."""

    def __init__(self) -> None:
        self.is_asked, self.may_tell = asyncio.Event(), asyncio.Event()

    @override
    async def narrate(self, context: NarrationContext) -> Narration:
        self.is_asked.set()
        await self.may_tell.wait()
        return await super().narrate(context)


async def test_a_turn_that_waits_for_one_that_could_not_be_saved_plays_in_the_game_as_it_is_then() -> None:
    store, narrator = InMemoryGameStore(), SlowNarrator()
    table = new_table(store, narrator=narrator)
    game_id = begin(table)
    narrator.may_tell.set()
    await table.take_turn(game_id, "look around")
    narrator.may_tell.clear()
    narrator.is_asked.clear()
    store.failures = [StorageFailed("The disk is full.")]
    failing = asyncio.create_task(table.take_turn(game_id, "Guard, hello"))
    await narrator.is_asked.wait()
    waiting = asyncio.create_task(table.take_turn(game_id, "to the inn"))
    await asyncio.sleep(0)
    narrator.is_asked.clear()
    narrator.may_tell.set()
    with pytest.raises(StorageFailed):
        await failing
    narrator.may_tell.clear()
    await narrator.is_asked.wait()
    await table.library.opened(game_id)  # as who reads in the game
    narrator.may_tell.set()
    await waiting
    journal = store.read(game_id)
    assert [record.player_input for record in journal.records if record.messages] == ["look around", "to the inn"]
    assert comparable(table.library.open(game_id).state) == comparable(fold_journal(journal))
