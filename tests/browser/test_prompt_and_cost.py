"""The views Prompt and Cost: why a line was shown to a model, what was left out, what it took and what it cost."""

import pytest
from playwright.async_api import Locator, expect

from app.events.commands import AddMemoryCommand
from app.models.memory import Scope
from app.models.spend import Spend
from app.services.ai import context_service
from app.testing import small_sheet
from tests.browser.pages import AXE_SIZES, SIZES, Table, Window
from tests.browser.test_reading import HOSTILE

pytestmark = pytest.mark.long

KEYS = ("The silver key lies under the third barrel.", "The silver key opens the gate of the tower.")


async def played(table: Table, *lines: str, scenario: str = "tide-bell") -> str:
    """A game in which these lines were typed; all that waits is done."""
    game_id = table.begin(scenario)
    turns = table.api.container.turns()
    for line in lines:
        await turns.take_turn(game_id, line)
    await turns.settle(game_id)
    return game_id


async def about_a_key(table: Table, *, asked: str = "where is the silver key?") -> str:
    """A game whose third turn recalls what the world remembers of a key."""
    game_id = table.begin()
    turns = table.api.container.turns()
    for text in KEYS:
        await turns.execute(game_id, AddMemoryCommand(scope=Scope.world(), text=text))
    await turns.take_turn(game_id, asked)
    return game_id


async def spent(table: Table, *spends: Spend) -> str:
    """A game in whose turns models cost that much."""
    game_id = table.begin()
    turns = table.api.container.turns()
    turns.settle_in_background = False
    session = table.api.container.library().open(game_id)
    for spend in spends:
        await turns.take_turn(game_id, "look")
        meter = session.open_meter(turns.caps)
        meter.add(spend)
        await session.close_meters(meter)
    return game_id


def block(window: Window, name: str) -> Locator:
    return window.page.locator(".prompt-blocks").get_by_role("button", name=name)


async def test_a_recalled_memory_stands_in_the_prompt_with_its_reason_and_the_parts_of_its_score(table: Table) -> None:
    game_id = await about_a_key(table)
    async with table.window(f"#/games/{game_id}/prompt") as window:
        await expect(window.page.locator(".view-title")).to_have_text(
            "What a narrator is shown for “where is the silver key?”"
        )
        await expect(window.page.locator(".under")).to_contain_text("The rules told it and read no prompt")
        await expect(block(window, "Recalled")).to_have_attribute("aria-pressed", "true")
        line = window.page.locator(".lines .line", has_text=KEYS[0])
        await expect(line).to_contain_text("the world, Day 1")
        await expect(line.locator(".line-why")).to_contain_text("words “silver”, “key”")
        await expect(line.locator(".line-ids")).to_have_text("world-001")
        assert await line.locator(".score-bar i").count() > 2


async def test_what_was_left_out_is_there_with_its_words_and_the_true_reason(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context_service, "RECALL_TOKENS", 45)
    game_id = await about_a_key(table)
    async with table.window(f"#/games/{game_id}/prompt?turn=3") as window:
        left_out = window.page.locator(".left-out .gone-list")
        await expect(left_out).to_contain_text("Recalled: 1 of 2 lines.")
        await expect(left_out).to_contain_text("No more than 45 tokens are kept for it")
        await expect(window.page.locator(".left-out")).not_to_contain_text("want of room")
        await expect(left_out.locator("li")).to_contain_text("The silver key")


async def test_a_reader_steps_from_prompt_to_prompt_and_the_secrets_stay_shut(table: Table) -> None:
    game_id = await played(table, "look", "talk to Tove", "ask Tove about the bell")
    async with table.window(f"#/games/{game_id}/prompt") as window:
        title = window.page.locator(".view-title")
        await expect(title).to_contain_text("ask Tove about the bell")
        await window.page.get_by_role("button", name="Turn 2").click()
        await expect(title).to_contain_text("talk to Tove")
        await expect(window.page.get_by_role("button", name="Turn 3")).to_be_visible()
        await window.page.keyboard.press("Enter")  # the button has kept the focus
        await expect(title).to_contain_text("look")
        await window.page.get_by_role("button", name="Turn 2").click()
        await block(window, "Instructions").click()
        detail = window.page.locator(".prompt-detail")
        await expect(detail).to_contain_text("hold the story’s secrets")
        await expect(detail).not_to_contain_text("You are")
        await detail.get_by_role("button", name="Show them").click()
        await expect(detail).to_contain_text("You are")
        await block(window, "Conversation").click()
        await expect(detail.locator(".line").first).to_contain_text("Mara: look")


