"""Windows on the page, and what one does in them."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Browser, Locator, Page, expect

from tests.examples import IS_LONG
from tests.integration.api.asking import Api
from tests.waiting import HANG

AXE = Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js"
WIDE, PHONE = (1440, 900), (390, 844)
SIZES = PHONE, (720, 450), (320, 640), WIDE
"""In which nothing may be wider than the window."""
AXE_SIZES = (WIDE, PHONE) if IS_LONG else (WIDE,)
"""In which axe-core looks at views that have the same elements on a phone."""
_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules of axe-core whose findings depend on the colour scheme; the style sheets change nothing else with it."""


@dataclass(frozen=True)
class Table:
    """A server with a browser before it."""

    browser: Browser
    url: str
    api: Api

    @asynccontextmanager
    async def window(self, path: str = "", size: tuple[int, int] = WIDE, **context: Any) -> AsyncIterator["Window"]:
        """A window of its own. Faults in it, and what the policy refuses, fail the test."""
        blocked = {"service_workers": "block", **context}  # what a worker asks for, no test could answer itself
        own = await self.browser.new_context(viewport={"width": size[0], "height": size[1]}, **blocked)
        own.set_default_timeout(HANG * 1000)
        page = await own.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if "Content Security Policy" in said.text else None)
        await page.goto(f"{self.url}/{path}")
        try:
            yield Window(page)
        finally:  # a page that a failed test left would go on asking
            await own.close()
        assert wrong == []

    @asynccontextmanager
    async def playing(self, size: tuple[int, int] = WIDE, **context: Any) -> AsyncIterator["Window"]:
        """A window in which the small game has just been begun, as readers begin it: nobody has played here before."""
        async with self.window("", size, **context) as window:
            await window.page.get_by_role("button", name="Begin", exact=True).first.click()
            await expect(window.page.locator(".opening")).to_be_visible()
            yield window

    def begin(self, scenario: str = "tide-bell", *players: str) -> str:
        sheet = self.api.container.scenarios().load(scenario)
        return self.api.begin(*(players or ("Mara",)), sheet=sheet)


@dataclass(frozen=True)
class Window:
    page: Page

    @property
    def field(self) -> Locator:
        return self.page.locator(".composer textarea")

    @property
    def turns(self) -> Locator:
        return self.page.locator("article.turn[data-turn]")

    def turn(self, number: int) -> Locator:
        return self.page.locator(f'article.turn[data-turn="{number}"]')

    @property
    def game_id(self) -> str:
        """Of the game that the address names."""
        found = re.search(r"#/games/([^/?]+)", self.page.url)
        assert found is not None, self.page.url
        return found[1]

    @property
    def story(self) -> Locator:
        return self.page.locator(".scroller")

    async def play(self, line: str) -> None:
        """Type a line and wait for its turn, which is to be seen."""
        before = await self.turns.count()
        await self.field.fill(line)
        await self.field.press("Enter")
        await expect(self.turns).to_have_count(before + 1)
        await self.rest()
        await expect(self.turns.last).to_be_in_viewport()

    async def tap(self, chip: str, *, group: str | None = None) -> None:
        """Click what is possible, and wait for its turn, which is to be seen."""
        before = await self.turns.count()
        within = self.page.get_by_role("group", name=group, exact=True) if group else self.page.locator(".chips")
        await within.locator(".chip", has_text=chip).first.click()
        await expect(self.turns).to_have_count(before + 1)
        await self.rest()
        await expect(self.turns.last).to_be_in_viewport()

    async def rest(self) -> None:
        """Until nothing is being told, and what is possible stands there again."""
        await expect(self.page.locator(".telling")).to_have_count(0)
        await expect(self.page.locator(".chips")).to_be_visible()

    @asynccontextmanager
    async def processor_time(self) -> AsyncIterator[Callable[[], Awaitable[float]]]:
        """Yield a function that returns the seconds of processor time of the page's main thread so far."""
        client = await self.page.context.new_cdp_session(self.page)
        await client.send("Performance.enable", {"timeDomain": "threadTicks"})

        async def taken() -> float:
            metrics = (await client.send("Performance.getMetrics"))["metrics"]
            return float(next(each["value"] for each in metrics if each["name"] == "ThreadTime"))

        yield taken
        await client.detach()

    async def painted(self) -> None:
        """Until what has changed is on the screen, and whoever watches sizes and scrolling has seen it."""
        await self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
        )

    async def overflow(self) -> int:
        """By how many pixels the page is wider than its window."""
        width: int = await self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return width

    async def findings(self) -> list[str]:
        """Run axe-core in both colour schemes.

        Returns:
            What it finds that is serious, each with the scheme, the rule and the element. In the dark scheme only a
            longer run looks at more than colours.
        """
        if not await self.page.evaluate("'axe' in window"):
            await self.page.evaluate(AXE.read_text(encoding="utf-8"))
        light = await self._serious("light", {})
        return light + await self._serious("dark", {} if IS_LONG else {"runOnly": _COLOURS})

    async def _serious(self, scheme: Literal["light", "dark"], options: dict[str, Any]) -> list[str]:
        await self.page.emulate_media(color_scheme=scheme)
        await self.painted()
        found = await self.page.evaluate("(options) => axe.run(options)", {"resultTypes": ["violations"], **options})
        serious = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
        return [
            f"{scheme}: {each['id']}: {node['target']} {node['failureSummary']}"
            for each in serious
            for node in each["nodes"]
        ]
