"""Opening of all stores of one database."""

from app.stores.bundle import Stores
from app.stores.postgres.commit_notifier import CommitNotifier
from app.stores.postgres.database import Database
from app.stores.postgres.job_queue import JobQueue
from app.stores.postgres.leases import Leases
from app.stores.postgres.servers import PostgresServers
from app.stores.postgres.sidecar_rows import SidecarRows
from app.stores.postgres.store import PostgresGameStore
from app.stores.postgres.upkeep import Upkeep
from app.stores.postgres.vector_table import VectorTable
from app.stores.sidecar import MODEL, PICTURES, TABLE_TALK, TOKENS, SidecarStore


def open_stores(url: str, *, lease: float = 15.0) -> Stores:
    """Open the stores of a database, which is not contacted before the first call.

    Args:
        url: The address of the database.
        lease: Seconds for which a server holds a game without renewing it.

    Raises:
        InvalidInput: The address is not valid.
    """
    database = Database(url, pause=lease / 2)
    own = Database(url, pause=lease / 2, connections=2)  # renewing waits for nothing else that is written
    leases, notices, wakeups = Leases(own, lease), CommitNotifier(database), JobQueue(database, lease)
    rows = SidecarRows(database)
    servers = PostgresServers(database, leases, notices)
    return Stores(
        games=PostgresGameStore(database, leases, wakeups.defer, servers.committed),
        tokens=SidecarStore(rows, TOKENS),
        models=SidecarStore(rows, MODEL),
        pictures=SidecarStore(rows, PICTURES),
        talks=SidecarStore(rows, TABLE_TALK),
        servers=servers,
        vectors=VectorTable(database),
        upkeep=Upkeep(database),
        wakeups=wakeups,
        close=servers.leave,
    )
