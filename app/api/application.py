"""The ASGI application: routes, middleware, the services that they use, and the MCP seats of games, in the same process
and with the same tokens."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from fastapi import Depends, FastAPI, Request
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import RequestBodyLimitMiddleware
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import BaseRoute, Route, Router
from starlette.types import Receive, Scope, Send

from app import __version__
from app.api import page, problems
from app.api.access import TableRole, TableViewer, Tokens, acting_player, require_access, viewer_of
from app.api.chat_errors import PREFIX, is_chat_path
from app.api.context import Services
from app.api.document import openapi_document
from app.api.guard import MAX_BODY, Guard, Limits
from app.api.metrics import Metrics
from app.api.parameters import refuse_unknown_parameters
from app.api.routes import (
    agent_memory,
    canon,
    chat,
    events,
    game_models,
    games,
    imports,
    leading,
    memories,
    narration,
    people,
    pictures,
    prompts,
    scenarios,
    server_model,
    system,
    table,
    table_talk,
    turns,
)
from app.api.routing import Routing
from app.api.views import turn_heard
from app.container import Container
from app.interfaces.seat import ISeat
from app.mcp.seats import take_seat
from app.mcp.server import server_for
from app.server_model import ServerModel
from app.services.game.games.session import GameSession

CHARACTER, PLAYER, NARRATOR, MEMORY = "character", "player", "narrator", "memory"
"""The kinds of seats."""
PATHS = (f"/{{game_id}}/{CHARACTER}/{{npc_id}}", *(f"/{{game_id}}/{kind}" for kind in (PLAYER, NARRATOR, MEMORY)))


class _Wanted(NamedTuple):
    """A seat as a request names it: its kind, whose it is, None for the narrator and at a memory alone, and its
    options."""

    kind: str
    who: str | None
    consults: bool
    all_tools: bool


@dataclass(eq=False)
class Seats:
    """The ASGI application for ``/mcp/<game_id>/narrator``, ``/mcp/<game_id>/character/<npc_id>``,
    ``/mcp/<game_id>/player`` and, for a memory alone, ``/mcp/<game_id>/memory``. The player is that of the token; game
    masters name one with ``?player=<player_id>``, by default the first. With ``?consult=true`` the character consults
    its memories before each action, with ``?tools=all`` it lists all of its tools at first.

    Requests are stateless: no MCP session is kept, so that none ends when a game is unloaded or the server restarts.
    The MCP servers of a game are dropped when the game is unloaded."""

    services: Services
    _servers: WeakKeyDictionary[GameSession, dict[_Wanted, Server[Any]]] = field(default_factory=WeakKeyDictionary)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        game_id, npc_id = scope["path_params"]["game_id"], scope["path_params"].get("npc_id")
        viewer = viewer_of(scope)
        is_own = npc_id is not None and npc_id == viewer.npc_id
        needed = TableRole.CHARACTER if is_own else TableRole.PLAYER if _kind(scope) == PLAYER else TableRole.MASTER
        require_access(viewer, game_id, needed)
        if scope["method"] != "POST":
            raise HTTPException(405, "Seats answer to POST and send nothing else.", {"Allow": "POST"})
        await RequestBodyLimitMiddleware(self._ask, MAX_BODY)(scope, receive, send)  # buffers the body

    async def _ask(self, scope: Scope, receive: Receive, send: Send) -> None:
        params, query, kind = scope["path_params"], Request(scope).query_params, _kind(scope)
        async with self.services.host.using(params["game_id"]) as session:
            who = params.get("npc_id")
            if kind == PLAYER:
                who = acting_player(viewer_of(scope), session.state, query.get("player"))
            wanted = _Wanted(kind, who, query.get("consult") == "true", query.get("tools") == "all")
            manager = StreamableHTTPSessionManager(await self._server(session, wanted), stateless=True)
            async with manager.run():
                await manager.handle_request(scope, receive, send)

    async def _server(self, session: GameSession, wanted: _Wanted) -> Server[Any]:
        """Return the MCP server of a seat. Raise NotFound for an unknown person, NotPossible for the seat of a memory
        alone in a game with a story."""
        servers = self._servers.setdefault(session, {})
        if wanted not in servers:
            servers[wanted] = server_for(await self._seat(session.header.game_id, wanted))
        return servers[wanted]

    async def _seat(self, game_id: str, wanted: _Wanted) -> ISeat:
        kind, who, gate, all_tools = wanted
        container = self.services.container
        if kind == MEMORY:
            memory: ISeat = container.memory_seat(game_id)
            return memory
        if kind == PLAYER:
            heard = partial(turn_heard, TableViewer(TableRole.PLAYER, game_id, who))
            player: ISeat = container.game_player_seat(game_id, who, heard)
            return player
        return await take_seat(container, game_id, who, gate=gate, all_tools=all_tools)


def _kind(scope: Scope) -> str:
    """Return the kind of seat that a path names."""
    last: str = scope["path"].rpartition("/")[2]
    return CHARACTER if "npc_id" in scope["path_params"] else last


_DOCUMENT_PATH = "/v1/openapi.json"
_NO_PATH = f"There is nothing at this path: {page.DOCS} has all operations. Chat clients use {PREFIX}."
_NO_CHAT_PATH = f"Of OpenAI's API there are models and chat/completions, under {PREFIX}."
_OF_OPENAIS_LIBRARY = (
    "arch",
    "helper-method",
    "lang",
    "os",
    "package-version",
    "retry-count",
    "runtime",
    "runtime-version",
    "timeout",
)
_OF_OTHER_SITES: dict[str, Any] = {
    "allow_methods": ["GET", "POST", "PUT", "PATCH", "DELETE"],
    "allow_headers": [
        "Authorization",
        "Content-Type",
        "Idempotency-Key",
        "If-Match",
        "If-None-Match",
        "Last-Event-ID",
        "MCP-Protocol-Version",
        *(f"X-Stainless-{name}" for name in _OF_OPENAIS_LIBRARY),
    ],
    "expose_headers": ["Allow", "ETag", "Location", "RateLimit", "RateLimit-Policy", "Retry-After", "WWW-Authenticate"],
}
"""What pages of the allowed origins may send and read (CORS). No cookies are used."""

ROUTES = (
    games,
    imports,
    game_models,
    server_model,
    narration,
    turns,
    leading,
    events,
    table,
    table_talk,
    memories,
    agent_memory,
    people,
    pictures,
    canon,
    prompts,
    scenarios,
    system,
)
ROUTERS = (*(("/v1", resource.router) for resource in ROUTES), ("", system.metrics_router), (PREFIX, chat.router))
OPERATIONS = [(prefix, route) for prefix, router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]


def create_app(
    container: Container,
    *,
    admin_token: str | None = None,
    hosts: Collection[str] | None = None,
    settings_file: Path | None = None,
) -> FastAPI:
    """Build the HTTP application.

    Args:
        container: Provides the services; several applications may share one.
        admin_token: The token of the admin; None lets every request without a token act as admin.
        hosts: The host names under which the server answers, as in `Guard`; None for any.
        settings_file: Where the admin's choice of the server's model is kept; None: until the program ends.
    """
    settings, library, servers = container.settings(), container.library(), container.stores().servers
    services = Services(
        container=container,
        library=library,
        turns=container.turns(),
        answers=container.answers(),
        chat=container.chat(),
        host=container.host(),
        feed=library.feed,
        tokens=Tokens(container.tokens(), library.now, admin_token),
        server_model=ServerModel(container, settings_file),
        limits=Limits(settings.api_requests_per_minute, settings.api_streams),
        metrics=Metrics(lambda: len(library.in_memory())),
    )
    app = _new_app()
    app.router.routes += _included_routes()
    app.state.services = services
    seats = Seats(services)
    app.mount("/mcp", Router([Route(path, seats) for path in PATHS], redirect_slashes=False))
    app.router.routes += [Route(_DOCUMENT_PATH, _send_document), *page.ROUTES]
    if servers is not None:
        app.add_middleware(
            Routing,
            servers=servers,
            host=services.host,
            tokens=services.tokens,
            chat_game=partial(chat.game_of, services),
        )
    app.add_middleware(
        Guard,
        tokens=services.tokens,
        limits=services.limits,
        metrics=services.metrics,
        hosts=hosts,
        origins=settings.api_origins,
        servers=servers,
    )
    if settings.api_origins:  # outside the guard, so that pages can read refusals, too
        app.add_middleware(CORSMiddleware, allow_origins=settings.api_origins, **_OF_OTHER_SITES)
    app.openapi = _document  # type: ignore[method-assign]  # as FastAPI's documentation extends it
    return app


@cache
def _included_routes() -> list[BaseRoute]:
    """Include the routers once for all applications of the process: they share what FastAPI makes of a route when it is
    first asked for, its parameters, bodies and answers."""
    app = _new_app()
    for prefix, router in ROUTERS:
        app.include_router(router, prefix=prefix)
    return app.router.routes


def _new_app() -> FastAPI:
    return FastAPI(
        title="Talekeeper",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        dependencies=[Depends(refuse_unknown_parameters)],
        responses=problems.RESPONSES,
        exception_handlers=problems.HANDLERS | {404: _other_path, 405: _other_method},
        telemetry={"metrics": False, "logs": False, "auto_configure": True},
    )


async def _other_path(request: Request, error: HTTPException) -> JSONResponse:
    """Return 404 with where to look for the path that was meant."""
    path = request.url.path
    error.detail = _NO_CHAT_PATH if is_chat_path(path) else _NO_PATH
    return problems.problem_response(error, path=path)


async def _other_method(request: Request, error: HTTPException) -> JSONResponse:
    """Return 405 with all methods that the path supports; FastAPI names only those of one route."""
    path = request.url.path
    at_path = (
        route for prefix, route in OPERATIONS if path.startswith(prefix) and route.path_regex.match(path[len(prefix) :])
    )
    if methods := {method for route in at_path for method in route.methods or ()}:
        allowed = ", ".join(sorted(methods))
        error.headers, error.detail = (
            {"Allow": allowed},
            f"This path does not take {request.method}; it takes {allowed}.",
        )
    return problems.problem_response(error, path=path)


async def _send_document(request: Request) -> JSONResponse:
    """Answer with the OpenAPI document, which a thread builds when it is first wanted: that takes as long as all else
    that a server does before it answers, and most servers are never asked for it."""
    return JSONResponse(await asyncio.to_thread(request.app.openapi))


@cache
def _document() -> dict[str, Any]:
    """Build the OpenAPI document once for all applications of the process: building takes half a second, and their
    routes are the same.

    Returns:
        The document, which all callers share; none may change it.
    """
    app = _new_app()
    app.router.routes += _included_routes()
    return openapi_document(app, OPERATIONS)
