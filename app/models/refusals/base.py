"""What every refusal is made of."""

from app.models.base import Tagged
from app.models.sheets.condition import Condition


class Refusal(Tagged):
    """Why an order was refused. The code is its ``kind``, which names the template of its sentence.

    A field of type `Id` is read out by the name of what it means, one of type ``str`` as it is.
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
    """Nothing but a condition stands in the way: of a locked way, an encounter, a secret or a thing."""
