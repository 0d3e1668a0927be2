"""One container in several event loops: one after another it works, at the same time the second is refused at once."""

import asyncio
import gc
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from app import gc_tuning
from app.container import Container
from app.errors import Conflict, TalekeeperError
from app.interfaces.agents.narrator import Narration, NarrationContext
from tests.integration.mcp.serving import begun, new_container
from tests.integration.turns.table import ScriptedNarrator
from tests.waiting import HANG

pytestmark = pytest.mark.of_stores


"""How long anything may take before a test fails instead of hanging."""


class SlowNarrator(ScriptedNarrator):
    """Says when it has begun, and goes on when it may; from any thread."""

    def __init__(self) -> None:
        self.begun, self.may_end = threading.Event(), threading.Event()

    async def narrate(self, context: NarrationContext) -> Narration:
        self.begun.set()
        while not self.may_end.is_set():  # noqa: ASYNC110  # an event of asyncio belongs to one loop
            await asyncio.sleep(0.01)
        return await super().narrate(context)


@pytest.fixture
def container(tmp_path: Path) -> Container:
    return new_container(tmp_path, ScriptedNarrator())


class Thread(threading.Thread):
    """Runs a coroutine in an event loop of its own; ``error`` is what it ended with."""

    def __init__(self, work: Coroutine[Any, Any, Any]) -> None:
        super().__init__(daemon=True)
        self.error: BaseException | None = None
        self._work = work
        self.start()

    def run(self) -> None:
        try:
            asyncio.run(asyncio.wait_for(self._work, HANG))
        except BaseException as error:  # noqa: BLE001  # for the test to look at
            self.error = error


def test_loops_one_after_another_play_one_game(container: Container) -> None:
    game_id, turns = begun(container), container.turns()

    async def two_at_once() -> None:
        await asyncio.gather(*(turns.take_turn(game_id, f"line {number}") for number in range(2)))

    for _ in range(3):
        asyncio.run(two_at_once())
    assert container.turns().state(game_id).turn == 6
    asyncio.run(turns.settle(game_id))
    asyncio.run(turns.close(game_id))
    asyncio.run(two_at_once())
    assert container.turns().state(game_id).turn == 8


def test_a_pass_in_the_background_that_its_loop_cut_off_is_made_up_for_in_the_next(container: Container) -> None:
    game_id, turns, settler = begun(container), container.turns(), container.settler()

    async def leave_and_end() -> None:
        await turns.take_turn(game_id, "to the inn")  # asks for a capture of the market
        assert turns.state(game_id).pending

    async def begin_and_wait() -> None:
        settler.settle_later(game_id)
        await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}))

    asyncio.run(leave_and_end())
    assert turns.state(game_id).pending
    asyncio.run(begin_and_wait())
    assert not turns.state(game_id).pending


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Python's word on a turn cut off so
@pytest.mark.parametrize("how", ["closed", "cancelled"])
def test_a_turn_that_its_loop_never_came_to_end_did_not_happen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    gc.freeze()  # what earlier tests have left is not looked through below, nor what this one keeps
    for change in ("freeze", "unfreeze"):
        monkeypatch.setattr(gc_tuning, change, lambda: None)
    monkeypatch.setattr(gc_tuning, "_has_frozen", True)
    narrator = SlowNarrator()
    container = new_container(tmp_path, narrator)
    game_id, turns = begun(container), container.turns()

    async def begin() -> object:
        turn = asyncio.create_task(turns.take_turn(game_id, "take the lantern"))
        await asyncio.to_thread(narrator.begun.wait, HANG)
        return turn

    if how == "cancelled":
        asyncio.run(begin())
    else:
        loop = asyncio.new_event_loop()
        kept = loop.run_until_complete(begin())
        with pytest.raises(Conflict, match="another event loop"):
            asyncio.run(turns.take_turn(game_id, "look"))
        loop.close()
    narrator.may_end.set()
    asyncio.run(turns.take_turn(game_id, "look"))
    state = turns.state(game_id)
    assert (state.turn, state.party.items) == (1, [])
    if how == "closed":
        asyncio.run(turns.close(game_id))
        del kept
        gc.collect()


def test_a_second_thread_is_refused_at_once_while_the_first_plays_and_may_go_on_after_it(tmp_path: Path) -> None:
    narrator = SlowNarrator()
    container = new_container(tmp_path, narrator)
    game_id, turns = begun(container), container.turns()
    first = Thread(turns.take_turn(game_id, "take the lantern"))
    assert narrator.begun.wait(HANG)
    for refused in (
        turns.take_turn(game_id, "look"),
        turns.execute(game_id),
        turns.settle(game_id),
        turns.undo(game_id),
        turns.close(game_id),
    ):
        second = Thread(refused)
        second.join(HANG)
        assert not second.is_alive()
        assert isinstance(second.error, Conflict)
        assert "another event loop" in str(second.error)
    narrator.may_end.set()
    first.join(HANG)
    assert first.error is None
    asyncio.run(turns.take_turn(game_id, "to the inn"))
    assert turns.state(game_id).turn == 2


def test_many_threads_on_one_game_lose_no_turn_and_end_in_no_other_error(container: Container) -> None:
    game_id, turns = begun(container), container.turns()
    container.library().close(game_id)  # so that they open it at the same time, too
    played: list[int] = []

    async def play() -> None:
        for _ in range(5):
            result = await turns.take_turn(game_id, "look")
            played.append(result.turn)

    threads = [Thread(play()) for _ in range(4)]
    for thread in threads:
        thread.join(HANG)
        assert not thread.is_alive()
        assert thread.error is None or isinstance(thread.error, TalekeeperError)
    assert sorted(played) == list(range(1, len(played) + 1))
    assert turns.state(game_id).turn == len(played)


def test_two_threads_play_two_games(container: Container) -> None:
    games, turns = [begun(container), begun(container)], container.turns()

    async def play(game_id: str) -> None:
        for _ in range(5):
            await turns.take_turn(game_id, "to the inn")
            await turns.settle(game_id)

    threads = [Thread(play(game_id)) for game_id in games]
    for thread in threads:
        thread.join(HANG)
        assert thread.error is None
    assert [turns.state(game_id).turn for game_id in games] == [5, 5]
