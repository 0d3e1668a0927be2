"""Passes of settling: when one begins, what it may still apply when it ends, and what it does besides."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from app.interfaces.cognition import DeliverThought
from app.interfaces.metering import Meter, current_meter
from app.models.records.record import Record, RecordKind
from app.models.records.spend import Spend
from app.models.state.game_state import GameState
from app.models.state.minds import Job, JobKind
from app.services.game.captures.settler import Settler
from app.services.game.games.session import Caps
from app.services.game.turns.turn_service import TurnService
from tests.fakes.cognition import NoCognition
from tests.integration.turns.table import begin, captured, new_store, new_table


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
    await asyncio.wait_for(settling, 5)
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
    await asyncio.wait_for(settling, 5)
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
            self, current: Callable[[], GameState], deliver: DeliverThought, new_meter: Callable[[], Meter]
        ) -> None:
            assert await deliver(lambda state: setattr(state.npc("mara"), "mood", 12.0), new_meter(), None)

    settler = Settler(table.library, settler_of(table).memory, cognition=Thinking())
    await settler.settle(game_id)
    assert table.state(game_id).npc("mara").mood == 12
