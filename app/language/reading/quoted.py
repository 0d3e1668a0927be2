"""What is said aloud in prose: quotations that are speech, and not only a name or word between marks."""

from app.language.analysis.text import quote_spans
from app.language.language import Language
from app.models.messages.speech import Span

_LOOK_BACK = 40
"""Characters before a quotation in which a verb of saying may stand."""


def quoted_speech(text: str, language: Language) -> list[Span]:
    """What stands in quotation marks in a text and is said aloud there, without the marks; nothing where none does."""
    found = [(start + 1, end - 1) for start, end in quote_spans(text) if _is_speech(text, start, end, language)]
    return found or [single.span("words") for single in language.pattern("reader.aloud_single").finditer(text)]


def _is_speech(text: str, start: int, end: int, language: Language) -> bool:
    """Not so: ``the password is "swordfish"``."""
    before = text[max(0, start - _LOOK_BACK) : start].rstrip()
    is_framed = not before or before[-1] in ",:.!?…" or text[end - 2] in ",.!?…—"
    return is_framed or language.pattern("reader.aloud_say_end").search(before) is not None
