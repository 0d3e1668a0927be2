"""The view People: plans against what was done, conclusions down to what was said, who knows whom, where they went."""

from datetime import UTC, datetime
from typing import NamedTuple

import pytest
from playwright.async_api import Locator, expect

from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryKind, Scope
from app.services.game.games.npc_generator import with_cast
from app.testing import small_sheet
from tests.browser.pages import AXE_SIZES, PHONE, WIDE, Table, Window

HOSTILE = "<img src=x onerror=\"document.title='taken'\">"
PROMISE = "say I promise to bring your brother's ring back before the thaw"
NOW = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)


async def played(table: Table, *lines: str) -> str:
    """A game of before-the-thaw in which Mara goes to Jorun at the Ropewalk and promises, then these lines."""
    game_id = table.begin("before-the-thaw")
    turns = table.api.container.turns()
    for line in ("go down", "go north", PROMISE, *lines):
        await turns.take_turn(game_id, line)
    await turns.settle(game_id)
    return game_id


def conclude(table: Table, game_id: str, text: str, *evidence: str) -> str:
    state = table.api.container.turns().state(game_id)
    context = MemoryContext(content=text, created_at=NOW, evidence=evidence, game_time=state.clock.minutes)
    return MemoryStream(state, Scope.npc("jorun")).add(MemoryKind.REFLECTION, context).id or ""


def kept_scene(table: Table, game_id: str) -> str:
    """The id of what Jorun keeps of the scene in which the promise was made."""
    entries = table.api.container.turns().state(game_id).npc("jorun").npc_memories
    return next(entry.id or "" for entry in entries if entry.first_message_index is not None)


class Box(NamedTuple):
    """Where something is drawn, in pixels."""

    left: float
    right: float
    top: float
    height: float

    def lies_over(self, other: "Box") -> bool:
        """Whether letters meet: the boxes of lines below each other touch a little."""
        is_beside = self.right <= other.left or other.right <= self.left
        return not is_beside and abs(self.top - other.top) < 0.7 * min(self.height, other.height)


async def box(drawn: Locator) -> Box:
    found = await drawn.bounding_box()
    assert found is not None
    return Box(found["x"], found["x"] + found["width"], found["y"], found["height"])


def section(window: Window, name: str) -> Locator:
    return window.page.locator(f"section.{name}")


async def test_a_conclusion_unfolds_by_keyboard_down_to_what_was_said(table: Table) -> None:
    game_id = await played(table, "go south")
    below = conclude(table, game_id, "Mara means well.", kept_scene(table, game_id))
    conclude(table, game_id, "Something else.", kept_scene(table, game_id))
    conclude(table, game_id, "The ring will come back.", below)
    async with table.window(f"#/games/{game_id}/people?id=jorun") as window:
        newest = section(window, "conclusions").locator("article").first
        await expect(newest).to_contain_text("The ring will come back.")
        await expect(newest).to_contain_text("Mara means well.")
        said = newest.get_by_text("I promise to bring your brother’s ring back")
        await expect(said.last).not_to_be_visible()
        for _ in range(2):
            await newest.locator("details:not([open]) > summary").first.press("Enter")
        await expect(newest.locator(".said-words", has_text="I promise")).to_be_visible()
        await expect(newest.locator("li", has=window.page.locator(".said-words")).last).to_contain_text(
            "Said at the Ropewalk"
        )
        second = section(window, "conclusions").locator("article").nth(1)
        await expect(second.locator(".evidence").first).not_to_be_visible()


async def test_a_plan_stands_against_what_was_done_after_some_hours(table: Table) -> None:
    game_id = await played(table, "wait 2 hours", "wait 3 hours", "wait 3 hours")
    async with table.window(f"#/games/{game_id}/people?id=wenzel") as window:
        plan = window.page.locator("ol.day")
        await expect(plan.locator(".item", has_text="Stop for lunch")).to_contain_text("Done. There 12:")
        await expect(plan.locator(".item.active")).to_contain_text("now, 15:")
        await expect(plan.locator(".item.active")).to_contain_text("Under way. There since 13:")
        await expect(plan.locator(".item.pending").first).not_to_contain_text("Done")
        await expect(window.page.locator(".who")).to_contain_text("see the great wheel turn once nothing done yet")
        # Time goes on while one looks: the plan goes with it.
        await table.api.container.turns().take_turn(game_id, "wait 2 hours")
        await expect(plan.locator(".item.active")).to_contain_text("now, 17:")


