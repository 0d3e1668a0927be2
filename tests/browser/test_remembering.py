"""Memories that could not be made: the bar says so, why, and has them tried again."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from dependency_injector import providers
from playwright.async_api import Browser, expect

from app.errors import ModelUnavailable
from app.testing import FakeSummarizer
from tests.browser.pages import PHONE, WIDE, Table
from tests.integration.api.asking import api_on, served
from tests.integration.mcp.serving import new_container

pytestmark = pytest.mark.long

WHY = "The model did not answer."


@pytest.fixture
async def failing(browser: Browser, tmp_path: Path) -> AsyncIterator[Table]:
    container = new_container(tmp_path / "saves")
    summarizer = FakeSummarizer(by_scope={"location/ferry-landing": [ModelUnavailable(WHY)]})
    container.settling_memory.add_kwargs(summarizer=providers.Object(summarizer))
    api = api_on(container, tokens_required=False)
    async with served(api) as server:
        yield Table(browser, server.url, api)


@pytest.mark.parametrize("size", [WIDE, PHONE])
async def test_what_failed_is_said_with_its_reason_and_tried_again(failing: Table, size: tuple[int, int]) -> None:
    async with failing.playing(size) as window:
        await window.play("say I promise to ring it once for Henrik")
        await window.play("go east")
        await expect(window.page.locator(".bar")).to_contain_text("1 memory not made")
        await window.page.get_by_role("button", name="Menu" if size == PHONE else "1 memory not made").click()
        await expect(window.page.locator(".popover")).to_contain_text(f"The Ferry Landing: {WHY}")
        await window.page.get_by_role("button", name="Try again").click()
        await expect(window.page.locator(".bar")).not_to_contain_text("not made")
        if size == WIDE:
            await expect(window.page.locator(".background")).to_contain_text("All remembered")
