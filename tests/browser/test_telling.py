"""A turn while it is told: what comes is set as it will stay, also when it is stopped."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect
from typing_extensions import override

from app.interfaces.agents.narrator import INarrator, Narration, NarrationContext
from app.models.messages.mark import Mark, MarkKind
from app.models.messages.piece import Piece
from tests.browser.pages import Table, Window
from tests.integration.api.asking import new_api, served

pytestmark = pytest.mark.long

LISTED = "You could ask about the bell."
PIECES = (
    Piece("She looks up."),
    Piece(f"\n\n{LISTED}", marks=(Mark(0, len(LISTED), MarkKind.LISTING),)),
    Piece("\n\nTove Marrick: “Three nights ", "Three nights ", speaker_id="tove", speaker_name="Tove Marrick"),
    Piece("it has not rung.", speaker_id="tove", speaker_name="Tove Marrick"),
)


class Halting(INarrator):
    """Tells a piece whenever it is let."""

    model, mode, tools_tokens = "halting", "given", 0

    def __init__(self) -> None:
        self.steps = asyncio.Semaphore(0)

    @override
    async def narrate(self, context: NarrationContext) -> Narration:
        for piece in PIECES:
            await self.steps.acquire()
            context.show(piece)
        await asyncio.Event().wait()  # until the player stops it
        raise AssertionError

    def let(self, steps: int) -> None:
        for _ in range(steps):
            self.steps.release()


@pytest.fixture
def narrator() -> Halting:
    return Halting()


@pytest.fixture
async def halting_table(browser: Browser, narrator: Halting, tmp_path: Path) -> AsyncIterator[Table]:
    api = new_api(tmp_path / "saves", narrator, tokens_required=False)
    async with served(api) as server:
        yield Table(browser, server.url, api)


async def _send(window: Window, line: str) -> None:
    await window.field.fill(line)
    await window.field.press("Enter")


async def test_a_speech_is_set_as_one_while_it_comes_and_when_it_is_stopped(
    halting_table: Table, narrator: Halting
) -> None:
    async with halting_table.playing() as window:
        await _send(window, "talk to Tove")
        narrator.let(3)
        speech = window.page.locator(".telling .speech")
        await expect(speech).to_have_text("Tove Marrick “Three nights ”")
        await expect(speech.locator(".speaker")).to_have_text("Tove Marrick")
        await expect(speech.locator(".tail")).to_have_text("Three nights ")
        narrator.let(1)
        await expect(speech).to_have_text("Tove Marrick “Three nights it has not rung.”")
        await expect(speech.locator(".tail")).to_have_text("it has not rung.")
        await window.page.get_by_role("button", name="Stop").click()
        await expect(window.turn(1).locator(".stopped")).to_be_visible()
        await expect(window.turn(1).locator(".speech")).to_have_text("Tove Marrick “Three nights it has not rung.”")
        await expect(window.turn(1)).to_contain_text("She looks up.")


async def test_what_is_only_listed_does_not_come_and_go(halting_table: Table, narrator: Halting) -> None:
    async with halting_table.playing() as window:
        await _send(window, "talk to Tove")
        narrator.let(3)
        await expect(window.page.locator(".telling .speech")).to_be_visible()
        await expect(window.page.locator(".telling")).to_contain_text("She looks up.")
        await expect(window.page.locator(".telling")).not_to_contain_text(LISTED)
        await window.page.get_by_role("button", name="Stop").click()
        await expect(window.turn(1).locator(".stopped")).to_be_visible()
        await expect(window.turn(1)).not_to_contain_text(LISTED)


async def test_another_window_sees_the_same(halting_table: Table, narrator: Halting) -> None:
    async with halting_table.playing() as window, halting_table.window(f"#/games/{window.game_id}/play") as other:
        await expect(other.field).to_be_visible()
        await _send(window, "talk to Tove")
        narrator.let(3)
        await expect(other.page.locator(".telling .speaker")).to_have_text("Tove Marrick")
        await expect(other.page.locator(".telling")).not_to_contain_text(LISTED)
        await window.page.get_by_role("button", name="Stop").click()
        await expect(other.turn(1).locator(".speaker")).to_have_text("Tove Marrick")
