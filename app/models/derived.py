"""What is kept beside a game and is no part of it: indexes that rooms above build lazily, and what they follow."""

from typing import Any


class Beside:
    """Always equal to others of its type: two games are equal whatever is kept beside them."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self))

    __hash__ = None  # type: ignore[assignment]  # as for any class with equality of its own


class StatusLog(Beside, list[str]):
    """The id of a memory for each time that its status was set, in order.

    It only grows. Whoever follows it keeps the position up to which it has read: commits, and the index of a stream.
    """


class Derived(Beside, dict[str, Any]):
    """Derived things by name.

    A game that is folded anew begins without any; what is handed on to it is first cut to what both games share.
    """
