"""The services and dependencies that routes use; `create_app` puts the services into the application."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, TypeVar, Unpack

from fastapi import Depends, Header, Path, Request
from fastapi.dependencies.models import Dependant

from app.api.access import TableRole, TableViewer, Tokens, ViewerDep, require_access
from app.api.access import viewer as signed_in
from app.api.guard import Limits
from app.api.metrics import Metrics
from app.container import Container
from app.models.base import ID_PATTERN, MAX_ID_LENGTH
from app.models.command import Command
from app.models.events.play import PlayerLeft
from app.models.state.game_state import GameState
from app.server_model import ServerModel
from app.services.chat.chat_service import ChatService
from app.services.game.games.concurrency import in_thread
from app.services.game.games.feed import GameFeed
from app.services.game.games.game_library import GameLibrary
from app.services.game.games.session import GameSession
from app.services.game.games.session import Request as Identified
from app.services.game.hosting import GameHost
from app.services.game.turns.answer_service import AnswerService
from app.services.game.turns.turn_result import TurnResult
from app.services.game.turns.turn_service import TurnService

T = TypeVar("T")
_HASHED_AT_ONCE = 1_000_000  # bytes, about 2 ms; an imported game may be fifty times as large
GameId = Annotated[str, Path(max_length=MAX_ID_LENGTH, pattern=ID_PATTERN, examples=["tide-bell-1a2b3c4d"])]


@dataclass(eq=False)
class Services:
    """Everything that routes share: one instance for each application."""

    container: Container
    library: GameLibrary
    turns: TurnService
    answers: AnswerService
    chat: ChatService
    host: GameHost
    feed: GameFeed
    tokens: Tokens
    limits: Limits
    metrics: Metrics
    server_model: ServerModel
    trial: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a model is put to trial."""
    _under_way: set[asyncio.Task[Any]] = field(default_factory=set)

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task that runs to its end even when the client that waits for it disconnects."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved, so that asyncio does not log it when no client waits


async def services(request: Request) -> Services:
    found: Services = request.app.state.services
    return found


ServicesDep = Annotated[Services, Depends(services)]


@dataclass(frozen=True)
class Game:
    """The game of a request, after the viewer's role was checked."""

    id: str
    viewer: TableViewer
    services: Services

    def open(self) -> AbstractAsyncContextManager[GameSession]:
        """Return a context that holds the game open."""
        return self.services.host.using(self.id)

    @asynccontextmanager
    async def state(self) -> AsyncIterator[GameState]:
        """Open the game and yield its current state, to be read only."""
        async with self.open() as session:
            yield session.state

    async def within(self, work: Callable[[GameSession], Awaitable[T]]) -> T:
        """Open the game, run ``work`` on its session to the end, and return its result.

        Work goes on when the client disconnects, as with `Services.start`. A request that changes a game does
        everything in one such call, so that its answer is read from the state that it made.
        """

        async def opened() -> T:
            async with self.open() as session:
                return await work(session)

        return await asyncio.shield(self.services.start(opened()))

    async def play(self, work: Callable[[TurnService], Awaitable[T]]) -> T:
        """Run ``work`` on the turn service as `within` does, where the answer needs nothing of the session."""
        return await self.within(lambda _: work(self.services.turns))

    async def carry_out(self, *commands: Command, **request: Unpack[Identified]) -> TurnResult:
        """Play a turn without text inside `within`, which is the turn of the token's player, and revoke the tokens of
        players who leave in it."""
        turns = self.services.turns
        result = await turns.execute(self.id, *commands, owner_id=self.viewer.player_id, **request)
        left = {event.player_id for event in result.events if isinstance(event, PlayerLeft)}
        left -= {player.id for player in turns.state(self.id).party.players}
        if left:
            await in_thread(partial(self.services.tokens.revoke_players, self.id, left))
        return result


@dataclass(frozen=True)
class _GameFor:
    role: TableRole

    async def __call__(self, game_id: GameId, viewer: ViewerDep, services: ServicesDep) -> Game:
        require_access(viewer, game_id, self.role)
        return Game(game_id, viewer, services)


GameAsViewer = Annotated[Game, Depends(_GameFor(TableRole.VIEWER))]
GameAsPlayer = Annotated[Game, Depends(_GameFor(TableRole.PLAYER))]
GameAsMaster = Annotated[Game, Depends(_GameFor(TableRole.MASTER))]


@dataclass(frozen=True)
class _ServicesFor:
    role: TableRole

    async def __call__(self, viewer: ViewerDep, services: ServicesDep) -> Services:
        require_access(viewer, None, self.role)
        return services


MasterServices = Annotated[Services, Depends(_ServicesFor(TableRole.MASTER))]
AdminServices = Annotated[Services, Depends(_ServicesFor(TableRole.ADMIN))]


def needed_role(dependant: Dependant) -> TableRole | None:
    """Return the least role that a route's dependencies require; None where the route needs no authentication."""
    own = TableRole.VIEWER if dependant.call is signed_in else None
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
            description="a unique value for each request: a repeated one is carried out once and gets the same answer",
        ),
    ] = None,
) -> Identified:
    """Return the idempotency key and a SHA-256 of path with its query, player and body, which tie the key to one
    request; empty without a key."""
    if key is None:
        return {}
    query = f"?{request.url.query}" if request.url.query else ""
    digest = hashlib.sha256(f"{request.url.path}{query} {viewer.player_id}\n".encode())
    body = await request.body()
    if len(body) > _HASHED_AT_ONCE:
        await in_thread(partial(digest.update, body))
    else:
        digest.update(body)
    return {"request_id": key, "request_hash": digest.hexdigest()}


IdempotencyDep = Annotated[Identified, Depends(_identified)]
