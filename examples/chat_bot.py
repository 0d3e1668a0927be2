"""A chat bot: every line that comes in is a turn of a game, and what comes of it goes out.

Here lines come from standard input; discord_bot.py does the same for the channels of a chat. `?` tells what is
possible, `undo` takes the last turn back.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterable, Iterator

from talekeeper_client import AuthenticatedClient, Client, ProblemError, connect, done, play
from talekeeper_client.api.games import create_game, get_scene, undo_turns
from talekeeper_client.models import NewGame, PartOut, PartOutKind, SceneOut, UndoIn

AnyClient = Client | AuthenticatedClient


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument(
        "--token", help="of a role that may do this; none for a server on this machine without --tokens"
    )
    parser.add_argument("--game", help="its id; without one a new game begins")
    parser.add_argument("--scenario", default="tide-bell", help="of a new game")
    parser.add_argument("--name", default="Traveller", help="of the player in a new game")
    given = parser.parse_args()
    client, game_id = connect(given.url, given.token), given.game
    if game_id is None:
        body = NewGame(scenario=given.scenario, players=[given.name])
        game_id = done(await create_game.asyncio(client=client, body=body)).id
    print(*opening(done(await get_scene.asyncio(game_id, client=client))), sep="\n\n", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        if line.strip():
            print(*await answer(client, game_id, line.strip()), sep="\n\n", flush=True)


def opening(scene: SceneOut) -> Iterator[str]:
    if scene.turn == 0:
        yield scene.opening
    if scene.place is not None:
        yield f"{scene.place.name}. {scene.place.description}"


async def answer(client: AnyClient, game_id: str, line: str) -> Iterable[str]:
    """What the bot says to a line, as paragraphs."""
    try:
        if line == "?":
            choices = done(await get_scene.asyncio(game_id, client=client)).choices
            return ["\n".join(f"- {choice.line}" for choice in choices if choice.is_open)]
        if line == "undo":
            undone = done(await undo_turns.asyncio(game_id, client=client, body=UndoIn(turns=1))).undone
            return [f"(taken back: {turn.player_input})" for turn in undone]
        turn = await play(client, game_id, line)
    except ProblemError as problem:
        return [f"({problem})"]
    return [*map(told, turn.parts), f"[{turn.changes}]"]


def told(part: PartOut) -> str:
    return f"{part.speaker_name}: “{part.text}”" if part.kind is PartOutKind.SPEECH else part.text


if __name__ == "__main__":
    asyncio.run(main())
