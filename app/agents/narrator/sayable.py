"""Which sentences of a summary a person would say."""

from app.agents.narrator.packed import pattern

TELLS_OWN_WORDS = pattern("own_words")
"""A sentence, in the person's own words, that only repeats what it said itself."""


def says_nothing(line: str) -> bool:
    """Whether a sentence of a summary tells of no event, or only how it felt."""
    return pattern("says_nothing").search(line) is not None


def names_matter_only(line: str, *, asking_counts: bool) -> bool:
    """Whether it tells no more than what was spoken about. ``asking_counts``: what was asked is wanted."""
    found = pattern("names_matter").search(line)
    return found is not None and not (asking_counts and found["asked"] == "asked")
