"""Looking into what a game remembers: finding, reading, correcting, who knows what."""

import asyncio

import pytest
from playwright.async_api import Route, expect

from app.events.commands import AddMemoryCommand
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryKind, Scope
from app.services.game.captures.search_service import AT_ONCE, SearchService
from app.testing import small_sheet
from tests.browser.pages import AXE_SIZES, PHONE, SIZES, Table, Window
from tests.browser.test_reading import HOSTILE
from tests.fakes.vectors import GatedVectors

PROMISE = "I promise to ring it once for Henrik before the tide turns"
LINES = ("ask Tove about the bell", f"say {PROMISE}", "look", "go to the boiling house")


async def played(table: Table, *lines: str) -> str:
    """A game of some turns in which all that waited has been made a memory."""
    game_id = table.begin()
    for line in lines or LINES:
        await table.api.container.turns().take_turn(game_id, line)
    await table.api.container.turns().settle(game_id)
    return game_id


async def test_a_promise_is_found_and_shown_with_its_sources_and_who_knows_of_it(table: Table) -> None:
    game_id = await played(table)
    async with table.window(f"#/games/{game_id}/play") as window:
        page = window.page
        await page.get_by_role("link", name="Memory").click()
        await page.get_by_role("link", name="Tove Marrick").first.click()
        await page.get_by_role("searchbox").fill("what was promised to Henrik?")
        await page.get_by_role("searchbox").press("Enter")
        hits = page.locator(".memory-hits .memory-item")
        await expect(hits.filter(has_text=PROMISE).first).to_contain_text("words 0.")
        await expect(hits.first.locator(".score-bar i").first).to_be_attached()
        await page.locator(".memory-hits [data-memory^=tove-]").filter(has_text=PROMISE).first.click()
        kept = page.locator(".memory-detail")
        await expect(kept.get_by_role("heading", name="A talk, as Tove Marrick remembers it")).to_be_visible()
        await expect(kept.locator(".memory-text .thread", has_text=PROMISE)).to_be_visible()
        source = kept.locator(".behind.shares", has_text="Mara").filter(has_text=PROMISE)
        await expect(source.locator(".thread")).to_have_text(PROMISE)
        await expect(kept.get_by_label("What somebody may know")).to_have_value(PROMISE)
        await expect(kept.locator(".knowing-graph")).to_contain_text("Tove")
        await kept.get_by_role("button", name="Read as a list").click()
        await expect(kept.locator(".knowing-list")).to_contain_text("Tove Marrick heard it from Mara, Day 1, 15:3")
        await expect(kept.locator(".knowing")).to_contain_text("Ansel Dyce has not heard of it.")
        await source.get_by_role("link").click()
        await expect(kept.get_by_role("heading", name="Mara, in turn 2")).to_be_visible()
        await expect(kept.locator(".kept-in")).to_contain_text("Tove Marrick, tove-")
        await kept.get_by_role("link", name="Go to turn 2").click()
        await expect(window.turn(2)).to_be_in_viewport()


async def test_a_search_in_a_large_game_shows_words_first_and_meaning_when_it_is_there(table: Table) -> None:
    game_id, vectors = table.begin(), GatedVectors(("key", "lock opener"))
    stream = MemoryStream(table.api.container.turns().state(game_id), Scope.npc("tove"))
    for text in (*(f"Sack {number} was weighed." for number in range(AT_ONCE)), "The lock opener lies in the well."):
        stream.add(MemoryKind.OBSERVATION, MemoryContext(content=text))
    with table.api.container.searches.override(SearchService(Recaller(vectors))):
        async with table.window(f"#/games/{game_id}/memory?q=the+key+in+sack+7") as window:
            hits, progress = window.page.locator(".memory-hits .memory-item"), window.page.locator(".memory-lacking")
            await expect(hits.first).to_contain_text("Sack 7 was weighed.")
            await expect(progress).to_contain_text("Found by their words. By meaning too, when")
            await expect(progress).to_contain_text("more texts have been read.")
            await expect(hits.filter(has_text="The lock opener")).to_have_count(0)
            vectors.may.set()
            await expect(progress).to_have_count(0, timeout=60_000)
            await expect(hits.filter(has_text="The lock opener").first).to_be_visible()


