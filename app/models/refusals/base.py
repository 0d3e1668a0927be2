"""The base class of the refusals."""

from app.models.plain_reasons import ReasonValue
from app.models.sheets.condition import Condition


class Refusal(ReasonValue):
    """The reason why a command was refused, about a game.

    In the sentence a field of type `Id` is shown by the display name of the id, one of type ``str`` as it is.
    """

    condition: Condition | None = None
    """The condition that does not hold."""
    text: str = ""
    """The author's own words for this refusal; they replace the sentence."""
    adds_needs: bool = False
    """Whether the missing condition is named after the author's words."""


class OnlyNeeds(Refusal):
    """Only a condition that does not hold is missing: for a locked way, an encounter, a secret or a thing."""
