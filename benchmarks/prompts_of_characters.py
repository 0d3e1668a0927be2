"""What it takes to play a character, in tokens: finding out by asking, against being told everything at once.

    python -m benchmarks.prompts_of_characters [--scenario before-the-thaw] [--cast 0] [--shown 8] [--seed 1]

The scenario's walkthrough is played offline first, so that there is something to be remembered; ``--cast`` adds
townspeople up to that number. The minimal way is its prompt and the answers of the calls with which a character
typically begins; with the tools that a seat lists at first it is what one request carries. Everything at once is what
an agent without tools of memory has to be told: every gifted memory of its own, of its place and of the world, its
goals, its plan, and its journal (the last 50 messages and memories); every gifted memory alone is shown beside it.
Tokens are estimated as everywhere (`memory.prompt_data`). No model is asked and recall goes by words alone, so that
the figures are the same on every machine.
"""

import argparse
import asyncio
import json
import statistics
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from app.agents.character.agent import definition
from app.container import Container
from app.embeddings.vectors import WORDS
from app.interfaces.character_tool_lists import ACTING_TOOLS, FIRST_TOOLS, MEMORY_TOOLS
from app.interfaces.seat import ToolSpec
from app.language.rendering.phrases import time_text
from app.mcp.server import schema_of
from app.memory.entries.markers import GIFTED_TYPES, is_inactive, type_of
from app.memory.prompt_data import data_line, estimate
from app.memory.stream.goals import goals_of
from app.models.memory import Scope
from app.models.state.game_state import GameState
from app.services.characters.character_seat import CharacterSeat
from app.services.characters.character_views import CONSULTING, MINIMAL, PREPOPULATED, experience_lines
from app.services.characters.memory_answers import SelfKnowledge
from app.services.game.games.npc_generator import with_cast
from app.settings import Settings

SITUATION = "A traveller asks for shelter for the night and offers to work for it."
BEGUN, ASKED = "minimal: prompt, who and where", "minimal: prompt and all answers"
KNOWN = "pre-populated: prompt"
WITH_TOOLS, KNOWN_WITH_TOOLS = "minimal: who and where, with the tools at first", "pre-populated: with the same tools"
GIFTED, EVERYTHING = "every gifted memory", "everything at once"
RATIOS = ((BEGUN, GIFTED), (ASKED, EVERYTHING), (WITH_TOOLS, KNOWN), (WITH_TOOLS, EVERYTHING))


def seat_of(container: Container, game_id: str, npc_id: str) -> CharacterSeat:
    """As the server opens it."""
    return CharacterSeat(
        container.turns(),
        game_id,
        npc_id,
        self_knowledge=SelfKnowledge(container.vectors(), container.recaller()),
    )


def gifted(state: GameState, npc_id: str) -> str:
    """Every gifted memory that a person has, of itself, of others, of the place where it is, and lore."""
    here = state.npc(npc_id).current_location_id
    scopes = [Scope.npc(npc_id), *([Scope.location(here)] if here is not None else []), Scope.world()]
    return "\n".join(
        data_line(entry.summary)
        for scope in scopes
        for entry in state.memories(scope)
        if type_of(entry) in GIFTED_TYPES and not is_inactive(state.status(entry.id))
    )


def everything(state: GameState, npc_id: str) -> str:
    """That, and what it wants, means to do and has lived through lately."""
    goals = [f"- {data_line(goal.text)}, {goal.progress} of 100" for goal in goals_of(state, npc_id)]
    plan = [f"- {time_text(item.time)}: {data_line(item.description)}" for item in state.npc(npc_id).plan]
    return "\n".join((gifted(state, npc_id), *goals, *plan, *experience_lines(state, npc_id)))


