"""``serve``: the HTTP API."""

import asyncio
import logging
import signal
from typing import Annotated

import typer

from app.cli.commands.mcp import LogForwarder
from app.cli.playing.interrupts import on_interrupt
from app.cli.playing.screen import Screen, plain_console
from app.cli.setup import configure_log, load_settings, make_container
from app.log import logger

DEFAULT_PORT = 8000


def serve(
    *,
    host: Annotated[str, typer.Option("--host", help="the address to listen at")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65_535, help="0: any that is free")] = DEFAULT_PORT,
    tokens: Annotated[
        bool, typer.Option("--tokens", help="ask for tokens on this machine too; elsewhere they are always asked for")
    ] = False,
    model: Annotated[str | None, typer.Option("--model", help="who narrates; default offline")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="log every request on standard error")] = False,
) -> None:
    """Serve games over HTTP, under /v1, and to MCP clients under /mcp."""
    from app.api.access.tokens import new_token  # noqa: PLC0415  # loading these libraries takes a second
    from app.api.application import create_app  # noqa: PLC0415  # as above
    from app.api.serving import LOOPBACK, listening_socket, log_line, serve  # noqa: PLC0415  # as above

    screen = Screen(err=plain_console(stderr=True))
    configure_log(screen)
    logger.add(log_line, level="INFO" if verbose else "WARNING", diagnose=False, backtrace=False)
    logging.basicConfig(handlers=[LogForwarder()], level=logging.WARNING)
    is_local = host in LOOPBACK
    settings = load_settings()
    container = make_container(settings if model is None else settings.with_model(model))
    made = new_token() if tokens or not is_local else None
    admin_token = settings.admin_token.get_secret_value() if settings.admin_token else made
    app = create_app(container, admin_token=admin_token, hosts=LOOPBACK if is_local else None)
    listening = listening_socket(port, host)
    name = f"[{host}]" if ":" in host else host
    screen.line(f"Talekeeper at http://{name}:{listening.getsockname()[1]}/v1")
    if admin_token is not None:
        screen.line("Admin token: " + ("that of TALEKEEPER_ADMIN_TOKEN" if settings.admin_token else admin_token))
    screen.line("Ctrl-C stops.")

    async def run() -> None:
        stop = asyncio.Event()
        with on_interrupt(stop.set), on_interrupt(stop.set, signal.SIGTERM):
            await serve(app, container, listening, stop)

    asyncio.run(run())
