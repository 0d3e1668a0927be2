"""Without a connection the app opens, says so, and shows what the reader wanted kept on this device."""

import pytest
from playwright.async_api import expect

from tests.browser.pages import PHONE, WIDE, Table, Window

pytestmark = pytest.mark.long

KEEP = "Keep stories here, to read offline"


async def ready(window: Window) -> None:
    """Until the worker has the files that an offline start needs."""
    await window.page.wait_for_function(
        """async () => {
          const files = await caches.open("talekeeper-files");
          const needed = ["/", "/script/main.js", "/script/views/start.js", "/script/parts/kept.js"];
          return (await Promise.all(needed.map((each) => files.match(each)))).every(Boolean);
        }"""
    )


async def test_the_app_opens_without_a_connection_and_says_so(table: Table) -> None:
    async with table.window("", service_workers="allow") as window:
        await expect(window.page.get_by_role("button", name="Begin", exact=True).first).to_be_visible()
        await ready(window)
        await window.page.context.set_offline(True)
        await window.page.reload()
        await expect(window.page.get_by_role("heading")).to_have_text("The server does not answer")
        await expect(window.page.locator("main")).to_contain_text("Playing needs the server.")
        await window.page.context.set_offline(False)
        await window.page.get_by_role("button", name="Try again").click()
        await expect(window.page.get_by_role("button", name="Begin", exact=True).first).to_be_visible()


@pytest.mark.parametrize("size", [WIDE, PHONE])
async def test_a_story_that_the_reader_keeps_is_read_without_a_connection(table: Table, size: tuple[int, int]) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}", size, service_workers="allow") as window:
        await window.page.get_by_role("button", name="Reading and keys" if size == WIDE else "Menu").click()
        await window.page.get_by_label(KEEP).check()
        await window.page.keyboard.press("Escape")
        await window.play("look")
        await ready(window)
        await window.page.context.set_offline(True)
        await window.page.reload()
        await expect(window.page.locator(".kept-turns")).to_contain_text("Tarred planks")
        await expect(window.page.locator("textarea, .chips")).to_have_count(0)
        assert await window.overflow() <= 0
        await window.page.goto(f"{table.url}/#/")
        await expect(window.page.locator(".kept")).to_contain_text("The Bell on the Sands")


async def test_nothing_of_a_story_is_kept_unless_the_reader_wants_it_and_all_goes_when_not_any_more(
    table: Table,
) -> None:
    kept = "localStorage.getItem('talekeeper.kept')"
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}", service_workers="allow") as window:
        await window.play("look")
        assert await window.page.evaluate(kept) is None
        await window.page.get_by_role("button", name="Reading and keys").click()
        await window.page.get_by_label(KEEP).check()
        await window.page.keyboard.press("Escape")
        await window.play("look")
        assert "Tarred planks" in await window.page.evaluate(kept)
        await ready(window)
        stored = await window.page.evaluate(
            """async () => (await Promise.all((await caches.keys()).map(async (name) =>
              (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"""
        )
        assert not [path for path in stored if path.startswith(("/v1", "/mcp", "/openai"))]
        await window.page.get_by_role("button", name="Reading and keys").click()
        await window.page.get_by_label(KEEP).uncheck()
        assert await window.page.evaluate(kept) is None
