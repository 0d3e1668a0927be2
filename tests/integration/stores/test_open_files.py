"""Which files a store holds open: of an open game the lock alone, of a closed one none."""

import os
import sys
from collections import Counter
from pathlib import Path

import pytest

from app.stores.json_store import JsonGameStore
from tests.unit.stores.journals import header, opening, turn


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_an_idle_game_holds_its_lock_open_and_a_closed_one_nothing(tmp_path: Path) -> None:
    def held() -> Counter[str]:
        links = [f"/proc/self/fd/{entry}" for entry in os.listdir("/proc/self/fd")]
        names = [Path(os.readlink(link)) for link in links if os.path.lexists(link)]
        return Counter(name.name for name in names if name.is_relative_to(tmp_path))

    store = JsonGameStore(tmp_path)
    for number in range(3):
        store.create(header(f"game-{number}"), opening(f"game-{number}"))
        store.append(f"game-{number}", turn(1), 0)
        store.read(f"game-{number}")
    store.list()
    assert held() == Counter({"lock": 3})
    for number in range(3):
        store.release(f"game-{number}")
    assert held() == Counter()
