"""Where games are kept, by what the settings name: a folder, or a database that several servers share."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import InvalidInput
from app.interfaces.embeddings import IVectorCache
from app.interfaces.game_models import IModelStore
from app.interfaces.servers import IServers, IWakeUps
from app.interfaces.stores import IGameStore
from app.interfaces.tokens import ITokenStore
from app.stores.json_store import JsonGameStore
from app.stores.model_store import MODEL, ModelStore
from app.stores.private_file import PrivateFile
from app.stores.token_store import TOKENS, TokenStore

if TYPE_CHECKING:
    from app.stores.postgres.upkeep import Upkeep


class NoWakeUps:
    """Where one process has the games there is nobody else to call: work waits until a game is opened again."""

    async def run(self, settle: Callable[[str], Awaitable[None]]) -> None:
        del settle


@dataclass(frozen=True)
class Stores:
    """``servers``, ``vectors`` and ``upkeep`` are None where games are files."""

    games: IGameStore
    tokens: ITokenStore
    models: IModelStore
    servers: IServers | None = None
    vectors: IVectorCache | None = None
    upkeep: "Upkeep | None" = None
    wakeups: IWakeUps = field(default_factory=NoWakeUps)
    close: Callable[[], None] = lambda: None
    """Give up what is held. It may be called again."""


def in_files(root: Path) -> Stores:
    tokens, models = PrivateFile(root, TOKENS), PrivateFile(root, MODEL)
    return Stores(JsonGameStore(root), TokenStore(tokens), ModelStore(models))


def in_database(url: str, lease: float) -> Stores:
    """``lease`` in seconds. InvalidInput where the driver is not installed, or for what is no address."""
    try:
        from app.stores.postgres.opening import open_stores  # noqa: PLC0415  # its packages are an extra
    except ModuleNotFoundError:
        raise InvalidInput(
            "A database is named, but its driver is not installed: pip install 'talekeeper[postgres]'."
        ) from None
    return open_stores(url, lease=lease)
