"""The table: what a game master says and orders there is played, and players read what is theirs."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect

from app.models.picture import picture_of
from tests.browser.pages import AXE_SIZES, PHONE, SIZES, Table, Window
from tests.files import png
from tests.integration.api.asking import new_api, served


def region(window: Window, name: str) -> Locator:
    return window.page.get_by_role("region", name=name)


async def test_a_game_master_narrates_lets_somebody_speak_and_takes_it_back_and_forth(table: Table) -> None:
    game_id = table.begin("tide-bell", "Mara")
    async with table.window(f"#/games/{game_id}/table") as window:
        narrate, newest = region(window, "Narrate"), region(window, "Told last")
        await narrate.get_by_label("Who speaks").select_option(label="Tove Marrick")
        await narrate.get_by_label("Says").fill("Come in, before you drown.")
        await narrate.get_by_label("What happens").fill("Rain sets in.")
        await narrate.get_by_role("button", name="Tell it").click()
        await expect(newest).to_contain_text("Come in, before you drown.")
        await expect(newest).to_contain_text("Rain sets in.")
        sizes = await newest.locator(".newest-told p").evaluate_all(
            "(all) => all.map((p) => getComputedStyle(p).fontSize)"
        )
        assert len(set(sizes)) == 1, sizes
        await newest.get_by_role("button", name="Undo the last turn").click()
        await expect(newest).to_contain_text("Nothing yet.")
        await newest.get_by_role("button", name="Redo").click()
        await expect(newest).to_contain_text("Rain sets in.")
        await window.page.get_by_role("link", name="Play").click()
        await expect(window.turn(1)).to_contain_text("Come in, before you drown.")


async def test_a_roll_is_told_at_once_and_stands_in_the_story(table: Table) -> None:
    game_id = table.begin("tide-bell", "Mara")
    async with table.window(f"#/games/{game_id}/table") as window:
        roll = region(window, "Roll")
        await roll.get_by_label("Skill").fill("climbing")
        await roll.get_by_label("Difficulty").fill("2")
        await roll.get_by_label("Dice").fill("2d6")
        await roll.get_by_role("button", name="Roll").click()
        await expect(roll.get_by_role("status")).to_contain_text("against 2: it succeeds.")
        await expect(region(window, "Told last")).to_contain_text("climbing: 2d6")


async def test_an_order_is_given_by_a_form_of_its_own_fields_and_a_refusal_is_shown(table: Table) -> None:
    game_id = table.begin("tide-bell", "Mara")
    async with table.window(f"#/games/{game_id}/table") as window:
        orders = region(window, "Any order")
        await orders.get_by_label("Order").select_option(label="Advance time")
        await orders.get_by_label("Minutes").fill("30")
        await orders.get_by_role("button", name="Give it").click()
        await expect(orders.get_by_role("status")).to_contain_text("Done")
        await orders.get_by_label("Order").select_option(label="Take thing")
        await orders.get_by_role("combobox", name="Thing", exact=True).fill("the-moon")
        await orders.get_by_role("button", name="Give it").click()
        await expect(orders.locator(".failure")).to_be_visible()


async def test_an_order_takes_the_names_of_people_and_places_and_shows_no_ids(table: Table) -> None:
    game_id = table.begin("tide-bell", "Mara")
    async with table.window(f"#/games/{game_id}/table") as window:
        orders = region(window, "Any order")
        await orders.get_by_label("Order").select_option(label="Move person")
        person, place = (orders.get_by_role("combobox", name=name, exact=True) for name in ("Person", "Place"))
        offered = await person.evaluate("(field) => [...field.list.options].map((each) => each.value)")
        assert offered == ["Tove Marrick", "Ansel Dyce"]
        await person.fill("Tove Marrick")
        await place.fill("the causeway")
        await orders.get_by_role("button", name="Give it").click()
        await expect(orders.get_by_role("status")).to_contain_text("Done")
        await person.fill("Nobody Known")
        await orders.get_by_role("button", name="Give it").click()
        await expect(orders.locator(".failure")).not_to_contain_text("body.commands")
    assert table.api.container.turns().state(game_id).npc("tove").current_location_id == "causeway"


async def test_lists_and_parts_of_an_order_are_rows(table: Table) -> None:
    game_id = table.begin("last-boat", "Mara")
    async with table.window(f"#/games/{game_id}/table") as window:
        orders = region(window, "Any order")
        await orders.get_by_label("Order").select_option(label="Create person")
        await orders.locator("[name=name]").first.fill("Bettine Roe")
        await orders.locator("[name=description]").first.fill("A net-maker.")
        add = orders.get_by_role("button", name="Add to Aliases")
        for at, alias in enumerate(("the net-maker", "nobody", "Bett"), 1):
            await add.click()
            await orders.get_by_label(f"Aliases, {at}").fill(alias)
        await orders.get_by_role("button", name="Remove 2 of Aliases").click()
        await orders.get_by_role("button", name="Add to Topics").click()
        topic = orders.get_by_role("group", name="Topics")
        await topic.get_by_label("Name").fill("the nets")
        await topic.get_by_label("Text").fill("The nets were cut.")
        await orders.get_by_role("button", name="Give it").click()
        await expect(orders.get_by_role("status")).to_contain_text("Done")
        assert await orders.get_by_placeholder("JSON").count() == 0
    state = table.api.container.turns().state(game_id)
    made = next(npc for npc in state.sheet.npcs if npc.name == "Bettine Roe")
    assert list(made.aliases) == ["the net-maker", "Bett"]
    assert [topic.text for topic in made.topics] == ["The nets were cut."]


async def test_effects_have_the_fields_of_their_kind(table: Table) -> None:
    game_id = table.begin("last-boat", "Mara")
    async with table.window(f"#/games/{game_id}/table") as window:
        orders = region(window, "Any order")
        await orders.get_by_label("Order").select_option(label="Set timer")
        await orders.get_by_role("button", name="Add to Effects").click()
        kind = orders.get_by_label("Effects, 1: kind")
        await kind.select_option(label="Move thing")
        await expect(orders.get_by_role("combobox", name="Thing", exact=True)).to_be_visible()
        await kind.select_option(label="Pass time")
        await expect(orders.get_by_role("combobox", name="Thing", exact=True)).to_have_count(0)
        assert await window.overflow() <= 0


async def test_a_whisper_reaches_one_player_alone(browser: Browser, tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves")
    async with served(api) as server:
        table = Table(browser, server.url, api)
        game_id = table.begin("tide-bell", "Mara", "Odo")
        tokens = [api.token(game_id, "master"), api.token(game_id, "player"), api.token(game_id, "player", "player-2")]
        master, mara, odo = (f"#/games/{game_id}/{{}}?token={token}" for token in tokens)
        async with table.window(master.format("table")) as window:
            notes = region(window, "Notes")
            await notes.get_by_label("Note, or").fill("You smell smoke.")
            await notes.get_by_label("Who reads it").select_option(label="Odo alone")
            await notes.get_by_role("button", name="Keep it").click()
            await expect(notes.get_by_role("status")).to_have_text("Odo alone reads it.")
        async with table.window(odo.format("play")) as his, table.window(mara.format("play")) as hers:
            await expect(his.page.locator(".panel")).to_contain_text("You smell smoke.")
            await expect(hers.page.locator(".panel")).to_contain_text("Who is here")
            await expect(hers.page.locator("body")).not_to_contain_text("You smell smoke.")
            await expect(hers.page.get_by_role("link", name="Table")).to_have_count(0)


async def test_a_turn_that_was_taken_back_is_brought_back_with_its_line(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}") as window:
        await window.play("look")
        await window.page.get_by_role("button", name="Undo").click()
        await expect(window.turns).to_have_count(0)
        await window.page.get_by_role("button", name="Bring it back").click()
        await expect(window.turns).to_have_count(1)
        await expect(window.field).to_have_value("")


def text_of(path: Path) -> str:
    return path.read_text("utf-8")


async def test_the_story_is_saved_as_markdown_and_as_a_page_without_markup_of_players(table: Table) -> None:
    game_id = table.begin("tide-bell", "<b>Mara</b>")
    async with table.window(f"#/games/{game_id}") as window:
        await window.play("look *around* <i>here</i>")
        await window.page.get_by_role("link", name="Settings").click()
        texts = {}
        for name in ("The story as Markdown", "As a web page"):
            async with window.page.expect_download() as saving:
                await window.page.get_by_role("button", name=name).click()
            texts[name] = text_of(await (await saving.value).path())
    assert "\\*around\\* \\<i\\>here" in texts["The story as Markdown"]
    assert "<i>here" not in texts["As a web page"]
    assert "look *around* &lt;i&gt;here" in texts["As a web page"]


async def test_the_story_as_a_page_has_the_pictures_of_its_places_and_speakers(table: Table) -> None:
    game_id = table.begin("tide-bell", "Mara")
    scene = table.api.container.scenarios().load("tide-bell")
    for of in (scene.start_location, "tove", next(npc.id for npc in scene.npcs if npc.id != "tove")):
        table.api.container.pictures().add(game_id, of, picture_of(png()))
    async with table.window(f"#/games/{game_id}") as window:
        await window.play("talk to Tove")
        await window.page.get_by_role("link", name="Settings").click()
        async with window.page.expect_download() as saving:
            await window.page.get_by_role("button", name="As a web page").click()
        text = text_of(await (await saving.value).path())
    assert text.count('<img src="data:image/png;base64,') == 2
    assert 'alt="Tove Marrick"' in text
    async with table.window(size=PHONE, color_scheme="dark", bypass_csp=True) as window:
        await window.page.set_content(text)
        assert await window.overflow() <= 0
        look = await window.page.evaluate("getComputedStyle(document.documentElement).colorScheme")
        assert look == "light dark"


@pytest.mark.parametrize("size", SIZES)
async def test_nothing_is_wider_than_its_window(table: Table, size: tuple[int, int]) -> None:
    game_id = table.begin("tide-bell", "Mara", "Odo" + "w" * 50)
    async with table.window(f"#/games/{game_id}/table", size) as window:
        await expect(region(window, "Any order").get_by_label("Order")).to_be_visible()
        assert await window.overflow() <= 0


@pytest.mark.parametrize("size", AXE_SIZES)
async def test_axe_finds_nothing_serious(table: Table, size: tuple[int, int]) -> None:
    game_id = table.begin("tide-bell", "Mara", "Odo")
    async with table.window(f"#/games/{game_id}/table", size, bypass_csp=True, reduced_motion="reduce") as window:
        await expect(region(window, "Any order").get_by_label("Order")).to_be_visible()
        assert await window.findings() == []
