"""Who said what in a plain text: the whole of it after a name and a colon, or sentence by sentence:
``Tobin told Mara: "…"`` is what Tobin said."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from app.language.analysis.lexicon import Lexicon, lexicon, lexicon_of
from app.language.analysis.text import quote_spans, sentences
from app.language.language import Language

_FURTHEST = 140
"""Characters within which the colon stands that makes a text somebody's speech."""
_QUOTES = "\"'“”„«»"
READ = 2_000
"""Characters of a text that are looked through."""
_MOST_SENTENCES = 40
_DEPTH = 4
"""How often what somebody said that somebody said is unwrapped."""
_LONGEST_NAME = 120
_QUOTATION_MARKS = "\"“”„«»‘’' "

Reported = tuple[str, str, str]
"""Who said it, who told it, and a sentence of it; "" for whoever the text is of."""


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
    if found is None or not _may_speak(found["name"], known):
        return None
    return Attribution(found["name"], text[found.start("words") :].strip().strip(_QUOTES))


def _is_ordinary(text: str, known: Lexicon) -> bool:
    """Whether it is a word that names no speaker: a call, a heading, a pronoun."""
    return text.casefold() in known.language.words("attribution.nobody") or text.casefold() in known.stop


def _may_speak(text: str, known: Lexicon) -> bool:
    """Whether what stands before a colon may name somebody: one word, or several that are written as names."""
    parts = text.split()
    if len(parts) == 1:
        return not _is_ordinary(text, known)
    return parts[0].casefold() not in known.prepositions and all(
        not part[0].islower() or part in known.titles for part in parts
    )


def reported(text: str, language: Language, *, is_speech: bool = False) -> Iterator[Reported]:
    """Every sentence of a text, quotations unwrapped; of a report of a report the innermost speaker. In what is known
    as somebody's speech (``is_speech``) a name before a colon is called, and does not speak."""
    text = text[:READ]
    whole = None if is_speech else _speaker_before_colon(text, language)
    by = " ".join(whole["who"].split()) if whole is not None else ""
    pieces = _said(text[whole.end() if whole is not None else 0 :], (by, by), int(bool(by)), language, is_speech)
    return islice(pieces, _MOST_SENTENCES)


def _said(text: str, voices: tuple[str, str], depth: int, language: Language, is_speech: bool) -> Iterator[Reported]:
    for piece in sentences(text):
        opening = _spoken_by(piece, language, is_speech) if depth < _DEPTH else None
        if opening is not None:
            speaker, inner = opening
            if speaker not in language.words("minds.own_words_of"):
                yield from _said(inner, (speaker, voices[1] or speaker), depth + 1, language, is_speech)
        elif depth < _DEPTH and (spans := quote_spans(piece)) and spans[0][0] == 0:
            yield from _said(piece[1 : spans[0][1] - 1], voices, depth + 1, language, is_speech)
        else:
            yield *voices, language.pattern("minds.news_opening").sub("", piece)


def _spoken_by(piece: str, language: Language, is_speech: bool) -> tuple[str, str] | None:
    """The speaker and the words of ``Tobin said: "…"``, ``Tobin told Mara: …`` or ``Tobin: …``."""
    found = language.pattern("minds.spoken").match(piece) or (
        None if is_speech else _speaker_before_colon(piece, language)
    )
    if found is None or _names_nobody(found["who"], language):
        return None
    inner = language.pattern("minds.closing").sub("", piece[found.end() :]).lstrip(_QUOTATION_MARKS)
    return (" ".join(found["who"].split())[:_LONGEST_NAME], inner) if inner else None


def _speaker_before_colon(text: str, language: Language) -> re.Match[str] | None:
    """What is written as a name before a colon."""
    found, articles = language.pattern("minds.speaker").match(text), language.words("minds.name_articles")
    words = found["who"].split() if found is not None else []
    is_name = all(not word[0].islower() for word in words if word not in articles)
    return None if found is None or not is_name or _names_nobody(found["who"], language) else found


def _names_nobody(written: str, language: Language) -> bool:
    """Whether it is an ordinary word, and none that says whose own words follow."""
    return written not in language.words("minds.own_words_of") and _is_ordinary(written, lexicon_of(language))
