"""A chat bot: every line that comes in is a turn of a game, and what comes of it goes out.

Here lines come from standard input; in a chat they are messages of a channel, and its people are the game's players.
`?` tells what is possible, `undo` takes the last turn back.
"""

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from client import Client, ProblemError, arguments


def main() -> None:
    parser = arguments(__doc__.splitlines()[0])
    parser.add_argument("--game", help="its id; without one a new game begins")
    parser.add_argument("--scenario", default="tide-bell", help="of a new game")
    parser.add_argument("--name", default="Traveller", help="of the player in a new game")
    given = parser.parse_args()
    client, game_id = Client(given.url, given.token), given.game
    if game_id is None:
        game_id = client.post("/games", {"scenario": given.scenario, "players": [given.name]})["id"]
    print(*opening(client.get(f"/games/{game_id}/scene")), sep="\n\n", flush=True)
    for line in map(str.strip, sys.stdin):
        if line:
            print(*answer(client, game_id, line), sep="\n\n", flush=True)


def opening(scene: dict[str, Any]) -> Iterator[str]:
    if scene["turn"] == 0:
        yield scene["opening"]
    if scene["place"] is not None:
        yield f"{scene['place']['name']}. {scene['place']['description']}"


def answer(client: Client, game_id: str, line: str) -> Iterable[str]:
    """What the bot says to a line, as paragraphs."""
    try:
        if line == "?":
            choices = client.get(f"/games/{game_id}/scene")["choices"]
            return ["\n".join(f"- {choice['line']}" for choice in choices if choice["is_open"])]
        if line == "undo":
            undone = client.post(f"/games/{game_id}/undo", {"turns": 1})["undone"]
            return [f"(taken back: {turn['player_input']})" for turn in undone]
        turn = client.play(game_id, line)
    except ProblemError as problem:
        return [f"({problem})"]
    return [*map(told, turn["parts"]), f"[{turn['changes']}]"]


def told(part: dict[str, Any]) -> str:
    return f"{part['speaker_name']}: “{part['text']}”" if part["kind"] == "speech" else str(part["text"])


if __name__ == "__main__":
    main()
