"""The commands that serve games: ``mcp`` to one MCP client, ``serve`` over HTTP."""

import asyncio
import logging
import signal
from contextlib import closing
from socket import socket
from typing import TYPE_CHECKING, Annotated

import typer
from typing_extensions import override

from app.cli.playing.interrupts import on_interrupt
from app.cli.rendering.screen import Screen, plain_console
from app.cli.setup import configure_log, load_settings, make_container
from app.errors import InvalidInput
from app.log import logger

if TYPE_CHECKING:
    from app.container import Container
    from app.interfaces.seat import ISeat
    from app.settings import Settings

DEFAULT_PORT = 8000


def mcp(
    game: Annotated[
        str | None, typer.Option("--game", help="a game's id, title or named turn, or the beginning of one")
    ] = None,
    character: Annotated[
        list[str] | None,
        typer.Option("--character", metavar="NPC", help="serve this person's seat: an id or a name"),
    ] = None,
    *,
    narrator: Annotated[bool, typer.Option("--narrator", help="serve the seat of the narrator")] = False,
    play: Annotated[
        bool, typer.Option("--play", help="serve the seat of a player, who begins and plays any game; without --game")
    ] = False,
    memory: Annotated[
        str | None,
        typer.Option(
            "--memory",
            metavar="NAME",
            help="serve a memory alone, without a story: the one of this title, made where there is none",
        ),
    ] = None,
    consult: Annotated[
        bool, typer.Option("--consult", help="make the character consult its memories before each speech and action")
    ] = False,
    all_tools: Annotated[
        bool, typer.Option("--all-tools", help="list all tools of the character at first, not a few")
    ] = False,
    model: Annotated[str | None, typer.Option("--model", help="the narrator's model; default offline")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="show warnings on standard error")] = False,
) -> None:
    """Serve one seat of a game to an MCP client over stdio. For several seats, and seats over HTTP, see `serve`.

    Standard output carries the protocol; everything else goes to standard error.
    """
    errors = plain_console(stderr=True)
    screen = Screen(out=errors, err=errors)
    configure_log(screen, verbose=verbose)
    logging.basicConfig(handlers=[LogForwarder()], level=logging.WARNING)
    people = tuple(character or ())
    if len(people) + narrator + play + (memory is not None) != 1:
        raise InvalidInput(
            "A process serves one seat: give --narrator or one --character with --game, --play, or --memory; `serve`"
            " has all seats."
        )
    if (game is None) is bool(narrator or people):
        raise InvalidInput("--game goes with --narrator and --character, and with neither --play nor --memory.")
    for option, is_given in (("--consult", consult), ("--all-tools", all_tools)):
        if is_given and not people:
            raise InvalidInput(f"{option} goes with --character.")
    container = make_container(load_settings(model))
    if game is not None:
        person = people[0] if people else None
        asyncio.run(_serve_seat(screen, container, game, person, gate=consult, all_tools=all_tools))
    elif memory is not None:
        asyncio.run(_serve_memory(screen, container, memory))
    else:
        asyncio.run(_serve_player(screen, container))


async def _serve_memory(screen: Screen, container: "Container", name: str) -> None:
    """Serve a memory alone until the client disconnects or a signal comes."""
    from app.mcp.seats import open_memory

    async with open_memory(container, name) as game_id:
        seat = container.memory_seat(game_id)
        screen.line(f"{container.library().open(game_id).header.title} ({game_id})")
        await _serve_until_end(screen, seat)


async def _serve_player(screen: Screen, container: "Container") -> None:
    """Serve the seat of a player until the client disconnects or a signal comes."""
    from app.mcp.seats import open_table

    async with open_table(container) as seat:
        await _serve_until_end(screen, seat)


async def _serve_until_end(screen: Screen, seat: "ISeat") -> None:
    from app.mcp.stdio import serve_stdio

    stop = asyncio.Event()
    screen.line(f"Serving {seat.title} on standard input and output.")
    with on_interrupt(stop.set), on_interrupt(stop.set, signal.SIGTERM):
        await serve_stdio(seat, stop)


async def _serve_seat(screen: Screen, container: "Container", game: str, person: str | None, **options: bool) -> None:
    """Serve a person's seat, or the narrator's, until the client disconnects or a signal comes."""
    from app.mcp.seats import open_game, take_seat
    from app.memory.stream.owners import find_person

    async with open_game(container, game) as game_id:
        with container.turns().speaking(game_id):
            npc_id = None if person is None else find_person(container.turns().state(game_id), person)
        seat = await take_seat(container, game_id, npc_id, **options)
        screen.line(f"{container.library().open(game_id).header.title} ({game_id})")
        await _serve_until_end(screen, seat)


def serve(
    *,
    host: Annotated[str, typer.Option("--host", help="the address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65_535, help="the port; 0: any free one")] = DEFAULT_PORT,
    tokens: Annotated[
        bool,
        typer.Option("--tokens", help="require tokens on this machine too; elsewhere they always are"),
    ] = False,
    model: Annotated[str | None, typer.Option("--model", help="the narrator's model; default offline")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="log every request on standard error")] = False,
) -> None:
    """Serve games over HTTP: a page to play on under /, the API under /v1, MCP seats under /mcp."""
    from app.api.listening import LOOPBACK, listening_socket

    screen = Screen(err=plain_console(stderr=True))
    configure_log(screen)
    is_local = host in LOOPBACK
    settings = load_settings()
    if model is not None:
        settings = settings.with_model(model)
    needs_token = tokens or not is_local
    if needs_token and settings.database is not None and settings.admin_token is None:
        raise InvalidInput("Servers that share a database need the same admin token: set TALEKEEPER_ADMIN_TOKEN.")
    with closing(listening_socket(port, host)) as listening:  # an address is refused before the server is loaded
        _serve_games(screen, settings, listening, host, needs_token=needs_token, verbose=verbose)


def _serve_games(
    screen: Screen, settings: "Settings", listening: socket, host: str, *, needs_token: bool, verbose: bool
) -> None:
    """Serve on a socket until a signal comes."""
    from app.api.access import new_token
    from app.api.application import create_app
    from app.api.listening import LOOPBACK
    from app.api.serving import serve, write_log_line
    from app.settings import settings_file

    logger.add(write_log_line, level="INFO" if verbose else "WARNING", diagnose=False, backtrace=False)
    logging.basicConfig(handlers=[LogForwarder()], level=logging.WARNING)
    container = make_container(settings)
    generated = new_token() if needs_token else None
    admin_token = settings.admin_token.get_secret_value() if settings.admin_token else generated
    hosts = LOOPBACK if host in LOOPBACK else None
    app = create_app(container, admin_token=admin_token, hosts=hosts, settings_file=settings_file())
    name = f"[{host}]" if ":" in host else host
    screen.line(f"Talekeeper at http://{name}:{listening.getsockname()[1]}/v1")
    screen.line(f"In a browser: http://{name}:{listening.getsockname()[1]}/")
    if admin_token is not None:
        screen.line("Admin token: " + ("that of TALEKEEPER_ADMIN_TOKEN" if settings.admin_token else admin_token))
    screen.line("Ctrl-C stops.")

    async def run() -> None:
        stop = asyncio.Event()
        with on_interrupt(stop.set), on_interrupt(stop.set, signal.SIGTERM):
            await serve(app, container, listening, stop)

    asyncio.run(run())


class LogForwarder(logging.Handler):
    """Forwards the log of libraries to the program's own log."""

    @override
    def emit(self, record: logging.LogRecord) -> None:
        logger.opt(exception=record.exc_info).log(record.levelname, "{}: {}", record.name, record.getMessage())
