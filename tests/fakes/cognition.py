"""Minds that think nothing, for tests of what asks them."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext

from app.interfaces.cognition import Between, DeliverThought, TickResult
from app.interfaces.metering import Meter
from app.models.command import Event
from app.models.state.game_state import GameState


class NoCognition:
    """No minds: people stay where commands put them."""

    def tick(self, state: GameState) -> TickResult:
        """Nothing happens."""
        return TickResult()

    async def catch_up(self, state: GameState) -> bool:
        """Nothing waits."""
        return False

    def surprise(self, state: GameState, events: Sequence[Event]) -> None:
        """There are no plans."""

    async def drain(
        self,
        current: Callable[[], GameState],
        deliver: DeliverThought,
        new_meter: Callable[[], Meter],
        between: Between = nullcontext,
    ) -> None:
        """There is nothing to do."""
