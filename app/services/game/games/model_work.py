"""What works for a game and may ask a model."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from app.interfaces.agents.narrator import INarrator
from app.interfaces.cognition import ICognition
from app.models.state.game_state import GameState
from app.services.game.memory_service import MemoryService

Prepare = Callable[[GameState], Awaitable[None]]


@dataclass(frozen=True)
class ModelWork:
    """Who tells the turns of the games with one model, and what settles them; ``cognition`` is None without minds."""

    narrator: INarrator
    memory: MemoryService
    cognition: ICognition | None
    prepare: Prepare | None