async def test_another_is_chosen_in_the_graph_by_keyboard_and_in_the_list_by_click(table: Table) -> None:
    game_id = await played(table, "wait 5 hours")
    async with table.window(f"#/games/{game_id}/people?id=jorun") as window:
        knows = section(window, "relations")
        await expect(knows).to_contain_text("Between Jorun Haldane and Mara")
        await expect(knows).to_contain_text("promised Jorun Haldane")
        first = knows.locator(".graph [tabindex='0']")
        await expect(first).to_have_count(1)
        await first.focus()
        await window.page.keyboard.press("ArrowLeft")
        await window.page.keyboard.press("Enter")
        await expect(knows.locator(".graph .other.chosen")).to_be_focused()
        other = await knows.locator(".graph .other.chosen text").first.text_content()
        assert other != "Mara"
        await expect(knows).to_contain_text(f"Between Jorun Haldane and {other}")
        await expect(knows).to_contain_text(f"Jorun Haldane has no strong feelings about {other}.")
        await knows.get_by_role("button", name="Read as a list").click()
        await expect(knows.locator(".relation-list li")).to_have_count(8)
        await knows.get_by_role("button", name="Mara", exact=True).click()
        await expect(knows).to_contain_text("Between Jorun Haldane and Mara")


async def test_after_three_days_one_sees_each_day_as_steps_and_as_a_table(table: Table) -> None:
    game_id = await played(table, *["wait 12 hours"] * 6)
    async with table.window(f"#/games/{game_id}/people?id=wenzel") as window:
        went = section(window, "ways")
        await expect(went).to_contain_text("Day 4")
        await went.get_by_role("button", name="The day before").click()
        await expect(went).to_contain_text("Day 3")
        await expect(went.locator("svg")).to_contain_text("The Bakehouse")
        await went.get_by_role("button", name="Read as a table").click()
        rows = went.locator("tbody tr")
        assert await rows.count() >= 5
        await expect(rows.first).to_contain_text("00:00")
        await expect(rows.last).to_contain_text("24:00")
        await expect(window.page.locator(".who")).to_contain_text("The plan of day 3")


async def test_names_of_many_do_not_lie_over_each_other(table: Table) -> None:
    sheet = with_cast(table.api.container.scenarios().load("before-the-thaw"), 25, seed=3)
    game_id = table.api.begin("Mara", sheet=sheet)
    state = table.api.container.turns().state(game_id)
    state.npc("jorun").relationships.update(dict.fromkeys(state.npcs.keys() - {"jorun"}, 1.0))
    for other in state.npcs:
        context = MemoryContext(content="They met.", created_at=NOW, game_time=state.clock.minutes, subjects=(other,))
        MemoryStream(state, Scope.npc("jorun")).add(MemoryKind.OBSERVATION, context)
    for size in (WIDE, PHONE):
        async with table.window(f"#/games/{game_id}/people?id=jorun", size) as window:
            names = window.page.locator(".graph text")
            await expect(names.nth(23)).to_be_visible()
            boxes = [await box(each) for each in await names.all()]
            assert len(boxes) >= 24
            for at, one in enumerate(boxes):
                assert 0 <= one.left < one.right <= size[0]
                assert not any(one.lies_over(other) for other in boxes[at + 1 :])


async def test_on_a_phone_first_the_list_stands_there_then_a_person(table: Table) -> None:
    game_id = await played(table)
    async with table.window(f"#/games/{game_id}/people", PHONE) as window:
        await expect(window.page.locator(".person")).to_have_count(0)
        await window.page.get_by_role("link", name="Hedda Brask").click()
        await expect(window.page.get_by_role("heading", name="Hedda Brask", exact=True)).to_be_focused()
        await expect(window.page.locator(".everybody")).to_have_count(0)
        await window.page.get_by_role("link", name="Everybody").click()
        await expect(window.page.get_by_role("link", name="Jorun Haldane")).to_be_visible()


