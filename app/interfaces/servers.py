"""The ports of servers that share their games: ownership of games, membership, and background work of unowned games."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol


class Server(NamedTuple):
    """Another server.

    Args:
        id: Its id.
        address: The URL of its API.
        key: The key by which it knows requests that other servers forward.
    """

    id: str
    address: str
    key: str


class ServerFigures(NamedTuple):
    """Metrics of one server, since it was started.

    Args:
        games_owned: The games that it owns now.
        lease_losses: How many leases (the right to write a game) it has lost.
        commits: How many records it has committed.
        commit_seconds: The seconds that this took in all.
        job_lag_seconds: For how many seconds the oldest job of all servers has been due.
    """

    games_owned: int
    lease_losses: int
    commits: int
    commit_seconds: float
    job_lag_seconds: float


class IServers(Protocol):
    """This server as a member of the servers that share the games. Call the methods that block in threads."""

    def holds(self, game_id: str) -> bool:
        """Return whether this server owns the game now, as far as it knows by itself.

        Args:
            game_id: The game.

        Returns:
            True is always right; False may be out of date.
        """

    def owner(self, game_id: str) -> Server | None:
        """Find the other server that owns a game. Blocks.

        Args:
            game_id: The game.

        Returns:
            The server; None where this server owns the game, none does, or there is no such game.

        Raises:
            StorageFailed: The database could not be reached, or refused.
        """

    def others(self) -> Sequence[Server]:
        """Return the other live servers that accept new games, as of the last heartbeat, without a look at the
        database."""

    def is_alive(self, server: Server) -> bool:
        """Return whether another server was alive at the last heartbeat.

        Args:
            server: A server that `owner` or `others` returned; any other one is not alive.
        """

    def is_own(self, key: str) -> bool:
        """Return whether a key is the one that other servers send to this one with forwarded requests.

        Args:
            key: The key that a request brings.
        """

    def join(self, address: str, version: str) -> None:
        """Carry out the migrations that the database lacks, and become a member. Blocks.

        Args:
            address: The URL under which other servers reach this one.
            version: The version of this program.

        Raises:
            InvalidInput: The database is of a newer version, or a migration failed, as where the database's user may
                not change the schema.
            StorageFailed: The database could not be reached, or refused.
        """

    def drain(self) -> None:
        """Announce to the other servers that this one takes no more games, so that they do. Blocks.

        It is only announced: the caller, which has called `join` before, must open no game from then on. Nothing is
        raised; without the database, the others learn of it with a later heartbeat.
        """

    async def keep_in_touch(self, usage: "IUsage") -> None:
        """Send heartbeats and the counts of this server's clients, and read those of the others, until cancelled. While
        the database cannot be reached, it tries again and raises nothing, and the sums of the others are empty.

        Args:
            usage: Returns the counts of this server's requests and open streams, and takes the sums of those of the
                other servers.
        """

    async def wait_for_commit(self, game_id: str, behind: int) -> None:
        """Wait until the game has a record after a number, or does not exist. It raises nothing: without the database
        it waits on.

        Args:
            game_id: The game.
            behind: The number of the last record that the caller knows.
        """

    def figures(self) -> "ServerFigures":
        """Return the metrics of this server. Blocks.

        Raises:
            StorageFailed: The database could not be reached, or refused.
        """

    def leave(self) -> None:
        """Give up every game, and the membership; call it once, at the end. Blocks. It raises nothing: where the
        database cannot be reached, others notice it when the leases expire."""


class IUsage(Protocol):
    """What clients use on this server and on the others, counted for the limits of the API.

    The counts are kept by texts: the key of a client, which names its token or its address, for its requests of the
    current minute, and ``streams of <client>`` for its open streams. `IServers.keep_in_touch` calls both methods, about
    twice a second.
    """

    def own(self) -> Mapping[str, int]:
        """Return what clients use on this server now.

        Returns:
            By client its requests in the current minute, and by ``streams of <client>`` its open streams; a client
            without any may be missing.
        """

    def take(self, others: Mapping[str, int]) -> None:
        """Replace what clients use on all other servers together.

        Args:
            others: By the keys of `own` the sum over the other servers; a missing key counts as 0. Empty where this
                server has no clients, and while the others cannot be asked.
        """


class IJobQueue(Protocol):
    """Jobs for background work of games that no server owns any more; owners do theirs without jobs."""

    async def run(self, settle: Callable[[str], Awaitable[None]]) -> None:
        """Work on jobs until cancelled.

        Args:
            settle: Opens the game of an id and does its background work. If another server has the game by then, or
                storage fails, it is called again later; after any other `TalekeeperError`, only once the game has
                changed again.
        """


class Fact(NamedTuple):
    """A finding about a database.

    Args:
        text: The finding, on one line.
        good: False for a problem, with which the database cannot be used.
        warns: Whether ``doctor`` shows it as a warning; the database can be used all the same.
    """

    text: str
    good: bool = True
    warns: bool = False


class IUpkeep(Protocol):
    """The maintenance of a database. Its methods block."""

    @property
    def newest(self) -> int:
        """The number of the newest migration that this version knows."""

    def migrate(self) -> Sequence[int]:
        """Carry out the migrations that are missing.

        Returns:
            The numbers of the migrations that were missing.

        Raises:
            InvalidInput: The database is of a newer version, or a migration failed, as where this role may not change
                the database.
            StorageFailed: The database could not be reached, or refused.
        """

    def facts(self) -> Iterator[Fact]:
        """Yield findings about the database; the last one is not ``good`` where it cannot be used or reached, which
        raises nothing."""
