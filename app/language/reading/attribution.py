"""Who speaks in a text that names its speaker before a colon, and what is said."""

from dataclasses import dataclass

from app.language.analysis.lexicon import Lexicon, lexicon

_FURTHEST = 140
"""Characters within which the colon stands."""
_QUOTES = "\"'“”„«»"


@dataclass(frozen=True)
class Attribution:
    """The speaker's name as it is written, and the words."""

    name: str
    words: str


def attribution(text: str) -> Attribution | None:
    """Who speaks, if the whole text is somebody's speech; None for a heading or a call ("Remember: …")."""
    if ": " not in text[:_FURTHEST]:
        return None
    known = lexicon()
    found = known.language.pattern("attribution.speech").match(text)
    if found is None or not is_name(found["name"], known):
        return None
    return Attribution(found["name"], text[found.start("words") :].strip().strip(_QUOTES))


def is_ordinary(text: str, known: Lexicon) -> bool:
    """Whether it is a word that names no speaker: a call, a heading, a pronoun."""
    return text.casefold() in known.language.words("attribution.nobody") or text.casefold() in known.stop


def is_name(text: str, known: Lexicon) -> bool:
    """Whether what stands before a colon may name somebody: one word, or several that are written as names."""
    parts = text.split()
    if len(parts) == 1:
        return not is_ordinary(text, known)
    return parts[0].casefold() not in known.prepositions and all(
        not part[0].islower() or part in known.titles for part in parts
    )
