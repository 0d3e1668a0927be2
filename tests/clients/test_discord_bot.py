"""The Discord bot of examples/, against a fake Discord and a real server."""

import asyncio
import importlib.util
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from types import ModuleType

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from talekeeper_client import connect, done
from talekeeper_client.api.games import get_game
from talekeeper_client.api.turns import list_turns

from app.settings import PROJECT
from tests.clients.gateway import CHANNEL, FakeDiscord


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("discord_bot", PROJECT / "examples" / "discord_bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


bot = example()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.json"


@pytest.fixture
async def chat(url: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeDiscord]:
    """A Discord in whose channel the bot is."""
    fake = FakeDiscord()
    async with AsyncExitStack() as stack, fake.serving() as address:
        monkeypatch.setattr(Route, "BASE", str(address / "api"))
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", address.with_scheme("ws") / "gateway/")
        keeper = await stack.enter_async_context(connect(url))
        client = bot.Bot(bot.Tables(keeper, file))
        running = asyncio.create_task(client.start("a-token"))
        try:
            async with asyncio.timeout(60):
                await fake.signed_in.wait()
                await client.wait_until_ready()
            yield fake
        finally:
            await client.close()
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running


async def test_a_channel_plays_a_game_whose_players_are_those_who_write(
    chat: FakeDiscord, url: str, file: Path
) -> None:
    await chat.write("7", "Mara", "hello?")
    await chat.write("7", "Mara", "!begin tide-bell")
    assert "ferry" in (await chat.said()).lower()
    await chat.write("7", "Mara", "// shall we?")
    await chat.write("7", "Mara", "ask Tove about the bell", message_id="4711")
    assert "**Tove Marrick:** “Three nights it has not rung." in await chat.said()
    await chat.write("7", "Mara", "ask Tove about the bell", message_id="4711")
    assert "Three nights" in await chat.said()
    await chat.write("8", "Odo", "look around")
    assert await chat.said()
    await chat.write("8", "Odo", "!hint")
    assert "The Silent Bell" in await chat.said()
    with connect(url) as client:
        table = bot.Tables(client, file).tables[CHANNEL]
        assert table.players == {"7": "player", "8": "player-2"}
        turns = done(list_turns.sync(table.game_id, client=client)).items
    lines = [(turn.player_id, turn.player_input) for turn in turns]
    assert lines == [("player-2", "look around"), (None, None), ("player", "ask Tove about the bell")]
    await chat.write("8", "Odo", "!undo")
    assert await chat.said() == "*Taken back: look around*"
    with connect(url) as client:
        assert done(get_game.sync(table.game_id, client=client)).players == ["Mara", "Odo"]


async def test_what_goes_wrong_is_said_and_markup_of_people_is_text(chat: FakeDiscord) -> None:
    await chat.write("7", "Mara", "!undo")
    assert await chat.said() == bot.USAGE
    await chat.write("7", "Mara", "!begin no*where*")
    assert (await chat.said()).startswith("*")
    assert chat.sent.empty()


def test_long_answers_are_several_messages() -> None:
    assert bot.pieces(["a" * 10, "b" * 10]) == [f"{'a' * 10}\n\n{'b' * 10}"]
    found = bot.pieces(["a" * 3000, "b" * 1500])
    assert [len(piece) for piece in found] == [1900, 1100, 1500]
    assert discord.utils.escape_markdown("*") == "\\*"
