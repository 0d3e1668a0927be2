"""States, rolls, companions and endings on the page."""

import pytest
from playwright.async_api import expect

from app.models.events.actions import CheckResult
from tests.browser.pages import PHONE, WIDE, Table
from tests.cellar import cellar_sheet


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_a_player_sees_states_a_roll_a_companion_and_the_end(table: Table, size: tuple[int, int]) -> None:
    game = table.api.begin("Mara", sheet=cellar_sheet())
    async with table.api.client(table.api.token(game, "master")) as client:
        for order in (
            {"kind": "perform_action", "action_id": "pull-lever", "target_id": "lever"},
            {"kind": "join_companion", "npc_id": "pim"},
            {"kind": "perform_action", "action_id": "break-out"},
        ):
            answer = await client.post(f"/v1/games/{game}/commands", json={"commands": [order]})
            assert answer.status_code == 200, answer.text
    async with table.window(f"#/games/{game}/play", size) as window:
        page = window.page
        await expect(page.locator(".change.roll")).to_contain_text(CheckResult.SUCCESS.value)
        await expect(page.locator(".ending-card")).to_contain_text("Daylight")
        if size == PHONE:
            await page.keyboard.press("h")
        await expect(page.locator(".states")).to_contain_text("coins: 5/99")
        await expect(page.locator(".states")).to_contain_text("health: 8/8")
        await expect(page.locator(".people")).to_contain_text("comes with you")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
