"""The tree of turns: looking at it, going on from any turn, names; and a finished game to look into."""

from typing import Any

import pytest
from playwright.async_api import Locator, expect

from app.testing import small_sheet
from tests.browser.pages import PHONE, SIZES, WIDE, Table, Window
from tests.examples import IS_LONG

pytestmark = pytest.mark.long

LINES = ("look", "talk to Tove", "ask Tove about the bell", "go to the boiling house", "look", "talk to Ansel", "wait")
HOSTILE = "<img src=x onerror=\"document.title='taken'\">"


async def grown(table: Table) -> tuple[str, list[str]]:
    """A game of seven turns, the last of them played anew, with branches of turns 2 and 4."""
    game_id, branches = table.begin(), []
    async with table.api.client() as client:

        async def post(path: str, **body: Any) -> Any:
            answer = await client.post(f"/v1/games/{path}", json=body)
            assert answer.is_success, answer.text
            return answer.json() if answer.content else None

        for line in LINES:
            await post(f"{game_id}/turns", text=line)
        for turn in (2, 4):
            made = (await post(f"{game_id}/branches", turn=turn))["id"]
            await client.patch(f"/v1/games/{made}", json={"title": f"Another way {turn}"})
            await post(f"{made}/turns", text=f"say Not so, after turn {turn}")
            branches.append(made)
        await post(f"{game_id}/turns/7/edit", text="wait longer")
    return game_id, branches


def row(window: Window, text: str) -> Locator:
    return window.page.get_by_role("treeitem").filter(has_text=text)


def ways(window: Window) -> Locator:
    return window.page.locator(".panel.ways")


async def test_a_turn_is_shown_in_all_its_ways_by_click(table: Table) -> None:
    game_id, _ = await grown(table)
    async with table.window(f"#/games/{game_id}/branches") as window:
        await expect(window.page.locator(".lane-title")).to_have_text(
            ["Mara in The Bell on the Sands", "Another way 2", "Another way 4"]
        )
        await row(window, "ask Tove about the bell").click()
        await expect(ways(window).locator("h2")).to_have_text("Turn 3, two ways")
        await expect(ways(window)).to_contain_text("Three nights it has not rung.")
        await expect(ways(window)).to_contain_text("say Not so, after turn 2")
        await row(window, "after turn 4").click()
        await expect(ways(window).locator("h2")).to_have_text("Turn 5, two ways")
        assert await window.page.locator(".lane-lines .other").get_attribute("d")


async def test_the_tree_is_one_stop_and_arrows_go_along_lanes_and_across(table: Table) -> None:
    game_id, _ = await grown(table)
    async with table.window(f"#/games/{game_id}/branches") as window:
        await expect(window.page.locator("[role=treeitem][tabindex='0']")).to_have_count(1)
        await window.page.locator("[role=treeitem][tabindex='0']").focus()
        focused = window.page.locator("[role=treeitem]:focus")
        await expect(focused).to_contain_text("wait longer")
        for key, text in (
            ("Home", "The Ferry Landing"),
            ("ArrowDown", "look"),
            ("ArrowRight", "after turn 2"),
            ("ArrowLeft", "talk to Tove"),
            ("ArrowDown", "ask Tove about the bell"),
            ("End", "wait longer"),
        ):
            await window.page.keyboard.press(key)
            await expect(focused).to_contain_text(text)
        await window.page.keyboard.press("ArrowUp")
        await window.page.keyboard.press("Enter")
        await expect(ways(window).locator("h2")).to_contain_text("Turn 6")
        await expect(window.page.locator("[role=treeitem][tabindex='0']")).to_have_count(1)


async def test_scenes_and_folded_runs_unfold(table: Table) -> None:
    game_id = table.begin()
    async with table.api.client() as client:
        for _ in range(8):
            for line in ("go to the boiling house", "look", "go to the landing", "look"):
                await client.post(f"/v1/games/{game_id}/turns", json={"text": line})
    async with table.window(f"#/games/{game_id}/branches") as window:
        await row(window, "scenes").click()
        await expect(row(window, "turns 15 and 16")).to_have_count(1)
        await row(window, "turns 15 and 16").click()
        await expect(window.page.locator(".is-turn")).to_have_count(4)
        await row(window, "turns 15 and 16").click()
        await expect(window.page.locator(".is-turn")).to_have_count(2)


