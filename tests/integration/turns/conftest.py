"""A table and a game in a fresh folder."""

from pathlib import Path

import pytest

from app.services.game.turns.turn_service import TurnService
from app.stores.json_store import JsonGameStore
from tests.integration.turns.table import begin, new_table


@pytest.fixture
def store(tmp_path: Path) -> JsonGameStore:
    return JsonGameStore(tmp_path)


@pytest.fixture
def table(store: JsonGameStore) -> TurnService:
    return new_table(store)


@pytest.fixture
def game_id(table: TurnService) -> str:
    return begin(table)
