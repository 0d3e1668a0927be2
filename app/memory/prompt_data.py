"""Data in a prompt: fenced, escaped, never an instruction or a section heading; and its estimated tokens."""

import json
from collections.abc import Iterable, Mapping
from math import ceil

_GAP = " [...] "


def data_line(value: str | Mapping[str, object]) -> str:
    """A value as one line of JSON, lossless, in which no line break and no angle bracket stands for itself."""
    line = json.dumps(value, ensure_ascii=False)
    for sign in "<>\u2028\u2029\x85":
        line = line.replace(sign, f"\\u{ord(sign):04x}")
    return line


def fenced(name: str, lines: Iterable[str | Mapping[str, object]]) -> str:
    """The values between ``<name>`` and ``</name>``, a line each."""
    return "\n".join([f"<{name}>", *(data_line(line) for line in lines), f"</{name}>"])


def clipped(text: str, limit: int) -> str:
    """The text, or its beginning and its end where it is longer than ``limit`` characters."""
    if len(text) <= limit:
        return text
    half = (limit - len(_GAP)) // 2
    return f"{text[:half]}{_GAP}{text[-half:]}"


BYTES_PER_TOKEN = 3.5


def estimate(text: str) -> int:
    """Tokens of a text, rather too many than too few."""
    return ceil(len(text.encode()) / BYTES_PER_TOKEN)
