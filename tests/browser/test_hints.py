"""Hints on the page: asked for, one grade after the other, and gone with the next turn."""

import pytest
from playwright.async_api import expect

from app.testing import small_sheet
from tests.browser.pages import PHONE, WIDE, Table
from tests.browser.test_reading import HOSTILE
from tests.examples import IS_LONG

pytestmark = pytest.mark.long


async def test_a_hint_is_faint_at_first_and_plain_at_last(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window:
        await window.play("ask Tove about the bell")
        await window.play("go east")
        hints = window.page.locator(".hints")
        await expect(hints).not_to_contain_text("Find the missing clapper")
        await hints.get_by_role("button", name="What now?").click()
        await expect(hints).to_contain_text("The Silent Bell: Find the missing clapper")
        await expect(hints).not_to_contain_text("closer look")
        await window.page.keyboard.press("Enter")  # the next question has the focus
        await expect(hints).to_contain_text("Something here is worth a closer look.")
        await expect(hints.locator(".chip")).to_have_count(0)
        await hints.get_by_role("button", name="What would do it?").click()
        await hints.get_by_role("button", name="examine ash heap").click()
        await expect(window.turn(3)).to_contain_text("half a strap")
        await window.rest()
        await expect(hints).to_have_text("What now?")


async def test_where_several_quests_go_on_another_is_asked_for(table: Table) -> None:
    game_id = table.begin("before-the-thaw")
    async with table.window(f"#/games/{game_id}/play") as window:
        for line in ("go down", "go north", "ask Jorun about Ivo", "ask Jorun about the ring", "go south", "go south"):
            await window.play(line)
        await window.play("ask Sunniva about the pole")
        hints = window.page.locator(".hints")
        await hints.get_by_role("button", name="What now?").click()
        await expect(hints).to_contain_text("A Letter for Ivo Haldane")
        await hints.get_by_role("button", name="Another matter").click()
        await expect(hints).to_contain_text("Before the Thaw")


async def test_a_player_is_given_them_too(table: Table) -> None:
    game_id = table.begin()
    token = table.api.token(game_id, "player")
    async with table.window(f"#/games/{game_id}/play?token={token}", PHONE) as window:
        await window.page.get_by_role("button", name="What now?").click()
        await expect(window.page.locator(".hints")).to_contain_text("People tell of what troubles them.")


async def test_a_hostile_objective_stays_text(table: Table) -> None:
    sheet = small_sheet()
    quest = sheet.quests[0]
    part = quest.objectives[0].model_copy(update={"description": HOSTILE})
    changed = quest.model_copy(update={"objectives": (part, *quest.objectives[1:]), "starts_at_once": True})
    game_id = table.api.begin("Mara", sheet=sheet.model_copy(update={"quests": (changed, *sheet.quests[1:])}))
    async with table.window(f"#/games/{game_id}/play") as window:
        await window.page.get_by_role("button", name="What now?").click()
        await expect(window.page.locator(".hints")).to_contain_text("<script>document.title")
        assert await window.page.locator(".hints img, .hints script").count() == 0


@pytest.mark.parametrize("size", [WIDE, PHONE, (320, 640)])
async def test_axe_finds_nothing_serious_and_nothing_is_too_wide(table: Table, size: tuple[int, int]) -> None:
    game_id = table.begin()
    path = f"#/games/{game_id}/play"
    async with table.window(path, size, bypass_csp=True, reduced_motion="reduce") as window:
        await window.play("ask Tove about the bell")
        for name in ("What now?", "Where does that lead?", "What would do it?"):
            await window.page.get_by_role("button", name=name).click()
        await expect(window.page.locator(".hints .chip")).to_be_visible()
        assert (size != WIDE and not IS_LONG) or await window.findings() == []
        assert await window.overflow() <= 0
