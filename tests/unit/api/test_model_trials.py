"""What a client hears of a model that it tries."""

from typing import Any

import pytest

from app.agents import checking
from app.api import model_trials
from app.interfaces.game_models import GameModel
from app.settings import Settings

LIBRARY, ANSWER = 15.0, 2.0


class FakeClock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class FakeNarrator:
    async def aclose(self) -> None:
        """Hold nothing open."""


async def test_the_time_of_an_answer_has_nothing_of_the_time_that_a_library_takes_to_load(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = FakeClock()

    def build(*_: Any) -> FakeNarrator:
        clock.now += LIBRARY
        return FakeNarrator()

    async def check(_: FakeNarrator) -> str:
        clock.now += ANSWER
        return "Yes."

    monkeypatch.setattr("app.trials.model_narrator", build)
    monkeypatch.setattr("app.trials.perf_counter", clock)
    monkeypatch.setattr(checking, "check_narrator", check)
    told = await model_trials.tried_answer(Settings(), GameModel(teller="own", model="openai:some-model"))
    assert (told.answered, told.seconds) == (True, ANSWER)
