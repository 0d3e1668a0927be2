"""What one has is brought in through the browser alone, and played."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, FilePayload, expect

from tests.browser.pages import AXE_SIZES, SIZES, WIDE, Table, Window
from tests.files import card_json, folder_zip, png
from tests.integration.api.asking import new_api, served

CARD: FilePayload = {
    "name": "mara.png",
    "mimeType": "image/png",
    "buffer": png(240, 320, card=card_json(creator_notes="w" * 80)),
}
BOOK: FilePayload = {
    "name": "nails.json",
    "mimeType": "application/json",
    "buffer": json.dumps({"entries": [{"keys": ["nail"], "content": "The seventh nail holds."}]}).encode(),
}
FOLDER: FilePayload = {"name": "the-mill.zip", "mimeType": "application/zip", "buffer": folder_zip()}


@pytest.fixture
async def own_table(browser: Browser, tmp_path: Path) -> AsyncIterator[Table]:
    """A server with an empty folder for scenarios of one's own."""
    folder = tmp_path / "scenarios"
    folder.mkdir()
    api = new_api(tmp_path / "saves", tokens_required=False, scenarios=folder)
    async with served(api) as server:
        yield Table(browser, server.url, api)


async def chosen(window: Window, file: FilePayload) -> None:
    async with window.page.expect_file_chooser() as choosing:
        await window.page.get_by_role("button", name="Open a file").click()
    await (await choosing.value).set_files(file)


async def test_from_nothing_to_a_cards_person_in_a_scenario_of_ones_own_played_with_its_portrait(
    own_table: Table,
) -> None:
    async with own_table.window() as window:
        bring = window.page.locator(".bring")
        await chosen(window, FOLDER)
        await expect(bring.get_by_role("heading")).to_have_text("A New Story")
        await bring.get_by_text("What is not taken").click()
        await expect(bring).to_contain_text("The picture 'nobody' is of no person or place.")
        await bring.get_by_role("button", name="Bring it in").click()
        await expect(bring.get_by_role("heading")).to_have_text("“A New Story” is a scenario of yours.")
        await expect(window.page.get_by_role("button", name="Begin A New Story")).to_be_visible()

        await chosen(window, CARD)
        await expect(bring.get_by_role("heading")).to_have_text("Mara Ironhand")
        await expect(bring.get_by_role("img", name="Portrait of Mara Ironhand")).to_be_visible()
        await expect(bring.get_by_text("1 piece of lore; with a picture.")).to_be_visible()
        await bring.get_by_role("button", name="Into a scenario").click()
        await bring.get_by_label("Which scenario").select_option(label="A New Story")
        await bring.get_by_role("button", name="Bring it in").click()
        await expect(bring.get_by_role("heading")).to_have_text(
            "Mara Ironhand is in “A New Story, with Mara Ironhand” now."
        )
        await bring.get_by_label("Your name").fill("Odo")
        await bring.get_by_role("button", name="Begin", exact=True).click()

        await expect(window.page.locator(".opening")).to_be_visible()
        portrait = window.page.locator(".panel").get_by_role("img", name="Portrait of Mara Ironhand")
        await expect(portrait).to_be_visible()
        assert await portrait.evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 240
        await window.play("talk to Mara")
        await expect(window.turn(1)).to_contain_text("Mind the sparks.")


async def test_a_card_alone_is_a_scenario_and_a_person_of_a_running_game(own_table: Table) -> None:
    async with own_table.window() as window:
        bring = window.page.locator(".bring")
        await chosen(window, CARD)
        await bring.get_by_role("button", name="Bring it in").click()
        await expect(bring.get_by_role("heading")).to_have_text("“Meeting Mara Ironhand” is a scenario of yours.")
        await bring.get_by_role("button", name="Close").click()
        await expect(bring).to_have_count(0)
    game_id = own_table.begin("tide-bell", "Odo")
    async with own_table.window(f"#/games/{game_id}/settings") as window:
        bring = window.page.locator(".bring")
        await chosen(window, CARD)
        await bring.get_by_role("button", name="Bring it in").click()
        await expect(bring.get_by_role("heading")).to_have_text("Mara Ironhand is in the game now.")
        await window.page.get_by_role("link", name="Play").click()
        await expect(window.page.get_by_role("img", name="Portrait of Mara Ironhand")).to_be_visible()
        await chosen_again_and_said_so(window, game_id)


