"""How words of others stand in a sentence: in quotation marks, without marks of their own, at a bounded length."""

import re
from collections.abc import Sequence

from app.language.reading.spoken_text import STOPPED

MAX_QUOTE = 160
MAX_AUTHORED_QUOTE = 220
_MAX_REPEATED = 200
_INNER_QUOTES = re.compile('["“”„«»「」『』]')


def quotable(text: str, limit: int = MAX_QUOTE) -> str:
    """A text made fit to stand in quotation marks: one line, no such marks inside, at most ``limit`` characters."""
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
    """Sentences between quotation marks, each a sentence of its own and not endless."""
    return f"“{' '.join(quotable(line, _MAX_REPEATED) for line in lines)}”"


def as_title(name: str) -> str:
    """A title inside quotation marks brings none of its own."""
    return name.replace('"', "'").replace("“", "'").replace("”", "'")


def widest(names: Sequence[str]) -> list[str]:
    """Without names that are part of another: "what became of Ivo" says that it was about Ivo."""
    words = {name: re.compile(rf"\b{re.escape(name)}\b") for name in names}
    return [name for name in names if not any(name != other and words[name].search(other) for other in names)]
