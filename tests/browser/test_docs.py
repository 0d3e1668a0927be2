"""The documentation of the API in a browser: finding an operation, opening it, and its samples."""

import pytest
from playwright.async_api import expect

from tests.browser.pages import PHONE, WIDE, Table

pytestmark = pytest.mark.long


async def test_an_operation_is_found_by_words_and_opened(table: Table) -> None:
    async with table.window("docs") as window:
        page = window.page
        await page.get_by_label("Search").fill("idempotency undo")
        await expect(page.get_by_role("navigation").get_by_role("link")).not_to_have_count(0)
        await page.get_by_label("Search").fill("undo_turns")
        await page.get_by_role("navigation").get_by_role("link", name="Undo Turns").click()
        undo = page.locator("#undo_turns")
        await expect(undo).to_have_attribute("open", "")
        await expect(undo).to_contain_text("Undo the last turns")
        await expect(undo).to_contain_text("newest first")
        await page.get_by_label("Search").fill("xyzzy")
        await expect(page.get_by_role("status")).to_have_text("No operation has these words.")


async def test_an_address_opens_its_operation_with_samples_in_the_language_that_was_chosen(table: Table) -> None:
    async with table.window("docs#take_turn") as window:
        turn = window.page.locator("#take_turn")
        await expect(turn.locator("pre")).to_contain_text("curl --json")
        await turn.get_by_role("button", name="Python").click()
        await expect(turn.locator("pre")).to_contain_text("from talekeeper_client.api.turns import take_turn")
        await turn.locator("summary", has_text="EventOut").first.click()
        await expect(turn.get_by_text("quest_started", exact=True)).to_be_visible()


@pytest.mark.parametrize("size", [WIDE, PHONE])
async def test_nothing_is_too_wide_and_axe_finds_nothing_serious(table: Table, size: tuple[int, int]) -> None:
    async with table.window("docs#take_turn", size, bypass_csp=True, reduced_motion="reduce") as window:
        await expect(window.page.locator("#take_turn pre")).to_be_visible()
        assert await window.overflow() <= 0
        assert await window.findings() == []
