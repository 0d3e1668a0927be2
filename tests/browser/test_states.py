"""States, rolls, companions and endings on the page."""

import pytest
from playwright.async_api import expect

from app.events.commands import AdvanceTimeCommand, JoinCompanionCommand, SetStateCommand, SetTimerCommand
from app.models.events.actions import CheckResult
from tests.browser.pages import PHONE, WIDE, Table
from tests.cellar import cellar_sheet

pytestmark = pytest.mark.long


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
        await expect(page.locator(".people")).to_contain_text("He is shaking.")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_the_game_master_sees_what_is_seen_of_people_and_who_goes_with_the_party(
    table: Table, size: tuple[int, int]
) -> None:
    game = table.api.begin("Mara", sheet=cellar_sheet())
    turns = table.api.container.turns()
    await turns.execute(game, JoinCompanionCommand(npc_id="pim"))
    async with table.window(f"#/games/{game}/people?id=pim", size) as window:
        page = window.page
        await expect(page.locator(".who .person-states")).to_have_text("To be seen: He is shaking.")
        await expect(page.locator(".who .about")).to_contain_text("Goes with the party")
        if size == WIDE:
            await expect(page.locator(".everybody")).to_contain_text("Goes with the party")
        await turns.execute(game, SetStateCommand(of="pim", name="scared", value=False))
        await expect(page.locator(".who .person-states")).to_have_text("To be seen: He is calm.")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_of_the_dead_the_game_master_reads_that_they_are(table: Table) -> None:
    game = table.api.begin("Mara", sheet=cellar_sheet())
    kill = SetTimerCommand.model_validate({"id": "fall", "minutes": 1, "effects": [{"kind": "die", "of": "pim"}]})
    await table.api.container.turns().execute(game, kill, AdvanceTimeCommand(minutes=2))
    async with table.window(f"#/games/{game}/people?id=pim") as window:
        await expect(window.page.locator(".who .about")).to_contain_text("Dead")
        await expect(window.page.locator(".everybody")).to_contain_text("Dead")
