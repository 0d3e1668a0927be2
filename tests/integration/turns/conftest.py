"""A table and a game in a fresh folder, or in a fresh database with ``TALEKEEPER_TEST_STORE=postgres``."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from dependency_injector import providers

from app.container import Container
from app.interfaces.stores import IGameStore
from app.services.game.turns.turn_service import TurnService
from tests.integration.turns.table import IN_POSTGRES, begin, new_store, new_table
from tests.postgres_stores import PostgresStores

if IN_POSTGRES:

    @pytest.fixture(scope="package", autouse=True)
    def containers_in_postgres(postgres_stores: PostgresStores) -> Iterator[None]:
        """Every container has its games where tables have theirs."""
        with Container.store.override(providers.Singleton(new_store, Container.settings.provided.saves)):
            yield

    @pytest.fixture(autouse=True)
    def stores_of_the_test(postgres_stores: PostgresStores) -> Iterator[None]:
        with postgres_stores.until_end():
            yield


@pytest.fixture
def store(tmp_path: Path) -> IGameStore:
    return new_store(tmp_path)


@pytest.fixture
def table(store: IGameStore) -> TurnService:
    return new_table(store)


@pytest.fixture
def game_id(table: TurnService) -> str:
    return begin(table)
