"""Whatever is cancelled, and wherever, what is in memory is what is durable: no commit is cut in two."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from pathlib import Path
from typing import Any

import pytest

from app.events.commands import CreatePersonCommand, EstablishFactCommand
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.interfaces.metering import current_meter
from app.interfaces.stores import IGameStore
from app.models.records.folding import fold_journal
from app.models.records.record import Record
from app.models.sheets.scenario import CanonLevel
from app.models.spend import Spend
from app.services.game.games import session as session_module
from app.services.game.turns.turn_service import TurnService
from tests.examples import IS_LONG
from tests.integration.turns.table import ScriptedNarrator, comparable, new_table
from tests.postgres_stores import PostgresStores
from tests.stores_of_games import STORES
from tests.unit.events.sheets import changed_sheet

pytestmark = pytest.mark.long


Work = Callable[[TurnService, str], Coroutine[Any, Any, object]]
REQUEST = "r-1"
OPEN = changed_sheet(canon=CanonLevel.OPEN)
PERSON = CreatePersonCommand(name="Odo Finn", description="A small man.")
FACT = EstablishFactCommand(subject="made-odo-finn", attribute="mother", value="Ottilie")
WORKS: dict[str, Work] = {
    "turn": lambda table, game: table.take_turn(game, "Mara, hello", request_id=REQUEST),
    "retry": lambda table, game: table.retry(game, request_id=REQUEST),
    "edit": lambda table, game: table.edit(game, 2, "Mara, hello", request_id=REQUEST),
    "undo": lambda table, game: table.undo(game, 2, request_id=REQUEST),
    "undo from the journal": lambda table, game: table.undo(game, 2, request_id=REQUEST),
    "label": lambda table, game: table.label(game, "the inn", request_id=REQUEST),
    "label of an earlier turn": lambda table, game: table.label(game, "the inn", turn=1, request_id=REQUEST),
    "rename": lambda table, game: table.rename(game, "The owl", request_id=REQUEST),
    "settle": lambda table, game: table.settle(game),
    "canon": lambda table, game: table.execute(game, PERSON, FACT, request_id=REQUEST),
}


WAYS = [(kind, again) for kind in STORES for again in (False, True) if IS_LONG or kind == "memory" or not again]
"""Where to cancel, and whether each time from then on: what is cancelled again is the same work whatever the store, so
that a usual run does so with the fastest one, and with others cancels at every second place."""


class Purse:
    """Pays for each answer, and pauses before and after."""

    paid = 0

    async def pay(self) -> None:
        await asyncio.sleep(0)
        current_meter().add(Spend(calls=1, input_tokens=10))
        self.paid += 10
        await asyncio.sleep(0)


class PayingNarrator(ScriptedNarrator):
    def __init__(self, purse: Purse) -> None:
        self.purse = purse

    async def narrate(self, context: NarrationContext) -> Narration:
        await self.purse.pay()
        return await super().narrate(context)


class PayingSummarizer:
    def __init__(self, purse: Purse) -> None:
        self.purse = purse

    async def _answer(self, *_: Any) -> str:
        await self.purse.pay()
        return "The company talked for a while."

    summarize_location_session = summarize_npc_interactions = summarize_world_update = _answer


class Cutter:
    """Runs a task, and cancels it when it or a task that it has begun is about to wait for the nth time; from then on
    ``again``, each time."""

    def __init__(self, at: int, *, again: bool) -> None:
        self.has_cut = False
        self._waits = 0
        self._at, self._again = at, again
        self._task: asyncio.Task[object] | None = None

    async def run(self, work: Coroutine[Any, Any, object]) -> None:
        """Until it is over, however it ends: what it raises is its being cancelled or nothing."""
        loop = asyncio.get_running_loop()
        loop.set_task_factory(self._begun)
        task = self._task = asyncio.create_task(work)
        await asyncio.wait([task])
        loop.set_task_factory(None)
        if not task.cancelled():
            task.result()

    def _begun(self, loop: asyncio.AbstractEventLoop, work: Any, **named: Any) -> "asyncio.Task[Any]":
        task = asyncio.Task(self._counted(work), loop=loop, **named)
        task.add_done_callback(lambda _: work.close())  # where it was cancelled before it began
        return task

    async def _counted(self, work: Any) -> Any:
        return await _Counted(work, self._about_to_wait)

    def _about_to_wait(self) -> None:
        self._waits += 1
        is_meant = self._waits == self._at or (self._again and self._waits > self._at)
        if is_meant and self._task is not None and not self._task.done():
            self._task.cancel()
            self.has_cut = True


class _Counted:
    def __init__(self, work: Coroutine[Any, Any, Any], about_to_wait: Callable[[], None]) -> None:
        self._work, self._about_to_wait = work, about_to_wait

    def __await__(self) -> Generator[Any, None, Any]:
        steps, error = self._work.__await__(), None
        while True:
            try:
                waits_for = steps.send(None) if error is None else steps.throw(error)
            except StopIteration as done:
                return done.value
            self._about_to_wait()
            try:
                error = yield waits_for
            except BaseException as raised:  # noqa: BLE001  # it is the work's to take
                error = raised


def assert_agreed(table: TurnService, store: IGameStore, game_id: str) -> list[Record]:
    """What is in memory is what a reader of the journal finds; its records."""
    session, journal = table.library.in_memory()[game_id], store.read(game_id)
    assert not session.stale
    assert comparable(session.state) == comparable(fold_journal(journal))
    assert (session.last_seq, session.head) == (journal.last_seq, journal.head)
    assert session.header.title == journal.header.title
    assert session.spent.tokens == sum(record.spend.tokens for record in journal.records if record.spend)
    return list(journal.records)


@pytest.mark.parametrize(("kind", "again"), WAYS)
@pytest.mark.parametrize("what", WORKS)
def test_wherever_work_is_cancelled_memory_and_journal_agree_and_the_game_goes_on(
    kind: str, what: str, again: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgres_stores: PostgresStores
) -> None:
    if what == "undo from the journal":
        monkeypatch.setattr(session_module, "MOST_KEPT", 0)

    async def cut(store: IGameStore, at: int) -> bool:
        purse, suffix = Purse(), f"{at}".zfill
        narrator, summarizer = PayingNarrator(purse), PayingSummarizer(purse)
        table = new_table(store, narrator=narrator, summarizer=summarizer, new_suffix=lambda: suffix(8))
        game_id = table.library.begin(OPEN, "Élan", seed=7)
        for text in ("Guard, hello", "to the inn"):
            await table.take_turn(game_id, text)
        cutter = Cutter(at, again=again)
        await cutter.run(WORKS[what](table, game_id))
        assert_agreed(table, store, game_id)
        await WORKS[what](table, game_id)
        records = assert_agreed(table, store, game_id)
        assert len([record for record in records if record.request_id == REQUEST]) == (what != "settle")
        turn = table.state(game_id).turn
        assert (await table.take_turn(game_id, "hello")).turn == turn + 1
        assert_agreed(table, store, game_id)
        await table.close(game_id)
        assert sum(record.spend.tokens for record in store.read(game_id).records if record.spend) == purse.paid
        return cutter.has_cut

    at, next_one = 1, 1 if IS_LONG or kind == "memory" else 2
    with postgres_stores.until_end():
        store = STORES[kind](tmp_path)
        while asyncio.run(cut(store, at)):
            at += next_one
    assert at > 1
