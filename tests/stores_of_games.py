"""Every kind of store of games, for tests of what must hold with each of them."""

from collections.abc import Callable
from pathlib import Path

from app.interfaces.stores import IGameStore
from app.stores.json_store import JsonGameStore
from app.testing import InMemoryGameStore

STORES: dict[str, Callable[[Path], IGameStore]] = {
    "memory": lambda _: InMemoryGameStore(),
    "files": JsonGameStore,
}
"""By name what opens an empty store; the folder is a fresh one for each."""
