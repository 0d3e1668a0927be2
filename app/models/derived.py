"""What is derived from a game and kept beside it: indexes that rooms above build lazily and grow in place."""

from typing import Any


class Derived(dict[str, Any]):
    """Derived things by name. Always equal: two games are equal whatever has been derived from them.

    Gone when the game is folded anew, so nothing in it outlives an undo.
    """

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Derived)

    __hash__ = None