async def test_an_address_with_an_id_alone_finds_a_memory_or_a_message(table: Table) -> None:
    game_id = await played(table)
    async with table.window(f"#/games/{game_id}/memory?id=tove-001") as window:
        await expect(window.page.locator(".memory-detail h2")).to_have_text("What Tove Marrick was given")
        await window.page.goto(f"{table.url}/#/games/{game_id}/memory?id=m-0")
        await expect(window.page.locator(".memory-detail h2")).to_have_text("Mara, in turn 1")
        await window.page.goto(f"{table.url}/#/games/{game_id}/memory?id=tove-999")
        await expect(window.page.locator(".memory-detail .failure")).to_contain_text("tove-999")


async def test_a_memory_is_pinned_edited_put_away_and_brought_back(table: Table) -> None:
    game_id = await played(table)
    async with table.window(f"#/games/{game_id}/memory?of=npc/tove&id=tove-001") as window:
        page, kept = window.page, window.page.locator(".memory-detail")
        await kept.get_by_role("button", name="Pin").click()
        await expect(kept.locator(".memory-states")).to_have_text("Pinned.")
        await expect(page.get_by_role("link", name="Pinned 1")).to_be_visible()
        await kept.get_by_role("button", name="Edit").click()
        await expect(kept.get_by_label("It shall say")).to_be_focused()
        await kept.get_by_label("It shall say").fill("I am Tove, and I keep the ferry.")
        await kept.get_by_role("button", name="Save").click()
        await expect(kept.locator(".memory-text")).to_have_text("I am Tove, and I keep the ferry.")
        await expect(kept.locator(".memory-states")).to_have_text("Pinned and by hand.")
        await kept.get_by_role("button", name="History").click()
        await expect(kept.locator(".versions li")).to_have_count(2)
        await expect(kept.locator(".versions li").first).to_contain_text("superseded")
        await kept.locator(".versions").get_by_role("link", name="tove-001").click()
        await expect(kept.get_by_role("link", name="What stands in its place")).to_be_visible()
        await expect(kept.get_by_role("button", name="Edit")).to_have_count(0)
        await kept.get_by_role("link", name="What stands in its place").click()
        await kept.get_by_role("button", name="Unpin").click()
        await kept.get_by_role("button", name="Put away").click()
        await expect(kept.locator(".memory-states")).to_have_text("Put away and by hand.")
        await page.get_by_role("link", name="Put away 2").click()
        await expect(page.locator(".memory-item.archived")).to_contain_text("I keep the ferry")
        await page.locator(".memory-item.archived").click()
        await kept.get_by_role("button", name="Bring back").click()
        await expect(kept.get_by_role("button", name="Put away")).to_be_visible()


async def test_a_change_pressed_while_another_is_sent_is_made_after_it(table: Table) -> None:
    game_id = await played(table)
    async with table.window(f"#/games/{game_id}/memory?of=npc/tove&id=tove-001") as window:
        kept = window.page.locator(".memory-detail")

        async def late(route: Route) -> None:
            await asyncio.sleep(0.5)
            await route.continue_()

        await window.page.route("**/memories/tove-001", late)
        await kept.get_by_role("button", name="Pin").click()
        await kept.get_by_role("button", name="Put away").click()
        await expect(kept.locator(".memory-states")).to_have_text("Put away and pinned.")


async def test_an_edit_is_taken_back_where_it_was_made(table: Table) -> None:
    game_id = await played(table)
    async with table.window(f"#/games/{game_id}/memory?of=npc/tove&id=tove-001") as window:
        page, kept = window.page, window.page.locator(".memory-detail")
        before = await kept.locator(".memory-text").inner_text()
        await kept.get_by_role("button", name="Edit").click()
        await kept.get_by_label("It shall say").fill("I am somebody else.")
        await kept.get_by_role("button", name="Save").click()
        await expect(page.locator(".memory-done")).to_have_text("Edited. Undo")
        await expect(kept.get_by_role("heading", level=2)).to_be_focused()
        await page.get_by_role("button", name="Undo").click()
        await expect(kept.locator(".memory-text")).to_have_text(before)
        await expect(kept.locator(".memory-states")).to_have_count(0)
        await expect(page.locator(".memory-done")).to_have_count(0)
        await expect(page.locator(".memory-list")).not_to_contain_text("I am somebody else.")


async def test_a_memory_is_added_by_hand(table: Table) -> None:
    game_id = await played(table)
    async with table.window(f"#/games/{game_id}/memory?of=npc/ansel") as window:
        page = window.page
        await page.get_by_role("link", name="Add by hand").click()
        await expect(page.get_by_label("Who remembers it")).to_have_value("npc/ansel")
        await page.get_by_label("What is remembered").fill("The salt tasted of iron that morning.")
        await page.get_by_label("Importance").fill("7")
        await page.get_by_role("button", name="Add it").click()
        await expect(page.locator(".memory-detail")).to_contain_text("The salt tasted of iron")
        await expect(page.locator(".memory-detail > .about")).to_contain_text("Importance 7.")
        await expect(page.locator(".memory-item[aria-current]")).to_contain_text("The salt tasted of iron")
        await expect(page.get_by_role("link", name="By hand 1")).to_be_visible()


