"""The store in memory, which other tests use, keeps the contract."""

import pytest

from app.errors import StorageFailed
from app.interfaces.stores import IGameStore
from app.testing import InMemoryGameStore, MemoryDisk
from tests.unit.stores.contract import Place, StoreContract
from tests.unit.stores.journals import header, opening, turn


class _Memory:
    def __init__(self) -> None:
        self.disk = MemoryDisk()

    def store(self) -> IGameStore:
        return InMemoryGameStore(self.disk)

    def damage(self, game_id: str, line: int) -> None:
        lines = self.disk.games[game_id].split(b"\n")
        middle = len(lines[line - 1]) // 2
        lines[line - 1] = lines[line - 1][:middle] + b"\x00" + lines[line - 1][middle + 1 :]
        self.disk.games[game_id] = b"\n".join(lines)


class TestInMemoryGameStore(StoreContract):
    @pytest.fixture
    def place(self) -> Place:
        return _Memory()

    def test_a_queued_failure_is_raised_once_and_changes_nothing(self) -> None:
        store = InMemoryGameStore()
        store.create(header(), opening())
        store.failures = [None, StorageFailed("The disk is full.")]
        store.append("game-1", turn(1), 0)
        with pytest.raises(StorageFailed):
            store.append("game-1", turn(2), 1)
        store.append("game-1", turn(2), 1)
        assert store.read("game-1").last_seq == 2