async def test_a_long_scene_unfolds_piece_by_piece(table: Table) -> None:
    game_id = table.begin()
    async with table.api.client() as client:
        for _ in range(70):
            await client.post(f"/v1/games/{game_id}/turns", json={"text": "look"})
    async with table.window(f"#/games/{game_id}/branches") as window:
        await row(window, "The Ferry Landing").click()
        await expect(window.page.locator(".is-turn")).to_have_count(61)
        await row(window, "turns 61 to 69").click()
        await expect(window.page.locator(".is-turn")).to_have_count(70)
        await row(window, "turns 1 to 70").click()
        await expect(window.page.locator(".is-turn")).to_have_count(1)


async def test_a_turn_that_is_in_no_row_marks_the_one_that_holds_it(table: Table) -> None:
    game_id, _ = await grown(table)
    async with table.window(f"#/games/{game_id}/branches?turn=99") as window:
        await expect(ways(window).locator("h2")).to_contain_text("Turn 7")
        await window.page.get_by_label("Go to turn").fill("1")
        await window.page.keyboard.press("Enter")
        await expect(window.page.locator("[aria-selected=true]")).to_have_count(1)


async def test_going_on_from_a_turn_makes_a_branch_and_from_the_last_one_plays(table: Table) -> None:
    game_id, [_, branch] = await grown(table)
    async with table.window(f"#/games/{game_id}/branches") as window:
        await window.page.get_by_role("button", name="Go on from here").click()
        await expect(window.turn(7)).to_contain_text("wait longer")
        assert game_id in window.page.url
        await window.page.get_by_role("link", name="Branches").click()
        await row(window, "after turn 4").click()
        await window.page.get_by_role("button", name="Go on from here").click()
        await expect(window.turn(5)).to_contain_text("after turn 4")
        assert branch in window.page.url
        await window.page.goto(f"{table.url}/#/games/{game_id}/branches?turn=3")
        await window.page.get_by_role("button", name="Go on from here").click()
        await expect(window.turns).to_have_count(3)
        await window.play("look")
        assert game_id not in window.page.url
        await window.page.get_by_role("link", name="Branches").click()
        await expect(window.page.locator(".lane-title").nth(1)).to_have_text("Where it came from")


async def test_what_was_taken_back_is_shown_when_asked_for_and_gone_on_from(table: Table) -> None:
    game_id, _ = await grown(table)
    async with table.window(f"#/games/{game_id}/branches") as window:
        await expect(row(window, "wait")).to_have_count(1)
        await window.page.get_by_role("button", name="Show what was taken back").click()
        await window.page.locator("[role=treeitem][data-lane^=gone]").click()
        await expect(ways(window).locator("h2")).to_have_text("Turn 7, two ways")
        await window.page.get_by_role("button", name="Go on from here").click()
        await expect(window.turn(7).locator(".line i")).to_have_text("wait")
        assert game_id not in window.page.url


async def test_a_turn_gets_a_name_and_is_found_by_it(table: Table) -> None:
    game_id, _ = await grown(table)
    async with table.window(f"#/games/{game_id}/branches?turn=2") as window:
        await window.page.get_by_role("button", name="Name this turn").click()
        await window.page.get_by_label("Its name").fill(HOSTILE)
        await window.page.keyboard.press("Enter")
        await expect(row(window, "talk to Tove").locator(".lane-label")).to_have_text(HOSTILE)
        await window.page.get_by_label("Go to turn").fill("6")
        await window.page.keyboard.press("Enter")
        await expect(ways(window).locator("h2")).to_contain_text("Turn 6")
        await window.page.get_by_role("button", name=HOSTILE).click()
        await expect(ways(window).locator("h2")).to_contain_text("Turn 2")
        await expect(row(window, "talk to Tove")).to_have_attribute("aria-selected", "true")
        assert await window.page.locator("img").count() == 0
        assert "taken" not in await window.page.title()


