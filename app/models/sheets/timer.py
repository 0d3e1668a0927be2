"""Timers, rules and endings as an author writes them."""

from typing import Self

from pydantic import Field, model_validator

from app.models.base import Frozen, Id, Name, Named, Prose
from app.models.sheets.condition import Condition
from app.models.sheets.effect import Effects, Minutes


class TimerSheet(Named):
    """Effects that come when a time has passed.

    Attributes:
        minutes: Game minutes from its start until it is due.
        at: The game time at which it is due, in minutes since day 1, 00:00, in place of ``minutes``.
        aliases: What else players call what it waits for.
        shown: Whether players know of it, and are answered how much time is left.
        starts_at_once: Whether it runs from the opening on.
        repeats: Whether it starts again when it was due; needs ``minutes``.
        text: What players read when it is due.
        heard_at: The only places where they read it; none: anywhere.
        effects: What it changes.
    """

    minutes: Minutes | None = None
    at: int | None = Field(default=None, ge=0, description="game time, minutes since day 1, 00:00")
    aliases: tuple[Name, ...] = Field(default=(), exclude_if=lambda names: not names)
    shown: bool = Field(
        default=False, exclude_if=lambda shown: not shown, description="players may ask how much time is left"
    )
    starts_at_once: bool = False
    repeats: bool = False
    text: Prose = ""
    heard_at: tuple[Id, ...] = ()
    effects: Effects = ()

    @model_validator(mode="after")
    def _has_one_time(self) -> Self:
        if (self.minutes is None) == (self.at is None):
            raise ValueError("a timer has either minutes or at")
        if self.repeats and not self.minutes:
            raise ValueError("a timer that repeats needs minutes, at least 1")
        return self


class RuleSheet(Frozen):
    """Effects that come when a condition becomes true.

    Attributes:
        id: Its id.
        when: The condition.
        once: Whether it applies once in a game; else each time the condition becomes true again.
        text: What players read then.
        heard_at: The only places where they read it; none: anywhere.
        effects: What it changes.
    """

    id: Id
    when: Condition
    once: bool = True
    text: Prose = ""
    heard_at: tuple[Id, ...] = ()
    effects: Effects = ()


class EndingSheet(Named):
    """One way in which the story can end."""

    text: Prose = Field(description="what players read then")
    won: bool = True


class WalkthroughSheet(Frozen):
    """Lines of a player that lead to one of the endings without a model."""

    name: str = Field(default="", max_length=120)
    lines: tuple[str, ...] = Field(min_length=1)
    ending: Id | None = Field(default=None, description="the ending that it reaches; null: the end of the last act")


class TextVariant(Frozen):
    """A text that is shown in place of another while a condition holds."""

    condition: Condition
    text: Prose
