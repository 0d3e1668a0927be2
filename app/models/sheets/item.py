"""Things and their uses, as an author writes them."""

from pydantic import Field

from app.models.base import Frozen, Id, Name, Plural, Prose
from app.models.sheets.condition import Condition
from app.models.sheets.described import Described
from app.models.sheets.fact import Facts
from app.models.sheets.values import ContainerSheet


class ItemUse(Frozen):
    """One use of a thing: on a person, an encounter, a feature or a place, or (``on`` None) by itself."""

    on: Id | None = None
    condition: Condition | None = None
    text: Prose
    consumes: bool = False
    reveals_secret: Id | None = None
    adds_effect: Name | None = Field(default=None, description="an effect the place has from now on")


class ItemSheet(Described):
    """A thing. There is one of each: in a place, with a person or the party, in a container, or nowhere yet."""

    plural: Plural = None
    aliases: tuple[Name, ...] = ()
    description: Prose
    container: ContainerSheet | None = None
    count: int | None = Field(default=None, ge=0, le=999, description="of a bundle: of how many it consists")
    wearable: bool = False
    price: int | None = Field(default=None, ge=0, le=1_000_000, description="what it is worth, in money of the party")
    tags: tuple[str, ...] = Field(default=(), description="edible, drinkable, sharp …: what generic actions may do")
    damage: int = Field(default=1, ge=0, le=1000, description="points of health that a hit with it takes at least")
    portable: bool = True
    take_condition: Condition | None = None
    take_refusal: Prose = ""
    uses: tuple[ItemUse, ...] = ()
    facts: Facts = ()
