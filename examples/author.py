"""A scripted author: checks a scenario, adds it to a server, plays it through, and prints what is remembered of it.

The server keeps it with its own scenarios; in another folder: `TALEKEEPER_SCENARIOS=FOLDER python -m app serve`.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

from client import Client, ProblemError, arguments


def main() -> None:
    parser = arguments(__doc__.splitlines()[0])
    parser.add_argument("scenario", type=Path, help="a scenario's file; its walkthrough is what is played")
    given = parser.parse_args()
    client, scenario = Client(given.url, given.token), json.loads(given.scenario.read_text(encoding="utf-8"))
    try:
        if problems := client.post("/scenarios/check", scenario)["problems"]:
            sys.exit("\n".join(f"{problem['where']}: {problem['what']}" for problem in problems))
        game_id = begin(client, scenario)
        for line in scenario["walkthrough"]:
            print(f"> {line}", *(part["text"] for part in play(client, game_id, line)["parts"]), sep="\n", end="\n\n")
        if not client.get(f"/games/{game_id}/scene")["ended"]:
            sys.exit("The walkthrough does not lead to the end.")
        settle(client, game_id)
        for memory in client.all(f"/games/{game_id}/memories?kind=summary"):
            print(f"{memory['of']} remembers: {memory['text']}")
    except ProblemError as problem:
        sys.exit(f"{problem.type}: {problem}")


def begin(client: Client, scenario: dict[str, Any]) -> str:
    """A new game of the scenario; the seed is fixed, so that a second run is the same."""
    added = client.post("/scenarios", scenario)
    print(f"{added['title']}: {added['places']} places, {added['people']} people\n")
    game = client.post("/games", {"scenario": added["id"], "players": ["Mara"], "seed": 1})
    return str(game["id"])


def play(client: Client, game_id: str, line: str) -> Any:
    """The turn. An author wants to hear of every line that the world refuses."""
    turn = client.play(game_id, line)
    for part in turn["parts"]:
        if part["kind"] == "refusal":
            sys.exit(f"{line!r} was refused: {part['text']}")
    return turn


def settle(client: Client, game_id: str) -> None:
    """Wait until what was played is condensed: that is done after the turns."""
    while client.get(f"/games/{game_id}/jobs")["captures"]:
        time.sleep(0.2)


if __name__ == "__main__":
    main()
