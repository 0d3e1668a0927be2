"""A fresh game, and a memory that only listens."""

from unittest.mock import AsyncMock

import pytest
from pytest_mock import MockerFixture

from app.interfaces.services.memory import IMemoryService
from app.models.state.game_state import GameState
from tests.worlds import new_game


@pytest.fixture
def state() -> GameState:
    return new_game()


@pytest.fixture
def memory(mocker: MockerFixture) -> AsyncMock:
    listening: AsyncMock = mocker.AsyncMock(spec=IMemoryService)
    return listening
