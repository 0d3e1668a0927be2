"""The store on disk keeps the contract."""

from pathlib import Path

import pytest

from app.interfaces.stores import IGameStore
from app.stores.json_store import JsonGameStore
from tests.unit.stores.contract import Place, StoreContract
from tests.unit.stores.journals import header, opening, some_records


class _Folder:
    def __init__(self, root: Path) -> None:
        self.root = root

    def store(self) -> IGameStore:
        return JsonGameStore(self.root)

    def damage(self, game_id: str, line: int) -> None:
        path = self.root / game_id / "journal.jsonl"
        lines = path.read_bytes().split(b"\n")
        middle = len(lines[line - 1]) // 2
        lines[line - 1] = lines[line - 1][:middle] + b"\x00" + lines[line - 1][middle + 1 :]
        path.write_bytes(b"\n".join(lines))


class TestJsonGameStore(StoreContract):
    @pytest.fixture
    def place(self, tmp_path: Path) -> Place:
        return _Folder(tmp_path / "saves")

    @pytest.mark.parametrize("line", [1, 2, 3, 5, 8])
    def test_the_list_finds_damage_by_itself(self, place: Place, store: IGameStore, line: int) -> None:
        store.create(header(), opening(), some_records())
        store.create(header("game-2"), opening("game-2"))
        place.damage("game-1", line)
        self.check_that_it_is_listed(store, line)