async def test_a_conclusion_shows_what_it_was_drawn_from(table: Table) -> None:
    game_id = await played(table)
    stream = MemoryStream(table.api.container.turns().state(game_id), Scope.npc("tove"))
    seen = stream.add(MemoryKind.OBSERVATION, MemoryContext(content="Mara brought a goose."))
    thought = MemoryContext(content="Mara is fond of geese.", evidence=(seen.id or "",))
    drawn = stream.add(MemoryKind.REFLECTION, thought)
    async with table.window(f"#/games/{game_id}/memory?of=npc/tove&show=concluded&id={drawn.id}") as window:
        await expect(window.page.locator(".drawn-from")).to_contain_text("Mara brought a goose.")
        await window.page.locator(".drawn-from a").click()
        await expect(window.page.locator(".memory-detail h2")).to_have_text("What Tove Marrick saw")


async def test_sightings_in_a_row_are_one_row_until_they_are_unfolded(table: Table) -> None:
    game_id = await played(table, *["go to the boiling house", "go to the ferry landing"] * 3)
    async with table.window(f"#/games/{game_id}/memory?of=npc/tove") as window:
        fold = window.page.get_by_role("button", name="sightings").first
        await expect(fold).to_have_attribute("aria-expanded", "false")
        before = await window.page.locator(".memory-item").count()
        await fold.click()
        assert await window.page.locator(".memory-item").count() >= before + 3
        await window.page.locator(".memory-filter", has_text="Saw").click()
        await expect(window.page.get_by_role("button", name="sightings")).to_have_count(0)


async def test_a_time_is_chosen_on_the_strip_and_given_up_again(table: Table) -> None:
    game_id = await played(table)
    async with table.window(f"#/games/{game_id}/memory?of=npc/tove") as window:
        page = window.page
        await expect(page.locator(".memory-item.told")).to_have_count(1)
        await page.locator(".spell[tabindex='0']").focus()
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("Enter")
        await expect(page.locator(".memory-find")).to_contain_text("Only Day 1, 15:")
        await expect(page.locator(".memory-item.folded")).to_have_count(0)
        await page.get_by_role("link", name="At any time").click()
        await expect(page.locator(".memory-item.folded").first).to_be_visible()


async def test_the_keyboard_reaches_a_memory_and_comes_back_to_it(table: Table) -> None:
    game_id = await played(table)
    async with table.window(f"#/games/{game_id}/memory?of=npc/tove", PHONE) as window:
        page = window.page
        await expect(page.locator(".memory-item.told")).to_have_count(1)
        await page.keyboard.press("/")
        await expect(page.get_by_role("searchbox")).to_be_focused()
        await page.locator(".memory-item").first.focus()
        for _ in range(20):
            if await page.evaluate("document.activeElement.matches('.memory-item.told')"):
                break
            await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Enter")
        await expect(page.locator(".memory-detail h2")).to_be_focused()
        await expect(page.locator(".memory-main")).to_be_hidden()
        await page.keyboard.press("Escape")
        await expect(page.locator(".memory-item.told")).to_be_focused()
        await page.locator(".memory-item.told").click()
        await page.get_by_role("link", name="Back to the list").click()
        await expect(page.locator(".memory-item.told")).to_be_focused()


async def test_a_scope_with_two_thousand_memories_stays_usable(table: Table) -> None:
    game_id = await played(table)
    stream = MemoryStream(table.api.container.turns().state(game_id), Scope.npc("tove"))
    for number in range(2000):
        context = MemoryContext(content=f"The goose counted {number} nets.", game_time=1000 + number * 3)
        stream.add(MemoryKind.OBSERVATION, context)
    async with table.window(f"#/games/{game_id}/memory?of=npc/tove") as window:
        page = window.page
        await expect(page.get_by_role("link", name="Saw 20")).to_be_visible()
        await expect(page.locator(".memory-item").first).to_be_visible()
        assert await page.locator(".memory-item").count() <= 300
        await page.locator(".memory-list").evaluate("(box) => { box.scrollTop = box.scrollHeight }")
        await expect(page.locator(".memory-item", has_text="counted 90 nets")).to_have_count(1)
        await page.locator(".spell").last.click()
        await expect(page.locator(".memory-item", has_text="counted 1999 nets")).to_be_visible()
        assert await window.overflow() <= 0
        began = await page.evaluate("performance.now()")
        await page.locator(".memory-item", has_text="counted 1999 nets").click()
        await expect(page.locator(".memory-detail .memory-text")).to_contain_text("1999")
        assert await page.evaluate("performance.now()") - began < 5000


