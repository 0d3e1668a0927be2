import asyncio
from contextvars import Context

import pytest

from app import scheduling
from app.scheduling import Urgency, checkpoint, in_background, low_priority, turn_at_work, waiting_for_model


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(scheduling, "PATIENCE", 60.0)
    return []


def begun(steps: list[str], urgency: Urgency | None = None) -> asyncio.Task[None]:
    async def work() -> None:
        await checkpoint()
        steps.append("background")

    with in_background(urgency):
        return asyncio.create_task(work())


async def breathe() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_background_work_waits_while_a_turn_is_at_work(steps: list[str]) -> None:
    with turn_at_work():
        work = begun(steps)
        await breathe()
        steps.append("turn")
    await work
    assert steps == ["turn", "background"]


async def test_a_turn_that_gives_way_goes_on_when_other_turns_are_done(steps: list[str]) -> None:
    async def other() -> None:
        with turn_at_work():
            for _ in range(3):
                await breathe()
            steps.append("short")

    with turn_at_work(), low_priority():
        turn = asyncio.create_task(other(), context=Context())
        await breathe()
        await checkpoint()
        steps.append("long")
    await turn
    assert steps == ["short", "long"]


async def test_background_work_goes_on_while_every_turn_waits_for_a_model(steps: list[str]) -> None:
    with turn_at_work(), waiting_for_model():
        await begun(steps)
        steps.append("answer")
    assert steps == ["background", "answer"]


async def test_background_work_waits_for_the_turn_that_does_not_wait_for_a_model(steps: list[str]) -> None:
    other_ends = asyncio.Event()

    async def other() -> None:
        with turn_at_work():
            await other_ends.wait()
            steps.append("turn")

    turn = asyncio.create_task(other())
    await breathe()
    with turn_at_work(), waiting_for_model():
        work = begun(steps)
        await breathe()
        other_ends.set()
        await work
    await turn
    assert steps == ["turn", "background"]


async def test_a_turn_never_waits_at_a_checkpoint(steps: list[str]) -> None:
    with turn_at_work():
        await checkpoint()
        with waiting_for_model():
            await checkpoint()


async def test_background_work_in_a_turns_task_does_not_count_as_a_turn(steps: list[str]) -> None:
    with in_background(), turn_at_work():
        await begun(steps)
    assert steps == ["background"]


async def test_background_work_waits_at_one_checkpoint_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduling, "PATIENCE", 0.0)
    steps: list[str] = []
    with turn_at_work():
        await begun(steps)
    assert steps == ["background"]


async def test_of_background_work_one_step_is_done_in_a_round_of_the_loop(steps: list[str]) -> None:
    with turn_at_work():
        work = [begun(steps) for _ in range(3)]
        await breathe()
    done = []
    while len(steps) < 3:
        await asyncio.sleep(0)
        done.append(len(steps))
    assert done[-3:] == [1, 2, 3]
    await asyncio.gather(*work)


async def test_background_work_that_is_cancelled_while_it_waits_holds_up_none_behind_it(steps: list[str]) -> None:
    with turn_at_work():
        gone, work = begun(steps), begun(steps)
        await breathe()
        gone.cancel()
    await work
    assert steps == ["background"]
    assert gone.cancelled()


@pytest.mark.parametrize("is_begun", [True, False])
async def test_background_work_that_somebody_waits_for_waits_for_no_turn(steps: list[str], is_begun: bool) -> None:
    urgency = Urgency()
    with turn_at_work():
        work = begun(steps, urgency)
        other = begun(steps)
        for _ in range(is_begun):
            await breathe()
        with urgency.hurry():
            await work
        steps.append("turn")
        assert not urgency.is_hurried
    await other
    assert steps == ["background", "turn", "background"]


async def test_background_work_hurries_none(steps: list[str]) -> None:
    urgency = Urgency()
    with turn_at_work():
        work = begun(steps, urgency)
        with in_background(), urgency.hurry():
            for _ in range(5):
                await asyncio.sleep(0)
        steps.append("turn")
    await work
    assert steps == ["turn", "background"]


async def test_a_turn_that_fails_holds_nothing_up(steps: list[str]) -> None:
    async def turn() -> None:
        with turn_at_work():
            begun(steps)
            await breathe()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await turn()
    await breathe()
    assert steps == ["background"]


def test_a_turn_that_a_closed_loop_left_open_holds_up_no_work_of_the_next_loop(steps: list[str]) -> None:
    async def turn() -> None:
        with turn_at_work():
            await asyncio.Event().wait()

    async def background() -> None:
        work = begun(steps)
        await breathe()
        assert work.done()

    left = asyncio.new_event_loop()
    open_turn = left.create_task(turn())
    left.run_until_complete(asyncio.sleep(0))
    left.close()
    asyncio.run(background())
    assert steps == ["background"]
    open_turn._log_destroy_pending = False  # type: ignore[attr-defined]  # as a closed loop leaves it
    open_turn.get_coro().close()
