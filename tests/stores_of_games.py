"""Every kind of store of games, for tests of what must hold with each of them."""

from collections.abc import Callable
from pathlib import Path

from app.interfaces.stores import IGameStore
from app.stores.json_store import JsonGameStore
from app.testing import InMemoryGameStore, MemoryDisk
from tests.postgres_stores import new_postgres_store

_disks: dict[Path, MemoryDisk] = {}


def _in_memory(folder: Path) -> IGameStore:
    return InMemoryGameStore(_disks.setdefault(folder, MemoryDisk()))


STORES: dict[str, Callable[[Path], IGameStore]] = {
    "memory": _in_memory,
    "files": JsonGameStore,
    "postgres": new_postgres_store,
}
"""By name what opens a store; those of one folder find the same games. Those in PostgreSQL need the fixture
``postgres_stores``."""
