"""The stores of a place where games are kept, together."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from app.interfaces.embeddings import IVectorCache
from app.interfaces.game_models import GameModel
from app.interfaces.servers import IServers, IUpkeep, IWakeUps
from app.interfaces.sidecars import ISidecarStore
from app.interfaces.stores import IGameStore
from app.interfaces.tokens import GameTokens


class NoWakeUps:
    """Where one process has the games there is nobody else to call: work waits until a game is opened again."""

    async def run(self, settle: Callable[[str], Awaitable[None]]) -> None:
        del settle


@dataclass(frozen=True)
class Stores:
    """``servers``, ``vectors`` and ``upkeep`` are None where games are files."""

    games: IGameStore
    tokens: ISidecarStore[GameTokens]
    models: ISidecarStore[GameModel]
    """Who tells each game."""
    servers: IServers | None = None
    vectors: IVectorCache | None = None
    upkeep: IUpkeep | None = None
    wakeups: IWakeUps = field(default_factory=NoWakeUps)
    close: Callable[[], None] = lambda: None
    """Give up what is held. It may be called again."""
