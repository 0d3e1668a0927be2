"""Why something cannot be done with a thing."""

from app.models.base import Id
from app.models.refusals.base import Refusal


class ItemRefusal(Refusal):
    """A refusal about one thing."""

    item_id: Id


class ItemHereAlready(ItemRefusal):
    """The party carries the thing."""


class ItemNotHere(ItemRefusal):
    """The thing does not lie where the party is; ``lying`` are those that do."""

    lying: tuple[Id, ...]


class ItemFixed(ItemRefusal):
    """The thing cannot be carried."""


class ItemNotHeld(ItemRefusal):
    """The party does not carry the thing; ``held`` are those that it does."""

    held: tuple[Id, ...]


class ItemOfNoUse(ItemRefusal):
    """The person does not accept the thing as a gift."""

    npc_id: Id


class ItemNotTheirs(ItemRefusal):
    """The person does not have the thing."""

    npc_id: Id


class ItemKept(ItemRefusal):
    """The person gives the thing away with a topic whose condition does not hold."""

    npc_id: Id


class ItemKeptHere(ItemRefusal):
    """The person gives the thing away at other places only."""

    npc_id: Id
    places: tuple[Id, ...]


class ItemNoTarget(ItemRefusal):
    """What the thing is to be used on is not here."""

    target_id: Id


class ItemUnfit(ItemRefusal):
    """The thing has no use on this target; ``targets`` are those here that it has one on."""

    targets: tuple[Id, ...]


class ItemNotYet(ItemRefusal):
    """The thing has a use on this target, whose condition does not hold."""


class ItemWasted(ItemRefusal):
    """The thing would be used up without revealing anything."""


class ItemOpensWay(ItemRefusal):
    """The way is open to whoever carries the thing; there is nothing to be done with it."""

    way: str


class ItemForAction(ItemRefusal):
    """The thing belongs to an action that is possible here; ``action`` are the author's words for it."""

    action: str
