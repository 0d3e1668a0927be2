"""Settings: how a model tells the story."""

import pytest
from playwright.async_api import Locator, expect

from app.models.sheets.narration import NarrationStyle, NarrationTense
from tests.browser.pages import AXE_SIZES, SIZES, Table, Window

OF_STORY = NarrationStyle(style="Like a sea shanty.", tense=NarrationTense.PAST)


def form_in(window: Window) -> Locator:
    return window.page.get_by_role("region", name="How it is told")


def begin(table: Table) -> str:
    """A game in a story that says how it is told."""
    sheet = table.api.container.scenarios().load("tide-bell")
    return table.api.begin("Mara", sheet=sheet.model_copy(update={"narration": OF_STORY}))


def own(table: Table, game_id: str) -> NarrationStyle:
    return table.api.container.turns().state(game_id).narration


async def test_what_is_saved_counts_and_what_is_as_the_story_has_it_is_left_to_the_story(table: Table) -> None:
    game_id = begin(table)
    async with table.window(f"#/games/{game_id}/settings") as window:
        form = form_in(window)
        await expect(form.get_by_label("Style")).to_have_value("Like a sea shanty.")
        await expect(form.get_by_role("button", name="Past")).to_have_attribute("aria-pressed", "true")
        await form.get_by_role("button", name="Long").click()
        await form.get_by_label("Author’s note").fill("Fog is coming in.")
        await form.get_by_role("button", name="Tell it so").click()
        await expect(form.get_by_role("status")).to_have_text("From the next line on.")
        assert own(table, game_id).model_dump(mode="json", exclude_none=True) == {
            "length": "long",
            "author_note": "Fog is coming in.",
        }
        await window.page.reload()
        await expect(form.get_by_label("Author’s note")).to_have_value("Fog is coming in.")
        await form.get_by_label("Style").fill("")
        await form.get_by_role("button", name="Tell it so").click()
        await expect(form.get_by_role("status")).to_have_text("From the next line on.")
        assert own(table, game_id).style == ""
        await form.get_by_role("button", name="As the story has it").click()
        await expect(form.get_by_label("Style")).to_have_value("Like a sea shanty.")
        await form.get_by_role("button", name="Tell it so").click()
        await expect(form.get_by_role("status")).to_have_text("From the next line on.")
        assert own(table, game_id) == NarrationStyle()
        await expect(form.get_by_role("button", name="As the story has it")).to_have_count(0)


async def test_an_undo_takes_it_back_and_the_story_goes_on(table: Table) -> None:
    game_id = begin(table)
    async with table.window(f"#/games/{game_id}/settings") as window:
        await form_in(window).get_by_role("button", name="Short").click()
        await form_in(window).get_by_role("button", name="Tell it so").click()
        await expect(form_in(window).get_by_role("status")).to_have_text("From the next line on.")
        await window.page.get_by_role("link", name="Play").click()
        await window.field.fill("look")
        await window.field.press("Enter")
        await expect(window.turns.last).to_contain_text("look")
        await table.api.container.turns().undo(game_id, 2)
        await window.page.get_by_role("link", name="Settings").click()
        await expect(form_in(window).get_by_role("button", name="Medium")).to_have_attribute("aria-pressed", "true")


async def test_it_is_filled_in_with_the_keyboard_alone(table: Table) -> None:
    game_id = begin(table)
    async with table.window(f"#/games/{game_id}/settings") as window:
        await form_in(window).get_by_role("button", name="Short").focus()
        for key in ("Enter", "Tab", "Tab", "Tab", "Tab", "Space", "Tab", "Tab", "Tab", "Tab"):
            await window.page.keyboard.press(key)
        await expect(form_in(window).get_by_label("Style")).to_be_focused()
        await window.page.keyboard.type(" Aye.")
        await window.page.keyboard.press("Tab")
        await window.page.keyboard.type("A storm is near.")
        await window.page.keyboard.press("Tab")
        await window.page.keyboard.press("Enter")
        await expect(form_in(window).get_by_role("status")).to_have_text("From the next line on.")
        told = own(table, game_id).model_dump(mode="json", exclude_none=True)
        assert told["length"] == "short"
        assert told["person"] == "third"
        assert "Aye." in told["style"]
        assert told["author_note"] == "A storm is near."


async def test_a_player_does_not_see_it(table: Table) -> None:
    game_id = begin(table)
    async with table.window(f"#/games/{game_id}/settings?token={table.api.token(game_id, 'player')}") as window:
        await expect(window.page.get_by_role("region", name="Players")).to_be_visible()
        await expect(form_in(window)).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
async def test_nothing_is_wider_than_the_window_and_what_axe_finds_is_nothing(
    table: Table, size: tuple[int, int]
) -> None:
    game_id = begin(table)
    async with table.window(f"#/games/{game_id}/settings", size) as window:
        await form_in(window).get_by_label("Author’s note").fill("x" * 1000)
        assert await window.overflow() <= 0
        if size in AXE_SIZES:
            assert await window.findings() == []
