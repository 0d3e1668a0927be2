"""All stores of one location of games, together."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from app.interfaces.embeddings import IVectorCache
from app.interfaces.game_models import GameModel
from app.interfaces.servers import IJobQueue, IServers, IUpkeep
from app.interfaces.sidecars import ISidecarStore
from app.interfaces.stores import IGameStore
from app.interfaces.tokens import GameTokens
from app.models.picture import GamePictures
from app.models.table_talk import TableTalk


class NoJobQueue:
    """Implements `IJobQueue` for a single process: pending work waits until its game is opened again."""

    async def run(self, settle: Callable[[str], Awaitable[None]]) -> None:
        del settle


@dataclass(frozen=True)
class Stores:
    """The stores of one location; ``servers``, ``vectors`` and ``upkeep`` are None if games are files."""

    games: IGameStore
    tokens: ISidecarStore[GameTokens]
    models: ISidecarStore[GameModel]
    """The model that plays each game."""
    pictures: ISidecarStore[GamePictures]
    """The pictures that each game has of its own."""
    talks: ISidecarStore[TableTalk]
    """The talk at the table of each game."""
    servers: IServers | None = None
    vectors: IVectorCache | None = None
    upkeep: IUpkeep | None = None
    wakeups: IJobQueue = field(default_factory=NoJobQueue)
    close: Callable[[], None] = lambda: None
    """Release everything that is held; callable more than once."""
