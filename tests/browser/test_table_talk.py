"""The talk at the table: players and game master write to each other, and the story knows nothing of it."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.browser.pages import AXE_SIZES, PHONE, SIZES, Table, Window
from tests.browser.test_reading import HOSTILE
from tests.integration.api.asking import new_api, served

pytestmark = pytest.mark.long


def talk(window: Window) -> Locator:
    return window.page.locator(".talk")


async def say(window: Window, text: str) -> None:
    field = talk(window).get_by_label("To everybody at the table")
    await field.fill(text)
    await field.press("Enter")
    await expect(field).to_have_value("")


async def test_players_and_game_master_write_to_each_other_beside_the_story(browser: Browser, tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves")
    async with served(api) as server:
        table = Table(browser, server.url, api)
        game_id = table.begin("tide-bell", "Mara", "Odo")
        tokens = [
            api.token(game_id, "player"),
            api.token(game_id, "player", "player-2"),
            api.token(game_id, "master"),
            api.token(game_id, "viewer"),
        ]
        mara, odo, master, viewer = (f"#/games/{game_id}/{{}}?token={token}" for token in tokens)
        async with (
            table.window(mara.format("play")) as hers,
            table.window(odo.format("play"), PHONE) as his,
            table.window(master.format("table")) as masters,
            table.window(viewer.format("play")) as other,
        ):
            await hers.page.get_by_role("tab", name="Table talk").click()
            await say(hers, "Is the pizza here yet?")
            await expect(masters.page.locator(".remarks")).to_contain_text("Mara")
            await say(masters, "Ten minutes.")
            await expect(talk(hers)).to_contain_text("Game master")
            await expect(talk(hers)).to_contain_text("Ten minutes.")
            await his.page.get_by_role("button", name="Table talk: 2 new").click()
            await expect(talk(his)).to_contain_text("Is the pizza here yet?")
            await expect(talk(his).get_by_role("button", name="Remove")).to_have_count(0)
            await talk(hers).get_by_role("button", name="Remove: Is the pizza").click()
            await expect(talk(his)).not_to_contain_text("pizza")
            await his.page.get_by_role("button", name="Close").click()
            await expect(his.page.get_by_role("button", name="Table talk")).to_have_count(0)
            await expect(other.page.locator(".opening")).to_be_visible()
            await expect(other.page.get_by_role("tab", name="Table talk")).to_have_count(0)
            await expect(hers.turns).to_have_count(0)


async def test_what_was_not_read_is_counted_also_after_the_window_was_closed(table: Table) -> None:
    game_id = table.begin("tide-bell", "Mara", "Odo")
    async with table.window(f"#/games/{game_id}") as window:
        table.api.container.table_talks().add(game_id, "Late today.", "player")
        await window.page.reload()
        tab = window.page.get_by_role("tab", name="Table talk")
        await expect(tab).to_have_text("Table talk 1 new")
        await tab.click()
        await expect(tab).to_have_text("Table talk")
        await window.page.reload()
        await window.page.get_by_role("tab", name="Table talk").click()
        await expect(talk(window)).to_contain_text("Late today.")
        await expect(tab).to_have_text("Table talk")


async def test_the_arrow_keys_go_round_all_tabs(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}") as window:
        await window.page.get_by_role("tab", name="Here").focus()
        for name in ("Remembered", "Table talk", "Here"):
            await window.page.keyboard.press("ArrowRight")
            await expect(window.page.get_by_role("tab", name=name)).to_be_focused()
        await window.page.keyboard.press("ArrowLeft")
        await expect(window.page.get_by_role("tab", name="Table talk")).to_be_focused()


async def opened(table: Table, window: Window) -> None:
    """The talk with remarks of others and of its own, some of them hostile or without a blank."""
    talks, game_id = table.api.container.table_talks(), window.game_id
    for text, whose in ((HOSTILE, "player"), ("w" * 300, None), ("one\ntwo", "player-2")):
        talks.add(game_id, text, whose)
    await window.page.reload()
    badge, tab = window.page.locator("[data-opens=talk]"), window.page.get_by_role("tab", name="Table talk")
    await badge.or_(tab).first.click()
    await expect(talk(window)).to_contain_text("<script>document.title")


@pytest.mark.parametrize("size", SIZES)
async def test_nothing_is_wider_than_its_window(table: Table, size: tuple[int, int]) -> None:
    game_id = table.begin("tide-bell", "Mara", "Odo" + "w" * 50)
    async with table.window(f"#/games/{game_id}", size) as window:
        await opened(table, window)
        assert await window.overflow() <= 0


@pytest.mark.parametrize("size", AXE_SIZES)
async def test_axe_finds_nothing_serious(table: Table, size: tuple[int, int]) -> None:
    game_id = table.begin("tide-bell", "Mara", "Odo")
    async with table.window(f"#/games/{game_id}", size, bypass_csp=True, reduced_motion="reduce") as window:
        await opened(table, window)
        assert await window.findings() == []
