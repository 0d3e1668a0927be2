"""Where the story is scrolled to, in games that are begun in the window."""

import pytest
from playwright.async_api import expect

from tests.browser.pages import PHONE, WIDE, Table, Window

LINES = ("look", "talk to Tove", "ask Tove about the bell", "ask Tove about Henrik", "go south", "look")


async def _shows_its_end(window: Window) -> bool:
    """Whether the newest turn, or what stands under it, is what one sees."""
    await window.painted()
    seen: bool = await window.story.evaluate(
        """(box) => {
          const newest = [...box.querySelectorAll(".turn")].at(-1);
          return newest.getBoundingClientRect().top < box.getBoundingClientRect().bottom;
        }"""
    )
    return seen


@pytest.mark.parametrize("size", [WIDE, PHONE])
async def test_the_end_of_a_story_stays_in_view(table: Table, size: tuple[int, int]) -> None:
    async with table.playing(size) as window:
        for line in LINES:
            await window.play(line)
        for name, then in (("More…", "Fewer"), ("What now?", "Where does that lead?"), ("Fewer", "More…")):
            await window.page.get_by_role("button", name=name).click()
            await expect(window.page.get_by_role("button", name=then)).to_be_visible()
            assert await _shows_its_end(window)
        await window.play("look")
        for width, height in ((size[0] - 40, size[1] - 320), size):  # a phone's keyboard takes that much
            await window.page.set_viewport_size({"width": width, "height": height})
            assert await _shows_its_end(window)
        await window.play("talk to Tove")


async def test_a_phone_that_is_turned_shows_the_newest_turn_from_its_beginning(table: Table) -> None:
    async with table.playing(PHONE) as window:
        for line in LINES:
            await window.play(line)
        for size in (PHONE[::-1], PHONE):
            await window.page.set_viewport_size({"width": size[0], "height": size[1]})
            await window.painted()
            await window.painted()
            top = await window.turns.last.evaluate(
                """(newest) => {
                  const story = newest.closest(".scroller").getBoundingClientRect();
                  return newest.getBoundingClientRect().top - story.top;
                }"""
            )
            assert top >= 0, size
            assert await _shows_its_end(window), size


async def test_who_reads_on_behind_the_beginning_of_a_turn_stays_there(table: Table) -> None:
    async with table.playing((1200, 420)) as window:
        for line in LINES:
            await window.play(line)
        await window.story.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
        await window.painted()
        button = window.page.get_by_role("button", name="What now?")
        await expect(button).to_be_in_viewport()
        await button.click()
        await expect(window.page.get_by_role("button", name="Where does that lead?")).to_be_in_viewport()
        await window.painted()
        await expect(window.page.get_by_role("button", name="Where does that lead?")).to_be_in_viewport()


async def test_a_view_that_is_drawn_again_before_it_hears_of_scrolling_keeps_the_place(table: Table) -> None:
    async with table.playing((1200, 420)) as window:
        for line in LINES:
            await window.play(line)
        for place in (10_000, 20):
            reached = await window.story.evaluate(
                """(box, place) => {
                  box.scrollTo(0, place); // browsers say so with the next frame
                  [...box.querySelectorAll(".turn button")].filter((each) => each.textContent === "Why").at(-1).click();
                  return box.scrollTop;
                }""",
                place,
            )
            await window.painted()
            assert await window.story.evaluate("(box) => box.scrollTop") == reached


async def test_who_scrolls_up_is_offered_new_text_only_when_there_is_some(table: Table) -> None:
    async with table.playing((1200, 500)) as window, table.api.client() as other:
        for line in LINES:
            await window.play(line)
        offer = window.page.locator(".new-text")
        await window.story.evaluate("(box) => box.scrollTo(0, 0)")
        await window.painted()
        await expect(offer).to_have_count(0)
        await window.story.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
        await window.painted()
        await window.story.evaluate("(box) => box.scrollTo(0, 20)")
        await window.painted()
        await expect(offer).to_have_count(0)
        await other.post(f"/v1/games/{window.game_id}/turns", json={"text": "look"})
        await expect(offer).to_have_text("New text")
        await expect(window.turns.last).not_to_be_in_viewport()
        await offer.click()
        await expect(window.turn(len(LINES) + 1)).to_be_in_viewport()
        await expect(offer).to_have_count(0)
