"""Turns that take their time, and connections that break."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Route, expect
from typing_extensions import override

from app.interfaces.agents.narrator import INarrator, Narration, NarrationContext
from tests.browser.pages import Table
from tests.integration.api.asking import new_api, served

PIECES = ("The water comes in ", "over the stones, ", "as it does each day.")


class Slow(INarrator):
    """Tells a piece whenever it is let."""

    model, mode, tools_tokens = "slow", "given", 0

    def __init__(self) -> None:
        self.steps = asyncio.Semaphore(0)

    @override
    async def narrate(self, context: NarrationContext) -> Narration:
        for piece in PIECES:
            await self.steps.acquire()
            context.show(piece)
        await self.steps.acquire()
        return Narration.of("".join(PIECES))

    def let(self, steps: int = 1) -> None:
        for _ in range(steps):
            self.steps.release()


@pytest.fixture
def narrator() -> Slow:
    return Slow()


@pytest.fixture
async def slow_table(browser: Browser, narrator: Slow, tmp_path: Path) -> AsyncIterator[Table]:
    api = new_api(tmp_path / "saves", narrator, tokens_required=False)
    async with served(api) as server:
        yield Table(browser, server.url, api)


async def test_text_comes_by_phrases_and_what_is_typed_meanwhile_waits(slow_table: Table, narrator: Slow) -> None:
    game_id = slow_table.begin()
    async with slow_table.window(f"#/games/{game_id}/play") as window:
        await window.field.fill("wait")
        await window.field.press("Enter")
        narrator.let(2)
        telling = window.page.locator(".telling")
        await expect(telling).to_contain_text("The water comes in over the stones,")
        await expect(telling.locator(".tail")).to_have_text("over the stones, ")
        await expect(window.page.locator(".chips")).to_have_count(0)
        await window.field.fill("wait longer")
        await window.field.press("Enter")
        await expect(window.page.locator(".said")).to_contain_text("1 line waits.")
        narrator.let(6)
        await expect(window.turns).to_have_count(2)
        await expect(window.turn(2).locator(".line")).to_contain_text("wait longer")


async def test_a_stream_is_stopped_and_what_was_told_stays(slow_table: Table, narrator: Slow) -> None:
    game_id = slow_table.begin()
    async with slow_table.window(f"#/games/{game_id}/play") as window:
        await window.field.fill("wait")
        await window.field.press("Enter")
        narrator.let()
        await expect(window.page.locator(".telling")).to_contain_text("The water comes in")
        await window.field.press("Escape")
        await expect(window.turn(1)).to_contain_text("The water comes in")
        await expect(window.turn(1).locator(".stopped")).to_have_text("stopped here")


async def test_a_line_whose_connection_breaks_is_sent_again_and_played_once(table: Table) -> None:
    game_id = table.begin()
    keys: list[str | None] = []

    async def broken(route: Route) -> None:
        keys.append(route.request.headers.get("idempotency-key"))
        if len(keys) == 1:  # it arrives, and the answer is lost
            await route.fetch()
            await route.abort()
        else:
            await route.continue_()

    async with table.window(f"#/games/{game_id}/play") as window:
        await window.rest()
        await window.page.route("**/turns", broken)
        await window.field.fill("talk to Tove")
        await window.field.press("Enter")
        await expect(window.turn(1)).to_contain_text("A lean woman")
        await expect(window.page.locator(".telling")).to_have_count(0)
        await window.page.unroute("**/turns")
        await window.play("look")
        await expect(window.turns).to_have_count(2)
    assert len(keys) == 2
    assert len(set(keys)) == 1
    assert None not in keys


async def test_what_happens_while_nobody_is_connected_is_there_afterwards(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window, table.api.client() as other:
        await window.play("look")
        await window.page.context.set_offline(True)
        await window.page.evaluate("dispatchEvent(new Event('offline'))")
        for line in ("talk to Tove", "ask Tove about the bell"):
            await other.post(f"/v1/games/{game_id}/turns", json={"text": line})
        await window.page.context.set_offline(False)
        await expect(window.turns).to_have_count(3)
        await expect(window.turn(3)).to_contain_text("Three nights it has not rung.")


async def test_without_a_connection_words_are_kept_and_sent_later(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window:
        await window.rest()
        await window.page.context.set_offline(True)
        await window.field.fill("talk to Tove")
        await window.field.press("Enter")
        await expect(window.page.locator(".said")).to_contain_text("Your words are kept")
        await window.page.context.set_offline(False)
        await expect(window.turn(1)).to_contain_text("A lean woman")


async def test_a_problem_is_one_sentence_and_the_line_is_back(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/play") as window:
        await window.rest()
        problem = (
            '{"type": "urn:talekeeper:problem:model-unavailable", "title": "x", "status": 503, "detail": "No model."}'
        )
        await window.page.route(
            "**/turns", lambda route: route.fulfill(status=503, content_type="application/problem+json", body=problem)
        )
        await window.field.fill("look")
        await window.field.press("Enter")
        await expect(window.page.get_by_role("alert")).to_contain_text("No model.")
        await expect(window.field).to_have_value("look")


@pytest.mark.parametrize("how", ["again", "edit"])
async def test_what_is_told_anew_streams_and_stops_as_a_new_line_does(
    slow_table: Table, narrator: Slow, how: str
) -> None:
    game_id = slow_table.begin()
    async with slow_table.window(f"#/games/{game_id}/play") as window:
        await window.field.fill("wait")
        await window.field.press("Enter")
        narrator.let(4)
        await window.rest()
        if how == "again":
            await window.turn(1).hover()
            await window.turn(1).get_by_role("button", name="Again", exact=True).click()
        else:
            await window.field.press("ArrowUp")
            await window.page.get_by_label("Other words for turn 1").fill("wait for the boat")
            await window.page.get_by_role("button", name="Play it here").click()
        narrator.let(2)
        telling = window.page.locator(".telling")
        await expect(telling).to_contain_text("The water comes in over the stones,")
        await expect(telling.locator(".tail")).to_have_text("over the stones, ")
        await window.page.get_by_role("button", name="Stop").click()
        await expect(window.turn(1).locator(".stopped")).to_have_text("stopped here")
        await expect(window.turn(1)).not_to_contain_text("as it does each day.")
        await expect(window.turns).to_have_count(1)
