"""The pace of games on a server: how often people think, and how fast memories fade."""

from dataclasses import dataclass, field

from app.memory.entries.ageing import HalfLives
from app.models.state.cadence import Cadence
from app.models.state.game_state import GameState


@dataclass(frozen=True, kw_only=True)
class Pace:
    """What a program sets for all its games and no save holds: it changes what happens next, not what has happened."""

    cadence: Cadence = field(default_factory=Cadence)
    half_lives: HalfLives = field(default_factory=HalfLives)

    def set_for(self, state: GameState) -> GameState:
        """Let a game go on at this pace, and return it."""
        state.derived.hold(self.cadence)
        state.derived.hold(self.half_lives)
        return state


USUAL_PACE = Pace()
