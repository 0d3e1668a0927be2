"""The nearest known word to one that an author has mistyped."""

from collections.abc import Iterable
from difflib import get_close_matches

_CUTOFF = 0.65
"""How similar two words must be, from 0 to 1: a letter left out, doubled or swapped passes."""


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return the end of a sentence about an unknown word.

    Args:
        word: What the author wrote.
        known: The words that are possible there.

    Returns:
        ``; did you mean 'effects'?`` with the nearest of them, or a full stop where none is near.
    """
    matches = get_close_matches(str(word), list(dict.fromkeys(known)), n=1, cutoff=_CUTOFF)
    return f"; did you mean {matches[0]!r}?" if matches else "."
