"""What players are offered and shown: their own turns to take back, names, a map that can be read."""

import pytest
from playwright.async_api import expect

from app.events.commands.play import TakeItemCommand
from app.models.sheets.scenario import ScenarioSheet
from app.testing import small_sheet
from tests.browser.pages import PHONE, WIDE, Table, Window


@pytest.mark.parametrize("size", [WIDE, PHONE])
async def test_a_player_is_offered_to_take_back_only_its_own_turn(table: Table, size: tuple[int, int]) -> None:
    game_id = table.begin("tide-bell", "Mara", "Odo")
    token = table.api.token(game_id, "player", "player-2")
    async with table.window(f"#/games/{game_id}/play?token={token}", size) as odo, table.api.client() as mara:
        undo = odo.page.get_by_role("button", name="Undo" if size == WIDE else "Undo the last turn")
        await mara.post(f"/v1/games/{game_id}/turns", json={"text": "look"})
        await expect(odo.turn(1)).to_be_visible()
        await odo.rest()
        await expect(undo).to_have_count(0)
        await expect(odo.turn(1).get_by_role("button", name="Again")).to_have_count(0)
        await odo.play("talk to Tove")
        await expect(undo).to_have_count(1)


async def test_what_a_thing_is_used_on_has_its_name_in_the_chip(table: Table) -> None:
    sheet = small_sheet().model_dump(mode="json")
    game_id = table.api.begin("Mara", sheet=ScenarioSheet.model_validate(sheet))
    await table.api.container.turns().execute(game_id, TakeItemCommand(item_id="lantern"))
    async with table.window(f"#/games/{game_id}/play") as window:
        chips = window.page.get_by_role("group", name="Use", exact=True).locator(".chip")
        await expect(chips.filter(has_text="on old well")).to_have_count(1)


CROSSED = """() => {
  const lines = [...document.querySelectorAll(".map svg g:not(.place) > line:first-child")];
  return [...document.querySelectorAll(".map .place text")].filter((text) => {
    const { x, y, width, height } = text.getBBox();
    return lines.some((line) => Array.from({ length: 201 }, (_, at) => at / 200).some((part) => {
      const of = (name) => Number(line.getAttribute(name));
      const [px, py] = [of("x1") + part * (of("x2") - of("x1")), of("y1") + part * (of("y2") - of("y1"))];
      return px > x + 1 && px < x + width - 1 && py > y + 2 && py < y + height - 2;
    }));
  }).map((text) => text.textContent);
}"""


@pytest.mark.parametrize("scenario", ["tide-bell", "before-the-thaw"])
async def test_no_way_of_the_map_runs_through_a_name(table: Table, scenario: str) -> None:
    game_id = table.begin(scenario)
    sheet = table.api.container.scenarios().load(scenario)
    for line in sheet.walkthrough:
        await table.api.container.turns().take_turn(game_id, line)
    async with table.window(f"#/games/{game_id}/play") as window:
        await expect(window.page.locator(".map .place")).to_have_count(len(sheet.locations))
        await window.page.evaluate("document.fonts.ready")
        assert await window.page.evaluate(CROSSED) == []


async def test_a_phone_shows_the_whole_title_and_no_list_of_keys(table: Table) -> None:
    async with table.playing(PHONE, has_touch=True, is_mobile=True) as window:
        assert await _is_whole(window)
        await window.page.get_by_role("button", name="Menu").click()
        await expect(window.page.locator(".popover")).to_contain_text("Size of the story")
        await expect(window.page.locator(".popover")).not_to_contain_text("keys")
        await window.page.goto(window.page.url.replace("/play", "/settings"))
        await expect(window.page.locator(".settings-reading")).to_contain_text("Size of the story")
        await expect(window.page.locator(".keys")).to_have_count(0)


async def _is_whole(window: Window) -> bool:
    """Whether all of the title in the bar is to be seen, whatever is beside it."""
    whole: bool = await window.page.locator(".bar-title h1").evaluate(
        "(title) => title.scrollWidth <= title.clientWidth && title.getBoundingClientRect().bottom <= 56"
    )
    return whole


async def test_a_promise_that_was_kept_and_an_errand_that_was_run_are_not_open(table: Table) -> None:
    game_id = table.begin()
    turns = table.api.container.turns()
    sheet = table.api.container.scenarios().load("tide-bell")
    await turns.take_turn(game_id, "say I promise to find the missing clapper")
    for line in sheet.walkthrough:
        await turns.take_turn(game_id, line)
    async with table.window(f"#/games/{game_id}/people?id=tove") as window:
        bonds = window.page.locator(".commitments li")
        for words in ("I promise to find the missing clapper", "Find it, hang it, and come and tell me."):
            await expect(bonds.filter(has_text=words).locator(".meta").first).to_contain_text("Kept")


async def test_a_game_begins_with_a_character_that_the_settings_show(table: Table) -> None:
    async with table.window() as window:
        page = window.page
        await page.get_by_role("button", name="Begin The Bell on the Sands").click()
        form = page.locator("form.begin")
        await form.get_by_label("Your name").fill("Lena, Odo")
        await form.get_by_label("Pronouns").fill("she/her")
        await form.get_by_label("About you").fill("Tall, with a burnt hand.")
        await form.get_by_role("button", name="Begin").click()
        await expect(page.locator(".opening")).to_be_visible()
        await page.goto(f"{table.url}/#/games/{window.game_id}/settings")
        players = page.get_by_role("region", name="Players").locator("li")
        await expect(players.first).to_contain_text("she/her")
        await expect(players.first.locator("dd").last).to_have_text("Tall, with a burnt hand.")
        await expect(players.last.locator("dl")).to_have_count(0)


async def test_a_game_master_types_the_lines_of_all_who_sit_at_one_screen(table: Table) -> None:
    game_id = table.begin("tide-bell", "Mara", "Odo")
    async with table.window(f"#/games/{game_id}") as window:
        await window.page.get_by_label("Whose line it is").select_option(label="Odo")
        await expect(window.field).to_have_attribute("placeholder", "What does Odo do or say?")
        await window.play("look")
        await expect(window.turn(1).locator(".line")).to_contain_text("Odo")
        await window.page.get_by_label("Whose line it is").select_option(label="Mara")
        await window.play("look")
        await expect(window.turn(2).locator(".line")).to_contain_text("Mara")
