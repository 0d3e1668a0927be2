"""Pairs of numbers in a model's short answer."""

import re

_PAIR = re.compile(r"(\d{1,2})(?:\s*:\s*(\d{1,3}))?")


def number_pairs(answer: str) -> list[tuple[int, int]]:
    """Return the pairs of an answer, as (3, 2) of ``3:2``; of a number alone the second one is 0."""
    return [(int(first), int(second or 0)) for first, second in _PAIR.findall(answer)]
