"""The ports of servers that share their games: ownership of games, membership, and background work of unowned games."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol


class Server(NamedTuple):
    """Another server.

    Args:
        id: Its id.
        address: The URL of its API.
        key: The key by which it recognises requests that other servers forward to it.
    """

    id: str
    address: str
    key: str


class ServerFigures(NamedTuple):
    """Metrics of one server, since it was started.

    Args:
        games_owned: How many games it owns now.
        lease_losses: How many leases (the right to write a game) it has lost.
        commits: How many records it has committed.
        commit_seconds: The total seconds spent on these commits.
        job_lag_seconds: How long the oldest waiting job of all servers is overdue, in seconds; 0 if no job is due.
    """

    games_owned: int
    lease_losses: int
    commits: int
    commit_seconds: float
    job_lag_seconds: float


class IServers(Protocol):
    """This server as one of the servers that share the games of a database. A server calls `join` once at its start,
    then runs `keep_in_touch`, and calls `drain` and `leave` at its end. Call the methods that block in threads.

    The API of a server calls the other methods for requests: `holds`, `owner`, `others`, `is_alive`, `is_own`,
    `wait_for_commit` and `figures`. ``container.stores().servers`` of a `Container` is one if the setting ``database``
    is given; it is None if games are files.
    """

    def holds(self, game_id: str) -> bool:
        """Return whether this server owns the game now, as far as it knows without asking the database.

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
            The other server; None if this server owns the game, no server does, or there is no such game.

        Raises:
            StorageFailed: The database could not be reached, or reported an error.
        """

    def others(self) -> Sequence[Server]:
        """Return the other servers that were alive at the last heartbeat and accept new games. The database is not
        asked."""

    def is_alive(self, server: Server) -> bool:
        """Return whether another server was alive at the last heartbeat.

        Args:
            server: A server that `owner` or `others` returned; for any other one the answer is False.
        """

    def is_own(self, key: str) -> bool:
        """Return whether a key is the one with which other servers mark the requests that they forward to this one.

        Args:
            key: The key in the header of a request.
        """

    def join(self, address: str, version: str) -> None:
        """Carry out the migrations that the database lacks, and become a member of the servers. Blocks. If it raises an
        error, this server is no member, and does not start.

        Args:
            address: The URL under which other servers reach this one.
            version: The version of this program.

        Raises:
            InvalidInput: The database is of a newer version, or a migration failed, for example because the database's
                user may not change the schema.
            StorageFailed: The database could not be reached, or reported an error.
        """

    def drain(self) -> None:
        """Announce to the other servers that this one takes no more games, so that they take them. Blocks.

        This only announces it: the caller must have called `join` before, and must open no game afterwards. It raises
        nothing; if the database cannot be reached, the others learn of it with a later heartbeat.
        """

    async def keep_in_touch(self, usage: "IUsage") -> None:
        """Send heartbeats and the counts of this server's clients, and read those of the others, until cancelled. While
        the database cannot be reached, it raises nothing and tries again, and the sums of the others are empty.

        Args:
            usage: The object that returns the counts of this server's requests and open streams, and takes the sums of
                the other servers' counts.
        """

    async def wait_for_commit(self, game_id: str, behind: int) -> None:
        """Wait until the game has a record after a given one, or does not exist. It raises nothing: while the database
        cannot be reached, it goes on waiting.

        Args:
            game_id: The game.
            behind: The number of the last record that the caller knows; 0 for none.
        """

    def figures(self) -> "ServerFigures":
        """Return the metrics of this server. Blocks.

        Raises:
            StorageFailed: The database could not be reached, or reported an error.
        """

    def leave(self) -> None:
        """Give up every game, leave the servers and close the connections; call it once, as the last method. Blocks. It
        raises nothing: if the database cannot be reached, the others notice when the leases (rights to write a game,
        for some seconds) expire."""


class IUsage(Protocol):
    """The use that clients make of this server and of the others, counted for the limits of the API.

    `own` returns the counts of this server, which the other servers get. `take` gets the sums of the other servers'
    counts, to be kept until the next call. The API adds both, and refuses a request or a stream with which a client
    exceeds ``Settings.api_requests_per_minute`` or ``Settings.api_streams``.

    The counts have texts as keys. The key of a client (which names its token or its address) has its requests in the
    current minute; the key ``streams of <client>`` has its open streams.

    The API of a server implements the port, and gives its object to `IServers.keep_in_touch`. That calls `own`, then
    `take`, about twice a second, in the event loop: neither may block, and an error of either ends `keep_in_touch`.
    """

    def own(self) -> Mapping[str, int]:
        """Return how much each client uses this server now.

        Returns:
            The requests of each client in the current minute, by its key, and its open streams, by ``streams of
            <client>``. A client without requests or streams may be missing.
        """

    def take(self, others: Mapping[str, int]) -> None:
        """Replace the counts of all other servers together.

        Args:
            others: The sums over the other servers, by the keys of `own`; a missing key counts as 0. Empty if this
                server has no clients, and while the others cannot be asked.
        """


class IJobQueue(Protocol):
    """A queue of jobs: background work of games that no server owns any more. A server does the work of the games that
    it owns without jobs. A server calls `run` once, at its start.

    ``container.stores().wakeups`` of a `Container` is one. If games are files, there are no such jobs, and `run` is not
    called.
    """

    async def run(self, settle: Callable[[str], Awaitable[None]]) -> None:
        """Work on jobs until cancelled; it never returns.

        Args:
            settle: Gets the id of a game, opens the game and does its background work. If it raises Moved (another
                server has the game open), StorageFailed or an exception that is no `TalekeeperError`, it is called
                again later for this game. After any other `TalekeeperError` it is called again only when the game has
                changed again. Failures of the database raise nothing here: jobs are read again later.
        """


class Fact(NamedTuple):
    """A finding about a database.

    Args:
        text: The finding, on one line.
        good: False for a problem, with which the database cannot be used.
        warns: Whether the command ``doctor`` shows the finding as a warning; the database can be used nevertheless.
    """

    text: str
    good: bool = True
    warns: bool = False


class IUpkeep(Protocol):
    """The maintenance of a database, for the commands ``talekeeper database migrate`` and ``talekeeper doctor``. Its
    methods block.

    Its members are the property `newest` and the methods `migrate` and `facts`. ``container.stores().upkeep`` of a
    `Container` is one if the setting ``database`` is given; it is None if games are files.
    """

    @property
    def newest(self) -> int:
        """The number of the newest migration that this version knows."""

    def migrate(self) -> Sequence[int]:
        """Carry out the migrations that are missing.

        Returns:
            The numbers of the migrations that were missing, in ascending order; an empty list for none.

        Raises:
            InvalidInput: The database is of a newer version, or a migration failed, for example because the database's
                user may not change the schema.
            StorageFailed: The database could not be reached, or reported an error.
        """

    def facts(self) -> Iterator[Fact]:
        """Yield findings about the database. If it cannot be used or reached, the last finding is not ``good``; nothing
        is raised."""
