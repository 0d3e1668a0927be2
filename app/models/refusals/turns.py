"""Refusals about turns that were played."""

from app.models.base import Id
from app.models.refusals.base import Refusal


class TurnNone(Refusal):
    """No turn has been played."""


class TurnTooMany(Refusal):
    """Fewer turns than that, at most ``most``, lead to the present."""

    most: int


class TurnUnknown(Refusal):
    """No such turn leads to the present."""

    turn: int


class RecordUnknown(Refusal):
    """No turn has the record of this number."""

    seq: int


class TurnNotOwn(Refusal):
    """One of the turns is another player's than that of the id ``player``."""

    player: Id


class TurnNotNamed(Refusal):
    """No turn has this name."""

    name: str


class TurnWithoutWords(Refusal):
    """The last turn is one of commands, which no narrator told, and so cannot be played again."""


class TurnWithoutText(Refusal):
    """The turn is one of commands, which no narrator told."""

    turn: int


class NarratorMissing(Refusal):
    """No model narrates the game, so that nobody can go on without a line of a player."""


class TurnNotUndone(Refusal):
    """No turn that was undone can be played after the present one."""


class AnswerUnknown(Refusal):
    """The last turn has no answer with the record of this number."""

    seq: int


class MessageUnknown(Refusal):
    """No message has this id."""

    message_id: str


class WordsFixed(Refusal):
    """The message, by its id, is not one of a model's: what players, authors and the engine wrote stays."""

    message_id: str


class LineRefused(Refusal):
    """The moderation of the host has refused a line; ``text`` is its reason."""


class TextRefused(Refusal):
    """The moderation of the host has refused what was to be shown, and the turn was undone; ``text`` is its reason."""
