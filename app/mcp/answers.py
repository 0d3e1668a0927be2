"""Answers to clients: JSON of bounded size, and errors of one line."""

import json
from collections.abc import Mapping
from typing import Any

from mcp_types import CallToolResult, TextContent

MAX_ANSWER = 100_000  # characters of a tool's answer, as JSON
MAX_TEXT = 400_000
MAX_LINE = 600
SHORTENED = "shortened"  # marks an answer of which something was left out: the ends of long lists and texts

_MOST_ITEMS, _MOST_CHARACTERS = 200, 4_000


def tool_result(answer: Mapping[str, Any]) -> CallToolResult:
    """A tool's answer, structured and as text. Raises ValueError or TypeError for what is not JSON."""
    structured, text = bounded_json(answer)
    return CallToolResult(content=[TextContent(text=text)], structured_content=structured)


def error_result(why: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=one_line(why) or "That did not work.")], is_error=True)


def bounded_json(answer: Mapping[str, Any], room: int = MAX_ANSWER) -> tuple[dict[str, Any], str]:
    """The answer and its JSON in at most ``room`` characters; marked where shortened."""
    short = dict(answer)
    text = _as_json(short)
    items, characters = _MOST_ITEMS, _MOST_CHARACTERS
    while len(text) > room and items:
        short = {**_shortened(short, items, characters), SHORTENED: True}
        text = _as_json(short)
        items, characters = items // 2, characters // 2
    clean = printable(text)
    return (short, text) if clean == text else (json.loads(clean), clean)


def _as_json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _shortened(value: Any, items: int, characters: int) -> Any:
    """The first items of each list and object, and the beginnings of texts."""
    if isinstance(value, Mapping):
        return {key: _shortened(value[key], items, characters) for key in list(value)[:items]}
    if isinstance(value, list | tuple):
        return [_shortened(item, items, characters) for item in value[:items]]
    return f"{value[:characters]}…" if isinstance(value, str) and len(value) > characters else value


def printable(text: str) -> str:
    """The text without lone surrogates, which no transport can send."""
    return text.encode("utf-8", "replace").decode("utf-8")


def one_line(text: str, limit: int = MAX_LINE) -> str:
    """The text on one line of at most ``limit`` characters; unprintable ones become question marks."""
    line = " ".join("".join(sign if sign.isprintable() or sign.isspace() else "?" for sign in text).split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
