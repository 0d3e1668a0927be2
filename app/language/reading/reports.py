"""The speaker of a plain text that is one speech as a whole: ``Tobin: …``."""

from dataclasses import dataclass

from app.language.analysis.lexicon import Lexicon, lexicon

_FURTHEST = 140
"""Characters within which the colon stands that makes a text somebody's speech."""
_QUOTES = "\"'“”„«»"


@dataclass(frozen=True)
class Attribution:
    """The speaker's name as it is written, and the words."""

    name: str
    words: str


def attribution(text: str) -> Attribution | None:
    """Return the speaker, if the whole text is one speech; None for a heading or a call ("Remember: …")."""
    if ": " not in text[:_FURTHEST]:
        return None
    known = lexicon()
    found = known.language.pattern("attribution.speech").match(text)
    if found is None or not _may_speak(found["name"], known):
        return None
    return Attribution(found["name"], text[found.start("words") :].strip().strip(_QUOTES))


def _may_speak(text: str, known: Lexicon) -> bool:
    """Return whether the text before a colon may name a speaker: a word that is no call, heading or pronoun, or several
    that are written as names."""
    parts = text.split()
    if len(parts) == 1:
        return text.casefold() not in known.language.words("attribution.nobody") | known.stop
    return parts[0].casefold() not in known.prepositions and all(
        not part[0].islower() or part in known.titles for part in parts
    )
