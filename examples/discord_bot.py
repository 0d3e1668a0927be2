"""A Discord bot: a channel is a table, and who writes in it is a player of its game.

`!begin SCENARIO` begins a game for the channel. From then on every message is a line that its author's player says or
does; `!hint` helps on, `!undo` takes the last turn back, and what begins with `//` is for people only. The bot needs
the admin's token of the server, the intent "message content", and a file to remember which game belongs to which
channel.
"""

import argparse
import asyncio
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

import discord
from talekeeper_client import AuthenticatedClient, Client, ProblemError, connect, done, play
from talekeeper_client.api.games import create_game, get_scene, list_hints, undo_turns
from talekeeper_client.api.players import add_player
from talekeeper_client.models import NewGame, PartOut, PartOutKind, PlayerIn, UndoIn

LONGEST = 1900
"""Characters of a message; Discord takes 2,000."""
USAGE = "`!begin SCENARIO` begins a game here, `!hint` helps on, `!undo` takes the last turn back."


@dataclass
class Table:
    """The game of a channel, and its players by the ids of those who write."""

    game_id: str
    players: dict[str, str] = field(default_factory=dict)


@dataclass
class Tables:
    """The tables of all channels, kept in a file."""

    client: Client | AuthenticatedClient
    file: Path
    tables: dict[str, Table] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.file.exists():
            kept = json.loads(self.file.read_text(encoding="utf-8"))
            self.tables = {channel: Table(**table) for channel, table in kept.items()}

    def _keep(self) -> None:
        kept = {channel: asdict(table) for channel, table in self.tables.items()}
        self.file.write_text(json.dumps(kept), encoding="utf-8")

    async def answer(self, channel: str, author: str, name: str, text: str, key: str) -> list[str]:
        """What the bot says to a message, as paragraphs.

        Args:
            channel: The id of its channel.
            author: The id of its author.
            name: The author's name.
            text: What it says.
            key: A key of this message: one that is delivered twice is played once.
        """
        try:
            if text.startswith("!begin"):
                return await self._begin(channel, author, name, text.removeprefix("!begin").strip() or "tide-bell", key)
            table = self.tables.get(channel)
            if table is None:
                return [USAGE] if text.startswith("!") else []
            match text:
                case "!hint":
                    hints = done(await list_hints.asyncio(table.game_id, client=self.client)).items
                    return [f"{hint.goal}. {hint.lead}" for hint in hints] or ["There is nothing to hint at."]
                case "!undo":
                    body = UndoIn(turns=1)
                    undone = await undo_turns.asyncio(table.game_id, client=self.client, body=body, idempotency_key=key)
                    return [f"*Taken back: {turn.player_input}*" for turn in done(undone).undone]
            if text.startswith("!"):
                return [USAGE]
            player_id = await self._player(table, author, name, key)
            turn = await play(self.client, table.game_id, text, player_id=player_id, key=key)
            return [shown(part) for part in turn.parts]
        except ProblemError as problem:
            return [f"*{discord.utils.escape_markdown(str(problem))}*"]

    async def _begin(self, channel: str, author: str, name: str, scenario: str, key: str) -> list[str]:
        body = NewGame(scenario=scenario, players=[name[:60]])
        game = done(await create_game.asyncio(client=self.client, body=body, idempotency_key=f"discord-{key}"))
        self.tables[channel] = Table(game.id, {author: "player"})
        self._keep()
        scene = done(await get_scene.asyncio(game.id, client=self.client))
        return [scene.opening, *([scene.place.description] if scene.place is not None else [])]

    async def _player(self, table: Table, author: str, name: str, key: str) -> str:
        """The author's player; one who has not played yet joins the party."""
        if author not in table.players:
            body = PlayerIn(name=name[:60])
            joined = await add_player.asyncio(
                table.game_id, client=self.client, body=body, idempotency_key=f"join-{key}"
            )
            table.players[author] = done(joined).id
            self._keep()
        return table.players[author]


class Bot(discord.Client):
    """Answers in every channel that has a table; the messages of a channel one after the other."""

    def __init__(self, tables: Tables) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True, message_content=True)
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none())
        self.tables = tables
        self._turns: dict[int, asyncio.Lock] = {}

    async def on_message(self, message: discord.Message) -> None:
        text = message.content.strip()
        if message.author.bot or not text or text.startswith("//"):
            return
        author, channel, name = str(message.author.id), str(message.channel.id), message.author.display_name
        async with self._turns.setdefault(message.channel.id, asyncio.Lock()):
            answer = await self.tables.answer(channel, author, name, text, str(message.id))
            for piece in pieces(answer):
                await message.channel.send(piece)


def shown(part: PartOut) -> str:
    """A part of a turn as Discord shows it."""
    text = discord.utils.escape_markdown(part.text)
    match part.kind:
        case PartOutKind.SPEECH:
            return f"**{discord.utils.escape_markdown(part.speaker_name)}:** “{text}”"
        case PartOutKind.STORY:
            return text
    return f"*{text}*"


def pieces(paragraphs: list[str]) -> list[str]:
    """Paragraphs as few messages that are short enough."""
    found: list[str] = []
    for paragraph in paragraphs:
        for start in range(0, len(paragraph), LONGEST):
            piece = paragraph[start : start + LONGEST]
            if found and len(found[-1]) + len(piece) + 2 <= LONGEST:
                found[-1] += f"\n\n{piece}"
            else:
                found.append(piece)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog="DISCORD_TOKEN is the bot's token.")
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--token", help="the admin's; none for a server on this machine without --tokens")
    parser.add_argument(
        "--tables", type=Path, default=Path("discord-tables.json"), help="which game is whose channel's"
    )
    given = parser.parse_args()
    Bot(Tables(connect(given.url, given.token), given.tables)).run(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    main()
