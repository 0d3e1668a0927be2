"""Seats of games for MCP clients, in the same process and with the same tokens: ``/mcp/<game_id>/narrator`` and
``/mcp/<game_id>/character/<npc_id>``."""

import asyncio

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette._utils import get_route_path
from starlette.types import Receive, Scope, Send

from app.api.access.viewer import Role, require, viewer_of
from app.api.context import Services
from app.errors import NotFound
from app.interfaces.seat import ISeat
from app.mcp.http import MAX_BODY, MAX_SESSIONS
from app.mcp.seats import CHARACTER_PATH, NARRATOR_PATH
from app.mcp.server import server_for


class SeatDoors:
    """An ASGI application. A seat's sessions begin with its first request, and end with the server."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._doors: dict[str, asyncio.Future[StreamableHTTPSessionManager]] = {}
        self._open = set[asyncio.Task[None]]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = get_route_path(scope)
        game_id, slash, seat = path.strip("/").partition("/")
        require(viewer_of(scope), game_id, Role.MASTER)
        async with self._services.host.using(game_id) as session:
            manager = await self._manager(path, self._seat(game_id, slash + seat, list(session.state.npcs)))
            if scope["method"] == "POST":
                await manager.handle_request(scope, receive, send)
                return
        await manager.handle_request(scope, receive, send)  # a stream that stays open does not hold the game in memory

    def _seat(self, game_id: str, path: str, people: list[str]) -> ISeat:
        if path == NARRATOR_PATH:
            return self._services.container.narrator_seat(game_id)
        npc_id = path.removeprefix(CHARACTER_PATH)
        if not path.startswith(CHARACTER_PATH) or npc_id not in people:
            raise NotFound(f"There is no such seat; there are narrator and character/ID: {', '.join(people)}.")
        return self._services.container.character_seat(game_id, npc_id)

    async def _manager(self, path: str, seat: ISeat) -> StreamableHTTPSessionManager:
        if path not in self._doors:
            self._doors[path] = asyncio.get_running_loop().create_future()
            self._open.add(asyncio.create_task(self._serve(seat, self._doors[path])))
        return await self._doors[path]

    async def _serve(self, seat: ISeat, opened: "asyncio.Future[StreamableHTTPSessionManager]") -> None:
        manager = StreamableHTTPSessionManager(
            server_for(seat), max_request_body_size=MAX_BODY, max_sessions=MAX_SESSIONS
        )
        async with manager.run():
            opened.set_result(manager)
            await asyncio.Event().wait()

    async def close(self) -> None:
        for door in self._open:
            door.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)
