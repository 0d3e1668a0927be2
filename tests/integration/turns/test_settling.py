"""Passes of settling: when one begins, what it may still apply when it ends, and what it does besides."""

import asyncio
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from pytest_mock import MockerFixture

from app import scheduling
from app.agents.summarizer.offline import ExtractiveSummarizer
from app.events.commands.play import AdvanceTimeCommand
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.interfaces.cognition import Between, DeliverThought
from app.interfaces.metering import Meter, current_meter
from app.models.minds.mind_state import Job, JobKind
from app.models.records.record import Record, RecordKind
from app.models.spend import Spend
from app.models.state.game_state import GameState
from app.scheduling import turn_at_work
from app.services.game.games import game_library
from app.services.game.games.session import Caps
from app.services.game.settler import Settler
from app.services.game.turns.turn_service import TurnService
from tests.fakes.cognition import NoCognition
from tests.integration.turns.table import ScriptedNarrator, begin, captured, new_store, new_table
from tests.unit.services.remembering import MARKET
from tests.waiting import HANG, until

pytestmark = pytest.mark.of_stores


class Waiting:
    """A summarizer that pays for each call and waits for its gate."""

    def __init__(self) -> None:
        self.gate, self.started = asyncio.Event(), asyncio.Event()
        self.calls = 0

    async def _answer(self, *_: Any) -> str:
        current_meter().check()
        current_meter().add(Spend(calls=1, input_tokens=10))
        self.calls += 1
        self.started.set()
        await self.gate.wait()
        return "The company talked for a while."

    summarize_location_session = summarize_npc_interactions = summarize_world_update = _answer


@pytest.fixture
def waiting() -> Waiting:
    return Waiting()


@pytest.fixture
def table(waiting: Waiting) -> TurnService:
    return new_table(new_store(), summarizer=waiting)


def settler_of(table: TurnService) -> Settler:
    return table.settler


def settled(table: TurnService, game_id: str) -> list[Record]:
    """The records of what was applied after turns."""
    return [one for one in table.library.read(game_id).records if one.kind is RecordKind.SETTLE]


# -- what may still be applied -------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["closed", "stale"])
async def test_a_summary_that_comes_when_the_game_is_closed_or_stale_is_neither_applied_nor_asked_for_again(
    table: TurnService, game_id: str, waiting: Waiting, what: str
) -> None:
    await table.take_turn(game_id, "to the inn")
    session = table.library.open(game_id)
    settling = asyncio.create_task(table.settle(game_id))
    await waiting.started.wait()
    asked = waiting.calls
    setattr(session, what, True)
    waiting.gate.set()
    await settling
    assert captured(session.state.place("market").location_memories) == []
    assert session.state.pending
    assert (waiting.calls, settled(table, game_id)) == (asked, [])


async def test_a_summary_of_what_was_undone_meanwhile_makes_no_commit(
    table: TurnService, game_id: str, waiting: Waiting
) -> None:
    await table.take_turn(game_id, "to the inn")
    settling = asyncio.create_task(table.settle(game_id))
    await waiting.started.wait()
    await table.undo(game_id)
    waiting.gate.set()
    await settling
    assert captured(table.state(game_id).place("market").location_memories) == []
    assert settled(table, game_id) == []


async def test_each_capture_is_a_record_of_its_own_with_what_it_cost(
    table: TurnService, game_id: str, waiting: Waiting
) -> None:
    await table.take_turn(game_id, "Guard, hello")
    await table.take_turn(game_id, "to the inn")
    assert len(table.state(game_id).pending) == 2
    waiting.gate.set()
    await table.settle(game_id)
    assert [record.spend.tokens for record in settled(table, game_id) if record.spend] == [10, 10]


async def test_captures_are_made_under_the_caps_that_were_given() -> None:
    waiting = Waiting()
    waiting.gate.set()
    table = new_table(new_store(), summarizer=waiting, caps=Caps(calls_at_once=0))
    game_id = begin(table)
    await table.take_turn(game_id, "to the inn")
    await table.settle(game_id)
    assert waiting.calls == 0
    assert table.state(game_id).pending