async def test_what_is_made_meanwhile_comes_into_the_list(table: Table) -> None:
    game_id = await played(table)
    async with table.window(f"#/games/{game_id}/memory?of=npc/tove") as window:
        await expect(window.page.locator(".memory-item.told")).to_have_count(1)
        for line in ("go to the ferry landing", "ask Tove about Ansel", "go to the boiling house"):
            await table.api.container.turns().take_turn(game_id, line)
        await table.api.container.turns().settle(game_id)
        await expect(window.page.locator(".memory-item.told")).to_have_count(2)
        await expect(window.page.get_by_role("link", name="Told 2")).to_be_visible()


async def test_players_are_not_shown_memories(table: Table) -> None:
    game_id = await played(table)
    token = table.api.token(game_id, "player")
    async with table.window(f"#/games/{game_id}/memory?token={token}") as window:
        await expect(window.page.locator("main")).to_contain_text("Memory is the game master’s")
        await expect(window.page.locator(".views")).not_to_contain_text("Memory")


async def test_hostile_memories_stay_text(table: Table) -> None:
    game_id = table.api.begin("<b>Mara</b>", sheet=small_sheet())
    turns = table.api.container.turns()
    await turns.execute(game_id, AddMemoryCommand(scope=Scope.npc("mara"), text=HOSTILE + "w" * 200))
    await turns.take_turn(game_id, f"say I promise to {HOSTILE}")
    async with table.window(f"#/games/{game_id}/memory?of=npc/mara", PHONE) as window:
        page = window.page
        await page.locator(".memory-item", has_text="<script>").click()
        await expect(page.locator(".memory-text")).to_contain_text("<img src=x onerror=")
        assert await window.overflow() <= 0
        await page.goto(f"{table.url}/#/games/{game_id}/memory?of=npc/mara&q=%3Cimg+src%3Dx%3E")
        await expect(page.locator(".memory-hits")).to_contain_text("<script>document.title")
        await page.goto(f"{table.url}/#/games/{game_id}/memory?id=m-1")
        await expect(page.locator(".memory-text")).to_contain_text("<img src=x onerror=")
        assert await page.locator("main img, main script, .memory-text i").count() == 0
        assert "taken" not in await page.title()


VIEWS = ("", "&q=what+did+Mara+promise", "&id={id}", "&id=m-0", "&add=1", "&show=away")


async def test_nothing_of_memory_is_wider_than_its_window(table: Table) -> None:
    game_id = await played(table)
    kept = kept_id(table, game_id)
    for size in SIZES:
        async with table.window("", size) as window:
            for view in VIEWS:
                await window.page.goto(f"{table.url}/#/games/{game_id}/memory?of=npc/tove{view.format(id=kept)}")
                await settled(window)
                assert await window.overflow() <= 0, (size, view)


@pytest.mark.parametrize("size", AXE_SIZES)
async def test_axe_finds_nothing_serious_in_memory(table: Table, size: tuple[int, int]) -> None:
    game_id = await played(table)
    kept = kept_id(table, game_id)
    async with table.window("", size, bypass_csp=True, reduced_motion="reduce") as window:
        for view in VIEWS:
            await window.page.goto(f"{table.url}/#/games/{game_id}/memory?of=npc/tove{view.format(id=kept)}")
            await settled(window)
            assert await window.findings() == [], view
        await window.page.goto(f"{table.url}/#/games/{game_id}/memory?of=npc/tove&id={kept}")
        await window.page.get_by_role("button", name="History").click()
        assert await window.findings() == []
        await window.page.get_by_role("button", name="Edit").click()
        assert await window.findings() == []


def kept_id(table: Table, game_id: str) -> str:
    """What Tove keeps of the talk."""
    entries = table.api.container.turns().state(game_id).memories(Scope.npc("tove"))
    return next(entry.id or "" for entry in reversed(entries) if entry.kind is MemoryKind.SUMMARY)


async def settled(window: Window) -> None:
    """Until all that was asked for is there."""
    await expect(window.page.locator(".memory-both")).to_be_visible()
    await expect(window.page.locator(".loading")).to_have_count(0)
