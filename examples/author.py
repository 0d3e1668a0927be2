"""A scripted author: checks a scenario, adds it to a server, plays it through, and prints what is remembered of it.

The server keeps it with its own scenarios; in another folder: `TALEKEEPER_SCENARIOS=FOLDER python -m app serve`.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from talekeeper_client import AuthenticatedClient, Client, ProblemError, connect, done, play
from talekeeper_client.api.games import create_game, get_scene
from talekeeper_client.api.memories import list_memories
from talekeeper_client.api.people_and_models import list_jobs
from talekeeper_client.api.scenarios import add_scenario, check_scenario
from talekeeper_client.models import (
    CheckScenarioBody,
    MemoryKind,
    MemoryOut,
    NewGame,
    PartOutKind,
    ScenarioSheet,
    TurnOut,
)
from talekeeper_client.types import UNSET, Unset

AnyClient = Client | AuthenticatedClient


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--token", help="the admin's; none for a server on this machine without --tokens")
    parser.add_argument("scenario", type=Path, help="a scenario's file; its walkthrough is what is played")
    given = parser.parse_args()
    client, scenario = connect(given.url, given.token), json.loads(given.scenario.read_text(encoding="utf-8"))
    try:
        if problems := done(
            await check_scenario.asyncio(client=client, body=CheckScenarioBody.from_dict(scenario))
        ).problems:
            sys.exit("\n".join(f"{problem.where}: {problem.what}" for problem in problems))
        game_id = await begin(client, scenario)
        for line in scenario["walkthrough"]:
            turn = await played(client, game_id, line)
            print(f"> {line}", *(part.text for part in turn.parts), sep="\n", end="\n\n")
        if not done(await get_scene.asyncio(game_id, client=client)).ended:
            sys.exit("The walkthrough does not lead to the end.")
        await settle(client, game_id)
        async for memory in summaries(client, game_id):
            print(f"{memory.of} remembers: {memory.text}")
    except ProblemError as problem:
        sys.exit(f"{problem.type}: {problem}")


async def begin(client: AnyClient, scenario: dict[str, Any]) -> str:
    """A new game of the scenario; the seed is fixed, so that a second run is the same."""
    added = done(await add_scenario.asyncio(client=client, body=ScenarioSheet.from_dict(scenario)))
    print(f"{added.title}: {added.places} places, {added.people} people\n")
    return done(await create_game.asyncio(client=client, body=NewGame(scenario=added.id, players=["Mara"], seed=1))).id


async def played(client: AnyClient, game_id: str, line: str) -> TurnOut:
    """The turn. An author wants to hear of every line that the world refuses."""
    turn = await play(client, game_id, line)
    for part in turn.parts:
        if part.kind is PartOutKind.REFUSAL:
            sys.exit(f"{line!r} was refused: {part.text}")
    return turn


async def settle(client: AnyClient, game_id: str) -> None:
    """Wait until what was played is condensed: that is done after the turns."""
    while done(await list_jobs.asyncio(game_id, client=client)).captures.additional_properties:  # noqa: ASYNC110
        await asyncio.sleep(0.2)  # what is waited for happens in another program


async def summaries(client: AnyClient, game_id: str) -> AsyncIterator[MemoryOut]:
    """All summaries, page by page."""
    cursor: str | Unset | None = UNSET
    while cursor is not None:
        page = done(await list_memories.asyncio(game_id, client=client, kind=[MemoryKind.SUMMARY], cursor=cursor))
        for memory in page.items:
            yield memory
        cursor = page.next_cursor


if __name__ == "__main__":
    asyncio.run(main())
