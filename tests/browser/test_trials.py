"""A model put to trial in the browser: what it is at, each result as it comes, and stopping it."""

from collections.abc import Iterator

import pytest
from playwright.async_api import Locator, expect
from pydantic_ai import models

from tests.browser.pages import AXE_SIZES, Table, Window
from tests.integration.wire.acting_models import model
from tests.integration.wire.server import FakeServer, hangs, says

pytestmark = pytest.mark.long


@pytest.fixture
def fake() -> Iterator[FakeServer]:
    found = FakeServer()
    with models.override_allow_model_requests(True):
        yield found
    found.released.set()
    found.stop()


async def form_for(window: Window, fake: FakeServer) -> Locator:
    form = window.page.get_by_role("region", name="Who tells the story")
    await form.get_by_role("button", name="A model", exact=True).click()
    await form.get_by_label("Model", exact=True).fill("fake")
    await form.get_by_label("Address").fill(fake.url)
    return form


async def test_each_result_is_shown_as_it_comes_and_the_report_at_the_end(table: Table, fake: FakeServer) -> None:
    fake.steps = model()
    async with table.window(f"#/games/{table.begin()}/settings") as window:
        form = await form_for(window, fake)
        await form.get_by_role("button", name="Put it to trial").click()
        await expect(form.get_by_role("status").filter(has_text="of 10: it ")).to_be_visible()
        report = form.get_by_role("region", name="The report of the trial")
        await expect(report.get_by_role("status")).to_have_text("It can be the game master: “With tools”.")
        await expect(report).to_contain_text("10 situations of 10 as it should be")
        await report.get_by_role("button", name="Choose that").click()
        await expect(form.get_by_role("button", name="With tools")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("size", AXE_SIZES)
async def test_a_trial_is_stopped(table: Table, fake: FakeServer, size: tuple[int, int]) -> None:
    fake.steps = [says("Yes."), *[hangs()] * 4]
    window_of = table.window(f"#/games/{table.begin()}/settings", size, bypass_csp=True, reduced_motion="reduce")
    async with window_of as window:
        form = await form_for(window, fake)
        await form.get_by_role("button", name="Put it to trial").click()
        await expect(form).to_contain_text("1 of 10: it tells")
        assert await window.findings() == []
        await form.get_by_role("button", name="Stop").click()
        await expect(form).to_contain_text("Stopped after 0 situations; nothing was changed.")
        await expect(form.get_by_role("button", name="Put it to trial")).to_be_enabled()