async def measured(container: Container, game_id: str, npc_id: str) -> dict[str, int]:
    """The tokens of each way, for one person."""
    state, seat = container.turns().state(game_id), seat_of(container, game_id, npc_id)
    tools = tokens_of_tools(seat.tools)
    prompts = {name: estimate(await seat.prompt(name)) for name in (MINIMAL, PREPOPULATED, CONSULTING)}
    calls: tuple[tuple[str, dict[str, Any]], ...] = (
        ("query_self", {}),
        ("query_scene", {}),
        ("query_communication_style", {}),
        ("query_character", {"name": state.party.players[0].name}),
        ("query_memory", {"query": "what happened lately?"}),
    )
    answers = [_tokens(name, given, await seat.call(name, given)) for name, given in calls]
    consulted = {"situation": SITUATION}
    consultation = _tokens("consult_memories", consulted, await seat.call("consult_memories", consulted))
    return {
        "minimal: prompt": prompts[MINIMAL],
        BEGUN: prompts[MINIMAL] + sum(answers[:2]),
        ASKED: prompts[MINIMAL] + sum(answers),
        "tools at first": tools,
        WITH_TOOLS: prompts[MINIMAL] + sum(answers[:2]) + tools,
        KNOWN: prompts[PREPOPULATED],
        KNOWN_WITH_TOOLS: prompts[PREPOPULATED] + tools,
        "consulting: prompt, answers and one consultation": prompts[CONSULTING] + sum(answers) + consultation,
        GIFTED: prompts[MINIMAL] + estimate(gifted(state, npc_id)),
        EVERYTHING: prompts[MINIMAL] + estimate(everything(state, npc_id)),
    }


def _tokens(name: str, arguments: dict[str, Any], answer: dict[str, Any]) -> int:
    """Of a call and its answer, as a model is shown them."""
    return estimate(name + json.dumps(arguments, ensure_ascii=False) + json.dumps(answer, ensure_ascii=False))


async def play(folder: Path, options: argparse.Namespace) -> dict[str, dict[str, int]]:
    """By the name of each person the tokens of each way."""
    container = Container()
    container.settings.override(Settings(saves=folder, model="offline", embedder=WORDS))
    turns, sheet = container.turns(), container.scenarios().load(options.scenario)
    turns.settle_in_background = False
    game_id = container.library().begin(with_cast(sheet, options.cast, options.seed), "Élan", options.seed)
    for line in sheet.walkthrough:
        await turns.take_turn(game_id, line)
        await turns.settle(game_id)
    state = turns.state(game_id)
    people = list(state.npcs)[: options.shown]
    found = {state.name(npc_id): await measured(container, game_id, npc_id) for npc_id in people}
    await turns.close(game_id)
    return found


def tokens_of_tools(specs: Sequence[ToolSpec]) -> int:
    """Of tools as a model of pydantic-ai is shown them."""
    tools = map(definition, specs)
    shown = [[tool.name, tool.description, tool.parameters_json_schema] for tool in tools]
    return estimate(json.dumps(shown, ensure_ascii=False))


def tokens_of_mcp(specs: Sequence[ToolSpec]) -> int:
    """Of tools as an MCP client lists them."""
    return estimate(json.dumps([[spec.name, spec.description, schema_of(spec)] for spec in specs], ensure_ascii=False))


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="before-the-thaw")
    parser.add_argument("--cast", type=int, default=0)
    parser.add_argument("--shown", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        found = asyncio.run(play(Path(folder), options))
    ways = list(next(iter(found.values())))
    header = ["tokens", *ways, *(f"{asked} : {told}" for asked, told in RATIOS)]
    print("| " + " | ".join(header) + " |\n" + "| --- " * len(header) + "|")
    for name, figures in [*found.items(), ("median", _median(list(found.values())))]:
        shares = [f"{figures[asked] / figures[told]:.2f}" for asked, told in RATIOS]
        print("| " + " | ".join([name, *(f"{figures[way]:,}" for way in ways), *shares]) + " |")
    every = (*MEMORY_TOOLS, *ACTING_TOOLS)
    print("\n| tools, in each request | agent | MCP |\n| --- | --- | --- |")
    for listed, specs in ((f"the {len(FIRST_TOOLS)} at first", FIRST_TOOLS), (f"all {len(every)}", every)):
        print(f"| {listed} | {tokens_of_tools(specs):,} | {tokens_of_mcp(specs):,} |")


def _median(figures: list[dict[str, int]]) -> dict[str, int]:
    return {way: round(statistics.median(each[way] for each in figures)) for way in figures[0]}


if __name__ == "__main__":
    main()