async def test_a_game_without_turns_has_an_opening_to_go_on_from(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/branches") as window:
        await expect(window.page.locator(".tree")).to_contain_text("No branches yet")
        await window.page.get_by_role("button", name="Go on from here").click()
        await expect(window.page.locator(".opening")).to_be_visible()


async def test_a_player_is_not_offered_the_tree(table: Table) -> None:
    game_id = table.begin()
    token = table.api.token(game_id, "player")
    async with table.window(f"#/games/{game_id}/play?token={token}") as window:
        await expect(window.field).to_be_visible()
        await expect(window.page.get_by_role("link", name="Branches")).to_have_count(0)


async def test_a_hostile_text_stays_text_in_the_tree(table: Table) -> None:
    sheet = small_sheet()
    place = sheet.locations[0].model_copy(update={"name": "<i>Market</i>"})
    game_id = table.api.begin("Mara", sheet=sheet.model_copy(update={"locations": (place, *sheet.locations[1:])}))
    async with table.api.client() as client:
        for text in (f"say {HOSTILE}", "look"):
            await client.post(f"/v1/games/{game_id}/turns", json={"text": text})
        await client.patch(f"/v1/games/{game_id}", json={"title": HOSTILE})
    async with table.window(f"#/games/{game_id}/branches?turn=1") as window:
        await expect(window.page.locator(".lane-title")).to_have_text(HOSTILE)
        await expect(row(window, "<i>Market</i>").first).to_be_visible()
        await expect(ways(window)).to_contain_text("<img src=x onerror=")
        assert await window.page.locator("img").count() == 0


@pytest.mark.parametrize("size", SIZES)
async def test_axe_finds_nothing_serious_and_nothing_is_too_wide(table: Table, size: tuple[int, int]) -> None:
    game_id, _ = await grown(table)
    looks = IS_LONG or size in (WIDE, PHONE)  # in between are the elements of a phone
    path = f"#/games/{game_id}/branches?turn=3"
    async with table.window(path, size, bypass_csp=True, reduced_motion="reduce") as window:
        await window.page.get_by_role("button", name="Show what was taken back").click()
        assert await window.overflow() <= 0
        assert not looks or await window.findings() == []
        if size == WIDE:
            await window.page.get_by_role("button", name="As a list").click()
            await window.page.get_by_role("button", name="Name this turn").click()
        else:
            await row(window, "ask Tove about the bell").click()
            await expect(window.page.get_by_role("dialog")).to_be_visible()
        await expect(ways(window)).to_contain_text("Three nights it has not rung.")
        assert await window.overflow() <= 0
        assert not looks or await window.findings() == []
        if size != WIDE:
            await window.page.keyboard.press("Escape")
            await expect(window.page.locator("[role=treeitem]:focus")).to_contain_text("ask Tove about the bell")


async def test_a_finished_game_lies_there_once(table: Table) -> None:
    async with table.window() as window:
        await window.page.get_by_role("button", name="A finished game, to look into").click()
        await expect(window.page.locator(".ended")).to_contain_text("The story has ended.")
        opened = window.page.url
        await window.page.get_by_role("link", name="Branches").click()
        await expect(ways(window)).to_contain_text("before the bell")
        await window.page.goto(f"{table.url}/#/")
        await expect(window.page.get_by_role("button", name="Begin", exact=True).first).to_be_visible()
        await expect(window.page.locator(".example")).to_have_count(0)
        await window.page.get_by_role("link", name="An example, played to its end").click()
        await expect(window.page.locator(".ended")).to_be_visible()
        assert window.page.url == opened
    async with table.api.client() as client:
        listed = (await client.get("/v1/games")).json()["items"]
        assert [(game["ended"], game["branched_from"]["how"]) for game in listed] == [(True, "imported")]
