"""What routes work with; `create_app` puts it into the application."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

from fastapi import Depends, Request

from app.container import Container
from app.services.game.games.game_library import GameLibrary
from app.services.game.games.session import GameSession
from app.services.game.turns.turn_service import TurnService


class Host(Protocol):
    """Which games are in memory."""

    def using(self, game_id: str) -> AbstractAsyncContextManager[GameSession]:
        """The game, loaded off the event loop if needed, for as long as the context is open."""


@dataclass(frozen=True)
class Services:
    container: Container
    library: GameLibrary
    turns: TurnService
    host: Host
    feed: Any  # a GameFeed, as soon as there is one


def services(request: Request) -> Services:
    found: Services = request.app.state.services
    return found


ServicesDep = Annotated[Services, Depends(services)]
