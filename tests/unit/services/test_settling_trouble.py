"""A pass of settling in the background: what stops it is logged, being stopped is not."""

import asyncio

from app.errors import StorageFailed
from app.services.game.settler import _log_trouble


async def ended(error: BaseException | None) -> "asyncio.Task[None]":
    async def settle() -> None:
        if error is not None:
            raise error

    task = asyncio.create_task(settle())
    await asyncio.wait([task])
    return task


async def test_an_error_is_logged_for_nobody_waits_for_it(log_lines: list[str]) -> None:
    _log_trouble(await ended(StorageFailed("the disk is full")))
    assert any("settling stopped: the disk is full" in line for line in log_lines)


async def test_a_pass_that_ends_or_is_cancelled_is_no_trouble(log_lines: list[str]) -> None:
    _log_trouble(await ended(None))
    _log_trouble(await ended(asyncio.CancelledError()))
    assert log_lines == []
