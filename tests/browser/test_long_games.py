"""A game of 5,000 messages on the page, measured in processor time: what else the machine does counts for nothing."""

import json
import time
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Request, expect

from tests.browser.long_games import long_game
from tests.browser.pages import Table, Window
from tests.integration.api.asking import new_api, served

pytestmark = pytest.mark.long

MESSAGES = 5_000
WITHIN = 1  # second of processor time of the page, until a turn long ago is there
TASK = 50  # ms of processor time for which the page may answer to nothing
TRIES = 6  # the best of them counts: a cache that another process has emptied fails no test
SLOWER = 3  # times as long as in a short game may a turn take


@pytest.fixture(scope="module")
async def long_table(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Table, str]]:
    api = new_api(tmp_path_factory.mktemp("long") / "saves", tokens_required=False)
    game_id = await long_game(api, MESSAGES)
    async with served(api) as server:
        yield Table(browser, server.url, api), game_id


_JUMPED = """(turn) => { location.hash = location.hash.split("?")[0] + `?turn=${turn}`; }"""
_SCROLLED = """async (steps) => {
    const box = document.querySelector(".scroller");
    for (let step = 0; step < steps; step += 1) {
        box.scrollTop -= 300;
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
    }
}"""


async def test_a_turn_long_ago_is_there_at_once_without_all_between(long_table: tuple[Table, str]) -> None:
    table, game_id = long_table
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/turns" in request.url:
            asked.append(request.url)

    async with table.window(f"#/games/{game_id}/play") as window:
        await window.rest()
        window.page.on("request", note)
        async with window.processor_time() as taken:
            await window.page.evaluate(_JUMPED, 3)
            await expect(window.turn(3)).to_be_in_viewport()
            assert 0 < await taken() < WITHIN
        assert len(asked) <= 4
        numbers = await numbers_of(window)
        assert numbers == [*range(numbers[0], numbers[-1] + 1)]
        await window.page.locator(".scroller").evaluate("(box) => { box.scrollTop = 0 }")
        await expect(window.page.locator(".opening")).to_contain_text("The ferry puts you off")
        await window.page.locator(".scroller").evaluate("(box) => { box.scrollTop = 1e6 }")
        await expect(window.turn(numbers[-1] + 1)).to_have_count(1)
        await window.page.get_by_role("button", name="To the newest turn").click()
        await expect(window.page.locator(".chips")).to_be_in_viewport()


async def numbers_of(window: Window) -> list[int]:
    found: list[int] = await window.turns.evaluate_all("(all) => all.map((turn) => Number(turn.dataset.turn))")
    return found


async def test_scrolling_leaves_no_gap_and_holds_nothing_up(long_table: tuple[Table, str]) -> None:
    table, game_id = long_table
    async with table.window(f"#/games/{game_id}/play") as window:
        await window.rest()
        newest = (await numbers_of(window))[-1]
        held: list[list[float]] = []
        for _ in range(TRIES):
            held.append([task for task in await tasks_of_scrolling(table.browser, window, 60) if task > TASK])
            numbers = await numbers_of(window)
            if [] in held and numbers[-1] < newest - 20:
                break
        assert numbers[-1] < newest - 20
        assert numbers == [*range(numbers[0], numbers[-1] + 1)]
        assert len(numbers) <= 120
        assert [] in held


async def tasks_of_scrolling(browser: Browser, window: Window, steps: int) -> list[float]:
    """Scroll up, and return the milliseconds of processor time of each task of the page's main thread."""
    await browser.start_tracing(page=window.page, categories=["disabled-by-default-devtools.timeline", "__metadata"])
    await window.page.evaluate(_SCROLLED, steps)
    events = json.loads(await browser.stop_tracing())["traceEvents"]
    main = {event["tid"] for event in events if event.get("args", {}).get("name") == "CrRendererMain"}
    finished = [event for event in events if event["name"] == "RunTask" and event["tid"] in main and "tdur" in event]
    tasks = [event["tdur"] / 1000 for event in finished]  # a task that runs as the trace begins or ends has no length
    assert tasks
    return tasks


async def test_a_turn_takes_no_longer_than_in_a_short_game(long_table: tuple[Table, str]) -> None:
    table, game_id = long_table
    taken: dict[str, list[float]] = {table.begin(): [], game_id: []}
    for _ in range(3):  # in turn, so that what is slower today slows both
        for each, times in taken.items():
            async with table.window(f"#/games/{each}/play") as window:
                await window.rest()
                times += [await taken_by_a_turn(window) for _ in range(2)]
    short, long = map(min, taken.values())
    assert long < short * SLOWER


async def taken_by_a_turn(window: Window) -> float:
    """Play a turn, and return the seconds of processor time of the page and of this process, which is the server."""
    began = time.process_time()
    async with window.processor_time() as taken:
        await window.field.fill("look")
        await window.field.press("Enter")
        await expect(window.field).to_have_value("")
        await window.rest()
        return time.process_time() - began + await taken()
