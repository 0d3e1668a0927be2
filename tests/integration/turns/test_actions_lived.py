"""Random actions, timers and waits while people live and act, and the game is undone, branched, exported, imported,
and taken over by another server: it is the game that it would be without that, and its world stays sound."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.container import Container
from app.errors import Conflict, TalekeeperError
from app.events.command_table import parse_command
from app.events.commands import AdvanceTimeCommand, PerformActionCommand
from app.models.command import Command
from app.models.records.folding import check, fold_journal
from app.stores.json_store import JsonGameStore
from app.stores.transfer import export_game, import_game
from tests.examples import examples
from tests.integration.turns.lived_mill import lived_mill, server
from tests.integration.turns.table import comparable, new_table, without_memories
from tests.postgres_stores import until_end
from tests.unit.events.test_effects import check_sound
from tests.unit.events.test_passing_time import deeds, waits

pytestmark = pytest.mark.long

Step = tuple[str, Any]

of_people = st.builds(
    PerformActionCommand,
    action_id=st.sampled_from(["grab", "stack", "bolt", "open", "wear", "eat", "break", "attack"]),
    target_id=st.sampled_from([None, "jar", "lamp", "loaf", "hat", "box", "shelf", "cat", "miller"]),
    with_id=st.sampled_from([None, "pipe", "sack"]),
    actor_id=st.sampled_from(["miller", "cat", "carter"]),
)
orders: st.SearchStrategy[Command] = st.one_of(deeds, of_people, st.builds(AdvanceTimeCommand, minutes=waits))
steps = st.lists(
    st.one_of(
        *[st.tuples(st.just("order"), orders)] * 3,
        st.tuples(st.just("settle"), st.none()),
        st.tuples(st.just("undo"), st.integers(1, 3)),
        st.tuples(st.sampled_from(["branch", "import", "server"]), st.none()),
    ),
    min_size=2,
    max_size=10,
)


class Played:
    """A game that is played at one server or the other, and what has been done in it that was not taken back."""

    def __init__(self, kind: str, folder: Path) -> None:
        self._kind, self._folder = kind, folder
        self.at = server(kind, folder)
        self.game_id = self.at.library().begin(lived_mill(), "Ada", seed=7)
        self.done: list[Step] = []

    async def step(self, kind: str, what: Any) -> None:
        turns = self.at.turns()
        match kind:
            case "order" | "settle":
                if await one_step(self.at, self.game_id, kind, what):
                    self.done.append((kind, what))
            case "undo":
                played = sum(done == "order" for done, _ in self.done)
                if what <= played:
                    await turns.undo(self.game_id, what)
                    self.done = taken_back(self.done, what)
            case "branch":
                branch = await turns.branch(self.game_id)
                await self._leave(branch)
            case "import":
                document = export_game(self.at.library().read(self.game_id))
                await self._leave(self.at.library().import_journal(import_game(document)))
            case "server":
                await self._leave(self.game_id)
                self.at = server(self._kind, self._folder)

    async def _leave(self, game_id: str) -> None:
        await self.at.turns().close(self.game_id)
        self.game_id = game_id

    def check(self) -> None:
        state, journal = self.at.turns().state(self.game_id), self.at.library().read(self.game_id)
        check_sound(state)
        assert comparable(fold_journal(journal)) == comparable(state)
        check(journal)


async def one_step(at: Container, game_id: str, kind: str, what: Any) -> bool:
    """Whether it was done, and not refused."""
    if kind == "settle":
        await at.turns().settle(game_id)
        return True
    try:
        await at.turns().execute(game_id, what)
    except TalekeeperError:
        return False
    return True


def taken_back(done: list[Step], turns: int) -> list[Step]:
    kept = list(done)
    while turns:
        turns -= kept.pop()[0] == "order"
    return kept


async def from_scratch(done: list[Step]) -> dict[str, Any]:
    """The same in one go."""
    with TemporaryDirectory() as folder:
        at = server("files", Path(folder))
        game_id = at.library().begin(lived_mill(), "Ada", seed=7)
        for kind, what in done:
            assert await one_step(at, game_id, kind, what), f"{what!r} was possible before"
        await at.turns().settle(game_id)
        found = comparable(at.turns().state(game_id))
        at.library().close(game_id)
        return found


@pytest.mark.usefixtures("postgres_stores")
@pytest.mark.parametrize(("kind", "most"), [("memory", 24), ("files", 12), ("postgres", 6)])
def test_a_lived_game_is_what_it_would_be_without_what_happened_to_its_records(kind: str, most: int) -> None:
    @given(steps)
    @settings(max_examples=examples(most), deadline=None)
    def property_of(story: list[Step]) -> None:
        async def scenario(folder: Path) -> None:
            game = Played(kind, folder)
            for step in story:
                await game.step(*step)
                game.check()
            await game.at.turns().settle(game.game_id)
            game.check()
            assert comparable(game.at.turns().state(game.game_id)) == await from_scratch(game.done)
            await game.at.turns().close(game.game_id)

        with TemporaryDirectory() as folder, until_end():
            asyncio.run(scenario(Path(folder)))

    property_of()


@given(st.lists(orders, min_size=1, max_size=10))
@settings(max_examples=examples(24), deadline=None)
def test_replaying_what_was_recorded_rebuilds_a_world_in_which_people_acted(story: list[Command]) -> None:
    """Without minds: what people did is among the commands."""

    async def scenario(folder: Path) -> None:
        lived = server("files", folder)
        game_id = lived.library().begin(lived_mill(), "Ada", seed=7)
        for order in story:
            await one_step(lived, game_id, "order", order)
        replayed = new_table(JsonGameStore(folder / "again"))
        again = replayed.library.begin(lived_mill(), "Ada", seed=7)
        for record in lived.library().read(game_id).records:
            given_orders = [parse_command(dict(one.command)) for one in record.commands if not one.derived]
            if given_orders:
                await replayed.execute(again, *given_orders)
        assert world(replayed.state(again)) == world(lived.turns().state(game_id))

    with TemporaryDirectory() as folder:
        asyncio.run(scenario(Path(folder)))


def world(state: Any) -> dict[str, Any]:
    """What may not depend on minds: no messages, memories and meters, whose numbers go by ticks."""
    data = comparable(state)
    fields = ("states", "contents", "tried", "world", "party", "clock", "scenario")
    people = {key: [npc.current_location_id, npc.items, npc.attitude, npc.dead] for key, npc in state.npcs.items()}
    return {"people": people, **without_memories({field: data.get(field) for field in fields})}


@pytest.mark.usefixtures("postgres_stores")
async def test_of_two_servers_one_plays_a_game_and_the_other_waits_for_it(tmp_path: Path) -> None:
    first, second = server("postgres", tmp_path), server("postgres", tmp_path)
    game_id = first.library().begin(lived_mill(), "Ada", seed=7)
    wait = AdvanceTimeCommand(minutes=180)
    await first.turns().execute(game_id, wait)
    with pytest.raises(Conflict):
        await second.turns().execute(game_id, wait)
    await first.turns().close(game_id)
    await second.turns().execute(game_id, wait)
    assert second.turns().state(game_id).clock.minutes == 480 + 360
    assert any(
        one.command["kind"] == "perform_action"
        for record in second.library().read(game_id).records
        for one in record.commands
    ), "nobody has done anything"
    await second.turns().close(game_id)
