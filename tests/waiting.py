"""Waiting in tests: for what happens, never for time."""

import asyncio
from collections.abc import Callable
from typing import Final

import pytest

HANG: Final = 60.0
"""Seconds that nothing takes unless it hangs, however busy the machine is."""


async def until(happened: Callable[[], object], rounds: int = 0) -> None:
    """Let others come until something has happened, in threads too, and then for some rounds of the event loop."""
    async with asyncio.timeout(HANG):
        while not happened():  # noqa: ASYNC110  # threads set no event of asyncio
            await asyncio.sleep(0)
    for _ in range(rounds):
        await asyncio.sleep(0)


def let_time_pass(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Be so much later for all that the running event loop has to do at a time."""
    loop = asyncio.get_running_loop()
    now = loop.time
    monkeypatch.setattr(loop, "time", lambda: now() + seconds)
