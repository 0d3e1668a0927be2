"""What a model told: again with a wish, chosen among several, gone on with, in other words."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect
from typing_extensions import override

from app.interfaces.agents.narrator import INarrator, Narration, NarrationContext
from app.models.messages.passage import Passage
from tests.browser.pages import PHONE, WIDE, Table
from tests.integration.api.asking import new_api, served

pytestmark = pytest.mark.long


class Counting(INarrator):
    """Tells how often it was asked; Tove says so too."""

    model, mode, tools_tokens = "counting", "given", 0

    def __init__(self) -> None:
        self.asked = 0
        self.wishes: list[str] = []

    @override
    async def narrate(self, context: NarrationContext) -> Narration:
        self.asked += 1
        self.wishes.append((await context.prompt()).player_line)
        text = f"The rail ticks for the {self.asked}. time."
        context.show(text)
        context.tell(Passage(text), is_shown=True)
        return Narration((Passage.speech("tove", f"That makes {self.asked}."),))


@pytest.fixture
def narrator() -> Counting:
    return Counting()


@pytest.fixture
async def counting_table(browser: Browser, narrator: Counting, tmp_path: Path) -> AsyncIterator[Table]:
    api = new_api(tmp_path / "saves", narrator, tokens_required=False)
    async with served(api) as server:
        yield Table(browser, server.url, api)


@pytest.mark.parametrize("size", [WIDE, PHONE])
async def test_an_answer_is_asked_for_again_with_a_wish_and_the_first_one_chosen(
    counting_table: Table, narrator: Counting, size: tuple[int, int]
) -> None:
    async with counting_table.playing(size) as window:
        await window.play("listen")
        turn = window.turn(1)
        await turn.click()
        await turn.get_by_role("button", name="Again, but").click()
        await expect(window.page.get_by_label("How shall it be told?")).to_be_focused()
        await window.page.get_by_label("How shall it be told?").fill("shorter")
        await turn.get_by_role("button", name="Again", exact=True).click()
        await expect(turn).to_contain_text("for the 2. time")
        assert "shorter" in narrator.wishes[-1]
        await expect(turn.get_by_role("group", name="Answers")).to_contain_text("Answer 2 of 2")
        await expect(turn.get_by_role("button", name="The next answer")).to_be_disabled()
        await turn.get_by_role("button", name="The answer before").click()
        await expect(turn).to_contain_text("for the 1. time")
        await expect(turn.get_by_role("group", name="Answers")).to_contain_text("Answer 1 of 2")
        await window.page.reload()
        await expect(window.turn(1).get_by_role("group", name="Answers")).to_contain_text("Answer 1 of 2")
        assert await window.findings() == []
        assert await window.overflow() == 0


async def test_the_narrator_goes_on_without_a_line(counting_table: Table) -> None:
    async with counting_table.playing() as window:
        await window.play("listen")
        await window.page.get_by_role("button", name="Continue").click()
        await expect(window.turn(2)).to_contain_text("for the 2. time")
        await expect(window.turn(2).locator(".line")).to_have_count(0)
        await expect(window.page.get_by_role("button", name="Continue")).to_be_visible()
        await window.field.fill("wait")
        await expect(window.page.get_by_role("button", name="Continue")).to_have_count(0)


@pytest.mark.parametrize("size", [WIDE, PHONE])
async def test_the_words_of_the_model_are_changed_and_what_came_after_goes(
    counting_table: Table, size: tuple[int, int]
) -> None:
    async with counting_table.playing(size) as window:
        await window.play("listen")
        await window.play("listen again")
        turn = window.turn(1)
        await turn.click()
        await turn.get_by_role("button", name="Its words").click()
        await turn.get_by_role("button", name="Tove Marrick", exact=True).click()
        field = window.page.get_by_label("What Tove Marrick says")
        await expect(field).to_have_value("That makes 1.")
        assert await window.findings() == []
        await field.fill("I have not counted.")
        await turn.get_by_role("button", name="Save").click()
        await expect(turn).to_contain_text("I have not counted.")
        await expect(turn).not_to_contain_text("That makes 1.")
        await expect(window.turns).to_have_count(1)
        assert await window.overflow() == 0


async def test_nobody_is_offered_to_go_on_where_rules_narrate(table: Table) -> None:
    async with table.playing() as window:
        await window.play("look")
        await expect(window.page.get_by_role("button", name="Continue")).to_have_count(0)
        await window.turn(1).click()
        await expect(window.turn(1).get_by_role("button", name="Again, but")).to_have_count(0)
