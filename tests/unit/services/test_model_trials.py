"""A trial that is cancelled while a turn is committed ends before the model is asked."""

import asyncio
from contextlib import suppress
from typing import Any, cast

import pytest

from app.models.model_trial import Situation, SituationKind
from app.services.game.games.game_library import GameLibrary
from app.services.game.model_trials import play_situation
from app.services.game.turns.turn_service import TurnService
from tests.cellar import cellar_sheet

SITUATION = Situation(id="s", title="It says hello", kind=SituationKind.TELLING, before=("look",), line="wait")


class FakeLibrary:
    def begin(self, *_: object, **__: object) -> str:
        return "game"


class FakeTurns:
    """Turns that the task is cancelled in, too late to take them back."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.closed: list[str] = []

    async def take_turn(self, _: str, line: str, **__: Any) -> None:
        self.lines.append(line)
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(0)

    async def close(self, game_id: str) -> None:
        self.closed.append(game_id)


async def test_a_trial_that_was_cancelled_in_a_commit_ends_there() -> None:
    turns = FakeTurns()
    library = cast(GameLibrary, FakeLibrary())
    playing = asyncio.create_task(
        play_situation(library, cast(TurnService, turns), cellar_sheet(), SITUATION, cast(Any, None))
    )
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert (turns.lines, turns.closed) == (["look"], ["game"])
