"""The example page on an address of its own, which the server names: it begins a game and plays."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.async_api import Browser, expect
from typing_extensions import override

from app.settings import PROJECT
from tests.integration.api.asking import new_api, served

pytestmark = pytest.mark.long


class _Quiet(SimpleHTTPRequestHandler):
    @override
    def log_message(self, *_: object) -> None:
        """Nothing is logged."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """Where the example page is."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(PROJECT / "examples" / "web")))
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("is_named", [True, False])
async def test_a_page_of_a_named_origin_plays_and_another_does_not(
    browser: Browser, elsewhere: str, tmp_path: Path, *, is_named: bool
) -> None:
    api = new_api(tmp_path / "saves", tokens_required=False, api_origins=elsewhere if is_named else "")
    async with served(api) as server:
        page = await browser.new_page()
        await page.goto(f"{elsewhere}/#at={server.url}")
        if is_named:
            await page.locator("input[name=line]").fill("look around")
            await expect(page.locator("nav")).not_to_be_empty(timeout=60_000)
            await page.keyboard.press("Enter")
            await expect(page.locator("#story")).to_contain_text("look around", timeout=60_000)
        else:
            answered = await page.evaluate(
                "at => fetch(at + '/v1/games').then(() => 'answered', () => 'refused')", server.url
            )
            assert answered == "refused"
        assert len(api.container.library().list()) == int(is_named)
        await page.close()
