"""What routes work with; `create_app` puts it into the application."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, TypeVar, Unpack

from fastapi import Depends, Header, Path, Request
from fastapi.dependencies.models import Dependant

from app.api.access import TableRole, TableViewer, Tokens, ViewerDep, require
from app.api.access import viewer as signed_in
from app.api.guard import Limits
from app.api.metrics import Metrics
from app.container import Container
from app.models.base import ID_PATTERN, MAX_ID_LENGTH
from app.models.command import Command
from app.models.events.play import PlayerLeft
from app.models.state.game_state import GameState
from app.services.game.games.concurrency import in_thread
from app.services.game.games.feed import GameFeed
from app.services.game.games.game_library import GameLibrary
from app.services.game.games.session import GameSession
from app.services.game.games.session import Request as Identified
from app.services.game.hosting import GameHost
from app.services.game.turns.turn_result import TurnResult
from app.services.game.turns.turn_service import TurnService

T = TypeVar("T")
_HASHED_AT_ONCE = 1_000_000  # bytes, some 2 ms; an imported game may have fifty times as many
GameId = Annotated[str, Path(max_length=MAX_ID_LENGTH, pattern=ID_PATTERN, examples=["tide-bell-1a2b3c4d"])]


@dataclass(eq=False)
class Services:
    container: Container
    library: GameLibrary
    turns: TurnService
    host: GameHost
    feed: GameFeed
    tokens: Tokens
    limits: Limits
    metrics: Metrics
    _under_way: set[asyncio.Task[Any]] = field(default_factory=set)

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Work that is done to its end, also when the client that waits for it goes away."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # looked at, so that nothing is logged where nobody waits for it any more


async def services(request: Request) -> Services:
    found: Services = request.app.state.services
    return found


ServicesDep = Annotated[Services, Depends(services)]


@dataclass(frozen=True)
class Game:
    """The game that a request is about, of one who may ask for it in this role."""

    id: str
    viewer: TableViewer
    services: Services

    def open(self) -> AbstractAsyncContextManager[GameSession]:
        return self.services.host.using(self.id)

    @asynccontextmanager
    async def state(self) -> AsyncIterator[GameState]:
        """The open game as it stands, to be read."""
        async with self.open() as session:
            yield session.state

    async def within(self, work: Callable[[GameSession], Awaitable[T]]) -> T:
        """Do work with the open game to its end, as `Services.start` has it, and return what the work returns. All of
        a request that changes a game is one such work: what it answers is read where it was done."""

        async def opened() -> T:
            async with self.open() as session:
                return await work(session)

        return await asyncio.shield(self.services.start(opened()))

    async def play(self, work: Callable[[TurnService], Awaitable[T]]) -> T:
        """Do work of which no answer is read off the game, as `within`."""
        return await self.within(lambda _: work(self.services.turns))

    async def carry_out(self, *commands: Command, **request: Unpack[Identified]) -> TurnResult:
        """Play a turn without text, within `within`. The tokens of players who leave in it are revoked."""
        turns = self.services.turns
        result = await turns.execute(self.id, *commands, **request)
        left = {event.player_id for event in result.events if isinstance(event, PlayerLeft)}
        left -= {player.id for player in turns.state(self.id).party.players}
        if left:
            await in_thread(partial(self.services.tokens.revoke_players, self.id, left))
        return result


@dataclass(frozen=True)
class _GameFor:
    role: TableRole

    async def __call__(self, game_id: GameId, viewer: ViewerDep, services: ServicesDep) -> Game:
        require(viewer, game_id, self.role)
        return Game(game_id, viewer, services)


GameAsViewer = Annotated[Game, Depends(_GameFor(TableRole.VIEWER))]
GameAsPlayer = Annotated[Game, Depends(_GameFor(TableRole.PLAYER))]
GameAsMaster = Annotated[Game, Depends(_GameFor(TableRole.MASTER))]


async def _for_admin(viewer: ViewerDep, services: ServicesDep) -> Services:
    require(viewer, None, TableRole.ADMIN)
    return services


AdminServices = Annotated[Services, Depends(_for_admin)]


def needed_role(dependant: Dependant) -> TableRole | None:
    """The least role that what a route depends on asks for; None where nobody is asked who it is."""
    own = TableRole.ADMIN if dependant.call is _for_admin else TableRole.VIEWER if dependant.call is signed_in else None
    found = [getattr(dependant.call, "role", own), *map(needed_role, dependant.dependencies)]
    return max((role for role in found if role is not None), key=list(TableRole).index, default=None)


async def _identified(
    request: Request,
    viewer: ViewerDep,
    key: Annotated[
        str | None,
        Header(
            alias="Idempotency-Key",
            min_length=1,
            max_length=200,
            pattern=r"^[!-~]+$",
            description="made up for each request: sent again, it answers the same and nothing happens twice",
        ),
    ] = None,
) -> Identified:
    """The key, and the SHA-256 of path, player and body: a key is good for one request alone."""
    if key is None:
        return {}
    meant = hashlib.sha256(f"{request.url.path} {viewer.player_id}\n".encode())
    body = await request.body()
    if len(body) > _HASHED_AT_ONCE:
        await in_thread(partial(meant.update, body))
    else:
        meant.update(body)
    return {"request_id": key, "request_hash": meant.hexdigest()}


RequestDep = Annotated[Identified, Depends(_identified)]
