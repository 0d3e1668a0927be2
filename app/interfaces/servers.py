"""Several servers that share their games: who holds which, who is there, and who is called for work that waits."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol


class Server(NamedTuple):
    """Another server: the address of its API, and the key that shows it that a request comes from one of its kind."""

    id: str
    address: str
    key: str


class ServerFigures(NamedTuple):
    """What is counted of one server: the games that it holds, leases that it lost while it held them, records that it
    has committed and the seconds that this took; and for how many seconds the oldest job of all has been due."""

    games_owned: int
    lease_losses: int
    commits: int
    commit_seconds: float
    job_lag_seconds: float


class IServers(Protocol):
    """This server among those that share the games. What blocks is called in threads; StorageFailed."""

    def holds(self, game_id: str) -> bool:
        """Whether this server may write the game now, as far as it knows by itself. It is never wrong about a yes."""

    def owner(self, game_id: str) -> Server | None:
        """The living server that holds the game, if it is another one. Blocks."""

    def others(self) -> Sequence[Server]:
        """Those that are alive and take new games, as of a moment ago."""

    def is_alive(self, server: Server) -> bool:
        """Whether a server that holds games was there a moment ago."""

    def is_own(self, key: str) -> bool:
        """Whether this is the key that other servers send to this one."""

    def join(self, address: str, version: str) -> None:
        """Be there under this address. InvalidInput where the database cannot be used as it is. Blocks."""

    def drain(self) -> None:
        """Take no new games from now on. Blocks."""

    async def keep_in_touch(self, usage: "IUsage") -> None:
        """Say that this server is there, and learn who else is and what their clients use, until cancelled."""

    async def wait_for_commit(self, game_id: str, behind: int) -> None:
        """Returns when the game has a record after the number ``behind``, or is not there."""

    def figures(self) -> "ServerFigures":
        """Blocks."""

    def leave(self) -> None:
        """Give up every game and be there no more. Blocks."""


class IUsage(Protocol):
    """What clients use of one server, by the client."""

    def own(self) -> Mapping[str, int]:
        """Counts of this server."""

    def take(self, others: Mapping[str, int]) -> None:
        """Counts of all other servers together."""


class IWakeUps(Protocol):
    """Calls for work that waits in games that no server holds any more; owners do theirs by themselves."""

    async def run(self, settle: Callable[[str], Awaitable[None]]) -> None:
        """Answer calls with ``settle``, which opens the game and does its work, until cancelled."""


class Fact(NamedTuple):
    """Something about a database: ``good`` to have, or in the way, or such that doctor ``warns``."""

    text: str
    good: bool = True
    warns: bool = False


class IUpkeep(Protocol):
    """What whoever looks after a database needs. Its methods block."""

    @property
    def newest(self) -> int:
        """The number of the newest migration that this version knows."""

    def migrate(self) -> Sequence[int]:
        """Carry out what is missing.

        Returns:
            The numbers of the migrations that were missing.

        Raises:
            InvalidInput: The database is of a newer version, or may not be changed by this role.
            StorageFailed: The database cannot be reached.
        """

    def facts(self) -> Iterator[Fact]:
        """Look at the database; the last fact is not good where it cannot be used."""
