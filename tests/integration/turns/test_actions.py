"""Actions, timers, rules and states through turns: undo, load, replay and any split of time, whatever the store."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import TalekeeperError
from app.events.command_table import parse_command
from app.events.commands import AdvanceTimeCommand
from app.models.command import Command
from app.models.records.folding import check, fold_journal
from app.services.game.turns.turn_service import TurnService
from app.stores.json_store import JsonGameStore
from tests.examples import examples
from tests.integration.turns.table import comparable, new_table, suffixes, without_memories
from tests.postgres_stores import until_end
from tests.stores_of_games import STORES
from tests.unit.events.acting import mill_sheet
from tests.unit.events.test_effects import check_sound
from tests.unit.events.test_passing_time import deeds, waits

pytestmark = pytest.mark.long

stories = st.lists(deeds | st.builds(AdvanceTimeCommand, minutes=waits), min_size=1, max_size=10)


def begin(table: TurnService) -> str:
    return table.library.begin(mill_sheet(), "Ada", seed=7)


async def give(table: TurnService, game_id: str, *orders: Command) -> list[Command]:
    """The orders that were not refused."""
    done = []
    for order in orders:
        try:
            await table.execute(game_id, order)
        except TalekeeperError:
            continue
        done.append(order)
    return done


@pytest.mark.usefixtures("postgres_stores")
@pytest.mark.parametrize(("kind", "most"), [("memory", 40), ("files", 24), ("postgres", 6)])
def test_undone_deeds_leave_the_game_as_without_them(kind: str, most: int) -> None:
    @given(stories, st.integers(1, 10))
    @settings(max_examples=examples(most), deadline=None)
    def property_of(orders: list[Command], back: int) -> None:
        async def scenario(folder: Path) -> None:
            table = new_table(STORES[kind](folder), new_suffix=suffixes())
            game_id = begin(table)
            done = await give(table, game_id, *orders)
            check_sound(table.state(game_id))
            assert fold_journal(table.library.read(game_id)).model_dump() == table.state(game_id).model_dump()
            undone = min(back, len(done))
            if undone:
                await table.undo(game_id, undone)
            assert fold_journal(table.library.read(game_id)).model_dump() == table.state(game_id).model_dump()
            check(table.library.read(game_id))
            fresh = new_table(JsonGameStore(folder / "fresh"), new_suffix=suffixes())
            other = begin(fresh)
            assert await give(fresh, other, *done[: len(done) - undone]) == done[: len(done) - undone]
            assert comparable(table.state(game_id)) == comparable(fresh.state(other))
            branch = await table.branch(game_id)
            assert comparable(table.state(branch)) == comparable(fresh.state(other))
            for opened in (game_id, branch):
                table.library.close(opened)

        with TemporaryDirectory() as folder, until_end():
            asyncio.run(scenario(Path(folder)))

    property_of()


@given(stories)
@settings(max_examples=examples(24), deadline=None)
def test_replaying_the_recorded_commands_rebuilds_the_world(orders: list[Command]) -> None:
    async def scenario(folder: Path) -> None:
        table = new_table(JsonGameStore(folder), new_suffix=suffixes())
        game_id, again = begin(table), begin(table)
        await give(table, game_id, *orders)
        for record in table.library.read(game_id).records:
            for recorded in record.commands:
                if not recorded.derived and not recorded.clock:
                    await table.execute(again, parse_command(dict(recorded.command)))
        assert without_memories(comparable(table.state(again))) == without_memories(comparable(table.state(game_id)))

    with TemporaryDirectory() as folder:
        asyncio.run(scenario(Path(folder)))


@given(stories, st.lists(st.integers(1, 90), min_size=1, max_size=5))
@settings(max_examples=examples(24), deadline=None)
def test_a_wait_and_any_split_of_it_end_in_the_same_world(orders: list[Command], cuts: list[int]) -> None:
    """How many turns it took, and when that was on the wall clock, is another thing."""

    def world(table: TurnService, game_id: str) -> dict[str, Any]:
        data = comparable(table.state(game_id))
        fields = ("states", "contents", "world", "party", "clock", "npcs", "scenario")
        return dict(without_memories({field: data.get(field) for field in fields}))

    async def scenario(folder: Path) -> None:
        table = new_table(JsonGameStore(folder), new_suffix=suffixes())
        at_once, split = begin(table), begin(table)
        await give(table, at_once, *orders)
        await give(table, split, *orders)
        await give(table, at_once, AdvanceTimeCommand(minutes=sum(cuts)))
        await give(table, split, *(AdvanceTimeCommand(minutes=cut) for cut in cuts))
        assert world(table, split) == world(table, at_once)

    with TemporaryDirectory() as folder:
        asyncio.run(scenario(Path(folder)))
