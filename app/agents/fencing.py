"""Giving a model text as data: one JSON string a line, which cannot imitate a heading, a fence or an order."""

import json
from collections.abc import Iterable, Mapping


def data_line(value: str | Mapping[str, object]) -> str:
    """A value as one line of JSON in which no line break and no angle bracket stands for itself."""
    line = json.dumps(value, ensure_ascii=False)
    for sign in "<>\u2028\u2029\x85":
        line = line.replace(sign, f"\\u{ord(sign):04x}")
    return line


def fenced(name: str, lines: Iterable[str | Mapping[str, object]]) -> str:
    """The values between ``<name>`` and ``</name>``, a line each."""
    return "\n".join([f"<{name}>", *(data_line(line) for line in lines), f"</{name}>"])
