"""The canon on the page: what was added is marked, and the game master reads who has said what."""

from typing import Any

import pytest
from playwright.async_api import expect

from app.events.command_table import parse_command
from tests.browser.pages import PHONE, WIDE, Table
from tests.unit.events.canonical import sheet_of

pytestmark = pytest.mark.long

ODO: dict[str, Any] = {"kind": "create_person", "name": "Odo Finn", "description": "A small man with a lamp."}
LAMP: dict[str, Any] = {"kind": "create_item", "name": "brass lamp", "description": "Heavy."}
HOUSE: dict[str, Any] = {
    "kind": "create_place",
    "name": "Lamp House",
    "description": "White.",
    "ways": [{"to": "market", "direction": "down"}],
}
MOTHER: dict[str, Any] = {"kind": "establish_fact", "subject": "mara", "attribute": "mother", "value": "Ottilie"}
CLAIM = MOTHER | {"attribute": "debt", "value": "ten crowns", "claimed_by": "player"}
GREY = {"kind": "rename", "of": "guard-1", "name": "Ulf the Grey"}
TALL = {"kind": "describe", "of": "made-odo-finn", "text": "He has grown a beard."}
BY_MASTER = "added by the game master, turn"


async def begun(table: Table, *orders: dict[str, Any]) -> str:
    game = table.api.begin("Élan", sheet=sheet_of())
    for order in orders:
        await table.api.container.turns().execute(game, parse_command(order))
    return game


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_the_panel_marks_what_was_added(table: Table, size: tuple[int, int]) -> None:
    game = await begun(table, ODO, LAMP, HOUSE, GREY)
    async with table.window(f"#/games/{game}/play", size) as window:
        page = window.page
        await expect(window.story).to_be_visible()
        if size == PHONE:
            await page.keyboard.press("h")
        await expect(page.locator(".people li", has_text="Odo Finn")).to_contain_text(f"{BY_MASTER} 1")
        renamed = page.locator(".people li", has_text="Ulf the Grey")
        await expect(renamed).to_contain_text("changed by the game master, turn 4")
        await expect(page.locator(".panel-section", has_text="Lies here")).to_contain_text(f"{BY_MASTER} 2")
        house = page.locator('[data-place="made-lamp-house"]')
        await expect(house).to_have_attribute("aria-label", f"Lamp House, only heard of, {BY_MASTER} 3, go up")
        await expect(house.locator(".ring")).to_have_count(1)
        await expect(page.locator(".map .ring")).to_have_count(1)
        await page.get_by_role("button", name="Read as a list").click()
        await expect(page.locator(".map-list")).to_contain_text(f"Lamp House (only heard of) {BY_MASTER} 3")
        assert await window.overflow() <= 0


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_people_mark_who_was_added(table: Table, size: tuple[int, int]) -> None:
    game = await begun(table, ODO, TALL)
    async with table.window(f"#/games/{game}/people", size) as window:
        page = window.page
        row = page.locator(".everybody li", has_text="Odo Finn")
        await expect(row).to_contain_text("Added by the game master, turn 1; changed by the game master, turn 2")
        await row.get_by_role("link").click()
        await expect(page.locator(".who .made")).to_contain_text("Added by the game master, turn 1")
        assert await window.overflow() <= 0


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_the_canon_is_read_newest_first_and_its_last_turn_is_undone(table: Table, size: tuple[int, int]) -> None:
    game = await begun(table, ODO, MOTHER, MOTHER | {"value": "Berta"}, TALL, CLAIM)
    async with table.window(f"#/games/{game}/canon", size) as window:
        page = window.page
        entries = page.locator(".canon-entries > li")
        await expect(entries).to_have_count(5)
        await expect(entries.nth(0)).to_contain_text("Mara Ironhand, debt: ten crowns")
        await expect(entries.nth(0)).to_contain_text("Claim · claimed by Élan, turn 5")
        await expect(entries.nth(1)).to_contain_text("He has grown a beard.")
        await expect(entries.nth(2)).to_contain_text("Fact · said by the game master, turn 3")
        await expect(entries.nth(3)).to_contain_text("does not hold any more")
        await expect(entries.nth(4)).to_contain_text("New person · added by the game master, turn 1")
        assert await window.overflow() <= 0
        assert await window.findings() == []
        await expect(page.get_by_role("button", name="Undo turn 5")).to_have_count(1)
        await page.get_by_role("button", name="Undo turn 5").click()
        await expect(entries).to_have_count(4)
        await expect(page.get_by_role("button", name="Undo turn 4")).to_have_count(1)
        await page.get_by_role("button", name="Facts that hold").click()
        await expect(entries).to_have_count(1)
        await expect(entries.nth(0)).to_contain_text("Mara Ironhand, mother: Berta")


async def test_a_player_is_not_offered_the_canon(table: Table) -> None:
    game = await begun(table, ODO)
    token = table.api.token(game, "player")
    async with table.window(f"#/games/{game}/play?token={token}") as window:
        await expect(window.page.get_by_role("link", name="Settings")).to_be_visible()
        await expect(window.page.get_by_role("link", name="Canon")).to_have_count(0)


async def test_without_canon_the_view_says_so(table: Table) -> None:
    game = await begun(table)
    async with table.window(f"#/games/{game}/canon") as window:
        await expect(window.page.locator(".canon-view .empty")).to_contain_text("Nothing yet.")
        await expect(window.page.locator(".canon-entries > li")).to_have_count(0)