async def test_the_parts_of_the_budget_add_up_in_words(table: Table) -> None:
    game_id = await played(table, "look")
    async with table.window(f"#/games/{game_id}/prompt") as window:
        await expect(window.page.locator(".totals")).to_have_count(1)
        tokens = await window.page.locator(".prompt-blocks .tokens").all_text_contents()
        taken = sum(int(each.replace(",", "")) for each in tokens)
        await expect(window.page.locator(".totals")).to_have_text(
            f"{taken:,} of 6,000 taken, 800 kept for the answer, {6_000 - 800 - taken:,} free."
        )


async def test_a_game_without_a_line_and_a_turn_that_never_was_say_so(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/prompt") as window:
        await expect(window.page.locator("main")).to_contain_text("No prompt yet")
        await window.page.goto(f"{table.url}/#/games/{game_id}/prompt?turn=9")
        await expect(window.page.get_by_role("alert")).to_contain_text("turn 9")
        await window.page.goto(f"{table.url}/#/games/{game_id}/prompt?turn=x")
        await expect(window.page.get_by_role("alert")).to_have_text("There is no such turn in this game.")
        await window.page.goto(f"{table.url}/#/games/{game_id}/cost")
        await expect(window.page.locator("main")).to_contain_text("Nothing yet.")


async def test_the_prompt_of_a_turn_long_ago_is_shown_without_loading_all_turns_since(table: Table) -> None:
    game_id = await played(table, "look", "talk to Tove", *["look"] * 60)
    async with table.window(f"#/games/{game_id}/prompt?turn=2") as window:
        await expect(window.page.locator(".view-title")).to_contain_text("talk to Tove")
        await expect(window.page.locator(".prompt-steps button")).to_have_text(["Turn 1", "Turn 3", "Copy"])
        asked = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('cursor=')).length"
        assert await window.page.evaluate(asked) == 0


async def test_players_are_offered_neither_view(table: Table) -> None:
    game_id = await played(table, "look")
    token = table.api.token(game_id, "player")
    async with table.window(f"#/games/{game_id}/play?token={token}") as window:
        await expect(window.page.locator(".views a")).to_have_text(["Play", "Settings"])
        await window.page.goto(f"{table.url}/#/games/{game_id}/prompt")
        await expect(window.page.locator("main")).to_contain_text("Prompt is the game master’s")
        await window.page.get_by_role("link", name="To the story").click()
        await expect(window.turn(1)).to_be_visible()


async def test_hostile_texts_of_a_prompt_stay_text(table: Table) -> None:
    sheet = small_sheet()
    place = sheet.locations[0].model_copy(update={"name": "<i>Market</i>", "description": HOSTILE})
    changed = sheet.model_copy(update={"opening": HOSTILE, "locations": (place, *sheet.locations[1:])})
    game_id = table.api.begin("<b>Mara</b>", sheet=changed)
    turns = table.api.container.turns()
    await turns.take_turn(game_id, f"say the key {HOSTILE}")
    await turns.take_turn(game_id, "where is the key?")
    async with table.window(f"#/games/{game_id}/prompt") as window:
        detail = window.page.locator(".prompt-detail")
        for name in ("Place and ways", "The player’s line", "Conversation"):
            await block(window, name).click()
            await expect(detail.locator("h3")).to_have_text(name)
            assert await window.page.locator("main :is(img, script)").count() == 0
        await expect(detail).to_contain_text("<img src=x onerror=")
        assert "taken" not in await window.page.title()


async def test_offline_cost_shows_what_prompts_would_have_been_as_columns_and_as_a_table(table: Table) -> None:
    game_id = await played(table, "look", "talk to Tove", "ask Tove about the bell")
    async with table.api.client() as client:
        sizes = (await client.get(f"/v1/games/{game_id}/prompts")).json()["items"]
    async with table.window(f"#/games/{game_id}/cost") as window:
        await expect(window.page.locator(".under")).to_have_text(
            "Nothing: no model was asked. With one, its prompts would have been as below."
        )
        await expect(window.page.locator(".chart canvas")).to_be_visible()
        await window.page.get_by_role("button", name="Read as a table").click()
        rows = window.page.locator('[aria-label="Tokens by turn"] tbody tr')
        await expect(rows).to_have_count(3)
        for size, row in zip(sizes, await rows.all(), strict=True):
            shares = [size["shares"][name] for name in ("memory", "said", "state", "fixed")]
            await expect(row.locator("th, td")).to_have_text(
                [f"{each:,}" for each in (size["turn"], *shares, size["tokens"])]
            )
        await rows.first.get_by_role("link").click()
        await expect(window.page.locator(".view-title")).to_contain_text("ask Tove about the bell")


