"""Things and their uses, as an author writes them."""

from pydantic import Field

from app.models.base import Frozen, Id, Name, Named, Plural, Prose
from app.models.sheets.condition import Condition


class ItemUse(Frozen):
    """One use of a thing: on a person, an encounter, a feature or a place, or (``on`` None) by itself."""

    on: Id | None = None
    condition: Condition | None = None
    text: Prose
    consumes: bool = False
    reveals_secret: Id | None = None
    adds_effect: Name | None = Field(default=None, description="an effect the place has from now on")


class ItemSheet(Named):
    """A thing. There is one of each; it lies in a place, or a person or the party has it."""

    plural: Plural = None
    aliases: tuple[Name, ...] = ()
    description: Prose
    portable: bool = True
    take_condition: Condition | None = None
    take_refusal: Prose = ""
    uses: tuple[ItemUse, ...] = ()
