"""What the narrator has asked the player back: which of several is meant."""

from app.models.base import Frozen


class Choice(Frozen):
    """One of those that may be meant: its id, and the name it was offered by. Of people who are nobody of the cast, as
    the player's own sister, the name is the id."""

    id: str
    name: str


class AskedBack(Frozen):
    """The question whom or what of ``choices`` a typed ``line`` means; ``chosen`` are the ids that were chosen for that
    line before."""

    line: str
    choices: tuple[Choice, ...]
    chosen: tuple[str, ...] = ()