# -- when a pass begins, and how it ends ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pending", "jobs", "prepares", "expected"),
    [
        (False, False, False, False),
        (True, False, False, True),
        (False, True, False, True),
        (False, False, True, True),
        (True, True, True, True),
    ],
)
async def test_there_is_work_where_anything_waits_or_is_to_be_prepared(
    table: TurnService, game_id: str, pending: bool, jobs: bool, prepares: bool, expected: bool
) -> None:
    if pending:
        await table.take_turn(game_id, "to the inn")
    state = table.state(game_id)
    state.minds.jobs = [Job(kind=JobKind.REFLECT, npc_id="mara", asked_at=0)] if jobs else []
    settler = Settler(table.library, settler_of(table).memory, prepare=nothing if prepares else None)
    assert settler.has_work(state) is expected


async def nothing(state: GameState) -> None:
    """Prepare nothing."""


async def test_of_passes_asked_for_before_one_begins_there_is_one_and_another_after_it(
    table: TurnService, game_id: str
) -> None:
    passes: list[int] = []

    async def prepare(state: GameState) -> None:
        passes.append(state.turn)

    settler = Settler(table.library, settler_of(table).memory, prepare=prepare)
    for _ in range(2):
        for _ in range(3):
            settler.settle_later(game_id)
        await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}))
    assert len(passes) == 2


async def test_nothing_is_prepared_for_a_game_that_was_closed_meanwhile(table: TurnService, game_id: str) -> None:
    prepared: list[GameState] = []

    async def prepare(state: GameState) -> None:
        prepared.append(state)

    settler = Settler(table.library, settler_of(table).memory, prepare=prepare)
    session = table.library.open(game_id)
    session.closed = True
    await settler._pass(session)
    session.closed = False
    assert prepared == []
    await settler.settle(game_id)
    assert prepared == [session.state]


async def test_who_waits_for_a_pass_that_is_cancelled_goes_on(
    table: TurnService, game_id: str, waiting: Waiting
) -> None:
    await table.take_turn(game_id, "to the inn")
    settling = asyncio.create_task(table.settle(game_id))
    await waiting.started.wait()
    await settler_of(table).cancel(game_id)
    await settling
    assert table.state(game_id).pending


async def test_who_is_cancelled_while_waiting_for_a_pass_is_cancelled(
    table: TurnService, game_id: str, waiting: Waiting
) -> None:
    await table.take_turn(game_id, "to the inn")
    settling = asyncio.create_task(table.settle(game_id))
    await waiting.started.wait()
    settling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await settling


async def test_a_pass_lets_the_minds_think_too(table: TurnService, game_id: str, waiting: Waiting) -> None:
    class Thinking(NoCognition):
        async def drain(
            self,
            current: Callable[[], GameState],
            deliver: DeliverThought,
            new_meter: Callable[[], Meter],
            between: Between = nullcontext,
        ) -> None:
            assert await deliver(lambda state: setattr(state.npc("mara"), "mood", 12.0), new_meter(), None)

    settler = Settler(table.library, settler_of(table).memory, cognition=Thinking())
    await settler.settle(game_id)
    assert table.state(game_id).npc("mara").mood == 12


# -- what a turn sees of it ----------------------------------------------------------------------------------------


async def made_of_the_market_when_a_turn_begins(table: TurnService, game_id: str) -> list[str]:
    seen: list[str] = []

    def look(state: GameState) -> tuple[()]:
        seen.extend(entry.summary for entry in captured(state.place("market").location_memories))
        return ()

    await table.execute_with(game_id, look)
    return seen


async def test_a_turn_sees_what_rules_have_made_of_the_turns_before_it(tmp_path: Path) -> None:
    table = new_table(new_store(tmp_path), settle_in_background=True)
    game_id = begin(table)
    await table.take_turn(game_id, "Guard, hello")
    await table.take_turn(game_id, "to the inn")
    assert await made_of_the_market_when_a_turn_begins(table, game_id)


