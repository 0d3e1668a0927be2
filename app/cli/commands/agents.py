"""``import agents``, ``export agents``: the memories of agents of other programs as those of a person, and back."""

import asyncio
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from app.cli.commands.bring import Force
from app.cli.commands.memories import carry_out
from app.cli.commands.saves import Game, game_id_of, opened
from app.cli.rendering.text import count, one_line
from app.container import Container, now
from app.errors import InvalidInput
from app.interchange.agents.game_memories import exported, import_command, write_genagents, write_jsonl
from app.interfaces.embeddings import Vector
from app.memory.stream.owners import person_meant
from app.models.records.history import fold
from app.models.state.game_state import GameState

Person = Annotated[str, typer.Argument(metavar="NPC", help="a person's id or name")]


def bring_in(
    path: Annotated[Path, typer.Argument(help="an agent folder of genagents, a .jsonl file, or a folder of such")],
    game: Game,
    npc: Person,
    *,
    agent: Annotated[str | None, typer.Option("--agent", help="of a folder of several: whose memories")] = None,
) -> None:
    """Let a person of a game remember what an agent of another program did; `undo` takes it back."""

    def command(state: GameState) -> dict[str, Any]:
        made = import_command(path, state, person_meant(state, npc), at=now(), agent_id=agent)
        return made.model_dump()

    carry_out(game, command)


def take_out(
    path: Annotated[Path, typer.Argument(help="the folder to write")],
    game: Game,
    npc: Person,
    *,
    form: Annotated[Literal["genagents", "jsonl"], typer.Option("--format", help="how to write it")] = "genagents",
    agent: Annotated[str | None, typer.Option("--agent", help="its id there; default the person's own")] = None,
    force: Force = False,
) -> None:
    """Write what a person of a game remembers for other programs."""
    screen, container = opened()
    state = fold(container.library().read(game_id_of(container, game)))
    npc_id = person_meant(state, npc)
    agent_id = agent or npc_id
    there = path / ("meta.json" if form == "genagents" else f"state/memories/{agent_id}.jsonl")
    if there.exists() and not force:
        raise InvalidInput(f"There is an agent in {path.name!r} already; --force writes over it.")
    if form == "jsonl":
        written = write_jsonl(path, state, npc_id, agent_id)
    else:
        written = write_genagents(path, state, npc_id, agent_id, asyncio.run(_vectors(container, state, npc_id)))
    screen.say(f"{count(written, 'memory', 'memories')} of {state.name(npc_id)} are written to {one_line(path.name)}.")


async def _vectors(container: Container, state: GameState, npc_id: str) -> list[Vector | None]:
    vectors = container.vectors()
    try:
        await vectors.start()
        return await vectors.vectors([entry.summary for entry in exported(state, npc_id)[0]])
    finally:
        await vectors.aclose()
