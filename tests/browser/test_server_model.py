"""The server's model, chosen at the start of the page by whoever holds the admin's token."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect
from pydantic_ai import models

from app.container import close_models
from tests.browser.pages import AXE_SIZES, SIZES, Table, Window
from tests.integration.api.asking import ADMIN, new_api, served
from tests.integration.wire.server import FakeServer, says

pytestmark = pytest.mark.long

KEY = "sk-the-key-of-the-server"


@pytest.fixture
def fake() -> Iterator[FakeServer]:
    found = FakeServer(*[says("The tide goes out without a word.")] * 20)
    with models.override_allow_model_requests(True):
        yield found
    found.stop()


def section(window: Window) -> Locator:
    return window.page.get_by_role("region", name="The server’s model")


async def opened(window: Window, address: str) -> Locator:
    """The form with a model in it."""
    await window.page.get_by_role("button", name="Model", exact=True).click()
    form = section(window)
    await form.get_by_role("button", name="A model").click()
    await form.get_by_label("Model", exact=True).fill("fake")
    await form.get_by_label("Address").fill(address)
    return form


async def test_the_admin_chooses_it_tries_it_and_plays_with_it(table: Table, fake: FakeServer, tmp_path: Path) -> None:
    table.api.services.server_model.file = tmp_path / ".env"
    async with table.window() as window:
        form = await opened(window, fake.url)
        await form.get_by_label("Key", exact=True).fill(KEY)
        await form.get_by_text("How it writes").click()
        await form.get_by_label("Temperature").fill("0.3")
        await form.get_by_role("button", name="Try it").click()
        await expect(form.get_by_role("status").filter(has_text="The model fake answers.")).to_be_visible()
        await form.get_by_role("button", name="Use it").click()
        await expect(form).to_contain_text("From the next line of each game on.")
        await expect(form).to_contain_text("kept, never shown again")
        assert KEY not in await window.page.content()
        await form.get_by_role("button", name="Close").click()
        await expect(section(window)).to_have_count(0)
        await window.page.get_by_role("button", name="Begin", exact=True).first.click()
        await expect(window.page.locator(".opening")).to_be_visible()
        await window.page.get_by_role("button", name="Continue", exact=True).click()
        await expect(window.page.locator("article.turn").last).to_contain_text("The tide goes out without a word.")
    assert f"TALEKEEPER_API_KEY={KEY}\n" in (tmp_path / ".env").read_text()
    await close_models(table.api.container)


async def test_what_the_environment_says_is_named_and_the_rest_can_be_changed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALEKEEPER_BASE_URL", "http://127.0.0.1:9/v1")
    async with table.window() as window:
        await window.page.get_by_role("button", name="Model", exact=True).click()
        await expect(section(window)).to_contain_text("to be changed there: its address.")
        await section(window).get_by_role("button", name="Use it").click()
        await expect(section(window)).to_contain_text("From the next line of each game on, until the server stops.")


async def test_nobody_but_the_admin_sees_or_changes_it(browser: Browser, tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves")
    async with served(api) as server:
        table = Table(browser, server.url, api)
        game_id = table.begin()
        async with table.window(f"#/games/{game_id}?token={api.token(game_id, 'master')}") as window:
            await expect(window.page.locator(".opening")).to_be_visible()
            async with api.client(api.token(game_id, "master")) as client:
                assert (await client.get("/v1/server/model")).status_code == 403
        async with table.window() as window:
            await expect(window.page.get_by_role("heading", name="This server asks for a token")).to_be_visible()
            await expect(window.page.get_by_role("button", name="Model", exact=True)).to_have_count(0)
            await window.page.get_by_label("Token").fill(ADMIN)
            await window.page.get_by_role("button", name="Sign in").click()
            await window.page.get_by_role("button", name="Model", exact=True).click()
            await expect(section(window).get_by_role("button", name="Use it")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
async def test_nothing_is_wider_than_its_window(table: Table, size: tuple[int, int]) -> None:
    async with table.window("", size) as window:
        await opened(window, f"http://127.0.0.1:9/{'w' * 200}")
        assert await window.overflow() <= 0


@pytest.mark.parametrize("size", AXE_SIZES)
async def test_axe_finds_nothing_serious(table: Table, size: tuple[int, int]) -> None:
    async with table.window("", size, bypass_csp=True, reduced_motion="reduce") as window:
        form = await opened(window, "http://127.0.0.1:9/v1")
        await form.get_by_text("How it writes").click()
        assert await window.findings() == []