async def test_the_first_turn_after_loading_sees_it_too(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    before = new_table(store)
    game_id = begin(before)
    await before.take_turn(game_id, "Guard, hello")
    await before.take_turn(game_id, "to the inn")
    store.release(game_id)
    table = new_table(new_store(tmp_path), settle_in_background=True)
    assert await made_of_the_market_when_a_turn_begins(table, game_id)


async def test_what_rules_cannot_do_is_tried_once_for_each_turn_and_fails_none(tmp_path: Path) -> None:
    class Broken(ExtractiveSummarizer):
        async def summarize_location_session(self, *_: Any) -> str:
            raise ValueError

    table = new_table(new_store(tmp_path), summarizer=Broken(), settle_in_background=True)
    game_id = begin(table)
    await table.take_turn(game_id, "Guard, hello")
    await table.take_turn(game_id, "to the inn")
    for failures in (1, 2):
        async with table.library.turn(game_id) as session:
            await table.settler.catch_up(session)
            assert session.state.queue(MARKET)[0].failures == failures
            await table.settler.catch_up(session)
            assert session.state.queue(MARKET)[0].failures == failures
        await table.take_turn(game_id, "hello")


async def test_a_turn_waits_for_minds_that_go_by_rules_and_not_for_a_summarizer_that_does_not(
    game_id: str, table: TurnService, waiting: Waiting
) -> None:
    class ByRules(NoCognition):
        model = "offline"
        passes = 0

        async def drain(self, *_: Any) -> None:
            self.passes += 1

    minds = ByRules()
    table.settle_in_background = True
    settler_of(table).cognition = minds
    await table.take_turn(game_id, "to the inn")
    await waiting.started.wait()
    passes = minds.passes
    await table.take_turn(game_id, "to the market")
    await table.take_turn(game_id, "to the inn")
    assert minds.passes >= passes + 1
    assert not waiting.gate.is_set()
    await table.close(game_id)


async def test_no_mind_begins_to_think_in_the_midst_of_a_turn(game_id: str, table: TurnService) -> None:
    class Thinking(NoCognition):
        async def drain(
            self,
            current: Callable[[], GameState],
            deliver: DeliverThought,
            new_meter: Callable[[], Meter],
            between: Between = nullcontext,
        ) -> None:
            async with between():
                seen.append(table.library.open(game_id).narration is None)

    class Hesitating(ScriptedNarrator):
        async def narrate(self, context: NarrationContext) -> Narration:
            begun.set()
            await go_on.wait()
            return await super().narrate(context)

    seen: list[bool] = []
    begun, go_on = asyncio.Event(), asyncio.Event()
    settler_of(table).cognition = Thinking()
    table.narrator = Hesitating()
    turn = asyncio.create_task(table.take_turn(game_id, "hello"))
    await begun.wait()
    settling = asyncio.create_task(table.settle(game_id))
    for _ in range(50):
        await asyncio.sleep(0)
    assert seen == []
    go_on.set()
    await asyncio.gather(turn, settling)
    assert seen == [True]


async def test_passes_come_in_the_order_in_which_they_were_begun(
    game_id: str, table: TurnService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever becomes of their hops to a thread: one that waits for its pass waits for the earlier one."""
    rounds = [5, 0]

    async def late(work: Callable[[], Any], *_threads: Any) -> Any:
        for _ in range(rounds.pop(0) if rounds else 0):
            await asyncio.sleep(0)
        return work()

    monkeypatch.setattr(game_library, "in_thread", late)
    order: list[str] = []

    async def prepare(state: GameState) -> None:
        order.append("prepared")

    settler_of(table).prepare = prepare
    settler_of(table).settle_later(game_id)
    assert not order
    await settler_of(table).settle(game_id)
    assert order == ["prepared"] * 2


async def test_a_turn_that_waits_for_its_game_to_settle_waits_for_no_turn_of_another_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduling, "PATIENCE", 1_000_000.0)
    table = new_table(new_store(tmp_path), settle_in_background=True)
    game_id = begin(table)
    await table.take_turn(game_id, "Guard, hello")
    with turn_at_work():  # as another game's
        await table.take_turn(game_id, "to the inn")
        session = table.library.open(game_id)
        await until(lambda: session.is_in_turn, rounds=20)
        assert session.is_in_turn, "the game settles, and waits for the other"
        async with asyncio.timeout(HANG):
            assert await made_of_the_market_when_a_turn_begins(table, game_id)
    await table.settle(game_id)


async def test_a_language_is_prepared_once_a_second_turn_has_settled(
    table: TurnService, game_id: str, mocker: MockerFixture
) -> None:
    """Not for a process that plays one turn and ends."""
    prepare = mocker.patch("app.services.game.settler.preparing", return_value=iter(()))
    for expected in (0, 1, 1):
        await table.take_turn(game_id, "hello")
        await table.settle(game_id)
        assert prepare.call_count == expected


async def test_a_language_is_not_prepared_where_nobody_types(
    table: TurnService, game_id: str, mocker: MockerFixture
) -> None:
    """As in a simulation, whose days would wait for what reads lines."""
    prepare = mocker.patch("app.services.game.settler.preparing", return_value=iter(()))
    for _ in range(3):
        await table.execute(game_id, AdvanceTimeCommand(minutes=30))
        await table.settle(game_id)
    assert prepare.call_count == 0
