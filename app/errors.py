"""The errors of Talekeeper, named by what the caller should do; doors translate each of them once."""

from dataclasses import dataclass
from typing import Protocol


class Reason(Protocol):
    """Why something was refused, as a value: a code with ids. `app.models.refusals` holds those of the game."""

    @property
    def kind(self) -> str: ...


@dataclass(frozen=True)
class Wording:
    """An error in words.

    Attributes:
        told: What is said; the author's own words if it ``is_authored``.
        needs: What is missing, as a sentence; "" where ``told`` says it, or nothing is.
        story: What the story says instead, which knows no quests and tasks; "" for the same.
        is_authored: Whether ``told`` are the author's own words.
    """

    told: str
    needs: str = ""
    story: str = ""
    is_authored: bool = False

    def __str__(self) -> str:
        return f"{self.told} ({self.needs})" if self.told and self.needs else self.told or self.needs

    @property
    def in_story(self) -> str:
        """What the story says."""
        return self.story or self.told or self.needs


class TalekeeperError(Exception):
    """Root of all expected errors. Its text is one readable line for the player.

    Attributes:
        reason: Why something was refused, as a value; None for an error that was raised with a text.
        wording: The error in words. One that was raised with a value has the value's fields for a text until `word`
            is called, which `language.rendering.refusing.worded` does where the error leaves the engine.
    """

    def __init__(self, why: "str | Reason" = "") -> None:
        self.reason = None if isinstance(why, str) else why
        self.word(Wording(str(why)))

    def word(self, wording: Wording) -> None:
        """Give the error its words."""
        self.wording = wording
        self.args = (str(wording),)


class NotPossible(TalekeeperError):
    """The world says no: tell the player. Nothing has changed."""


class NotFound(TalekeeperError):
    """There is no such game, scenario, place, person or thing: ask for another."""


class InvalidInput(TalekeeperError):
    """The input breaks a stated limit or form: correct it and send it again."""


class Conflict(TalekeeperError):
    """Another program has the game or was faster: try again."""


class Moved(Conflict):
    """Another server has the game, or had it since: ask that one, or again."""


class ModelUnavailable(TalekeeperError):
    """The model did not answer: try again later or go offline. The turn did not happen."""


class EmbedderUnavailable(ModelUnavailable):
    """The embedder did not answer: start it, or go on with words alone. No other narrator would help."""


class BudgetExhausted(TalekeeperError):
    """A cap on calls, tokens or cost is reached: raise it or go offline. The turn did not happen."""


class CorruptSave(TalekeeperError):
    """A save is damaged where it was confirmed: repair it into a new game. The file is as it was."""


class OtherFormat(CorruptSave):
    """A save has a format that this version does not read: use the version that wrote it. The file is as it was."""


class StorageFailed(TalekeeperError):
    """The disk refused a write: free some space and try again. The save is as it was before the turn."""
