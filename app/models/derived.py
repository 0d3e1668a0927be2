"""What is derived from a game and kept beside it: indexes that rooms above build lazily and grow in place."""

from typing import Any


class Derived(dict[str, Any]):
    """Derived things by name. Always equal: two games are equal whatever has been derived from them.

    A game that is folded anew begins without any; what is handed on to it is first cut to what both games share.
    """

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Derived)

    __hash__ = None
