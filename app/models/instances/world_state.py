"""What actions, timers and rules have made of the game as a whole."""

from pydantic import Field

from app.models.base import Frozen, Id, Mutable
from app.models.sheets.effect import KeptEffects


class RunningTimer(Frozen):
    """A timer that runs.

    Attributes:
        due: The game time at which it is due, in minutes.
        effects: Its effects, for a timer that no sheet has.
        text: What players read then, for such a timer.
    """

    due: int = Field(ge=0)
    effects: KeptEffects = ()
    text: str = ""


class WorldState(Mutable):
    """What actions, timers and rules have made of the game as a whole.

    Attributes:
        timers: By id the timers that run.
        rules_met: The rules whose condition held when it was last evaluated.
        rules_applied: The rules that have applied.
        ending: The ending that the story has reached.
        rolled_in: The turn of the last check.
        rolls: How many checks were rolled in that turn.
    """

    timers: dict[Id, RunningTimer] = {}
    rules_met: list[Id] = []
    rules_applied: list[Id] = []
    ending: Id | None = None
    rolled_in: int = Field(default=0, ge=0)
    rolls: int = Field(default=0, ge=0)
