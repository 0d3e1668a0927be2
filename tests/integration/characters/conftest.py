"""A table and a game in a fresh folder, and seats at a game in the village."""

import pytest

from app.services.characters.character_seat import CharacterSeat
from app.services.game.turns.turn_service import TurnService
from app.stores.json_store import JsonGameStore
from tests.integration.characters.village import begin_in_village, seat
from tests.integration.turns.conftest import game_id, store, table
from tests.integration.turns.table import new_table

__all__ = ["game_id", "store", "table"]


@pytest.fixture
def village(store: JsonGameStore) -> TurnService:
    return new_table(store)


@pytest.fixture
def game(village: TurnService) -> str:
    return begin_in_village(village)


@pytest.fixture
def mara(village: TurnService, game: str) -> CharacterSeat:
    return seat(village, game, "mara")


@pytest.fixture
def guard(village: TurnService, game: str) -> CharacterSeat:
    return seat(village, game, "guard-1")