async def test_nothing_is_wider_than_its_window(table: Table) -> None:
    game_id = await played(table, "wait 5 hours")
    conclude(table, game_id, "w" * 200, kept_scene(table, game_id))
    for size in (PHONE, (720, 450), (320, 640), (1200, 800)):
        async with table.window(f"#/games/{game_id}/people", size) as window:
            await expect(window.page.get_by_role("link", name="Jorun Haldane")).to_be_visible()
            assert await window.overflow() <= 0, size
            await window.page.get_by_role("link", name="Jorun Haldane").click()
            await expect(section(window, "ways").locator("svg")).to_be_visible()
            await section(window, "conclusions").locator(".evidence summary").first.click()
            assert await window.overflow() <= 0, size
            await section(window, "ways").get_by_role("button", name="Read as a table").click()
            await section(window, "relations").get_by_role("button", name="Read as a list").click()
            assert await window.overflow() <= 0, size


@pytest.mark.parametrize("size", AXE_SIZES)
async def test_axe_finds_nothing_serious(table: Table, size: tuple[int, int]) -> None:
    game_id = await played(table, "wait 5 hours")
    conclude(table, game_id, "The ring will come back.", kept_scene(table, game_id))
    path = f"#/games/{game_id}/people"
    async with table.window(path, size, bypass_csp=True, reduced_motion="reduce") as window:
        await expect(window.page.get_by_role("link", name="Jorun Haldane")).to_be_visible()
        assert await window.findings() == []
        await window.page.get_by_role("link", name="Jorun Haldane").click()
        await expect(section(window, "ways").locator("svg")).to_be_visible()
        await section(window, "conclusions").locator(".evidence summary").first.click()
        assert await window.findings() == []
        await section(window, "ways").get_by_role("button", name="Read as a table").click()
        await section(window, "relations").get_by_role("button", name="Read as a list").click()
        assert await window.findings() == []


async def test_a_hostile_name_and_conclusion_stay_text(table: Table) -> None:
    sheet = small_sheet()
    mara = sheet.npcs[0].model_copy(
        update={"name": "<b>Mara</b>", "description": HOSTILE, "occupation": HOSTILE, "traits": (HOSTILE,)}
    )
    place = sheet.locations[0].model_copy(update={"name": "<i>Market</i>"})
    changed = sheet.model_copy(update={"npcs": (mara, *sheet.npcs[1:]), "locations": (place, *sheet.locations[1:])})
    game_id = table.api.begin("<b>Élan</b>", sheet=changed)
    state = table.api.container.turns().state(game_id)
    context = MemoryContext(content=HOSTILE, created_at=NOW, subjects=("player",))
    MemoryStream(state, Scope.npc(mara.id)).add(MemoryKind.REFLECTION, context)
    async with table.window(f"#/games/{game_id}/people?id={mara.id}") as window:
        await expect(section(window, "conclusions")).to_contain_text("<img src=x onerror=")
        await expect(window.page.locator(".who h2")).to_have_text("<b>Mara</b>")
        await window.page.get_by_text("As the author wrote it").click()
        await expect(window.page.locator(".who details")).to_contain_text("Traits: <img src=x onerror=")
        assert await window.page.locator("img, .people-view b, .people-view i").count() == 0
        assert "taken" not in await window.page.title()


async def test_a_player_is_not_led_to_peoples_minds(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window:
        await expect(window.page.get_by_role("link", name="People")).to_be_visible()
        token = table.api.token(game_id, "player")
        await window.page.goto(f"{table.url}/?again#/games/{game_id}/play?token={token}")
        await expect(window.page.locator(".chips")).to_be_visible()
        await expect(window.page.get_by_role("link", name="People")).to_have_count(0)
