"""``mcp``: lets clients that speak the Model Context Protocol play a character or run the table."""

import asyncio
import logging
import os
import signal
from collections.abc import Sequence
from typing import Annotated

import typer
from typing_extensions import override

from app.cli.playing.interrupts import on_interrupt
from app.cli.playing.screen import Screen, plain_console
from app.cli.setup import configure_log, load_settings, make_container
from app.container import Container
from app.errors import InvalidInput
from app.interfaces.seat import ISeat
from app.log import logger

TOKEN_VARIABLE = "TALEKEEPER_MCP_TOKEN"
DEFAULT_PORT = 8765


def mcp(
    game: Annotated[str, typer.Option("--game", help="a game's id, title or named turn, or its beginning")],
    character: Annotated[
        list[str] | None, typer.Option("--character", metavar="NPC", help="play this person; with --http several")
    ] = None,
    *,
    narrator: Annotated[bool, typer.Option("--narrator", help="run the table")] = False,
    consult: Annotated[
        bool, typer.Option("--consult", help="characters consult their memories before each word and deed")
    ] = False,
    http: Annotated[bool, typer.Option("--http", help="serve over HTTP on this machine instead of stdio")] = False,
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65_535, help=f"with --http; default {DEFAULT_PORT}, 0: any")
    ] = None,
    model: Annotated[str | None, typer.Option("--model", help="who narrates; default offline")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="show warnings on standard error")] = False,
) -> None:
    """Serve a game to MCP clients. Standard output is the protocol's; whatever else is said goes to standard error."""
    errors = plain_console(stderr=True)
    screen = Screen(out=errors, err=errors)
    configure_log(screen, verbose=verbose)
    logging.basicConfig(handlers=[LogForwarder()], level=logging.WARNING)
    people = tuple(character or ())
    if len(people) + narrator != 1 and not http:
        raise InvalidInput("One seat each process: give --narrator or one --character; --http serves several.")
    if not people and not narrator:
        raise InvalidInput("Say whose seats are to be served: --narrator, or --character with a name or id.")
    if consult and not people:
        raise InvalidInput("--consult goes with --character.")
    if port is not None and not http:
        raise InvalidInput("--port goes with --http.")
    served_port = (DEFAULT_PORT if port is None else port) if http else None
    container = make_container(load_settings(model))
    asyncio.run(_serve(screen, container, game, people, narrator=narrator, consult=consult, port=served_port))


async def _serve(
    screen: Screen,
    container: Container,
    game: str,
    characters: Sequence[str],
    *,
    narrator: bool,
    consult: bool,
    port: int | None,
) -> None:
    """Serve until the client of a stdio server goes, or a signal comes; without a ``port`` over stdio."""
    from app.mcp.seats import open_game, seats_at  # noqa: PLC0415  # loading the protocol's library takes a second

    stop = asyncio.Event()
    async with open_game(container, game) as game_id:
        seats = seats_at(container, game_id, characters, narrator=narrator, gate=consult)
        screen.line(f"{container.library().open(game_id).header.title} ({game_id})")
        with on_interrupt(stop.set), on_interrupt(stop.set, signal.SIGTERM):
            if port is not None:
                await _serve_http(screen, seats, port, stop)
                return
            from app.mcp.stdio import serve_stdio  # noqa: PLC0415  # as above

            seat = seats[0][1]
            screen.line(f"Serving {seat.title} on standard input and output.")
            await serve_stdio(seat, stop)


async def _serve_http(screen: Screen, seats: Sequence[tuple[str, ISeat]], port: int, stop: asyncio.Event) -> None:
    """Each seat at an address of its own; the tokens are shown nowhere else."""
    from app.mcp.http import OpenSeat, checked_token, listening_socket, new_token, serve_http, url_of  # noqa: PLC0415  # as above

    token = os.environ.get(TOKEN_VARIABLE)
    if token and len(seats) > 1:
        raise InvalidInput(f"{TOKEN_VARIABLE} is for one seat; without it each seat gets a token of its own.")
    given = checked_token(token) if token else None
    offered = [OpenSeat(path, seat, given or new_token()) for path, seat in seats]
    listening = listening_socket(port)
    for one in offered:
        screen.line(f"{one.seat.title}: {url_of(listening, one.path)}")
        screen.line("  token: " + (f"that of {TOKEN_VARIABLE}" if given else one.token))
    screen.line("Ctrl-C stops.")
    await serve_http(offered, listening, stop)


class LogForwarder(logging.Handler):
    """Hands on what libraries log, so that it goes where the program's own log goes and nowhere else."""

    @override
    def emit(self, record: logging.LogRecord) -> None:
        logger.opt(exception=record.exc_info).log(record.levelname, "{}: {}", record.name, record.getMessage())
