"""Data in a prompt: fenced and escaped, so that it is no instruction or section heading; and token estimates."""

import json
from collections.abc import Iterable, Mapping
from math import ceil

from app.language.analysis.terms import analyse
from app.language.analysis.text import sentences

_GAP = "[...]"


def data_line(value: str | Mapping[str, object]) -> str:
    """Return a value as one line of JSON without line breaks and angle brackets."""
    line = json.dumps(value, ensure_ascii=False)
    for sign in "<>\u2028\u2029\x85":
        line = line.replace(sign, f"\\u{ord(sign):04x}")
    return line


def fenced(name: str, lines: Iterable[str | Mapping[str, object]]) -> str:
    """Return the values, one per line, between ``<name>`` and ``</name>``."""
    return "\n".join([f"<{name}>", *(data_line(line) for line in lines), f"</{name}>"])


def clipped(text: str, limit: int) -> str:
    """Return the text with its middle left out if it is longer than ``limit`` characters."""
    if len(text) <= limit:
        return text
    half = (limit - len(_GAP) - 2) // 2
    return f"{text[:half]} {_GAP} {text[-half:]}"


def shortened(text: str, tokens: int) -> str:
    """Return the text, its middle left out if it takes more than ``tokens``; at least some 200 characters stay."""
    shown, limit = text, len(text)
    while limit > 200 and estimate(data_line(shown)) > tokens:
        limit = limit * 3 // 4
        shown = clipped(text, limit)
    return shown


_MILLITOKENS = (150, 540, 592, 1500, 480, 600, 1200, 4800, 1100)
"""Thousandths of a token per byte, by kind: fitted slightly above the counts of a tokenizer (`benchmarks.tokens`)."""


def _kind(byte: int) -> int:
    """Return the kind of a byte: lower case, upper case, space, digit, other sign; first byte of a character of two,
    three, four; square bracket, of which ids have two; continuation byte."""
    if byte >= 0x80:
        return 9 if byte < 0xC0 else 5 + (byte >= 0xE0) + (byte >= 0xF0)
    sign = chr(byte)
    if sign in "[]":
        return 8
    return 0 if sign.islower() else 1 if sign.isupper() else 2 if sign.isspace() else 3 if sign.isdigit() else 4


_KINDS = bytes(map(_kind, range(256)))


def estimate(text: str) -> int:
    """Estimate the tokens of a text.

    For prompts and tools the estimate is 0 to 10 % above the count by the vocabulary of 130,000 pieces to which it was
    fitted; it is higher for other scripts than Latin, lower for letters that form no words.
    """
    kinds = text.encode().translate(_KINDS)
    return ceil(sum(cost * kinds.count(kind) for kind, cost in enumerate(_MILLITOKENS)) / 1000)


def passage(text: str, question: str, limit: int) -> str:
    """Return a text, reduced to the sentences around the one most similar to a question if it is longer than ``limit``.

    Gaps are marked. If no terms are shared, the middle is left out.
    """
    if len(text) <= limit:
        return text
    wanted = set(analyse(question).terms)
    parts = sentences(text)
    shared = [len(wanted.intersection(analyse(part).terms)) for part in parts]
    if not any(shared):
        return clipped(text, limit)
    first = last = shared.index(max(shared))
    room = limit - len(parts[first]) - 2 * (len(_GAP) + 1)
    while True:
        around = [at for at in (first - 1, last + 1) if 0 <= at < len(parts) and len(parts[at]) < room]
        if not around:
            break
        chosen = max(around, key=lambda at: (shared[at], at))
        room -= len(parts[chosen]) + 1
        first, last = min(first, chosen), max(last, chosen)
    shortened = clipped(" ".join(parts[first : last + 1]), limit - 2 * (len(_GAP) + 1))
    return f"{_GAP + ' ' if first else ''}{shortened}{' ' + _GAP if last < len(parts) - 1 else ''}"


def language_line(code: str) -> str:
    """Return the line of a prompt that names the language of the game.

    Args:
        code: The language of the scenario, such as ``de``; "" where it names none.

    Returns:
        The line; "" for no language.
    """
    if not code:
        return ""
    return f"Write in the language of the story, whose code is {data_line(code)}, whatever language this is in."
