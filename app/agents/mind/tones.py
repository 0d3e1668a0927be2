"""How people speak where no model is there: by the tone of their manner."""

from enum import StrEnum

from app.interfaces.agents.mind import Portrait
from app.language.analysis.lexicon import lexicon
from app.language.language import Language, language_of


class Tone(StrEnum):
    """A manner of speaking, as far as plain lines can have one."""

    COLD = "cold"
    TERSE = "terse"
    GRUFF = "gruff"
    FORMAL = "formal"
    WARM = "warm"
    PLAIN = "plain"


_COLD_BELOW = -0.3
_MARKED = (Tone.TERSE, Tone.GRUFF, Tone.FORMAL, Tone.WARM)


def tone(person: Portrait, feeling: float | None = None) -> Tone:
    """How somebody speaks to one for whom it has this feeling (-1 to +1): by its manner, else by its traits."""
    if feeling is not None and feeling < _COLD_BELOW:
        return Tone.COLD
    language = language_of(person)
    for text in (person.manner, " ".join(person.traits)):
        marks = ((language.pattern(f"minds.tone_{mark}").search(text), mark) for mark in _MARKED)
        places = [(found.start(), mark) for found, mark in marks if found]
        if places:
            return min(places)[1]
    return Tone.PLAIN


def lines_of(language: Language, name: str, of: Tone) -> tuple[str, ...]:
    """The lines of a sort in a tone."""
    return language.lines(f"minds.{name}", of.value)


def short_name(name: str) -> str:
    """What people call each other: the first word of a display name that is no title or article."""
    empty = lexicon().articles | lexicon().titles | lexicon().stop
    for word in name.split():
        if word[0].isupper() and word.casefold() not in empty:
            return word.rstrip(",;:")
    return name
