"""The errors of Talekeeper, each named for the reaction of its caller; API, CLI and MCP server map them once each."""

from dataclasses import dataclass
from typing import Protocol


class Reason(Protocol):
    """The reason for an error, as a value. It has a code (`kind`); its other fields depend on the code and hold what
    the error message mentions, such as ids. `app.models.refusals` holds the reasons of the game,
    `app.models.plain_reasons` those that need no game. Only this package makes such values: a program that raises a
    `TalekeeperError` gives it a message, a ``str``."""

    @property
    def kind(self) -> str:
        """The code of the reason, a text in snake case, such as ``item_not_here``."""
        ...


@dataclass(frozen=True)
class Wording:
    """An error in words. ``str(wording)`` is ``text``, followed by ``needs`` in brackets if there are both.

    Attributes:
        text: The message for the player; words of the scenario's author if ``is_authored``.
        needs: The condition that does not hold, as a sentence; "" if ``text`` names it or the error has no such
            condition.
        story: The message for use in a story, without words such as quest or task; "" if ``text`` can be used there
            too.
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
        """The message as a narrator shows it: the first of ``story``, ``text`` and ``needs`` that is not empty; "" if
        there is none."""
        return self.story or self.text or self.needs


class TalekeeperError(Exception):
    """Base class of all expected errors. ``str(error)`` is one readable line for the player.

    Args:
        why: The message, or the reason as a value; "" for an error without a message.

    Attributes:
        reason: The reason as a value; None for an error that was raised with a message.
        wording: The error in words, a `Wording`. For an error that was raised with a value, its text lists the value's
            fields until `word` sets a sentence, as the engine does before the error reaches a caller of `TurnService`;
            the HTTP API, the command line and the MCP server do so for errors without a game.
    """

    def __init__(self, why: "str | Reason" = "") -> None:
        self.reason = None if isinstance(why, str) else why
        self.word(Wording(str(why)))

    def word(self, wording: Wording) -> None:
        """Set the text of the error, which ``str(error)`` returns from now on.

        Args:
            wording: The error in words, a `Wording`, in place of the present one.
        """
        self.wording = wording
        self.args = (str(wording),)


class NotPossible(TalekeeperError):
    """The rules or the present state of the game, or the moderation, do not allow the command or call. Show the message
    to the player; nothing has changed."""


class NotFound(TalekeeperError):
    """Something that the call needs does not exist: a game, scenario, turn, place, person, thing, memory or tool of the
    given id or name; or the party or the actor is at no place. Use another id or name; nothing has changed."""


class InvalidInput(TalekeeperError):
    """The input breaks a documented limit or format. Correct it and send it again; nothing has changed."""


class Conflict(TalekeeperError):
    """The call conflicts with another program or an earlier call; nothing has changed. If another program, or another
    event loop of this one, has the game open or committed to it first, or the server shuts down, read the game again
    and retry. If a request id was used for another request, or a new game or scenario would have an id that is taken,
    choose another id."""


class Moved(Conflict):
    """Another of the servers that share a database has the game open, or has had it open since this one read it.
    Retry, or call the server that `IServers.owner` names; the HTTP API passes requests on to it by itself. Nothing has
    changed."""


class ModelUnavailable(TalekeeperError):
    """A language model did not answer, gave no usable answer, or cannot be used here. Retry later, or use the offline
    model; a turn in progress was discarded."""


class EmbedderUnavailable(ModelUnavailable):
    """The embedding model, which finds memories by meaning, did not answer, gave no usable vectors, or cannot be run
    here. The game was not changed; if the call had branched off a new game before, that game stays. Start the model, or
    set ``TALEKEEPER_EMBEDDER=words``. Another narrator's model would not help."""


class BudgetExhausted(TalekeeperError):
    """A cap on model calls or tokens is reached. Set a higher cap, or use the offline model; a turn in progress was
    discarded."""


class CorruptSave(TalekeeperError):
    """A save is damaged in a part that was stored completely before. Repair it into a new game; the file is
    unchanged."""


class OtherFormat(CorruptSave):
    """A save has a format that this version cannot read. Use the version that wrote it; the file is unchanged."""


class StorageFailed(TalekeeperError):
    """Reading or writing the disk or the database failed. Free some space or restore the connection, then retry.

    The game is as it was before the operation, with one exception: a commit to a database whose confirmation was lost
    may have taken effect. Retry with the same request id, so that it is not carried out twice."""
