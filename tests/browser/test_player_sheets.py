"""A player's character on the page: shown, and changed by whom it may be changed."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect

from app.events.commands import UpdatePlayerSheetCommand
from tests.browser.pages import PHONE, WIDE, Table, Window
from tests.integration.api.asking import new_api, served

pytestmark = pytest.mark.long


def row_of(window: Window, name: str) -> Locator:
    return window.page.get_by_role("region", name="Players").locator("li").filter(has_text=name)


async def changed(window: Window, name: str, **values: str) -> None:
    """Open the form of a player, write these values and save it."""
    await window.page.get_by_role("button", name=f"Change what {name} is").click()
    form = window.page.get_by_role("form", name=f"What {name} is")
    for label, value in values.items():
        await form.get_by_label(label.capitalize(), exact=True).fill(value)
    await form.get_by_role("button", name="Save").click()


@pytest.mark.parametrize("size", [WIDE, PHONE])
async def test_a_sheet_is_changed_and_shown(table: Table, size: tuple[int, int]) -> None:
    game_id = table.begin("tide-bell", "Mara")
    async with table.window(f"#/games/{game_id}/settings", size) as window:
        await changed(
            window, "Mara", pronouns="she/her", wants="to ring the bell\na warm bed", can="climbing 3", trade="baker"
        )
        row = row_of(window, "Mara").locator(".character")
        await expect(row).to_contain_text("to ring the bell, a warm bed")
        await expect(row).to_contain_text("climbing 3")
        sheet = table.api.container.turns().state(game_id).party.players[0]
        assert (sheet.pronouns, sheet.goals, sheet.skills) == (
            "she/her",
            ("to ring the bell", "a warm bed"),
            {"climbing": 3},
        )
        await expect(window.page.get_by_role("button", name="Change what Mara is")).to_be_focused()
        await changed(window, "Mara", wants="")
        await expect(row).not_to_contain_text("to ring the bell")
        await expect(row).to_contain_text("baker")


async def test_a_skill_without_a_number_and_what_the_server_refuses_stay_in_the_form(table: Table) -> None:
    game_id = table.begin("tide-bell", "Mara")
    async with table.window(f"#/games/{game_id}/settings") as window:
        await changed(window, "Mara", can="climbing")
        form = window.page.get_by_role("form", name="What Mara is")
        await expect(form.get_by_role("status")).to_contain_text("has no number")
        await expect(form.get_by_label("Can", exact=True)).to_have_value("climbing")
        await form.get_by_label("Can", exact=True).press("Escape")
        await expect(form).to_have_count(0)
    assert table.api.container.turns().state(game_id).party.players[0].skills == {}


async def test_a_player_changes_its_own_sheet_alone_and_a_viewer_none(browser: Browser, tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves")
    async with served(api) as server:
        table = Table(browser, server.url, api)
        game_id = table.begin("tide-bell", "Mara", "Odo")
        await api.container.turns().execute(
            game_id, UpdatePlayerSheetCommand(player_id="player", background="A thief.")
        )
        token = api.token(game_id, "player", "player-2")
        async with table.window(f"#/games/{game_id}/settings?token={token}") as odo:
            await expect(odo.page.get_by_role("button", name="Change what Mara is")).to_have_count(0)
            await expect(row_of(odo, "Mara")).not_to_contain_text("A thief.")
            await changed(odo, "Odo", likes="plums")
            await expect(row_of(odo, "Odo")).to_contain_text("plums")
        async with table.window(f"#/games/{game_id}/settings?token={api.token(game_id, 'viewer')}") as other:
            await expect(row_of(other, "Odo")).to_be_visible()
            await expect(other.page.get_by_role("button", name="Change what Odo is")).to_have_count(0)
