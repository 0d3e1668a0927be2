"""How often people think, condense and reflect: the cadence of a game, which a program sets and no save holds."""

from dataclasses import dataclass, field

from app.models.clock import MINUTES_PER_DAY
from app.models.minds.mind_state import TICK
from app.models.minds.plan import PLAN_HOUR
from app.models.state.game_state import GameState

_BEFORE_EVENING = 60  # minutes before the evening until which one reflection of the day is kept


@dataclass(frozen=True, kw_only=True)
class CondensingRules:
    """When memories are condensed; times in game minutes.

    Attributes:
        group_size: Lines of a talk from which on it is condensed at ``group_age``; a smaller one at ``talk_age``.
        gap: Lines with the same participants belong to one talk if less than this lies between two of them.
        group_age: Age of a large talk's first line, and of unimportant perceptions, above which they are condensed.
        talk_age: Age of any talk's first line from which on it is condensed.
        era: Length of an era.
        era_age: Time since the end of an era from which on it may be condensed.
    """

    group_size: int = 5
    gap: int = 30
    group_age: int = MINUTES_PER_DAY
    talk_age: int = 2 * MINUTES_PER_DAY
    era: int = 7 * MINUTES_PER_DAY
    era_age: int = 2 * MINUTES_PER_DAY

    def is_due(self, lines: int, age: int) -> bool:
        """Return whether a talk of so many lines, of which the first has this age, is condensed."""
        return age >= self.talk_age or (lines >= self.group_size and age > self.group_age)


@dataclass(frozen=True, kw_only=True)
class ReflectionRules:
    """How often people reflect.

    Attributes:
        interval: Game minutes from a reflection to its being due again.
        threshold: Importance of what was remembered since the last one above which it is due sooner.
        per_day: The most reflections of a person in a day, the last of them kept for the evening.
        evening: Minute of the day from which on people think of their day.
    """

    interval: int = MINUTES_PER_DAY // 2
    threshold: float = 100.0
    per_day: int = 2
    evening: int = 18 * 60

    @property
    def kept_until(self) -> int:
        """Return the minute of the day before which the last reflection of a day is not used up."""
        return self.evening - _BEFORE_EVENING


@dataclass(frozen=True, kw_only=True)
class Cadence:
    """The cadence of a game. A change of it changes what happens next, never what has happened: folding and replaying a
    journal do not read it.

    Attributes:
        tick: Game minutes between two ticks.
        forgetting: Ticks from one condensing and pruning of everybody to the next; both are also done as a day ends.
        plan_hour: Minute of the day at which the plan of a day begins and the one before ends.
        reflections: How often people reflect.
        condensing: When memories are condensed.
    """

    tick: int = TICK
    forgetting: int = 100
    plan_hour: int = PLAN_HOUR
    reflections: ReflectionRules = field(default_factory=ReflectionRules)
    condensing: CondensingRules = field(default_factory=CondensingRules)

    @classmethod
    def of(cls, state: GameState) -> "Cadence":
        """Return the cadence that a program has set by ``state.derived.hold(cadence)``, else the usual one."""
        return state.derived.get(cls) or USUAL


USUAL = Cadence()
