"""Ids made of names."""

import unicodedata
from collections.abc import Container

_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
)
MAX_SLUG = 40
WORDS_OF_SLUG = 3  # ids appear in prompts unquoted: three words are too few for an instruction


def slug_of(name: str) -> str:
    """Return the first words of a name in lower-case ASCII, joined by ``-``, at most 40 characters; "" for a name
    without a Latin letter or digit."""
    decomposed = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    plain = decomposed.encode("ascii", "ignore").decode()
    words = "".join(sign if sign.isalnum() else " " for sign in plain).split()
    return "-".join(words[:WORDS_OF_SLUG])[:MAX_SLUG].strip("-")


def free_slug(base: str, taken: Container[str]) -> str:
    """Return an id that is not taken: ``base``, or ``base`` with the lowest number from 2 that is free."""
    free, number = base, 2
    while free in taken:
        free, number = f"{base}-{number}", number + 1
    return free
