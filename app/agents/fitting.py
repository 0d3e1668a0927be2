"""Fitting texts into a number of tokens: a text that is too long keeps its beginning and its end."""

from bisect import bisect_right
from collections.abc import Sequence

from app.memory.prompt_data import clipped, data_line, estimate

SMALLEST = 24
"""The characters that a clipped text keeps at least."""


def fitted(texts: Sequence[str], tokens: int) -> list[str]:
    """Return all texts, the longest ones clipped so that together they take at most ``tokens`` as JSON strings; more
    only where `SMALLEST` characters of each are too many."""
    share = _share([_cost(text) for text in texts], tokens)
    return [clipped_to(text, share) for text in texts]


def clipped_to(text: str, tokens: int) -> str:
    """Return the text, or its two ends, in at most ``tokens`` as a JSON string, but at least `SMALLEST` characters."""
    if len(text) <= SMALLEST or _cost(text) <= tokens:
        return text
    too_long = bisect_right(range(len(text)), tokens, SMALLEST + 1, key=lambda length: _cost(clipped(text, length)))
    return clipped(text, too_long - 1)


def _cost(text: str) -> int:
    return estimate(data_line(text))


def _share(costs: Sequence[int], tokens: int) -> int:
    """Return the most that each text may take, by max-min fairness (water-filling)."""
    left = tokens
    for position, cost in enumerate(sorted(costs)):
        share = left // (len(costs) - position)
        if cost > share:
            return share
        left -= cost
    return max(costs, default=0)
