"""Caps on calls and tokens, to the last one."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import copy_context

import pytest

from app.errors import BudgetExhausted
from app.interfaces.metering import Meter, current_meter, metered
from app.language.language import default_language, using
from app.models.spend import Spend

SPENT = Spend(calls=3, input_tokens=60, output_tokens=40)


@pytest.mark.parametrize(
    ("meter", "reached"),
    [
        (Meter(), None),
        (Meter(calls_left=4), None),
        (Meter(calls_left=3), r"cap on model calls is reached \(3\)"),
        (Meter(calls_left=2), r"cap on model calls is reached \(2\)"),
        (Meter(tokens_left=101), None),
        (Meter(tokens_left=100), r"cap on model tokens is reached \(100\)"),
        (Meter(tokens_left=99), r"cap on model tokens is reached \(99\)"),
        (Meter(game_left=lambda: 1), None),
        (Meter(game_left=lambda: 0), "The game's cap"),
        (Meter(game_left=lambda: -1), "The game's cap"),
        (Meter(calls_left=4, tokens_left=101, game_left=lambda: 1), None),
    ],
)
def test_a_call_may_be_made_as_long_as_something_is_left_of_every_cap(meter: Meter, reached: str | None) -> None:
    meter.add(Spend(calls=1, input_tokens=60))
    meter.add(Spend(calls=2, output_tokens=40))
    assert meter.spend == SPENT
    if reached is None:
        meter.check()
    else:
        with pytest.raises(BudgetExhausted, match=reached):
            meter.check()


@pytest.mark.parametrize(("cap", "left"), [(None, None), (5, 2), (4, 1), (3, 0), (2, 0)])
def test_calls_left_are_those_of_the_cap_that_were_not_made(cap: int | None, left: int | None) -> None:
    meter = Meter(calls_left=cap)
    meter.add(SPENT)
    assert meter.calls_left == left


@pytest.mark.parametrize(("cap", "further", "left"), [(None, 4, 4), (2, 4, 2), (4, 2, 2), (3, 3, 3), (3, 0, 0)])
def test_a_further_cap_on_calls_only_lowers_the_first(cap: int | None, further: int, left: int) -> None:
    meter = Meter(calls_left=cap)
    meter.cap_calls(further)
    assert meter.calls_left == left


def test_the_meter_of_the_work_in_progress_is_found_and_outside_of_any_a_free_standing_one() -> None:
    with metered(Meter(calls_left=1)) as outer:
        with metered(Meter()) as inner:
            assert current_meter() is inner
        assert current_meter() is outer
    current_meter().add(SPENT)
    assert current_meter().spend == Spend()
    assert outer.spend == inner.spend == Spend()


@pytest.mark.parametrize("block", [lambda: metered(Meter()), lambda: using(default_language())])
def test_a_block_of_a_task_that_never_ended_is_closed_without_an_error(
    block: Callable[[], AbstractContextManager[object]],
) -> None:
    """Its loop has ended, and Python closes what the task was in the middle of, in whatever context it is just then."""
    opened = block()
    copy_context().run(opened.__enter__)
    assert not opened.__exit__(None, None, None)
