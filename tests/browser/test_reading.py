"""Reading the page: texts that stay texts, narrow windows, zoom, screen readers."""

import pytest
from playwright.async_api import expect

from app.testing import small_sheet
from tests.browser.pages import PHONE, SIZES, WIDE, Table

pytestmark = pytest.mark.long

HOSTILE = "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>&lt;b&gt; 𝔘𝔫𝔦 👩‍👩‍👧"


async def test_a_hostile_text_stays_text(table: Table) -> None:
    sheet = small_sheet()
    place = sheet.locations[0].model_copy(update={"name": "<i>Market</i>", "description": HOSTILE})
    changed = sheet.model_copy(update={"opening": HOSTILE, "locations": (place, *sheet.locations[1:])})
    game_id = table.api.begin("<b>Mara</b>", sheet=changed)
    async with table.window(f"#/games/{game_id}/play") as window:
        await expect(window.page.locator(".opening")).to_contain_text("<script>document.title")
        await window.play(f"say {HOSTILE}")
        await expect(window.turn(1).locator(".line")).to_contain_text("<img src=x onerror=")
        await window.play("look")
        await expect(window.turn(2)).to_contain_text("<img src=x onerror=")
        assert await window.page.locator("img, .turn script, .turn b:not(.speaker)").count() == 0
        assert "taken" not in await window.page.title()


@pytest.mark.parametrize("size", SIZES)
async def test_nothing_is_wider_than_its_window(table: Table, size: tuple[int, int]) -> None:
    game_id = table.begin("before-the-thaw")
    async with table.window("", size) as window:
        await expect(window.page.get_by_role("link", name="Go on")).to_be_visible()
        assert await window.overflow() <= 0
        await window.page.goto(f"{table.url}/#/games/{game_id}/play")
        await window.play("look " + "w" * 200)
        await window.play("go down")
        assert await window.overflow() <= 0
        box = await window.field.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]


@pytest.mark.parametrize("size", [WIDE, PHONE])
async def test_axe_finds_nothing_serious(table: Table, size: tuple[int, int]) -> None:
    game_id = table.begin()
    async with table.window("", size, bypass_csp=True, reduced_motion="reduce") as window:
        await expect(window.page.get_by_role("link", name="Go on")).to_be_visible()
        assert await window.findings() == []
        await window.page.get_by_role("button", name="Begin Before the Thaw").click()
        await window.page.get_by_text("Seed and model").click()
        await window.page.get_by_role("button", name="Reading").click()
        assert await window.findings() == []
        await window.page.goto(f"{table.url}/#/games/{game_id}/play")
        for line in ("say I promise to ring it once for Henrik", "ask Tove about what I promised", "take the net"):
            await window.play(line)
        assert await window.findings() == []
        for tab in ("remembered", "here"):
            if size == PHONE:
                await window.page.locator(f"[data-opens={tab}]").click()
            else:
                await window.page.locator(f"#tab-{tab}").click()
            await expect(window.page.locator(".loading")).to_have_count(0)
            assert await window.findings() == []
            if size == PHONE:
                await window.page.keyboard.press("Escape")
        await window.turn(1).click()
        await window.page.get_by_role("button", name="Edit").first.click()
        assert await window.findings() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_colours_that_are_too_faint_in_one_scheme_are_found(table: Table, scheme: str) -> None:
    async with table.window("", bypass_csp=True) as window:
        faint = {"light": "light-dark(#eee, #fff)", "dark": "light-dark(#000, #222)"}[scheme]
        await window.page.add_style_tag(content=f"h1 {{ color: {faint} !important }}")
        found = await window.findings()
        assert found != []
        assert all(each.startswith(f"{scheme}: color-contrast: ") for each in found)


async def test_of_a_long_game_a_window_is_drawn_that_follows_the_reader(table: Table) -> None:
    game_id = table.begin()
    async with table.api.client() as client:
        for _ in range(70):
            await client.post(f"/v1/games/{game_id}/turns", json={"text": "look"})
    async with table.window(f"#/games/{game_id}/play") as window:
        await expect(window.turn(70)).to_be_visible()
        assert await window.turns.count() < 40
        await window.page.goto(f"{table.url}/#/games/{game_id}/play?turn=3")
        await expect(window.turn(3)).to_be_in_viewport()
        await expect(window.turn(70)).to_have_count(0)
        await window.field.fill("talk to Tove")
        await window.field.press("Enter")
        await expect(window.turn(71)).to_be_in_viewport()
        before = await window.page.locator(".scroller").evaluate("(box) => box.scrollTop")
        await window.page.locator(".scroller").evaluate("(box) => { box.scrollTop = 0 }")
        await expect(window.turn(30)).to_have_count(1)
        assert await window.page.locator(".scroller").evaluate("(box) => box.scrollTop") > 0
        assert before > 0
