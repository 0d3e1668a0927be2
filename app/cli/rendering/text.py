"""Making text from saves, models and players safe for a terminal."""

import re

_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor, clearing
    r"|\x1b[\]PX^_].*?(?:\x07|\x1b\\)"  # OSC, DCS and the like: titles, links, clipboard
    r"|\x1b[ -/]*[0-~]",
    re.DOTALL,
)
_UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
"""Control characters except tab and line break, lone surrogates, and characters that change the writing direction."""


def clean(text: str) -> str:
    """Return the text without escape sequences and control characters; line breaks stay, tabs become blanks."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNFIT.sub("", _ESCAPES.sub("", text)).replace("\t", "    ")


def one_line(text: str, limit: int = 600) -> str:
    """Return the text, cleaned, on one line of at most ``limit`` characters."""
    line = " ".join(clean(text).split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def count(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: ``1 turn``, ``2 turns``."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
