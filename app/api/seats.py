"""Seats of games for MCP clients, in the same process and with the same tokens: ``/mcp/<game_id>/narrator`` and
``/mcp/<game_id>/character/<npc_id>``; with ``?consult=true`` the person consults its memories before each deed."""

from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import RequestBodyLimitMiddleware
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from app.api.access import Role, require, viewer_of
from app.api.context import Services
from app.api.guard import MAX_BODY
from app.mcp.seats import take_seat
from app.mcp.server import server_for
from app.services.game.games.session import GameSession

PATHS = ("/{game_id}/narrator", "/{game_id}/character/{npc_id}")


@dataclass(eq=False)
class Seats:
    """An ASGI application for both paths. Every request stands by itself: no session of the protocol is kept, so that
    none ends when a game is unloaded or the server starts anew. The seats of a game are gone with it from memory."""

    services: Services
    _servers: WeakKeyDictionary[GameSession, dict[tuple[str | None, bool], Server[Any]]] = field(
        default_factory=WeakKeyDictionary
    )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        game_id, npc_id = scope["path_params"]["game_id"], scope["path_params"].get("npc_id")
        viewer = viewer_of(scope)
        is_own = npc_id is not None and npc_id == viewer.npc_id
        require(viewer, game_id, Role.CHARACTER if is_own else Role.MASTER)
        if scope["method"] != "POST":
            raise HTTPException(405, "Seats answer to POST and send nothing else.", {"Allow": "POST"})
        await RequestBodyLimitMiddleware(self._ask, MAX_BODY)(scope, receive, send)  # has read it when it asks

    async def _ask(self, scope: Scope, receive: Receive, send: Send) -> None:
        params, consults = scope["path_params"], Request(scope).query_params.get("consult") == "true"
        async with self.services.host.using(params["game_id"]) as session:
            server = await self._server(session, params.get("npc_id"), consults=consults)
            manager = StreamableHTTPSessionManager(server, stateless=True)
            async with manager.run():
                await manager.handle_request(scope, receive, send)

    async def _server(self, session: GameSession, npc_id: str | None, *, consults: bool) -> Server[Any]:
        """The seat of a person, or of the narrator. NotFound for an unknown person."""
        servers, wanted = self._servers.setdefault(session, {}), (npc_id, consults)
        if wanted not in servers:
            seat = await take_seat(self.services.container, session.header.game_id, npc_id, gate=consults)
            servers[wanted] = server_for(seat)
        return servers[wanted]
