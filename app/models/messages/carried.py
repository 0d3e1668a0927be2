"""Messages that people carry to others."""

from pydantic import Field

from app.models.base import Frozen, Id

MAX_CARRIED = 12
"""The most messages that one person carries at a time."""
MAX_WORDS = 500
"""Characters of the words of a message."""


class CarriedMessage(Frozen):
    """A message that a person has taken on for another person and has not passed on yet.

    Attributes:
        by_id: The player who sends it.
        to_id: The person it is for.
        words: The sender's own words, as a quotation.
        given_at: When it was given, in game minutes.
        turn: The turn in which it was given.
    """

    by_id: Id
    to_id: Id
    words: str = Field(min_length=1, max_length=MAX_WORDS)
    given_at: int = Field(ge=0)
    turn: int = Field(default=0, ge=0)
