"""Playing on the page, by clicking and by typing."""

from pathlib import Path

from playwright.async_api import Browser, Locator, expect

from app.testing import small_sheet
from tests.browser.pages import PHONE, Table
from tests.integration.api.asking import ADMIN, new_api, served


async def test_a_game_begins_with_one_click_and_is_played_by_clicking(table: Table) -> None:
    async with table.window() as window:
        await window.page.get_by_role("button", name="Begin", exact=True).first.click()
        await expect(window.page.locator(".opening")).to_contain_text("The ferry puts you off")
        await window.tap("the bell", group="Ask Tove Marrick")
        await expect(window.turn(1)).to_contain_text("Three nights it has not rung.")
        await expect(window.turn(1).locator(".change")).to_have_text("! quest begun: The Silent Bell")
        await expect(window.page.locator(".panel")).to_contain_text("Find the missing clapper")
        await window.tap("the slip", group="Go")
        await expect(window.turn(2).locator(".scene")).to_have_text("The Causeway")
        await expect(window.page.locator(".panel h2")).to_have_text("The Causeway")


async def test_a_line_is_typed_and_its_turn_shows_when_it_was(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window:
        await window.play("say I promise to ring it once for Henrik")
        await expect(window.turn(1).locator(".line")).to_contain_text("say I promise to ring it once for Henrik")
        await expect(window.turn(1).locator("time")).to_have_text("15:31")
        await expect(window.field).to_have_value("")


async def test_the_story_shows_a_line_of_two_scenes_once_and_what_was_told_in_each(table: Table) -> None:
    """Also when it is read anew, and after it was taken back and played again."""
    line = "go to the inn and tell Mara that the bell is silent"
    game_id = table.api.begin("Élan", sheet=small_sheet())
    async with table.window(f"#/games/{game_id}/play") as window:
        for _ in range(2):
            await window.play(line)
            for _ in range(2):
                await expect(window.turn(1).locator(".line")).to_have_count(1)
                await expect(window.turn(1).locator(".line")).to_contain_text(line)
                await expect(window.turn(1)).to_contain_text("Smoke and warm light.")
                shown = await window.turn(1).inner_text()
                assert shown.count("tell Mara") == 1
                assert shown.count("Smoke and warm light.") == 1
                await window.page.reload()
                await window.rest()
            await window.field.fill("/undo")
            await window.field.press("Enter")
            await expect(window.turns).to_have_count(0)


async def test_what_is_listed_gives_way_to_chips_unless_it_is_all_that_is_told(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window:
        await window.play("look")
        await expect(window.turn(1)).to_contain_text("Tarred planks")
        await expect(window.turn(1)).not_to_contain_text("Ways from here")


async def test_words_that_repeat_lead_to_where_they_were_said(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window:
        await window.play("say I promise to ring it once for Henrik")
        await window.play("look")
        await window.play("ask Tove about what I promised")
        thread = window.turn(3).locator(".thread")
        await expect(thread).to_contain_text("I promise to ring it once for Henrik.")
        await thread.click()
        source = window.page.locator(".source")
        await expect(source).to_contain_text("Mara: say I promise to ring it once for Henrik")
        await source.get_by_role("button", name="Go to turn 1").click()
        await expect(window.page.locator(".turn.sought")).to_have_attribute("data-turn", "1")


async def test_undo_twice_is_brought_back_twice_and_only_the_last_line_waits_to_be_replaced(table: Table) -> None:
    async with table.playing(PHONE) as window:
        for line in ("look", "wait"):
            await window.play(line)
        undo, back = (window.page.get_by_role("button", name=name) for name in ("Undo the last turn", "Bring it back"))
        await undo.click()
        await expect(window.field).to_have_value("wait")
        await window.story.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
        await window.painted()
        assert await _is_uncovered(undo)
        await undo.click()
        await expect(window.turns).to_have_count(0)
        await expect(window.field).to_have_value("look")
        await window.painted()
        await window.page.keyboard.type("go")
        await expect(window.field).to_have_value("go")
        await back.click()
        await expect(window.turns).to_have_count(1)
        await expect(window.page.locator(".said")).to_contain_text("Taken back: “wait”")
        await back.click()
        await expect(window.turns).to_have_count(2)
        await expect(back).to_have_count(0)
        await expect(window.field).to_have_value("go")
        await expect(window.field).to_be_focused()


async def _is_uncovered(button: Locator) -> bool:
    """Whether a click on each end of a button meets it."""
    seen: bool = await button.evaluate(
        """(button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect();
          return [left + 2, right - 2].every((x) => button.contains(document.elementFromPoint(x, (top + bottom) / 2)));
        }"""
    )
    return seen


async def test_what_can_be_done_with_a_turn_hides_nothing_of_its_line(table: Table) -> None:
    async with table.playing() as window:
        await window.play("say I have walked along the sands since noon, and nobody has met me on the way here")
        turn = window.turns.last
        await turn.hover()
        deeds, line = [await turn.locator(name).bounding_box() for name in (".deeds", ".line")]
        assert deeds is not None
        assert line is not None
        assert deeds["y"] + deeds["height"] <= line["y"] + 4
        assert await _is_uncovered(turn.get_by_role("button", name="Edit"))


async def test_a_turn_that_tells_nothing_leaves_no_row(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}") as window, table.api.client() as master:
        await window.play("look")
        note = {"kind": "add_note", "text": "Tove is tired.", "for_master": True}
        await master.post(f"/v1/games/{game_id}/commands", json={"commands": [note]})
        await window.play("wait")
        await expect(window.turn(3)).to_be_visible()
        await expect(window.turn(2)).to_have_count(0)


async def test_undo_takes_the_turn_back_and_gives_the_line_back(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window:
        await window.play("look")
        await window.play("talk to Tove")
        await window.page.get_by_role("button", name="Undo").click()
        await expect(window.turns).to_have_count(1)
        await expect(window.field).to_have_value("talk to Tove")
        await expect(window.page.locator(".said")).to_contain_text("Taken back: “talk to Tove”")


async def test_the_orders_that_the_help_names_take_back_and_play_again(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window:
        await window.play("look")
        await window.play("talk to Tove")
        await window.field.fill("/retry")
        await window.field.press("Enter")
        await window.rest()
        await expect(window.turns).to_have_count(2)
        await window.field.fill("/undo")
        await window.field.press("Enter")
        await expect(window.turns).to_have_count(1)
        await expect(window.field).to_have_value("talk to Tove")


async def test_a_line_is_edited_in_its_place(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window:
        await window.play("look")
        await window.play("ask Tove about the bell")
        await window.field.press("ArrowUp")
        await window.page.get_by_label("Other words for turn 2").fill("ask Tove about Henrik")
        await window.page.get_by_role("button", name="Play it here").click()
        await expect(window.turn(2).locator(".line")).to_contain_text("ask Tove about Henrik")
        await expect(window.turns).to_have_count(2)


async def test_a_line_is_edited_as_a_branch_and_the_game_stays(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window:
        await window.play("look")
        await window.play("ask Tove about the bell")
        await window.turn(2).hover()
        await window.turn(2).get_by_role("button", name="Edit").click()
        await window.page.get_by_label("Other words for turn 2").fill("ask Tove about the tide")
        await window.page.get_by_role("button", name="As a branch").click()
        await expect(window.turn(2).locator(".line")).to_contain_text("ask Tove about the tide")
        assert game_id not in window.page.url
        await window.page.goto(f"{table.url}/#/games/{game_id}/play")
        await expect(window.turn(2).locator(".line")).to_contain_text("ask Tove about the bell")


async def test_again_plays_the_last_line_once_more(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window:
        await window.play("talk to Tove")
        await window.turn(1).hover()
        await window.turn(1).get_by_role("button", name="Again", exact=True).click()
        await window.rest()
        await expect(window.turns).to_have_count(1)
        await expect(window.turn(1).locator(".line")).to_contain_text("talk to Tove")


async def test_two_windows_show_the_same_game(table: Table) -> None:
    game_id = table.begin("tide-bell", "Mara", "Odo")
    token = table.api.token(game_id, "player", "player-2")
    async with (
        table.window(f"#/games/{game_id}/play") as own,
        table.window(f"#/games/{game_id}/play?token={token}") as other,
    ):
        await expect(other.field).to_have_attribute("placeholder", "What does Odo do or say?")
        assert token not in other.page.url
        await own.play("look")
        await expect(other.turn(1).locator(".line")).to_contain_text("Mara")
        await other.play("talk to Tove")
        await expect(own.turn(2).locator(".line")).to_contain_text("Odo")


async def test_a_chip_teaches_its_sentence_with_alt(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window:
        await window.page.locator(".chip", has_text="Henrik").click(modifiers=["Alt"])
        await expect(window.field).to_have_value("ask Tove Marrick about Henrik")
        await expect(window.turns).to_have_count(0)


async def test_the_map_is_one_stop_and_arrows_go_to_places(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window:
        stops = window.page.locator(".map .place[tabindex='0']")
        await expect(stops).to_have_count(1)
        await stops.focus()
        await window.page.keyboard.press("ArrowRight")
        await expect(window.page.locator(".map .place:focus")).to_contain_text("Boiling House")
        await window.page.keyboard.press("Enter")
        await expect(window.turn(1).locator(".scene")).to_have_text("Boiling House")


async def test_keys_choose_turns_open_the_panel_and_take_back(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window:
        await window.play("look")
        await window.play("talk to Tove")
        await window.page.locator(".scroller").focus()
        await window.page.keyboard.press("[")
        await window.page.keyboard.press("r")
        await expect(window.page.locator(".panel h2")).to_have_text("For “look”")
        await window.page.keyboard.press("u")
        await expect(window.turns).to_have_count(1)


async def test_the_small_scenario_is_played_to_its_end_by_clicking_and_typing(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window:
        await window.tap("the bell", group="Ask Tove Marrick")
        await window.play("say I promise to ring it once for Henrik")
        await window.tap("herring bucket", group="Take")
        await window.tap("the cinder path", group="Go")
        await window.tap("ash heap", group="Look at")
        await window.tap("the clapper", group="Ask Ansel Dyce")
        await window.play("take the clapper")
        await window.tap("the door", group="Go")
        await window.tap("the slip", group="Go")
        await window.tap("bull seal", group="Face")
        await window.tap("the last stones", group="Go")
        await window.tap("clapper", group="Use")
        await window.play("go south")
        await window.play("go south")
        await window.tap("the three strokes", group="Ask Tove Marrick")
        ended = window.page.locator(".ended")
        await expect(ended).to_contain_text("The story has ended. You can still play on.")
        await expect(ended.get_by_role("button", name="Undo the last turn")).to_be_visible()
        await expect(ended.get_by_role("link", name="begin a new game")).to_be_visible()
        await expect(window.page.locator(".panel")).to_contain_text("1 quest done")
        changes = window.turns.last.locator(".change")
        assert [text for text in await changes.all_text_contents() if text.startswith("✓")] != []


async def test_a_server_that_asks_for_tokens_lets_in_who_has_one(browser: Browser, tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves")
    async with served(api) as server:
        table = Table(browser, server.url, api)
        game_id = table.begin()
        async with table.window() as window:
            for token, is_let_in in (("nothing", False), (ADMIN, True)):
                await window.page.get_by_label("Token").fill(token)
                await window.page.get_by_role("button", name="Sign in").click()
                wrong = window.page.get_by_role("alert")
                await (expect(wrong).to_have_count(0) if is_let_in else expect(wrong).to_be_visible())
            await window.page.get_by_role("link", name="Go on").click()
            await window.play("look")
        async with table.window(f"#/games/{game_id}/play?token={api.token(game_id, 'viewer')}") as window:
            await expect(window.turn(1)).to_contain_text("Tarred planks")
            await expect(window.page.locator("textarea, .chips")).to_have_count(0)
