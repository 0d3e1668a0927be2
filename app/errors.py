"""The errors of Talekeeper, each named for the reaction of its caller; API, CLI and MCP server map them once each."""

from dataclasses import dataclass
from typing import Protocol


class Reason(Protocol):
    """The reason for a refusal, as a value: a code with what its sentence needs, such as ids. `app.models.refusals`
    holds the reasons of the game."""

    @property
    def kind(self) -> str:
        """The code of the reason in snake case, as ``item_not_here``."""
        ...


@dataclass(frozen=True)
class Wording:
    """An error in words.

    Attributes:
        text: The message for the player; the author's own words if ``is_authored``.
        needs: The missing condition, as a sentence; "" where ``text`` names it, or where no condition is missing.
        story: The message in a story, without words such as quest or task; "" where ``text`` fits there too.
        is_authored: Whether the author of the scenario wrote ``text``.
    """

    text: str
    needs: str = ""
    story: str = ""
    is_authored: bool = False

    def __str__(self) -> str:
        return f"{self.text} ({self.needs})" if self.text and self.needs else self.text or self.needs

    @property
    def in_story(self) -> str:
        """The message as a narrator shows it: ``story``, else ``text``, else ``needs``."""
        return self.story or self.text or self.needs


class TalekeeperError(Exception):
    """Base class of all expected errors. ``str(error)`` is one readable line for the player.

    Args:
        why: The message, or the reason as a value; "" for an error without a message.

    Attributes:
        reason: The reason as a value; None for an error that was raised with a message.
        wording: The error in words. For an error that was raised with a value, its text is a listing of the value's
            fields until `word` is called, which `language.rendering.refusing.worded` does at the edge of the engine.
    """

    def __init__(self, why: "str | Reason" = "") -> None:
        self.reason = None if isinstance(why, str) else why
        self.word(Wording(str(why)))

    def word(self, wording: Wording) -> None:
        """Set the words of the error; ``str(error)`` returns them from now on.

        Args:
            wording: The error in words, which replaces the present one.
        """
        self.wording = wording
        self.args = (str(wording),)


class NotPossible(TalekeeperError):
    """The rules of the game refuse a command. Show the message to the player; nothing has changed."""


class NotFound(TalekeeperError):
    """No game, scenario, place, person, thing or memory has the given id or name. Ask for another; nothing has
    changed."""


class InvalidInput(TalekeeperError):
    """The input breaks a documented limit or format. Correct it and send it again; nothing has changed."""


class Conflict(TalekeeperError):
    """Another program holds the game, or committed to it first. Read the game again and retry; nothing has changed."""


class Moved(Conflict):
    """Another server holds the game, or has held it since. Send the request to that server, or retry; nothing has
    changed."""


class ModelUnavailable(TalekeeperError):
    """A language model did not answer, gave no usable answer, or cannot be used here. Retry later, or use the offline
    model; a turn in progress did not happen."""


class EmbedderUnavailable(ModelUnavailable):
    """The embedding model did not answer, and the game was not changed; a branch that was made before stays. Start the
    model, or set the embedder to ``words``; another narrator would not help."""


class BudgetExhausted(TalekeeperError):
    """A cap on model calls or tokens is reached. Raise it, or use the offline model; a turn in progress did not
    happen."""


class CorruptSave(TalekeeperError):
    """A save is damaged in a part that was confirmed. Repair it into a new game; the file is unchanged."""


class OtherFormat(CorruptSave):
    """A save has a format that this version cannot read. Use the version that wrote it; the file is unchanged."""


class StorageFailed(TalekeeperError):
    """The disk or the database refused an operation. Free some space or restore the connection, then retry.

    The game is as it was before the operation, with one exception: a commit to a database whose confirmation was lost
    may have taken effect. Retry with the same request id, so that it is not carried out twice."""
