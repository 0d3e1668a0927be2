"""Sentences that a person would repeat to others: no questions, nothing without an event, nothing that is
unreadable."""

from app.language.analysis.names import short_forms
from app.language.analysis.text import count_words
from app.language.language import Language, patterns_of

LONGEST = 240
"""Characters of a sentence that is told on."""
FEWEST_WORDS, MOST_WORDS = 4, 40
_ENDS_ASKING = ("?", "？", "؟")
_pattern = patterns_of("sayable")


def says_nothing(line: str) -> bool:
    """Whether a sentence of a summary tells of no event, or only how it felt."""
    return _pattern("says_nothing").search(line) is not None


def names_matter_only(line: str, *, asking_counts: bool) -> bool:
    """Whether it tells no more than what was spoken about. ``asking_counts``: what was asked is wanted."""
    found = _pattern("matter_only").search(line)
    return found is not None and not (asking_counts and found["asked"] is not None)


def tells_own_words(text: str) -> bool:
    """Whether a sentence, in the person's own words, only repeats what it said itself."""
    return _pattern("own_words_told").search(text) is not None


def asks(line: str) -> bool:
    """Whether a sentence is a question, also without its sign."""
    return line.rstrip("\"”’' ").endswith(_ENDS_ASKING) or _pattern("asks").match(line) is not None


def tells(text: str, language: Language) -> bool:
    """Whether a sentence says something that another may want to hear."""
    if not FEWEST_WORDS <= count_words(text) <= MOST_WORDS or len(text) > LONGEST or "…" in text or asks(text):
        return False
    if language.pattern("minds.unreadable").search(text) or language.pattern("minds.to_a_machine").search(text):
        return False
    return not (says_nothing(text) or names_matter_only(text, asking_counts=False))


def is_called(written: str, name: str) -> bool:
    """Whether a name as it was written means the one who is called so in full."""
    return bool(written) and (written == name or written in short_forms(name))