async def chosen_again_and_said_so(window: Window, game_id: str) -> None:
    await window.page.get_by_role("link", name="Settings").click()
    bring = window.page.locator(".bring")
    await chosen(window, CARD)
    await bring.get_by_role("button", name="Bring it in").click()
    await expect(bring.get_by_role("heading")).to_have_text("The game has all of it already.")


async def test_what_is_none_of_these_is_refused_with_its_reason(own_table: Table) -> None:
    async with own_table.window() as window:
        await chosen(window, {"name": "holiday.png", "mimeType": "image/png", "buffer": png()})
        bring = window.page.locator(".bring")
        await expect(bring.get_by_role("alert")).to_contain_text("no character card in this PNG")
        await window.page.get_by_role("button", name="Leave it").click()
        await expect(window.page.locator(".bring")).to_have_count(0)


async def test_who_one_was_is_kept_by_the_browser_for_the_next_game(own_table: Table) -> None:
    async with own_table.window() as window:
        await window.page.get_by_role("button", name="Begin The Bell on the Sands").click()
        form = window.page.locator("form.begin")
        await expect(form.get_by_role("button", name="Begin")).to_be_in_viewport()
        await form.get_by_label("Your name").fill("Odo")
        await form.get_by_label("Pronouns").fill("he/him")
        await form.get_by_text("More about you").click()
        await form.get_by_label("Trade").fill("ferryman")
        await form.get_by_label("Keep this").check()
        await form.get_by_role("button", name="Begin", exact=True).click()
        await expect(window.page.locator(".opening")).to_be_visible()
        await window.page.goto(own_table.url)
        await window.page.get_by_role("button", name="Begin The Bell on the Sands").click()
        await form.get_by_role("button", name="Odo", exact=True).click()
        await expect(form.get_by_label("Pronouns")).to_have_value("he/him")
        await form.get_by_role("button", name="Begin", exact=True).click()
        await expect(window.page.locator(".opening")).to_be_visible()
        sheets = await window.page.evaluate(
            "(id) => fetch(`/v1/games/${id}/players`).then((a) => a.json()).then(({ items }) => items[0].sheet)",
            window.game_id,
        )
        assert (sheets["pronouns"], sheets["occupation"]) == ("he/him", "ferryman")
        await window.page.goto(own_table.url)
        await window.page.get_by_role("button", name="Begin The Bell on the Sands").click()
        await form.get_by_role("button", name="Forget Odo").click()
        await expect(form.locator(".personas")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
async def test_nothing_is_wider_than_its_window(own_table: Table, size: tuple[int, int]) -> None:
    async with own_table.window("", size) as window:
        for file in (CARD, BOOK):
            await chosen(window, file)
            bring = window.page.locator(".bring")
            await bring.get_by_role("button", name="Into a scenario").click()
            await expect(bring).to_contain_text("Which scenario")
            assert await window.overflow() <= 0


@pytest.mark.parametrize("size", AXE_SIZES)
async def test_axe_finds_nothing_serious(own_table: Table, size: tuple[int, int]) -> None:
    async with own_table.window("", size, bypass_csp=True, reduced_motion="reduce") as window:
        await chosen(window, CARD)
        await window.page.locator(".bring").get_by_role("button", name="Into a scenario").click()
        await expect(window.page.locator(".bring")).to_contain_text("Which scenario")
        assert await window.findings() == []


async def test_the_picture_of_a_place_is_over_its_name(own_table: Table) -> None:
    game_id = own_table.begin()
    start = own_table.api.container.scenarios().load("tide-bell").start_location
    async with own_table.api.client() as client:
        await client.put(f"/v1/games/{game_id}/pictures/{start}", content=png(400, 200))
    async with own_table.window(f"#/games/{game_id}", WIDE) as window:
        await expect(window.page.locator(".panel img.view")).to_be_visible()
