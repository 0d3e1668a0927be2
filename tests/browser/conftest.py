"""A browser for each module of tests, and a server with its own games."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright, expect

from tests.browser.pages import Table
from tests.integration.api.asking import new_api, served
from tests.waiting import HANG

expect.set_options(timeout=HANG * 1000)


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    path = shutil.which("chromium")
    assert path is not None, "these tests need Chromium on the PATH (Debian: apt-get install chromium)"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        await browser.close()


@pytest.fixture
async def table(browser: Browser, tmp_path: Path) -> AsyncIterator[Table]:
    """A server on which nobody has played yet; whoever asks is admin."""
    api = new_api(tmp_path / "saves", tokens_required=False)
    async with served(api) as server:
        yield Table(browser, server.url, api)