async def test_a_turn_that_is_played_meanwhile_is_measured_too(table: Table) -> None:
    game_id = await played(table, "look")
    async with table.window(f"#/games/{game_id}/cost") as window:
        await window.page.get_by_role("button", name="Read as a table").click()
        rows = window.page.locator('[aria-label="Tokens by turn"] tbody tr')
        await expect(rows).to_have_count(1)
        async with table.api.client() as client:
            await client.post(f"/v1/games/{game_id}/turns", json={"text": "talk to Tove"})
        await expect(rows).to_have_count(2)


async def test_what_models_cost_is_told_by_turn_by_who_asked_and_in_all(table: Table) -> None:
    game_id = await spent(
        table,
        Spend(calls=1, input_tokens=1_000, output_tokens=100, cost=0.002),
        Spend(calls=2, input_tokens=2_500, output_tokens=150, cost=0.005),
    )
    async with table.window(f"#/games/{game_id}/cost") as window:
        figures = window.page.locator(".figures dd")
        await expect(figures.first).to_have_text("3")
        assert (await figures.all_text_contents())[1:4] == ["3,500", "250", "$0.0070"]
        await expect(window.page.locator(".legend")).to_contain_text("spent, in and out")
        who = window.page.locator('[aria-label="Who asked"] tbody tr').first
        await expect(who.locator("th, td")).to_have_text(["What came to nothing", "3", "3,500", "250", "$0.0070"])
        await expect(window.page.locator(".caps")).to_contain_text("12 calls of models in one turn")
        await window.page.get_by_role("button", name="Read as a table").click()
        newest = window.page.locator('[aria-label="Tokens by turn"] tbody tr').first
        assert (await newest.locator("td").all_text_contents())[-5:] == ["2", "2,500", "150", "2,650", "$0.0050"]


async def test_the_plotting_library_is_loaded_by_the_view_that_draws_with_it_alone(table: Table) -> None:
    game_id = await played(table, "look")
    async with table.window(f"#/games/{game_id}/prompt") as window:
        await expect(block(window, "Instructions")).to_be_visible()
        loaded = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('uplot')).length"
        assert await window.page.evaluate(loaded) == 0
        await window.page.goto(f"{table.url}/#/games/{game_id}/cost")
        await expect(window.page.locator(".chart canvas")).to_be_visible()
        assert await window.page.evaluate(loaded) == 2


async def test_a_turn_says_how_much_it_was_told_from_before_anybody_looks_into_it(table: Table) -> None:
    game_id = await played(table, "say I promise to ring it once for Henrik", "look", "ask Tove about what I promised")
    async with table.window(f"#/games/{game_id}/play") as window:
        await expect(window.turn(3).locator(".remembered")).to_contain_text("remembered")
        await expect(window.turn(2).locator(".remembered")).to_have_count(0)


async def test_neither_view_is_wider_than_its_window(table: Table) -> None:
    game_id = await about_a_key(table, asked="where is the silver key? " + "w" * 200)
    for size in SIZES:
        async with table.window(f"#/games/{game_id}/prompt", size) as window:
            await expect(block(window, "Recalled")).to_be_visible()
            assert await window.overflow() <= 0, size
            for name in ("Conversation", "People present"):
                await block(window, name).click()
                assert await window.overflow() <= 0, (size, name)
            await window.page.goto(f"{table.url}/#/games/{game_id}/cost")
            await expect(window.page.locator(".chart canvas")).to_be_visible()
            assert await window.overflow() <= 0, size
            await window.page.get_by_role("button", name="Read as a table").click()
            assert await window.overflow() <= 0, size


@pytest.mark.parametrize("size", AXE_SIZES)
async def test_axe_finds_nothing_serious_in_either_view(
    table: Table, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context_service, "RECALL_TOKENS", 45)
    game_id = await about_a_key(table)
    path = f"#/games/{game_id}/prompt"
    async with table.window(path, size, bypass_csp=True, reduced_motion="reduce") as window:
        await expect(block(window, "Recalled")).to_be_visible()
        assert await window.findings() == []
        for name in ("Instructions", "Conversation", "Place and ways"):
            await block(window, name).click()
            assert await window.findings() == []
        await window.page.goto(f"{table.url}/#/games/{game_id}/cost")
        await expect(window.page.locator(".chart canvas")).to_be_visible()
        await expect(window.page.locator(".measuring")).to_be_empty()
        assert await window.findings() == []
        await window.page.get_by_role("button", name="Read as a table").click()
        assert await window.findings() == []
