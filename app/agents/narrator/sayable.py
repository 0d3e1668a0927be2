"""Which sentences of a summary a person would say."""

import re

_SAYS_NOTHING = re.compile(
    r"\bspent (?:some|a|the|more) (?:time|while)\b|\bspoke with (?:[^.\"“]|\.(?=\S))*\.?$"
    r"|\b(?:grew (?:friendly|wary|warmer|colder)|turned against|kept an open mind|became a loyal friend)\b",
    re.IGNORECASE,
)
_MATTER_ONLY = re.compile(
    r"^(?:\S+\s+){1,6}?(?P<asked>asked|told|spoke|talked)\b.{0,60}?\babout\b"
    r"(?!.*\b(?:who|which|that|because|after)\b)[^\"“;]*$"
)
TELLS_OWN_WORDS = re.compile(r"^I (?:said|told|asked|answered|replied|added)\b[^\"“]{0,40}[\"“]")
"""A sentence, in the person's own words, that only repeats what it said itself."""


def says_nothing(line: str) -> bool:
    """Whether a sentence of a summary tells of no event, or only how it felt."""
    return _SAYS_NOTHING.search(line) is not None


def names_matter_only(line: str, *, asking_counts: bool) -> bool:
    """Whether it tells no more than what was spoken about. ``asking_counts``: what was asked is wanted."""
    found = _MATTER_ONLY.search(line)
    return found is not None and not (asking_counts and found["asked"] == "asked")
