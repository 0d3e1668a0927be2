"""The base class of the refusals."""

from app.models.base import Tagged
from app.models.sheets.condition import Condition


class Refusal(Tagged):
    """The reason why a command was refused. Its code is its ``kind``, which names the template of its sentence.

    In the sentence a field of type `Id` is shown by the display name of the id, one of type ``str`` as it is.
    """

    condition: Condition | None = None
    """The condition that does not hold."""
    text: str = ""
    """The author's own words for this refusal; they replace the sentence."""
    adds_needs: bool = False
    """Whether the missing condition is named after the author's words."""

    def __str__(self) -> str:
        given = ", ".join(f"{field}={value!r}" for field, value in self if field in self.model_fields_set)
        return f"{self.kind}({given})"


class OnlyNeeds(Refusal):
    """Only a condition that does not hold is missing: for a locked way, an encounter, a secret or a thing."""
