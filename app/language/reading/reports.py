"""Who said what in a plain text, sentence by sentence: ``Tobin told Mara: "…"`` is what Tobin said."""

from collections.abc import Iterator
from itertools import islice

from app.language.analysis.text import quote_spans, sentences
from app.language.language import Language

READ = 2_000
"""Characters of a text that are looked through."""
_MOST_SENTENCES = 40
_DEPTH = 4
"""How often what somebody said that somebody said is unwrapped."""
_LONGEST_NAME = 120
_QUOTATION_MARKS = "\"“”„«»‘’' "

Reported = tuple[str, str, str]
"""Who said it, who told it, and a sentence of it; "" for whoever the text is of."""


def reported(text: str, language: Language) -> Iterator[Reported]:
    """Every sentence of a text, quotations unwrapped; of a report of a report the innermost speaker."""
    text = text[:READ]
    whole = language.pattern("minds.speaker").match(text)
    by = " ".join(whole["who"].split()) if whole is not None and _is_name(whole["who"], language) else ""
    pieces = _said(text[whole.end() :], by, by, 1, language) if whole and by else _said(text, "", "", 0, language)
    return islice(pieces, _MOST_SENTENCES)


def _said(text: str, who: str, by: str, depth: int, language: Language) -> Iterator[Reported]:
    for piece in sentences(text):
        opening = _spoken_by(piece, language) if depth < _DEPTH else None
        if opening is not None:
            speaker, inner = opening
            if speaker not in language.words("minds.own_words_of"):
                yield from _said(inner, speaker, by or speaker, depth + 1, language)
        elif depth < _DEPTH and (spans := quote_spans(piece)) and spans[0][0] == 0:
            yield from _said(piece[1 : spans[0][1] - 1], who, by, depth + 1, language)
        else:
            yield who, by, language.pattern("minds.news_opening").sub("", piece)


def _spoken_by(piece: str, language: Language) -> tuple[str, str] | None:
    """The speaker and the words of ``Tobin said: "…"``, ``Tobin told Mara: …`` or ``Tobin: …``."""
    found = language.pattern("minds.spoken").match(piece)
    if found is None:
        found = language.pattern("minds.speaker").match(piece)
        if found is None or not _is_name(found["who"], language):
            return None
    inner = language.pattern("minds.closing").sub("", piece[found.end() :]).lstrip(_QUOTATION_MARKS)
    return (" ".join(found["who"].split())[:_LONGEST_NAME], inner) if inner else None


def _is_name(written: str, language: Language) -> bool:
    """Whether what stands before a colon is written as a name."""
    articles = language.words("minds.name_articles")
    return all(not word[0].islower() for word in written.split() if word not in articles)
