"""How long the event loop was held, as the metrics tell it."""

import asyncio
import re
import time

from app.api.metrics import Metrics

HELD = 0.03


def longest(metrics: Metrics, kind: str) -> float:
    found = re.search(
        rf'^talekeeper_loop_hold_seconds_max{{time="{kind}"}} (\S+)$', metrics.text().decode(), re.MULTILINE
    )
    assert found is not None
    return float(found[1])


async def test_the_longest_hold_of_the_loop_since_it_was_asked_for_last_is_told() -> None:
    metrics = Metrics(lambda: 0)
    watching = asyncio.create_task(metrics.watch_loop(0.001))
    await asyncio.sleep(0)
    time.sleep(HELD)  # noqa: ASYNC251  # what must not be done
    await asyncio.sleep(0.002)
    watching.cancel()
    assert longest(metrics, "wall") >= HELD - 0.002
    assert longest(metrics, "wall") == 0
    assert 'talekeeper_loop_hold_seconds_bucket{le="0.02"}' in metrics.text().decode()


async def test_what_the_thread_slept_is_no_work_of_its_own() -> None:
    metrics = Metrics(lambda: 0)
    watching = asyncio.create_task(metrics.watch_loop(0.001))
    await asyncio.sleep(0)
    time.sleep(HELD)  # noqa: ASYNC251  # what must not be done
    await asyncio.sleep(0.002)
    watching.cancel()
    assert longest(metrics, "cpu") < HELD - 0.002
