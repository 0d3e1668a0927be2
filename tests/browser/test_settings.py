"""Settings: who tells the story, links for others, and the game as a whole."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect
from pydantic_ai import models

from app.container import close_models
from tests.browser.pages import AXE_SIZES, SIZES, Table, Window
from tests.browser.test_reading import HOSTILE
from tests.integration.api.asking import new_api, served
from tests.integration.wire.server import FakeServer, fails, says

KEY = "sk-the-key-of-one-game"


@pytest.fixture
def model_server() -> Iterator[FakeServer]:
    """A model on loopback: the first call fails, then it answers."""
    found = FakeServer(fails(401), *[says("The tide goes out without a word.")] * 20)
    with models.override_allow_model_requests(True):
        yield found
    found.stop()


def said_of(form: Locator) -> Locator:
    """What is said beside the button that uses a model."""
    return form.locator(".buttons", has=form.page.get_by_role("button", name="Use it")).get_by_role("status")


async def link_for(window: Window, whom: str, label: str = "") -> str:
    """Make a link in Settings; the part of it that `Table.window` takes."""
    await window.page.get_by_label("For whom").select_option(label=whom)
    await window.page.get_by_label("What you call it").fill(label)
    await window.page.get_by_role("button", name="Make a link").click()
    link: str = await window.page.get_by_label("shown this once").input_value()
    return link[link.index("#") :]


async def test_two_players_in_two_windows_by_links_and_a_viewer_without_an_input(
    browser: Browser, tmp_path: Path
) -> None:
    api = new_api(tmp_path / "saves")
    async with served(api) as server:
        table = Table(browser, server.url, api)
        game_id = table.begin("tide-bell", "Mara", "Odo")
        master = api.token(game_id, "master")
        async with table.window(f"#/games/{game_id}/settings?token={master}") as window:
            links = [await link_for(window, each) for each in ("Mara, to play", "Odo, to play", "Looks on")]
            await expect(window.page.locator(".settings li", has_text="Revoke")).to_have_count(3 + 1)
        async with table.window(links[0]) as mara, table.window(links[1]) as odo, table.window(links[2]) as other:
            await mara.play("look")
            await expect(odo.turn(1).locator(".line")).to_contain_text("Mara")
            await odo.play("talk to Tove")
            await expect(mara.turn(2).locator(".line")).to_contain_text("Odo")
            await expect(other.turn(2)).to_contain_text("A lean woman")
            await expect(other.page.locator("textarea, .chips, .hints")).to_have_count(0)
            for each in (mara, odo, other):
                assert "token" not in each.page.url
            await odo.page.get_by_role("link", name="Settings").click()
            await expect(odo.page.locator(".settings")).to_contain_text("You play Odo.")
            await expect(odo.page.get_by_role("region", name="Links to share")).to_have_count(0)
            await expect(odo.page.get_by_role("region", name="Who tells the story")).to_have_count(0)


async def test_a_revoked_link_opens_nothing(browser: Browser, tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves")
    async with served(api) as server:
        table = Table(browser, server.url, api)
        game_id = table.begin()
        async with table.window(f"#/games/{game_id}/settings?token={api.token(game_id, 'master')}") as window:
            link = await link_for(window, "Looks on", "The screen")
            async with table.window(link) as other:
                await expect(other.page.locator(".opening")).to_be_visible()
            await window.page.get_by_role("button", name="Revoke the link for The screen").click()
            await expect(window.page.locator(".settings")).to_contain_text("opens nothing any more.")
        async with table.window(link) as other:
            await expect(other.page.get_by_role("alert")).to_contain_text("A valid token is needed")


async def test_a_link_is_copied_and_shown_once(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/settings", permissions=["clipboard-read", "clipboard-write"]) as window:
        link = await link_for(window, "Mara, to play")
        await window.page.get_by_role("button", name="Copy", exact=True).click()
        await expect(window.page.locator(".new-link")).to_contain_text("Copied.")
        assert (await window.page.evaluate("navigator.clipboard.readText()")).endswith(link)
        await window.page.reload()
        await expect(window.page.get_by_role("button", name="Revoke the link for Mara")).to_be_visible()
        await expect(window.page.locator(".new-link")).to_have_count(0)


async def test_a_model_is_tried_beside_the_button_used_and_put_away_again(
    table: Table, model_server: FakeServer
) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/settings") as window:
        form = window.page.get_by_role("region", name="Who tells the story")
        await form.get_by_role("button", name="A model").click()
        await form.get_by_label("Model", exact=True).fill("qwen3:8b")
        await form.get_by_label("Address").fill(model_server.url)
        await form.get_by_label("Key", exact=True).fill(KEY)
        await form.get_by_role("button", name="Try it").click()
        await expect(said_of(form)).to_have_text("The model qwen3:8b refuses the key.")
        await form.get_by_role("button", name="Try it").click()
        await expect(said_of(form)).to_contain_text("The model qwen3:8b answers. It took ")
        assert (await told(table, game_id)).get("teller") == "server"
        await form.get_by_role("button", name="Use it").click()
        await expect(said_of(form)).to_have_text("From the next line on.")
        await expect(form).to_contain_text("kept, never shown again")
        assert KEY not in await window.page.content()
        assert (await told(table, game_id)).get("teller") == "own"
        await form.get_by_role("button", name="Offline rules").click()
        await form.get_by_role("button", name="Use it").click()
        await expect(said_of(form)).to_have_text("From the next line on.")
        kept = await told(table, game_id)
    assert (kept["teller"], kept["has_key"]) == ("offline", True)
    assert set(model_server.keys) == {f"Bearer {KEY}"}
    await close_models(table.api.container)


async def told(table: Table, game_id: str) -> dict[str, object]:
    async with table.api.client() as client:
        found: dict[str, object] = (await client.get(f"/v1/games/{game_id}/model")).json()
    return found


async def test_somebody_joins_and_leaves(table: Table) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/settings") as window:
        players = window.page.get_by_role("region", name="Players")
        await players.get_by_label("Somebody joins").fill("Odo")
        await players.get_by_role("button", name="Add").click()
        await expect(players.locator("li")).to_have_count(2)
        await link_for(window, "Odo, to play")
        await players.locator("li", has_text="Odo").get_by_role("button", name="Remove").click()
        await players.get_by_role("button", name="Remove Odo").click()
        await expect(players.locator("li")).to_have_count(1)
        await expect(window.page.get_by_role("button", name="Revoke")).to_have_count(0)


def exported_title(path: Path) -> str:
    return str(json.loads(path.read_text("utf-8"))["header"]["title"])


async def test_a_game_is_renamed_saved_put_in_the_trash_and_brought_back(table: Table, tmp_path: Path) -> None:
    game_id = table.begin()
    async with table.window(f"#/games/{game_id}/settings") as window:
        game = window.page.get_by_role("region", name="The game")
        await game.get_by_label("Title").fill("Thursdays")
        await game.get_by_role("button", name="Rename").click()
        await expect(window.page.locator(".bar")).to_contain_text("Thursdays")
        async with window.page.expect_download() as saving:
            await game.get_by_role("button", name="Save a copy").click()
        await (await saving.value).save_as(tmp_path / "copy.json")
        assert exported_title(tmp_path / "copy.json") == "Thursdays"
        await game.get_by_role("button", name="Move to the trash").click()
        await expect(window.page.locator(".trashed")).to_contain_text("“Thursdays” is in the trash.")
        await window.page.get_by_role("button", name="Bring it back").click()
        await expect(window.page.locator(".opening")).to_be_visible()
        assert game_id in window.page.url


async def test_a_hostile_name_stays_text(table: Table) -> None:
    game_id = table.api.begin("<b>Mara</b>", "<img src=x onerror=\"document.title='taken'\">")
    async with table.window(f"#/games/{game_id}/settings") as window:
        await link_for(window, "<b>Mara</b>, to play", HOSTILE[:100])
        await expect(window.page.locator(".settings")).to_contain_text("<script>document.title")
        await window.page.get_by_role("textbox", name="Title").fill("<i>Title</i>" + "w" * 40)
        await window.page.get_by_role("button", name="Rename").click()
        assert (
            await window.page.locator(".settings img, .settings b, .settings i:not(:text('Open a file'))").count() == 0
        )
        assert (await window.page.title()).startswith("Settings · ")
        assert await window.overflow() <= 0


async def opened(table: Table, window: Window, game_id: str) -> None:
    """Settings with all of it open."""
    await window.page.goto(f"{table.url}/#/games/{game_id}/settings")
    form = window.page.get_by_role("region", name="Who tells the story")
    await form.get_by_role("button", name="A model").click()
    await form.get_by_role("button", name="With tools").click()
    await form.get_by_label("Model", exact=True).fill("w" * 200)
    await form.get_by_label("Address").fill("http://localhost:9/v1")
    await form.get_by_role("button", name="Use it").click()
    await expect(said_of(form)).not_to_be_empty()
    await form.get_by_role("button", name="Try it").click()
    await link_for(window, "Mara, to play", "w" * 100)
    await window.page.get_by_role("button", name="Remove").first.click()
    await expect(said_of(form)).to_contain_text("The model")


@pytest.mark.parametrize("size", SIZES)
async def test_nothing_is_wider_than_its_window(table: Table, size: tuple[int, int]) -> None:
    game_id = table.begin("tide-bell", "Mara", "Odo" + "w" * 50)
    with models.override_allow_model_requests(True):
        async with table.window("", size) as window:
            await opened(table, window, game_id)
            assert await window.overflow() <= 0
    await close_models(table.api.container)


@pytest.mark.parametrize("size", AXE_SIZES)
async def test_axe_finds_nothing_serious(table: Table, size: tuple[int, int]) -> None:
    game_id = table.begin("tide-bell", "Mara", "Odo")
    with models.override_allow_model_requests(True):
        async with table.window("", size, bypass_csp=True, reduced_motion="reduce") as window:
            await opened(table, window, game_id)
            assert await window.findings() == []
    await close_models(table.api.container)
