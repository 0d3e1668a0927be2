"""``mcp``: lets clients that speak the Model Context Protocol play a character or run the table."""

import asyncio
import logging
import signal
from typing import Annotated

import typer
from typing_extensions import override

from app.cli.playing.interrupts import on_interrupt
from app.cli.playing.screen import Screen, plain_console
from app.cli.setup import configure_log, load_settings, make_container
from app.container import Container
from app.errors import InvalidInput
from app.log import logger
from app.memory.stream.owners import find_person


def mcp(
    game: Annotated[str, typer.Option("--game", help="a game's id, title or named turn, or its beginning")],
    character: Annotated[
        list[str] | None, typer.Option("--character", metavar="NPC", help="play this person, by name or id")
    ] = None,
    *,
    narrator: Annotated[bool, typer.Option("--narrator", help="run the table")] = False,
    consult: Annotated[
        bool, typer.Option("--consult", help="the character consults its memories before each word and deed")
    ] = False,
    model: Annotated[str | None, typer.Option("--model", help="who narrates; default offline")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="show warnings on standard error")] = False,
) -> None:
    """Serve one seat of a game to an MCP client, over stdio. Several seats, and seats over HTTP: see `serve`.

    Standard output is the protocol's; whatever else is said goes to standard error."""
    errors = plain_console(stderr=True)
    screen = Screen(out=errors, err=errors)
    configure_log(screen, verbose=verbose)
    logging.basicConfig(handlers=[LogForwarder()], level=logging.WARNING)
    people = tuple(character or ())
    if len(people) + narrator != 1:
        raise InvalidInput("One seat each process: give --narrator or one --character; `serve` has all seats at once.")
    if consult and not people:
        raise InvalidInput("--consult goes with --character.")
    container = make_container(load_settings(model))
    asyncio.run(_serve(screen, container, game, people[0] if people else None, consult=consult))


async def _serve(screen: Screen, container: Container, game: str, person: str | None, *, consult: bool) -> None:
    """Serve a person, or the narrator, until the client goes or a signal comes."""
    from app.mcp.seats import open_game, take_seat  # noqa: PLC0415  # loading the protocol's library takes a second
    from app.mcp.stdio import serve_stdio  # noqa: PLC0415  # as above

    stop = asyncio.Event()
    async with open_game(container, game) as game_id:
        npc_id = None if person is None else find_person(container.turns().state(game_id), person)
        seat = await take_seat(container, game_id, npc_id, gate=consult)
        screen.line(f"{container.library().open(game_id).header.title} ({game_id})")
        screen.line(f"Serving {seat.title} on standard input and output.")
        with on_interrupt(stop.set), on_interrupt(stop.set, signal.SIGTERM):
            await serve_stdio(seat, stop)


class LogForwarder(logging.Handler):
    """Hands on what libraries log, so that it goes where the program's own log goes and nowhere else."""

    @override
    def emit(self, record: logging.LogRecord) -> None:
        logger.opt(exception=record.exc_info).log(record.levelname, "{}: {}", record.name, record.getMessage())
