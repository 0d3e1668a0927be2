"""Filling of templates, sentence form, and texts of others prepared for quotation."""

import re
from collections.abc import Mapping, Sequence

from app.language.language import Language
from app.language.reading.spoken_text import STOPPED

SLOT = re.compile(r"\{([A-Za-z_]+)\}")
_NAMES = frozenset({"player", "name", "place"})
_ENDS = (".", "!", "?", "…")


def fill_slots(template: str, slots: Mapping[str, str]) -> tuple[str, list[tuple[str, int, int]]]:
    """Fill a template's slots in one pass.

    Args:
        template: Text with slots like ``{name}``; unknown slots are left unchanged.
        slots: Values by slot. A value that begins a sentence is capitalised, but names are not changed.

    Returns:
        The text, and (slot, start, end) of each filled slot.
    """
    text, spans, position = "", list[tuple[str, int, int]](), 0
    for match in SLOT.finditer(template):
        value = slots.get(match[1])
        if value is None:
            continue
        text += template[position : match.start()]
        if match[1] not in _NAMES and (not text.strip() or text.rstrip().endswith(_ENDS)):
            value = capital(value)
        spans.append((match[1], len(text), len(text) + len(value)))
        text += value
        position = match.end()
    return text + template[position:], spans


def sentence(text: str) -> str:
    """Return a text with a capital at the beginning and a full stop at the end if it has no end mark."""
    text = text.strip()
    if not text:
        return ""
    return capital(text if text[-1] in ".!?…”\"'’»)。！？" else f"{text}.")


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def as_clause(language: Language, text: str) -> str:
    """Return a sentence as the end of another one: without its capital, unless it belongs to a name."""
    first = text.partition(" ")[0].casefold()
    if language.pattern("minds.keeps_capital").match(text) or first not in language.words("minds.opens_low"):
        return text
    return text[0].lower() + text[1:]


MAX_QUOTE = 160
MAX_AUTHORED_QUOTE = 220
_MAX_REPEATED = 200
_INNER_QUOTES = re.compile('["“”„«»「」『』]')


def quotable(text: str, limit: int = MAX_QUOTE) -> str:
    """Return a text prepared for quotation: one line without inner quotation marks, at most about ``limit``
    characters."""
    line = _INNER_QUOTES.sub("'", " ".join(text.split())).strip()
    if line.count("'") % 2 == 0 and line[:1] == "'" and line[-1:] == "'":
        line = line[1:-1].strip()
    if len(line) > limit:
        cut = line[:limit].rsplit(" ", 1)[0]
        line = (cut if len(cut) > limit // 2 else line[:limit]).rstrip(" ,;:-–—'") + "…"
    if not STOPPED.search(line):
        line = line.rstrip(" ,;:-–—") + "."
    return line[:1].upper() + line[1:]


def quotation(*lines: str) -> str:
    """Quote texts as sentences, each limited in length."""
    return f"“{' '.join(quotable(line, _MAX_REPEATED) for line in lines)}”"


def as_title(name: str) -> str:
    """Replace double quotation marks in a title by single ones."""
    return name.replace('"', "'").replace("“", "'").replace("”", "'")


def widest(names: Sequence[str]) -> list[str]:
    """Remove names that are part of another one: "what became of Ivo" implies "Ivo"."""
    words = {name: re.compile(rf"\b{re.escape(name)}\b") for name in names}
    return [name for name in names if not any(name != other and words[name].search(other) for other in names)]
