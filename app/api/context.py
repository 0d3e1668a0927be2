"""What routes work with; `create_app` puts it into the application."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request

from app.api.access.tokens import Tokens
from app.api.limits import Limits
from app.api.metrics import Metrics
from app.container import Container
from app.services.game.games.feed import GameFeed
from app.services.game.games.game_library import GameLibrary
from app.services.game.games.hosting import GameHost
from app.services.game.turns.turn_service import TurnService

T = TypeVar("T")


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
        task.add_done_callback(self._under_way.discard)
        return task

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """What such work returns."""
        return await asyncio.shield(self.start(work))


def services(request: Request) -> Services:
    found: Services = request.app.state.services
    return found


ServicesDep = Annotated[Services, Depends(services)]
